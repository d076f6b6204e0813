// The Python of the pocket edition as a command: node pocket_python.mjs PYODIDE STDLIB APP SCRIPT
// PYODIDE is a folder, STDLIB an archive, APP a folder of modules. Standard input and output are the script's.
import { readFileSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

const MOST = 4000; // an error of Emscripten's may carry megabytes of its script
const [pyodide, stdlib, app, script] = process.argv.slice(2);

// Write all of it, however slowly the other end of a pipe reads.
const write = (bytes) => {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
  return bytes.length;
};

try {
  const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
  const python = await loadPyodide({ indexURL: `${pyodide}/`, stdLibURL: stdlib });
  python.setStdout({ write });
  python.FS.mkdirTree("/app");
  python.FS.mount(python.FS.filesystems.NODEFS, { root: app }, "/app");
  // Emscripten's own goes on while other processes have the processor.
  const processTime = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  python.globals.set("process_time", processTime);
  python.runPython('import sys, time\nsys.path.insert(0, "/app")\ntime.process_time = process_time');
  python.runPython(readFileSync(script, "utf8"), { filename: script });
} catch (error) {
  process.stderr.write(`${String(error.message ?? error).slice(-MOST)}\n`);
  process.exit(1);
}
process.exit(0);
