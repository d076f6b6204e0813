// The app in a web worker of its own: Pyodide runs Python, the files of the app lie in memory, its games in the browser's
// private file system. Requests come from the service worker, each with a port for its answer.
//
// The first start imports everything. A second worker then does the same once more and keeps a snapshot of its memory,
// from which later starts go on.
import { DurableFiles } from "./durable-files.js";
import { loadPython } from "./python.js";

const AWAITS_PHOTO = 0; // of a request that is to be asked again with what was read
const NOT_HERE = new Uint8Array();
const GAMES = "/games";
const PHOTO_WORKER = "./photo-worker.js";
// A worker that is started when the camera opens ends if no photo comes.
const CAMERA_OPEN = 180_000;
let ask;
let given;
let photoWorker = null;
let files;
let persisted = false;
let queue = Promise.resolve();

const tell = (message) => self.postMessage(message);

const passed = async (body, through) => new Uint8Array(await new Response(body.pipeThrough(through)).arrayBuffer());

const snapshotAddress = (version) => new URL(`snapshot-${version}`, self.location).href;

// Pyodide restores a snapshot into its memory as it is; the memory must be large enough by then.
const withMemory = async (size, load) => {
  const instantiate = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (...source) => {
    const made = await instantiate.apply(WebAssembly, source);
    const { memory } = made.instance.exports;
    memory.grow(Math.max(0, Math.ceil((size - memory.buffer.byteLength) / 65536)));
    return made;
  };
  try {
    return await load();
  } finally {
    WebAssembly.instantiateStreaming = instantiate;
  }
};

const makeApp = (python, { root, version }) => {
  python.globals.set("ADDRESS", new URL(root, self.location).href);
  python.globals.set("VERSION", version);
  python.runPython(`
import json
from pathlib import Path
from companion.pocket.in_browser import WARM, PocketApp
app = PocketApp(Path("${GAMES}"), ADDRESS, VERSION)
def answer(asker, method, address, headers, body, persisted, reading):
    reading = reading.to_bytes() if hasattr(reading, "to_bytes") else reading
    headers, body = json.loads(headers), body.to_bytes()
    answered = app.answer(method, address, headers, body, asker=asker, persisted=persisted, reading=reading)
    return *answered, app.has_news
`);
};

const forgetSnapshot = async ({ cache, version }) => { await (await caches.open(cache)).delete(snapshotAddress(version)); };

// Load Python as it was when its snapshot was made; null if there is none that this browser takes.
const loadSnapshot = async (given) => {
  const cache = await caches.open(given.cache);
  const kept = await cache.match(snapshotAddress(given.version));
  if (!kept) return null;
  try {
    const memory = await passed(kept.body, new DecompressionStream("gzip"));
    const python = await withMemory(memory.length, () => loadPython(given, { _loadSnapshot: memory }));
    python._api.config._loadSnapshot = null; // 45 MB that nobody needs any more
    return python;
  } catch {
    await forgetSnapshot(given);
    return null;
  }
};

// A worker whose page is left ends here. Chromium lets it run on for two seconds otherwise, then stops it by force, and
// what it does to a blob or a stream meanwhile may take the next page down with it.
const endHereIfLeft = () => new Promise((later) => { setTimeout(later); });

// Something that no other version of the app would do better on this phone.
class PhoneFailure extends Error {}

const openGames = async ({ root }) => {
  try {
    const storage = await navigator.storage.getDirectory();
    return await DurableFiles.open(await storage.getDirectoryHandle(`gem-companion ${encodeURIComponent(root)}`, { create: true }));
  } catch (error) {
    throw new PhoneFailure(error.message, { cause: error });
  }
};

const start = async (given) => {
  const opened = openGames(given);
  const restored = await loadSnapshot(given);
  const python = restored ?? await loadPython(given, {});
  files = await opened;
  await endHereIfLeft();
  files.mount(python.FS, GAMES);
  try {
    if (restored) python.runPython("app.open()");
    else makeApp(python, given);
  } catch (error) {
    await forgetSnapshot(given);
    throw error;
  }
  await endHereIfLeft();
  ask = python.globals.get("answer");
  files.flush();
  await files.reserve();
  tell({ kind: "ready", restored: restored !== null });
};

// Keep a snapshot of the app with no games, as it is before it opens them.
const keepSnapshot = async (given) => {
  const python = await loadPython(given, { _makeSnapshot: true });
  await endHereIfLeft();
  makeApp(python, given);
  for (const path of JSON.parse(python.runPython("json.dumps(WARM)"))) {
    await endHereIfLeft();
    python.runPython(`app.warm(${JSON.stringify(path)})`);
  }
  await endHereIfLeft();
  python.runPython("app.close()");
  await endHereIfLeft();
  const memory = new Blob([python.makeMemorySnapshot()]).stream();
  const packed = await passed(memory, new CompressionStream("gzip"));
  await (await caches.open(given.cache)).put(snapshotAddress(given.version), new Response(packed));
};

// Have a worker ready for the next photo. Its files are fetched when that is done for the first time.
const openCamera = () => {
  if (photoWorker) return;
  const worker = new Worker(new URL(PHOTO_WORKER, import.meta.url), { type: "module" });
  const read = new Promise((done) => {
    worker.addEventListener("message", ({ data }) => done(data));
    // Otherwise it would be an error of this worker, too.
    worker.addEventListener("error", (event) => { event.preventDefault(); done(NOT_HERE); tell({ kind: "no-reader" }); });
  });
  photoWorker = { worker, read, unused: 0 };
  closeCameraLater();
  worker.postMessage({ kind: "start", pyodide: given.pyodide, stdlib: given.stdlib });
};

const closeCameraLater = () => { if (photoWorker) photoWorker.unused = setTimeout(closeCamera, CAMERA_OPEN); };

const closeCamera = () => {
  photoWorker?.worker.terminate();
  photoWorker = null;
};

// Let a live camera send its frames to that worker, through a port of their own. The photo that is then sent for them ends it.
const beginLive = (question, port) => {
  openCamera();
  clearTimeout(photoWorker.unused);
  photoWorker.worker.postMessage({ kind: "live", question }, [port, question]);
};

// Have a photo read, each by a worker of its own, which then gives its memory back.
const readPhoto = async (question) => {
  openCamera();
  const { worker, read, unused } = photoWorker;
  photoWorker = null;
  clearTimeout(unused);
  worker.postMessage({ kind: "read", question }, [question]);
  const said = await read;
  worker.terminate();
  return said;
};

// The page says whose request it is: OWNER, or a guest's id.
const answer = async ({ asker, method, address, headers, body }, reading) => {
  const answered = ask(asker, method, address, JSON.stringify(headers), new Uint8Array(body), persisted, reading);
  const [status, sent, content, hasNews] = answered.toJs();
  answered.destroy();
  files.flush();
  await files.reserve();
  if (hasNews) tell({ kind: "news" });
  return { status, headers: sent, body: content.buffer };
};

const answerInTurn = (asked, port, reading) => {
  queue = queue.then(async () => {
    try {
      const answered = await answer(asked, reading);
      // Others are answered while a photo is read.
      if (answered.status === AWAITS_PHOTO) readPhoto(answered.body).catch(String).then((read) => answerInTurn(asked, port, read));
      else port.postMessage(answered, [answered.body]);
    } catch (error) {
      // What a guest asks for can't stop the app.
      if (!asked.asker) tell({ kind: "broken", reason: String(error.message ?? error) });
      port.postMessage({ status: 500, headers: [["Content-Type", "text/plain"]], body: new ArrayBuffer(0) });
    }
  });
};

// Run the app, and hold the lock until this worker ends: another page's worker waits here.
const startAlone = (given) => {
  const name = `gem-companion ${given.root}`;
  const run = async () => {
    tell({ kind: "starting" });
    try {
      await start(given);
    } catch (error) {
      const ofVersion = !(error instanceof PhoneFailure);
      tell({ kind: "failed", reason: String(error.message ?? error), ofVersion, isFull: error.cause?.name === "QuotaExceededError" });
      return;
    }
    await new Promise(() => undefined);
  };
  navigator.locks.request(name, { ifAvailable: true }, (lock) => {
    if (lock) return run();
    tell({ kind: "elsewhere" });
    navigator.locks.request(name, run);
    return null;
  });
};

self.addEventListener("message", ({ data, ports: [port] }) => {
  if (data.kind === "start") {
    given = data;
    startAlone(data);
  } else if (data.kind === "snapshot") keepSnapshot(data).catch(() => undefined).finally(() => self.close());
  else if (data.kind === "camera") Promise.resolve().then(openCamera).catch(() => undefined);
  else if (data.kind === "live") beginLive(data.question, port);
  else if (data.kind === "live-taken") closeCameraLater();
  else if (data.kind === "live-over") closeCamera();
  else if (data.kind === "persisted") persisted = data.persisted;
  else answerInTurn(data, port);
});
