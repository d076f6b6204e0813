"""Everything the nets are trained on has its license in the table, and what is measured with is never trained on."""

import re
from pathlib import Path

from companion.photo.training.sources import DECKS_KEPT_APART, FONTS, KENNARD, KENNEY, KEPT_APART, Sources
from tests.support.server import ROOT

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


def test_the_table_has_the_faces_with_their_license() -> None:
    for faces in (KENNARD, KENNEY):
        assert re.search(rf"^\| .* \| \w+: {re.escape(faces.name)} \| {faces.license} \|", README, re.MULTILINE)
        assert faces.license == "CC0-1.0"


def test_every_font_may_be_used_for_anything() -> None:
    assert set(FONTS.values()) <= FREE


def test_the_table_says_which_fonts_are_kept_apart() -> None:
    assert set(re.findall(r"^\| (fonts-[\w-]+) \| .* \| Kept apart", README, re.MULTILINE)) == set(KEPT_APART)


def test_nothing_that_is_measured_with_is_trained_on() -> None:
    assert {*TRAINED.packages, *APART.packages} == FONTS.keys()
    assert not {*TRAINED.packages} & {*APART.packages}
    assert {*APART.decks} == {*DECKS_KEPT_APART}
    assert not {*TRAINED.decks} & {*APART.decks}


def test_a_face_in_an_archive_is_what_its_checksum_says() -> None:
    assert all(re.fullmatch("[0-9a-f]{64}", faces.sha256) for faces in (KENNARD, KENNEY))


def test_every_module_has_a_line_in_the_map() -> None:
    modules = {path.name for path in (ROOT / "companion/photo/training").glob("*.py")} - {"__init__.py"}
    assert set(re.findall(r"`(\w+\.py)`", README)) == modules
