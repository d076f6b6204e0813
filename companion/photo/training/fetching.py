"""Fetch what `sources` lists. Nothing is installed, and what is there already is not fetched again."""

import hashlib
import io
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

from companion.photo.training.sources import FONTS, KENNARD, KENNEY, Faces, Sources


class FetchError(Exception):
    """Something cannot be had; says what, and what to do about it."""


def fetch(sources: Sources) -> None:
    """Fetch every font and face that is not there yet."""
    fetch_fonts(sources.fonts, FONTS)
    for faces, folder in ((KENNARD, sources.kennard), (KENNEY, sources.kenney)):
        if not folder.exists():
            print(f"fetching {faces.name}", flush=True)
            body = _from_npm(faces) if faces.address else _from_pypi(faces)
            keep_faces(faces, checked(faces, body), folder)


def fetch_fonts(folder: Path, packages: Iterable[str]) -> None:
    """Download Debian's packages of fonts and unpack each to its own folder."""
    missing = [package for package in packages if not (folder / package).exists()]
    if not missing:
        return
    print(f"fetching {len(missing)} packages of fonts", flush=True)
    with TemporaryDirectory() as downloads:
        _run(
            ["apt-get", "download", "--quiet=2", *missing],
            "Debian's packages of fonts (is `apt-get update` due?)",
            downloads,
        )
        for archive in sorted(Path(downloads).glob("*.deb")):
            with complete(folder / archive.name.split("_")[0]) as part:
                _run(["dpkg", "-x", str(archive), str(part)], f"the fonts in {archive.name}")


def checked(faces: Faces, body: bytes) -> bytes:
    """Return an archive if it is the one that is listed."""
    found = hashlib.sha256(body).hexdigest()
    if found != faces.sha256:
        raise FetchError(f"{faces.name} is not what it was: its sha256 is {found}, and sources.py says {faces.sha256}.")
    return body


def keep_faces(faces: Faces, body: bytes, folder: Path) -> None:
    """Write the faces of an archive, and the file with their license, to a folder."""
    with complete(folder) as part:
        for name, content in _files(body):
            if name == faces.license_file or name.startswith(faces.folder):
                path = part / (name.removeprefix(faces.folder) if name.startswith(faces.folder) else "LICENSE")
                if not path.resolve().is_relative_to(part.resolve()):
                    raise FetchError(f"{faces.name} has a file that would lie elsewhere: {name}.")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)


@contextmanager
def complete(folder: Path) -> Iterator[Path]:
    """Give a folder its name only when everything is in it: what an interruption leaves is not taken for whole."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, prefix=".") as part:
        inside = Path(part) / "complete"
        inside.mkdir()
        yield inside
        inside.rename(folder)


def _files(body: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a tar or zip archive with their contents."""
    if zipfile.is_zipfile(io.BytesIO(body)):
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            yield from ((name, archive.read(name)) for name in archive.namelist() if not name.endswith("/"))
        return
    with tarfile.open(fileobj=io.BytesIO(body)) as tar:
        for member in tar:
            file = tar.extractfile(member) if member.isfile() else None
            if file is not None:
                yield member.name, file.read()


def _from_npm(faces: Faces) -> bytes:
    try:
        with urlopen(faces.address, timeout=60) as answer:  # noqa: S310 - sources.py has the address, which is https
            return bytes(answer.read())
    except (URLError, TimeoutError) as error:
        raise FetchError(f"Cannot fetch {faces.name} from {faces.address}: {error}.") from error


def _from_pypi(faces: Faces) -> bytes:
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
    with TemporaryDirectory() as downloads:
        _run([*pip, "--dest", downloads, faces.name], f"{faces.name} from PyPI")
        return next(Path(downloads).iterdir()).read_bytes()


def _run(command: list[str], what: str, folder: str = ".") -> None:
    """Run a program; if it fails, say what cannot be had and quote its last line."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    except FileNotFoundError as error:
        raise FetchError(f"Cannot fetch {what}: there is no {command[0]} here.") from error
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [f"{command[0]} failed"])[-1]
        raise FetchError(f"Cannot fetch {what}: {last}")
