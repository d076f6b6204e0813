"""The cards of a photo on the command line."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.answers.judging import judge_document
from companion.cli import main
from companion.commands.photo import MOST
from companion.photo import reader
from companion.photo.reading import Box, CardRead, PhotoError, PhotoReading, Trouble
from tests.support.command import ENVIRONMENT
from tests.support.without_numpy import PROGRAM

BOX = Box(310, 42, 28, 51)


def card(name: str, group: int | None, confidence: float = 0.98) -> CardRead:
    return CardRead(name, confidence, "9S", BOX, group)


READING = PhotoReading(
    cards=(
        card("5C", 0), card("6C", 0, 0.8765), card("7C", 0), card("9D", 1), card("9H", 1), card("9C", 1, 0.5),
        card("2D", 2), card("10S", 2), card("KH", None), card("KS", None, 0.49),
    ),
    unread=(Box(77, 240, 20, 38),),
    width=800,
    height=600,
    preview=b"",
)  # fmt: skip


@pytest.fixture
def bodies(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Put a reading in the place of the nets; give the photos that were read."""
    read: list[bytes] = []

    def read_photo(body: bytes) -> PhotoReading:
        read.append(body)
        return READING

    monkeypatch.setattr(reader, "missing", lambda: ())
    monkeypatch.setattr(reader, "read_photo", read_photo)
    return read


@pytest.fixture
def photo(tmp_path: Path) -> str:
    path = tmp_path / "hand ü.jpg"
    path.write_bytes(b"a photo")
    return str(path)


def printed(capfd: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["read", *arguments]) == 0
    output, errors = capfd.readouterr()
    assert errors == ""
    document: dict[str, Any] = json.loads(output)
    return document


def refused(capfd: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["read", *arguments]) == 2
    output, errors = capfd.readouterr()
    assert output == ""
    assert errors.startswith("companion: ")
    assert errors.count("\n") == 1
    return errors


def test_the_cards_of_a_photo_are_printed(photo: str, bodies: list[bytes], capfd: pytest.CaptureFixture[str]) -> None:
    document = printed(capfd, photo)
    assert bodies == [b"a photo"]
    assert document.keys() == {"cards", "unread"}
    assert document["cards"][0] == {
        "card": "5C",
        "confidence": 0.98,
        "second": "9S",
        "box": [310, 42, 28, 51],
        "meld": 0,
    }
    assert [one["card"] for one in document["cards"]] == ["5C", "6C", "7C", "9D", "9H", "9C", "2D", "10S", "KH"]
    assert [one["meld"] for one in document["cards"]] == [0, 0, 0, 1, 1, 1, 2, 2, None]
    assert document["unread"] == [{"box": [77, 240, 20, 38]}]


def test_a_hand_is_printed_for_a_showdown(photo: str, bodies: list[bytes], capfd: pytest.CaptureFixture[str]) -> None:
    hand = printed(capfd, photo, "--hand")
    assert bodies
    assert hand == {"melds": [["5C", "6C", "7C"], ["9D", "9H", "9C"]], "deadwood": ["2D", "10S", "KH"]}
    counted = {"name": "Bob", "deadwood_points": 60}
    named = {"name": "Ann", **hand}
    showdown = {"game": "gin-rummy", "house_rules": {"hand_size": 9, "knock_limit": 22}, "knocker": "Ann"}
    assert judge_document({**showdown, "players": [named, counted]})["legal"]


def test_a_photo_comes_through_a_pipe(
    bodies: list[bytes], capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for arguments in ([], ["-"]):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"piped")))
        assert printed(capfd, *arguments)["cards"]
    assert bodies == [b"piped", b"piped"]


def test_of_a_huge_file_only_as_much_is_read_as_tells_that_it_is_too_large(
    tmp_path: Path, bodies: list[bytes], capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(1_000_000_000)
    printed(capfd, str(path))
    assert len(bodies[0]) == MOST


@pytest.mark.parametrize(
    ("trouble", "says"),
    [
        (Trouble.TOO_LARGE, "too large"),
        (Trouble.TOO_SMALL, "too small"),
        (Trouble.NO_PHOTO, "this isn't a JPEG, PNG or WebP photo, or it is broken"),
        (Trouble.BUSY, "try again"),
    ],
)
def test_a_photo_that_is_not_read_is_one_sentence(
    trouble: Trouble, says: str, photo: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def refuse(_: bytes) -> PhotoReading:
        raise PhotoError(trouble)

    monkeypatch.setattr(reader, "missing", lambda: ())
    monkeypatch.setattr(reader, "read_photo", refuse)
    assert says in refused(capfd, photo)
    assert says in refused(capfd, photo, "--hand")


def test_a_missing_file_and_missing_weights_are_one_sentence(
    photo: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert "No such file" in refused(capfd, str(tmp_path / "missing.jpg"))
    monkeypatch.setattr(reader, "WEIGHTS", tmp_path / "weights.npz")
    assert "lacks weights.npz" in refused(capfd, photo)


def test_without_numpy_and_pillow_it_says_what_to_install(photo: str) -> None:
    program = f"{PROGRAM}\nfrom companion.cli import main\nsys.exit(main(['read', sys.argv[1]]))"
    run = subprocess.run(  # noqa: S603 (our own words)
        [sys.executable, "-c", program, photo], capture_output=True, text=True, check=False, timeout=60, env=ENVIRONMENT
    )
    assert (run.returncode, run.stdout) == (2, "")
    sentence = f"photos can't be read without numpy and Pillow: {sys.executable} -m pip install numpy pillow"
    assert run.stderr == f"companion: {sentence}\n"
