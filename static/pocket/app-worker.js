// The app in a web worker of its own: Pyodide runs Python, the files of the app lie in memory, its games in the browser's
// private file system. Requests come from the service worker, each with a port for its answer.
import { DurableFiles } from "./durable-files.js";

const GAMES = "/games";
const APP = "/app";
let ask;
let files;
let persisted = false;
let queue = Promise.resolve();

const tell = (message) => self.postMessage(message);

// Unpack a tar archive (ustar) into Emscripten's file system.
const unpack = (FS, folder, archive) => {
  const text = new TextDecoder();
  const field = (block, from, to) => text.decode(block.subarray(from, to)).split("\0")[0];
  const folders = new Set();
  for (let at = 0; archive[at]; ) {
    const head = archive.subarray(at, at + 512);
    const prefix = field(head, 345, 500);
    const path = `${folder}/${prefix ? `${prefix}/` : ""}${field(head, 0, 100)}`;
    const size = Number.parseInt(field(head, 124, 136), 8);
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(parent)) { FS.mkdirTree(parent); folders.add(parent); }
    FS.writeFile(path, archive.subarray(at + 512, at + 512 + size), { canOwn: true });
    at += 512 + Math.ceil(size / 512) * 512;
  }
};

const start = async ({ pyodide, stdlib, archive, root, version }) => {
  const archived = fetch(archive).then((answer) => answer.arrayBuffer());
  const storage = await navigator.storage.getDirectory();
  const folder = await storage.getDirectoryHandle(`gem-companion${root.replaceAll("/", "~")}`, { create: true });
  const opened = DurableFiles.open(folder);
  const { loadPyodide } = await import(pyodide);
  const indexURL = new URL(".", new URL(pyodide, self.location)).href;
  const python = await loadPyodide({
    indexURL,
    stdLibURL: stdlib,
  });
  unpack(python.FS, APP, new Uint8Array(await archived));
  files = await opened;
  files.mount(python.FS, GAMES);
  python.globals.set("ADDRESS", new URL(root, self.location).href);
  python.globals.set("VERSION", version);
  python.runPython(`
import json, sys
from pathlib import Path
sys.path.insert(0, "${APP}")
from companion.pocket.in_browser import PocketApp
app = PocketApp(Path("${GAMES}"), ADDRESS, VERSION)
def answer(method, address, headers, body, persisted):
    return app.answer(method, address, json.loads(headers), body.to_bytes(), persisted=persisted)
`);
  ask = python.globals.get("answer");
  files.flush();
  await files.reserve();
  tell({ kind: "ready", version });
};

const answer = async ({ method, address, headers, body }) => {
  const answered = ask(method, address, JSON.stringify(headers), new Uint8Array(body), persisted);
  const [status, sent, content] = answered.toJs();
  answered.destroy();
  files.flush();
  await files.reserve();
  return { status, headers: sent, body: content.buffer };
};

self.addEventListener("message", ({ data, ports: [port] }) => {
  if (data.kind === "start") {
    // Held until this worker ends: a second page waits here.
    navigator.locks.request(`gem-companion ${data.root}`, { ifAvailable: true }, (lock) => {
      if (!lock) tell({ kind: "elsewhere" });
    });
    navigator.locks.request(`gem-companion ${data.root}`, async () => {
      tell({ kind: "starting" });
      try {
        await start(data);
      } catch (error) {
        tell({ kind: "failed", reason: String(error.message ?? error) });
        return;
      }
      await new Promise(() => undefined);
    });
  } else if (data.kind === "persisted") {
    persisted = data.persisted;
  } else {
    queue = queue.then(async () => {
      try {
        const answered = await answer(data);
        port.postMessage(answered, [answered.body]);
      } catch (error) {
        tell({ kind: "broken", reason: String(error.message ?? error) });
        port.postMessage({ status: 500, headers: [["Content-Type", "text/plain"]], body: new ArrayBuffer(0) });
      }
    });
  }
});
