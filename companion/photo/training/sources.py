"""What is drawn with: fonts and faces, each with its license. `fetching` gets them; none of them is in the wheel."""

import re
from dataclasses import dataclass
from pathlib import Path

FONTS = {
    "fonts-allerta": "OFL-1.1",
    "fonts-arapey": "OFL-1.1",
    "fonts-averia-serif-gwf": "OFL-1.1",
    "fonts-bebas-neue": "OFL-1.1",
    "fonts-cabin": "OFL-1.1",
    "fonts-cantarell": "OFL-1.1",
    "fonts-comfortaa": "OFL-1.1",
    "fonts-comic-neue": "OFL-1.1",
    "fonts-courier-prime": "OFL-1.1",
    "fonts-crosextra-caladea": "OFL-1.1",
    "fonts-crosextra-carlito": "OFL-1.1",
    "fonts-dejavu-core": "Bitstream Vera",
    "fonts-dejavu-extra": "Bitstream Vera",
    "fonts-dosis": "OFL-1.1",
    "fonts-ebgaramond": "OFL-1.1",
    "fonts-essays1743": "OFL-1.1",
    "fonts-fanwood": "MIT",
    "fonts-gfs-didot": "OFL-1.1",
    "fonts-gfs-neohellenic": "OFL-1.1",
    "fonts-go": "BSD-3-Clause",
    "fonts-goudybookletter": "public domain",
    "fonts-inter": "OFL-1.1 and Apache-2.0",
    "fonts-junction": "OFL-1.1",
    "fonts-karla": "OFL-1.1",
    "fonts-lato": "OFL-1.1",
    "fonts-league-spartan": "OFL-1.1",
    "fonts-lindenhill": "MIT",
    "fonts-lobster": "OFL-1.1",
    "fonts-manrope": "OFL-1.1",
    "fonts-national-park": "OFL-1.1",
    "fonts-oldstandard": "OFL-1.0",
    "fonts-open-sans": "Apache-2.0",
    "fonts-play": "OFL-1.1",
    "fonts-prociono": "public domain",
    "fonts-quattrocento": "OFL-1.1",
    "fonts-quicksand": "OFL-1.1",
    "fonts-roboto-slab": "Apache-2.0",
    "fonts-roboto-unhinted": "Apache-2.0",
    "fonts-sil-gentiumplus": "OFL-1.1",
    "fonts-sora": "OFL-1.1",
    "fonts-stix": "OFL-1.1",
    "fonts-texgyre": "GUST Font License",
    "fonts-tuffy": "public domain",
    "fonts-vollkorn": "OFL-1.1",
    "fonts-yanone-kaffeesatz": "OFL-1.1",
}
"""Debian's packages of fonts, and the license under which each is used."""
UNFIT = re.compile(r"(?i:italic|oblique|thin|hairline|extralight|outline|math|smallcaps|cursor)|It\.")
"""Files of fonts that no card is printed with: slanted, or too fine to print."""


@dataclass(frozen=True, slots=True)
class Faces:
    """An archive with faces that somebody drew and gave away."""

    name: str
    """The package in its registry, with its version."""
    address: str
    """Where it is fetched from; empty if `pip download` knows."""
    sha256: str
    folder: str
    """Where the faces lie in the archive."""
    license: str
    license_file: str
    """Which file of the archive says so."""


KENNARD = Faces(
    name="@heruka_urgyen/react-playing-cards 0.5.0",
    address="https://registry.npmjs.org/@heruka_urgyen/react-playing-cards/-/react-playing-cards-0.5.0.tgz",
    sha256="0a9e5c386c40af2ae591103589d3a4c340d66a325a64c3f5b1d3f6c0a907b468",
    folder="package/src/images/",
    license="CC0-1.0",
    license_file="package/README.md",
)
"""Adrian Kennard's faces in four styles: two and four colors, usual and large indices."""
KENNEY = Faces(
    name="arcade==3.3.3",
    address="",
    sha256="25f4e0e5b8bcbe7a7d087c0a23b19e9f423b0c70ec00945c8712c9a3e541ebd2",
    folder="arcade/resources/assets/images/cards/",
    license="CC0-1.0",
    license_file="arcade/resources/assets/images/License.txt",
)
"""Kenney's faces."""
KEPT_APART = ("fonts-roboto-slab", "fonts-play", "fonts-goudybookletter", "fonts-sil-gentiumplus", "fonts-karla")
"""Fonts that no net is trained on: scenes to measure with are drawn with them."""
TRAINED_DECKS = ("2color", "2color", "2color", "4color", "2color-bf")
"""Real decks that the nets are trained on; one that is named more often is drawn more often."""
DECKS_KEPT_APART = ("4color-bf", "kenney")
"""Real decks to measure with."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Fonts and faces as they lie on disk, and whether those to train on or those kept apart are drawn with."""

    folder: Path
    apart: bool = False

    @property
    def fonts(self) -> Path:
        """A folder for each package of fonts."""
        return self.folder / "fonts"

    @property
    def kennard(self) -> Path:
        """A folder for each style of Kennard's faces."""
        return self.folder / "kennard"

    @property
    def kenney(self) -> Path:
        """Kenney's faces."""
        return self.folder / "kenney"

    @property
    def packages(self) -> list[str]:
        """The packages of fonts to draw with."""
        return [name for name in FONTS if (name in KEPT_APART) == self.apart]

    @property
    def decks(self) -> tuple[str, ...]:
        """The real decks to draw with."""
        return DECKS_KEPT_APART if self.apart else TRAINED_DECKS
