"""Write the pocket edition into a folder that any static web host can serve, at any address."""

import hashlib
import json
import lzma
import mimetypes
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from companion.photo.reader import WEIGHTS
from companion.pocket import modules, pyodide
from companion.pocket.pyodide import BuildError
from companion.web.base import assets

VENDORED_XZ = "vendor/xz-decompress-0.2.3.min.js"
VENDORED_QR, VENDORED_QR_DECODER = "vendor/qr-0.7.0.js", "vendor/qr-decode-0.7.0.js"
PACK_FROM = 20_000
"""Bytes from which a file is shipped packed; smaller ones aren't worth a second step."""
FILES = "files"
GUESTS = "join"
"""The folder with the page of phones that join a table."""
_LICENSES_FILE = "licenses.txt"
_LICENSES_TITLE = "What the pocket edition of Gem Companion contains, and its licenses"
_LICENSES = f"""{_LICENSES_TITLE}

Pyodide {pyodide.VERSION}, unchanged: MPL-2.0, its source is at https://github.com/pyodide/pyodide
The Python standard library: PSF-2.0
xz-decompress 0.2.3: MIT
qr 0.7.0: MIT
"""
BETWEEN_PHONES = ("codes", "kept", "link", "wire")
"""Scripts of the host's page and of a guest's."""
EPOCH = (2020, 1, 1, 0, 0, 0)
"""The time of every file, so that the same sources make the same folder."""


@dataclass(slots=True)
class _Folder:
    """The folder that is written, and the list of what a phone fetches."""

    path: Path
    cache: Path
    fetched: list[dict[str, object]] = field(default_factory=list)
    fetched_later: list[dict[str, object]] = field(default_factory=list)
    """Files that a phone fetches when it needs them for the first time."""

    def add(self, name: str, content: bytes, *, folder: str = FILES, later: bool = False, packed: bool = True) -> str:
        """Write a file that is named by its content; return its name for the browser."""
        digest = hashlib.sha256(content).hexdigest()
        path = Path(name)
        name = f"{folder}/{path.stem}-{digest[:12]}{path.suffix}"
        return self.add_as(name, content, later=later, packed=packed)

    def add_script(self, path: Path, *imported: str, later: bool = False) -> str:
        """Write a script that knows other files by their names in the sources."""
        return self.add(path.name, _importing(path, *(f"./{Path(name).name}" for name in imported)), later=later)

    def add_as(self, name: str, content: bytes, *, later: bool = False, packed: bool = True) -> str:
        """Write a file, packed if that may be and is worth it."""
        shipped = _pack(content, self.cache) if packed and len(content) >= PACK_FROM else content
        written = f"{name}.xz" if shipped is not content else name
        self.write(written, shipped)
        (self.fetched_later if later else self.fetched).append(
            {
                "path": name,
                "from": written,
                "size": len(shipped),
                "sha256": hashlib.sha256(content).hexdigest(),
                "type": _content_type(name),
            }
        )
        return name

    def write(self, name: str, content: bytes) -> None:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


@dataclass(frozen=True, slots=True)
class Built:
    version: str
    files: int
    size: int
    """Bytes that a phone fetches once."""
    later: int
    """Bytes that it fetches with its first photo."""


def build(target: Path, templates: Path, static: Path, cache: Path) -> Built:
    """Write the pocket edition into `target`. `cache` keeps Pyodide for the next time."""
    if target.exists() and any(target.iterdir()) and not _is_ours(target):
        raise BuildError(f"{target} is not empty, and holds something else than the pocket edition")
    runtime = pyodide.unpacked(cache)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".pocket-") as unfinished:
        folder = _Folder(Path(unfinished) / "pocket", cache)
        version = _write_all(folder, static, runtime, *_archives(templates, static, runtime))
        files = [file for file in folder.path.rglob("*") if file.is_file()]
        # The start page is there twice: under its own name, and as this version's.
        twice = (folder.path / "index.html").stat().st_size
        later = sum(int(str(file["size"])) for file in folder.fetched_later)
        guests = sum(file.stat().st_size for file in (folder.path / GUESTS).iterdir())
        size = sum(file.stat().st_size for file in files) - twice - later - guests
        _publish(folder.path, target)
    return Built(version, len(files), size, later)


def _script(path: Path) -> bytes:
    """Return one of our scripts without its comments, which stand on lines of their own."""
    return re.sub(rb"^ *//.*\n", b"", path.read_bytes(), flags=re.MULTILINE)


def _importing(path: Path, *imported: str) -> bytes:
    """Return a script that imports files by where they are, not by their names in the sources."""
    script = _script(path).decode()
    for name in imported:
        plain = re.sub(r"-[0-9a-f]{12}(?=\.)", "", Path(name).name)
        script = script.replace(f'"./{plain}"', json.dumps(name))
    return script.encode()


def _is_ours(target: Path) -> bool:
    licenses = target / _LICENSES_FILE
    return licenses.is_file() and licenses.read_text(encoding="utf-8", errors="replace").startswith(_LICENSES_TITLE)


def _publish(made: Path, target: Path) -> None:
    """Put the files into the target so that it can be served all the while; leave alone what isn't ours."""
    last = ("index.html", "service-worker.js")
    names = [file.relative_to(made).as_posix() for file in made.rglob("*") if file.is_file()]
    for name in sorted(names, key=lambda name: (name in last, name)):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.move(made / name, target / name)
    for older in (*(target / FILES).rglob("*"), *(target / GUESTS).iterdir(), *target.glob("index-*.html")):
        if older.is_file() and older.relative_to(target).as_posix() not in names:
            older.unlink()


def _archives(templates: Path, static: Path, runtime: Path) -> tuple[bytes, bytes, bytes]:
    """Return the compiled modules: the standard library, the app with what it needs, and what reads photos."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        modules.collect_app(templates, static, folder / "source" / "app")
        modules.collect_photos(folder / "source" / "photos")
        modules.collect_stdlib(runtime / pyodide.STDLIB, folder / "source" / "stdlib")
        here = Path(__file__).parent
        shutil.copyfile(here / "compile_modules.py", folder / "compile_modules.py")
        command = [pyodide.node(), str(here / "compile.mjs"), str(runtime), str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 (our own words)
        if done.returncode:
            raise BuildError(f"Pyodide could not compile the modules: {done.stderr.strip()[-1000:]}")
        app, photos = (_modules_and_data(folder, name) for name in ("app", "photos"))
        return _zip(_files(folder / "compiled" / "stdlib")), _tar(app), _tar(photos)


def _modules_and_data(folder: Path, name: str) -> dict[str, bytes]:
    return _files(folder / "compiled" / name) | {
        name: content for name, content in _files(folder / "source" / name).items() if not name.endswith(".py")
    }


def _files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def _zip(files: dict[str, bytes]) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, EPOCH), content)
    return made.getvalue()


def _tar(files: dict[str, bytes]) -> bytes:
    made = BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, BytesIO(content))
    return made.getvalue()


def _pack(content: bytes, cache: Path) -> bytes:
    """Return content packed as small as xz can; that takes seconds, so what was packed once is kept."""
    kept = cache / f"{hashlib.sha256(content).hexdigest()}.xz"
    if kept.exists():
        return kept.read_bytes()
    largest = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 24, "pb": 0}
    packed = lzma.compress(content, lzma.FORMAT_XZ, lzma.CHECK_CRC32, filters=[largest])
    unfinished = kept.with_suffix(f".{os.getpid()}")
    unfinished.write_bytes(packed)
    unfinished.replace(kept)
    return packed


def _content_type(name: str) -> str:
    if name.endswith(".mjs"):
        return "text/javascript"
    if name.endswith(".wasm"):
        return "application/wasm"
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def _write_all(folder: _Folder, static: Path, runtime: Path, stdlib: bytes, app: bytes, photos: bytes) -> str:
    shell = static / "pocket"
    names = {
        name: folder.add_as(f"{FILES}/pyodide-{pyodide.VERSION}/{name}", (runtime / name).read_bytes())
        for name in pyodide.FILES
    }
    folder.add_as(f"{FILES}/pyodide-{pyodide.VERSION}/{pyodide.LOCK_FILE}", _without_packages(runtime))
    names["python_stdlib.zip"] = folder.add("python_stdlib.zip", stdlib)
    names["app.tar"] = folder.add("app.tar", app)
    durable = folder.add_script(shell / "durable-files.js")
    python = folder.add_script(shell / "python.js")
    archive = folder.add("photo.tar", photos, later=True)
    weights = folder.add("weights.npz", WEIGHTS.read_bytes(), later=True)
    reader = folder.add_script(shell / "photo-worker.js", python, archive, weights, later=True)
    names["app-worker.js"] = folder.add_script(shell / "app-worker.js", durable, python, reader)
    live_style = folder.add("live.css", (shell / "live.css").read_bytes(), later=True)
    names["live.js"] = folder.add_script(shell / "live.js", live_style, later=True)
    framing = _script(shell / "frame.js")
    names["shell.js"] = folder.add("shell.js", framing + _script(shell / "shell.js"))
    between = [folder.add_script(shell / "table" / f"{name}.js") for name in BETWEEN_PHONES]
    names["table.js"] = folder.add_script(shell / "table" / "table.js", *between)
    names["letting-in.js"], *codes = _add_codes(folder, static, *between)
    kept_games = folder.add_script(shell / "table" / "kept-games.js", *between)
    names["ask-to-keep.js"] = folder.add_script(shell / "table" / "ask-to-keep.js", kept_games)
    tokens = (static / "css" / "05-tokens.css").read_bytes()
    names["shell.css"] = folder.add(
        "shell.css", tokens + (shell / "shell.css").read_bytes() + (shell / "table" / "codes.css").read_bytes()
    )
    for name in ("icon.svg", *(f"icons/{icon.name}" for icon in sorted((static / "icons").glob("*.png")))):
        folder.add_as(name, (static / name).read_bytes())
    folder.add_as("manifest.webmanifest", (shell / "manifest.webmanifest").read_bytes())
    requests = _script(shell / "requests.js")
    taking = folder.add_script(shell / "table" / "take-along.js", codes[0], kept_games)
    _write_guests_page(folder, static, framing, requests, (names["shell.css"], *between, *codes, kept_games, taking))
    folder.write(_LICENSES_FILE, f"{_LICENSES}{modules.licenses()}".encode())
    page = (shell / "index.html").read_text(encoding="utf-8")
    worker = (static / VENDORED_XZ).read_bytes() + b"\n" + requests + _script(shell / "service-worker.js")
    every_file = (*folder.fetched, *folder.fetched_later)
    parts = [page.encode(), worker, *(str(file["sha256"]).encode() for file in every_file)]
    names["version"] = version = hashlib.sha256(b"\0".join(parts)).hexdigest()[:12]
    for name, written in names.items():
        page = page.replace(f"{{{name}}}", written)
    folder.write("index.html", page.encode())
    index = folder.add("index.html", page.encode(), folder=".")
    # Its bytes change with the version, which is how a browser sees that there is a new one.
    constants = {"VERSION": version, "INDEX": index, "FILES": folder.fetched, "LATER": folder.fetched_later}
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in constants.items())
    folder.write("service-worker.js", head.encode() + worker)
    return version


def _add_codes(folder: _Folder, static: Path, *between: str) -> tuple[str, ...]:
    """Add the screens with the codes by which phones join: that of the host, and what the other one needs."""
    table = static / "pocket" / "table"
    # A phone that joins can't unpack files.
    encoder = folder.add("qr.js", (static / VENDORED_QR).read_bytes(), packed=False)
    reading = (static / VENDORED_QR_DECODER).read_text(encoding="utf-8")
    decoder = folder.add("qr-decode.js", reading.replace("'./index.js'", f"'./{Path(encoder).name}'").encode())
    scan = folder.add_script(table / "scan.js", decoder)
    shown = folder.add_script(table / "shown-code.js", encoder)
    letting_in = folder.add_script(table / "letting-in.js", *between, scan, shown)
    return letting_in, folder.add_script(table / "answer-screen.js", *between, shown), shown, encoder


def _write_guests_page(folder: _Folder, static: Path, framing: bytes, requests: bytes, shared: Sequence[str]) -> None:
    """Write the page of phones that join a table, which fetch nothing but this and the files it shares."""
    source = static / "pocket" / GUESTS
    page = (source / "index.html").read_text(encoding="utf-8")
    guest = framing + _importing(source / "guest.js", *(f"../{name}" for name in shared))
    script = f"guest-{hashlib.sha256(guest).hexdigest()[:12]}.js"
    folder.write(f"{GUESTS}/{script}", guest)
    page = page.replace("{guest.js}", script).replace("{shell.css}", f"../{shared[0]}")
    folder.write(f"{GUESTS}/index.html", page.encode())
    files = ["./", script, *(f"../{name}" for name in (*shared, "icon.svg"))]
    hashes = sorted(hashlib.sha256(asset.plain).hexdigest() for asset in assets.load(static).values())
    constants = f"const FILES = {json.dumps(files)};\nconst STATIC = {json.dumps(hashes)};\n".encode()
    worker = constants + requests + _script(source / "service-worker.js")
    version = hashlib.sha256(page.encode() + worker).hexdigest()[:12]
    folder.write(f"{GUESTS}/service-worker.js", f"const VERSION = {json.dumps(version)};\n".encode() + worker)


def _without_packages(runtime: Path) -> bytes:
    """Return Pyodide's list of packages, which it reads at the start, with none: we bring our own."""
    listed = json.loads((runtime / pyodide.LOCK_FILE).read_text(encoding="utf-8"))
    return json.dumps({**listed, "packages": {}}).encode()
