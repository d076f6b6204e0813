"""What the nets are trained on: fetched as listed, all of it or nothing, with its license, and never measured with."""

import hashlib
import io
import json
import re
import tarfile
import zipfile
from dataclasses import astuple, replace
from pathlib import Path

import pytest

from companion.photo.training.fetching import FetchError, checked, fetch, fetch_fonts, keep_faces
from companion.photo.training.sources import DECKS_KEPT_APART, FONTS, KENNARD, KENNEY, KEPT_APART, Sources
from companion.photo.training.truth import Box, Drawn, height, truth, write_truth
from tests.support.server import ROOT

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


def test_only_the_archive_that_is_listed_is_taken() -> None:
    listed = replace(KENNARD, sha256=hashlib.sha256(b"faces").hexdigest())
    assert checked(listed, b"faces") == b"faces"
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


README = (ROOT / "companion/photo/training/README.md").read_text()
FREE = {
    "OFL-1.0",
    "OFL-1.1",
    "OFL-1.1 and Apache-2.0",
    "Apache-2.0",
    "MIT",
    "BSD-3-Clause",
    "Bitstream Vera",
    "GUST Font License",
    "public domain",
}
TRAINED, APART = Sources(Path()), Sources(Path(), apart=True)


def test_the_table_has_every_font_with_its_license_and_no_other() -> None:
    assert dict(re.findall(r"^\| (fonts-[\w-]+) \| \S+ \| (.*?) \|", README, re.MULTILINE)) == FONTS
    assert set(FONTS.values()) <= FREE
    assert set(re.findall(r"^\| (fonts-[\w-]+) \| .* \| Kept apart", README, re.MULTILINE)) == set(KEPT_APART)


def test_the_table_has_the_faces_with_their_license() -> None:
    for faces in (KENNARD, KENNEY):
        assert re.search(rf"^\| .* \| \w+: {re.escape(faces.name)} \| {faces.license} \|", README, re.MULTILINE)
        assert faces.license == "CC0-1.0"


def test_nothing_that_is_measured_with_is_trained_on() -> None:
    assert {*TRAINED.packages, *APART.packages} == FONTS.keys()
    assert not {*TRAINED.packages} & {*APART.packages}
    assert {*APART.decks} == {*DECKS_KEPT_APART}
    assert not {*TRAINED.decks} & {*APART.decks}


TALL: Box = [(10, 10), (20, 10), (20, 30), (10, 30)]
LOW: Box = [(10, 10), (15, 10), (15, 19), (10, 19)]
CARD: Box = [(0, 0), (50, 0), (50, 70), (0, 70)]
SCENE = Drawn(
    deck="lato",
    layout="fan",
    indices=[("9C", TALL, 1.0), ("9C", TALL, 0.3), ("AS", TALL, 0.94), ("2H", LOW, 1.0)],
    cards=[("9C", CARD, 0, True), ("AS", CARD, 0, True), ("2H", CARD, None, True), ("KD", CARD, None, False)],
)


def test_a_card_with_a_whole_index_of_ten_pixels_must_be_read_and_others_that_show_may_be() -> None:
    assert truth(SCENE) == {"cards": ["9C"], "also": ["2H", "AS"], "deck": "lato", "layout": "fan"}
    assert height([(0, 0), (2, 0), (5, 4), (3, 4)]) == 5, "from the middle of its top to that of its foot"


def test_a_folder_of_scenes_is_measured_by_one_line_for_each(tmp_path: Path) -> None:
    for seed in (7, 8):
        (tmp_path / f"{seed}.json").write_text(json.dumps(astuple(SCENE)))
    write_truth(tmp_path, [7, 8])
    lines = [json.loads(line) for line in (tmp_path / "truth.jsonl").read_text().splitlines()]
    assert lines == [{"image": "7.jpg"} | truth(SCENE), {"image": "8.jpg"} | truth(SCENE)]
