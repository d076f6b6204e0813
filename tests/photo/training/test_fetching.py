"""What is fetched is what is listed, all of it or nothing, and never twice."""

import hashlib
import io
import tarfile
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from companion.photo.training.fetching import FetchError, checked, fetch, fetch_fonts, keep_faces
from companion.photo.training.sources import FONTS, KENNARD, KENNEY, Sources

FILES = {
    "package/README.md": b"CC0",
    "package/src/images/2color/AS.svg": b"<svg/>",
    "package/src/index.js": b"code",
}


def tar(files: dict[str, bytes]) -> bytes:
    body = io.BytesIO()
    with tarfile.open(fileobj=body, mode="w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return body.getvalue()


def kept(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_an_archive_that_is_listed_is_taken() -> None:
    listed = replace(KENNARD, sha256=hashlib.sha256(b"faces").hexdigest())
    assert checked(listed, b"faces") == b"faces"


def test_another_archive_is_refused_by_name() -> None:
    with pytest.raises(FetchError, match=r"react-playing-cards 0\.5\.0 is not what it was"):
        checked(KENNARD, b"other faces")


def test_the_faces_of_a_tar_are_kept_with_their_license_and_nothing_else(tmp_path: Path) -> None:
    keep_faces(KENNARD, tar(FILES), tmp_path / "kennard")
    assert kept(tmp_path) == {"kennard/LICENSE": b"CC0", "kennard/2color/AS.svg": b"<svg/>"}


def test_the_faces_of_a_wheel_are_kept_with_their_license_and_nothing_else(tmp_path: Path) -> None:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        archive.writestr(KENNEY.folder + "cardHeartsA.png", b"png")
        archive.writestr(KENNEY.license_file, b"CC0")
        archive.writestr("arcade/__init__.py", b"code")
    keep_faces(KENNEY, body.getvalue(), tmp_path / "kenney")
    assert kept(tmp_path) == {"kenney/LICENSE": b"CC0", "kenney/cardHeartsA.png": b"png"}


def test_an_archive_writes_nowhere_else(tmp_path: Path) -> None:
    outside = {KENNARD.folder + "../../escaped.svg": b"<svg/>"}
    with pytest.raises(FetchError, match="would lie elsewhere"):
        keep_faces(KENNARD, tar(FILES | outside), tmp_path / "kennard")
    assert kept(tmp_path) == {}


def test_what_an_interruption_leaves_is_not_taken_for_whole(tmp_path: Path) -> None:
    body = tar(FILES)
    with pytest.raises((EOFError, tarfile.ReadError)):
        keep_faces(KENNARD, body[: len(body) // 2], tmp_path / "kennard")
    assert not list(tmp_path.iterdir())


def test_without_the_tools_of_debian_one_sentence_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(FetchError, match=r"packages of fonts.*: there is no apt-get here\.$"):
        fetch_fonts(tmp_path, ["fonts-lato"])


def test_nothing_is_fetched_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")  # without apt-get, any attempt would fail
    sources = Sources(tmp_path)
    for folder in (*(sources.fonts / package for package in FONTS), sources.kennard, sources.kenney):
        folder.mkdir(parents=True)
    fetch(sources)
    assert kept(tmp_path) == {}
