// Load Python in a web worker: Pyodide, and an archive of modules that lies in memory.
export const APP = "/app";

export const fetched = async (address) => new Uint8Array(await (await fetch(address)).arrayBuffer());

// Unpack a tar archive (ustar) into Emscripten's file system.
const unpack = (FS, folder, archive, unneeded) => {
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
    if (!unneeded.has(path)) FS.writeFile(path, archive.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
};

export const loadPython = async ({ pyodide, stdlib, archive }, more) => {
  const archived = fetched(archive);
  const { loadPyodide } = await import(pyodide);
  const indexURL = new URL(".", pyodide).href;
  const python = await loadPyodide({ indexURL, stdLibURL: stdlib, ...more });
  // A snapshot has most modules in memory already.
  const loaded = python.runPython(`
import json, sys
if "${APP}" not in sys.path: sys.path.insert(0, "${APP}")
json.dumps([module.__file__ for module in list(sys.modules.values()) if getattr(module, "__file__", None)])
`);
  unpack(python.FS, APP, await archived, new Set(JSON.parse(loaded)));
  return python;
};
