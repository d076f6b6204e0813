// Compile Python modules with the Python that will run them: node compile.mjs PYODIDE FOLDER
// FOLDER holds compile_modules.py and the folders "source" and "compiled".
import { pathToFileURL } from "node:url";

const [pyodide, folder] = process.argv.slice(2);
try {
  const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
  const python = await loadPyodide({ indexURL: `${pyodide}/` });
  python.FS.mkdirTree("/build");
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/build");
  python.runPython(`
import sys
from pathlib import Path
sys.path.insert(0, "/build")
from compile_modules import compile_tree
compile_tree(Path("/build/source"), Path("/build/compiled"))
`);
} catch (error) {
  process.stderr.write(`${String(error.message ?? error).slice(-2000)}\n`);
  process.exit(1);
}
process.exit(0);
