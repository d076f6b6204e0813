"""Which Python modules the pocket edition ships: the app, what it needs, and the standard library without its tools."""

import re
import shutil
import tomllib
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from companion.pocket.pyodide import BuildError

PROJECT = "gem-companion"
NOT_IN_A_BROWSER = frozenset({"click-default-group", "granian", "pip", "tabulate", "tzdata"})
"""Packages the app never imports there: the server, and what sqlite-utils asks for on other occasions."""
DATA = re.compile(r"companion/(register|learning)/.+\.toml")
"""The files beside modules that the app reads."""
_LEFT_OUT = tomllib.loads((Path(__file__).parent / "left_out.toml").read_text(encoding="utf-8"))
_STDLIB_LEFT_OUT = tuple(path for paths in _LEFT_OUT["stdlib"].values() for path in paths)
_PHOTOS = _LEFT_OUT["photos"]
_LEFT_OUT_OF_PACKAGES = (*_LEFT_OUT["packages"], *_PHOTOS["only"])
_OTHER_ENCODINGS = re.compile(
    r"encodings/(big5|cp(?!437)|euc_|gb|hp_|hz|iso|johab|koi8|kz|mac_|mbcs|oem|ptcp|shift_|tis_)"
)


def collect_app(templates: Path, static: Path, target: Path) -> None:
    """Copy the sources of the app and of the packages that it needs, its templates and its static files."""
    package = Path(__file__).resolve().parent.parent
    _copy(package.parent, (path for path in package.rglob("*")), target)
    for name in sorted(_needed(PROJECT) - {PROJECT}):
        installed = distribution(name)
        root = Path(str(installed.locate_file("")))
        _copy(root, (root / str(file) for file in installed.files or ()), target)
    web = target / "companion" / "web"
    shutil.copytree(templates, web / "templates")
    shutil.copytree(static, web / "static", ignore=shutil.ignore_patterns("pocket"))


def collect_photos(target: Path) -> None:
    """Copy what reads photos."""
    root = Path(__file__).resolve().parent.parent.parent
    for name in (*_PHOTOS["only"], *_PHOTOS["both"]):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / name, target / name)


def collect_stdlib(archive: Path, target: Path) -> None:
    """Unpack what the app may import of Pyodide's standard library."""
    with zipfile.ZipFile(archive) as stdlib:
        for name in stdlib.namelist():
            if name.endswith(".py") and not name.startswith(_STDLIB_LEFT_OUT) and not _OTHER_ENCODINGS.match(name):
                stdlib.extract(name, target)


def licenses() -> str:
    lines = []
    for name in sorted(_needed(PROJECT)):
        about = distribution(name).metadata
        classifiers = (line for line in about.get_all("Classifier", []) if line.startswith("License"))
        classified = [line.rpartition(" :: ")[2] for line in classifiers]
        named = [*about.get_all("License-Expression", []), *classified, *about.get_all("License", [])]
        lines.append(f"{about['Name']} {about['Version']}: {named[0].splitlines()[0]}\n")
    return "".join(lines)


def _needed(name: str) -> set[str]:
    try:
        wanted = distribution(name).requires or []
    except PackageNotFoundError as error:
        raise BuildError(f"the package {name} is not installed") from error
    needed = {name}
    for requirement in wanted:
        other = re.match(r"[\w.-]+", requirement)
        # A condition names an extra, another system or an older Python.
        if other and ";" not in requirement and (wanted_name := other[0].lower()) not in NOT_IN_A_BROWSER:
            needed |= _needed(wanted_name)
    return needed


def _copy(root: Path, files: Iterator[Path], target: Path) -> None:
    for file in files:
        name = file.relative_to(root).as_posix()
        if (file.suffix == ".py" or DATA.fullmatch(name)) and not name.startswith(("..", *_LEFT_OUT_OF_PACKAGES)):
            copied = target / name
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copied)
