// A flat folder of Emscripten's file system whose files lie in the browser's private file system (OPFS).
//
// Python needs files that answer at once, and OPFS does that only for files that are already open. So a few of them, the
// slots, are opened beforehand. The first block of a slot says which file it holds; a slot without a name is free.
// Creating, renaming and removing a file writes only such a block, and of two slots with one name the newer one counts,
// so a browser that is killed in between leaves the file before or the file after, never half of one.
const HEADER = 4096;
const MAGIC = 0x67656d31;
const SPARE = 6;
const ENOENT = 44;
const ENOSPC = 51;
const EIO = 29;
const ENAMETOOLONG = 37;
const EPERM = 63;
const FILE = 0o100600;
const FOLDER = 0o040700;

const checksum = (bytes) => bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 16777619) >>> 0, 2166136261);

const readHeader = (handle) => {
  const block = new Uint8Array(HEADER);
  if (handle.read(block, { at: 0 }) < 16) return null;
  const view = new DataView(block.buffer);
  const length = view.getUint32(8);
  if (view.getUint32(0) !== MAGIC || length > HEADER - 16) return null;
  const name = block.subarray(16, 16 + length);
  if (view.getUint32(12) !== checksum(block.subarray(4, 12)) + checksum(name) >>> 0) return null;
  return { generation: view.getUint32(4), name: new TextDecoder().decode(name) };
};

const writeHeader = (handle, name, generation) => {
  const text = new TextEncoder().encode(name);
  const block = new Uint8Array(16 + text.length);
  const view = new DataView(block.buffer);
  view.setUint32(0, MAGIC);
  view.setUint32(4, generation);
  view.setUint32(8, text.length);
  block.set(text, 16);
  view.setUint32(12, checksum(block.subarray(4, 12)) + checksum(text) >>> 0);
  if (handle.write(block, { at: 0 }) !== block.length) throw new DOMException("", "QuotaExceededError");
  handle.flush();
};

// Open a file. The worker of the page before may still have it open for a moment.
const opened = async (file, tries = 40) => {
  try {
    return await file.createSyncAccessHandle();
  } catch (error) {
    if (error.name !== "NoModificationAllowedError" || !tries) throw error;
    await new Promise((later) => { setTimeout(later, 50); });
    return await opened(file, tries - 1);
  }
};

export class DurableFiles {
  #folder;
  #slots = 0;
  #free = [];
  #generation = 0;
  #named = new Map();
  #opened = Date.now();
  #dirty = new Set();
  #FS;
  #root;
  #missing; // Asked for all the time: SQLite looks for a journal before it reads.

  // Open the slots of a folder, and enough new ones.
  static async open(folder) {
    const files = new DurableFiles();
    files.#folder = folder;
    const names = [];
    for await (const name of folder.keys()) if (/^\d+$/.test(name)) names.push(Number(name));
    for (const name of names.sort((one, other) => one - other)) await files.#openSlot(name);
    await files.reserve();
    return files;
  }

  async #openSlot(number) {
    const file = await this.#folder.getFileHandle(String(number), { create: true });
    const handle = await opened(file);
    this.#slots = Math.max(this.#slots, number + 1);
    const header = readHeader(handle);
    // Never taken for a free slot: it may hold the games.
    if (!header && handle.getSize() > HEADER) throw new Error("A file with games can't be read.");
    const known = header?.name && this.#named.get(header.name);
    if (!header?.name || known?.generation > header.generation) { this.#free.push(handle); return; }
    if (known) this.#free.push(known.handle);
    this.#named.set(header.name, { handle, generation: header.generation });
    this.#generation = Math.max(this.#generation, header.generation);
  }

  // Keep a few slots free. Slots are opened between requests, because opening one takes a promise. A full phone has no
  // room for more; what then needs one is told so.
  async reserve() {
    try {
      while (this.#free.length < SPARE) await this.#openSlot(this.#slots);
    } catch (error) {
      if (error.name !== "QuotaExceededError") throw error;
    }
  }

  // Have everything written so far on the disk.
  flush() {
    for (const handle of this.#dirty) handle.flush();
    this.#dirty.clear();
  }

  close() {
    for (const handle of [...this.#free, ...[...this.#named.values()].map((slot) => slot.handle)]) handle.close();
  }

  mount(FS, path) {
    this.#FS = FS;
    this.#missing = new FS.ErrnoError(ENOENT);
    FS.mkdirTree(path);
    FS.mount({ mount: (mount) => this.#mountedRoot(mount) }, {}, path);
  }

  #mountedRoot() {
    this.#root = this.#FS.createNode(null, "/", FOLDER, 0);
    this.#root.node_ops = this.#folderOperations;
    this.#root.stream_ops = { llseek: (stream, offset, whence) => offset + (whence === 1 ? stream.position : 0) };
    this.#root.atime = this.#root.mtime = this.#root.ctime = this.#opened;
    for (const [name, slot] of this.#named) this.#addNode(name, slot, this.#opened);
    return this.#root;
  }

  #addNode(name, slot, created) {
    const node = this.#FS.createNode(this.#root, name, FILE, 0);
    node.node_ops = this.#fileOperations;
    node.stream_ops = this.#streamOperations;
    node.slot = slot;
    node.atime = node.mtime = node.ctime = created;
    return node;
  }

  #fail(code) {
    throw new this.#FS.ErrnoError(code);
  }

  // Run what writes; a full disk and any other failure become the errors that SQLite knows.
  #written(write) {
    try {
      return write();
    } catch (error) {
      return this.#fail(error.name === "QuotaExceededError" ? ENOSPC : EIO);
    }
  }

  // Emscripten drops SQLite's fdatasync. What is written to one file reaches the disk before what is written to another
  // one later: a journal before the pages that it could restore, and these before the journal is emptied.
  #change(handle, write) {
    return this.#written(() => {
      for (const other of this.#dirty) if (other !== handle) { other.flush(); this.#dirty.delete(other); }
      this.#dirty.add(handle);
      return write();
    });
  }

  #release(slot) {
    this.#dirty.delete(slot.handle);
    this.#written(() => {
      writeHeader(slot.handle, "", 0);
      slot.handle.truncate(HEADER);
    });
    this.#free.push(slot.handle);
  }

  #attributes(node, size) {
    const { id: ino, mode, atime, mtime, ctime } = node;
    const times = { atime: new Date(atime), mtime: new Date(mtime), ctime: new Date(ctime) };
    return { dev: 1, ino, mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, ...times, blksize: HEADER, blocks: Math.ceil(size / HEADER) };
  }

  #folderOperations = {
    getattr: (node) => this.#attributes(node, HEADER),
    setattr: (node, changes) => { if (changes.mode !== undefined) node.mode = changes.mode; },
    lookup: () => { throw this.#missing; },
    mknod: (_parent, name, mode) => {
      if (!this.#FS.isFile(mode)) this.#fail(EPERM);
      if (new TextEncoder().encode(name).length > HEADER - 16) this.#fail(ENAMETOOLONG);
      const handle = this.#free.pop();
      if (!handle) this.#fail(ENOSPC);
      this.#generation += 1;
      const slot = { handle, generation: this.#generation };
      try {
        this.#written(() => {
          handle.truncate(0);
          writeHeader(handle, name, slot.generation);
        });
      } catch (error) {
        this.#free.push(handle);
        throw error;
      }
      this.#named.set(name, slot);
      return this.#addNode(name, slot, Date.now());
    },
    rename: (node, _folder, name) => {
      const replaced = this.#named.get(name);
      this.#generation += 1;
      node.slot.generation = this.#generation;
      // What was written must be there before it takes the place of the other file.
      this.#written(() => {
        node.slot.handle.flush();
        writeHeader(node.slot.handle, name, node.slot.generation);
      });
      if (replaced) this.#FS.hashRemoveNode(this.#FS.lookupNode(this.#root, name));
      this.#named.delete(node.name);
      this.#named.set(name, node.slot);
      node.name = name;
      if (replaced) this.#release(replaced);
    },
    unlink: (_parent, name) => {
      this.#release(this.#named.get(name));
      this.#named.delete(name);
    },
    rmdir: () => this.#fail(EPERM),
    readdir: () => [".", "..", ...this.#named.keys()],
    symlink: () => this.#fail(EPERM),
  };

  #fileOperations = {
    getattr: (node) => this.#attributes(node, Math.max(0, node.slot.handle.getSize() - HEADER)),
    setattr: (node, changes) => {
      for (const key of ["mode", "atime", "mtime", "ctime"]) if (changes[key] != null) node[key] = changes[key];
      if (changes.size !== undefined) {
        this.#change(node.slot.handle, () => node.slot.handle.truncate(HEADER + changes.size));
      }
    },
  };

  #streamOperations = {
    read: (stream, buffer, offset, length, position) =>
      stream.node.slot.handle.read(buffer.subarray(offset, offset + length), { at: HEADER + position }),
    write: (stream, buffer, offset, length, position) => {
      const { slot } = stream.node;
      const part = buffer.subarray(offset, offset + length);
      const done = this.#change(slot.handle, () => slot.handle.write(part, { at: HEADER + position }));
      // Chromium has written nothing and answers 4294967288, its error -8, where the phone is full.
      if (done !== length) this.#fail(ENOSPC);
      stream.node.mtime = stream.node.ctime = Date.now();
      return done;
    },
    llseek: (stream, offset, whence) => {
      const size = stream.node.slot.handle.getSize() - HEADER;
      const position = offset + (whence === 1 ? stream.position : 0) + (whence === 2 ? size : 0);
      if (position < 0) this.#fail(28);
      return position;
    },
    fsync: (stream) => {
      this.#written(() => stream.node.slot.handle.flush());
      this.#dirty.delete(stream.node.slot.handle);
      return 0;
    },
  };
}
