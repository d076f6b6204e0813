"""What browsers must have for our styles, scripts and pages: docs/browsers.md lists it, and nothing else is used."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "browsers.md"
OLDER = Path(__file__).with_name("older_features.txt")
"""What every browser of 2020 has, a feature a line, and the names of our own methods."""
BROWSERS = ("Chrome", "Firefox", "Safari")
STYLE = re.compile(
    r"""(?<=[{;])\s*(?P<property>(?!--)-?[a-z][a-z-]*)\s*:
    | (?P<selector>::?[a-z][a-z-]+)(?=[^;{}]*\{)
    | (?P<rule>@[a-z-]+)
    | (?P<function>(?<![\w:-])[a-z][a-z-]*\()
    | (?<![\w#.-])-?(?:\d+\.?\d*|\.\d+)(?P<unit>[a-z]+)\b""",
    re.VERBOSE,
)
SCRIPT = re.compile(
    r"""\bnew\s(?P<made>[A-Z]\w+)
    | \bwindow\.(?P<of_window>[A-Z]\w+)
    | (?P<static>\b[A-Z][A-Za-z]*[a-z]\.[a-z]\w*)(?:\?\.)?\(
    | (?P<of>\b(?:navigator|event)\??\.\w+)
    | \??\.\w+Attribute\("(?P<attribute>[a-z]+)"
    | \b(?P<call>(?:createImageBitmap|reportError|requestIdleCallback|structuredClone)\()
    | \.createElement\("(?P<element>\w+)"
    | \??(?P<method>\.[a-z]\w*)(?:\?\.)?\(
    | type:\s(?P<type>"module")
    | (?P<syntax>\?\?=|\|\|=|&&=|\?\.|\?\?|\*\*|\(\?<[!=]|\#[a-z]+\s=|static\s\{)""",
    re.VERBOSE,
)
MARKUP = re.compile(r'<(?P<element>[a-z][a-z0-9]*)\b|\s(?!data-|hx-|aria-)(?P<attribute>[a-z][a-z-]*)="')


@dataclass(frozen=True, slots=True)
class Feature:
    """A row of the table in docs/browsers.md."""

    names: frozenset[str]
    versions: tuple[float, ...]
    """The first ones of Chrome, Firefox and Safari; infinite where there is none."""
    needed_by: str


def table() -> list[Feature]:
    features = []
    for line in PAGE.read_text().splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) == 6 and "`" in cells[0]:
            names = frozenset(name.replace("\\", "") for name in re.findall("`([^`]+)`", cells[0]))
            versions = tuple(float("inf" if cell == "none" else cell) for cell in cells[1:4])
            features.append(Feature(names, versions, cells[4]))
    return features


def _found(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    ways = {
        "function": "{})",
        "call": "{})",
        "static": "{}()",
        "method": "{}()",
        "element": "<{}>",
        "attribute": "[{}]",
    }
    for match in pattern.finditer(text):
        kind = str(match.lastgroup)
        name = re.sub(r"#[a-z]+ =", "#field", match[kind])
        yield ways.get(kind, "{}").format(name.replace("?.", ".") if kind == "of" else name)


def used() -> set[str]:
    names: set[str] = set()
    for path in (ROOT / "static").rglob("*.css"):
        names.update(_found(STYLE, re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)))
    for path in (ROOT / "static").rglob("*.js"):
        if "vendor" not in path.parts:
            names.update(_found(SCRIPT, re.sub(r"(?m)(^|\s)//.*$", "", path.read_text())))
    for path in (*(ROOT / "templates").rglob("*.html"), ROOT / "static/pocket/index.html"):
        names.update(_found(MARKUP, re.sub(r"\{([#%{]).*?[#%}]\}", "", path.read_text(), flags=re.DOTALL)))
    return names


def minimum(*parts: str) -> str:
    """Return the first versions that have all that these parts of the app need."""
    needed = [feature.versions for feature in table() if feature.needed_by in parts]
    first = (max(versions) for versions in zip(*needed, strict=True))
    return ", ".join(f"{name} {version:g}" for name, version in zip(BROWSERS, first, strict=True))


def test_only_features_are_used_that_the_page_lists() -> None:
    listed = {name for feature in table() for name in feature.names}
    unknown = used() - listed - set(OLDER.read_text().splitlines())
    assert not unknown, (
        f"{sorted(unknown)}: a row of docs/browsers.md says which browsers have it, or {OLDER.name} names it"
    )


def test_the_page_lists_no_feature_that_is_not_used() -> None:
    assert {name for feature in table() for name in feature.names} - used() == set()


def test_no_feature_is_listed_twice() -> None:
    names = [name for feature in table() for name in feature.names] + OLDER.read_text().splitlines()
    assert len(names) == len(set(names))


def test_the_oldest_browsers_are_those_that_have_all_that_is_needed() -> None:
    page = PAGE.read_text()
    assert f"**The served app**: {minimum('app')}" in page
    assert f"**The pocket edition**: {minimum('app', 'pocket')}" in page


def test_whoever_cannot_run_the_pocket_edition_is_told_what_can() -> None:
    assert f"It needs {minimum('app', 'pocket')} or a later version" in (ROOT / "static/pocket/index.html").read_text()
