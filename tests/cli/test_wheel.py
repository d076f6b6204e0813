"""The wheel, built from the sdist and installed without a network: its command, its app, and what it leaves out."""

import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from companion import __version__
from tests.support.server import HOST, ROOT, free_port, running

PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
WITHIN = 120


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the sdist, and from it the wheel, as an installer does that finds no wheel."""
    folder = tmp_path_factory.mktemp("built")
    sdist = folder / f"gem_companion-{__version__}.tar.gz"
    run(sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", folder)
    run(*PIP, "wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, sdist)
    return folder


@pytest.fixture(scope="module")
def installed(built: Path) -> Path:
    """Install the wheel into a folder of its own, where it hides the checkout."""
    site = built / "site"
    run(*PIP, "install", "--no-index", "--no-deps", "--find-links", built, "--target", site, "gem-companion")
    return site


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    return subprocess.run(  # noqa: S603 - our own command
        command, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, check=True, timeout=WITHIN
    ).stdout


def test_the_command_tells_its_version(installed: Path) -> None:
    printed = run(installed / "bin" / "companion", "--version", cwd=installed, PYTHONPATH=str(installed))
    assert printed == f"companion {__version__}\n"
    (metadata,) = installed.glob("gem_companion-*.dist-info/METADATA")
    assert f"\nVersion: {__version__}\n" in metadata.read_text()
    assert "License-Expression: MIT" in metadata.read_text()
    assert (metadata.parent / "licenses" / "LICENSE").is_file()


def test_it_reads_photos_and_leaves_the_training_behind(installed: Path) -> None:
    folder = Path("companion") / "photo"
    files = {path.relative_to(ROOT) for path in (ROOT / folder).rglob("*.*") if "__pycache__" not in path.parts}
    served = {path for path in files if folder / "training" not in path.parents}
    assert {path for path in served if not (installed / path).is_file()} == set()
    assert not (installed / folder / "training").exists()
    (metadata,) = installed.glob("gem_companion-*.dist-info/METADATA")
    optional = re.findall(r"^Requires-Dist: (\w+).*extra == ['\"]photo['\"]$", metadata.read_text(), re.MULTILINE)
    assert sorted(optional) == ["numpy", "pillow"]


def test_the_app_starts_and_has_its_pages_styles_and_scripts(installed: Path, tmp_path: Path) -> None:
    port = free_port()
    command = (
        installed / "bin" / "companion",
        "serve",
        "--host",
        HOST,
        "--port",
        port,
        "--instance",
        tmp_path / "games",
    )
    in_the_wheel = ("env", f"--chdir={tmp_path}", f"PYTHONPATH={installed}")
    with running([*in_the_wheel, *map(str, command)], port, tmp_path):
        page = fetch(port, "/")
        assert "Gem Companion" in page
        for kind in ("css", "js"):
            addresses = re.findall(rf'(?:href|src)="(/[^"]+\.{kind}[^"]*)"', page)
            assert addresses
            assert all(fetch(port, address) for address in addresses)
        assert f"Gem Companion {__version__}" in fetch(port, "/settings")


def fetch(port: int, path: str) -> str:
    with urllib.request.urlopen(f"http://{HOST}:{port}{path}", timeout=WITHIN) as response:
        text: str = response.read().decode()
    return text
