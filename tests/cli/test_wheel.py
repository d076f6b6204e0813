"""The wheel, built and installed without a network: its command runs, and its app has templates and static files."""

import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.support.server import HOST, ROOT, free_port, running

PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
WITHIN = 120


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and install it into a folder of its own, where it hides the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    for command in (
        ("wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT),
        ("install", "--no-index", "--no-deps", "--find-links", folder, "--target", folder / "site", "gem-companion"),
    ):
        subprocess.run([*PIP, *map(str, command)], check=True, timeout=WITHIN)  # noqa: S603 - our own command
    return folder / "site"


def test_the_command_tells_its_version(installed: Path) -> None:
    printed = subprocess.run(  # noqa: S603 - our own command
        [installed / "bin" / "companion", "--version"],
        cwd=installed,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=True,
        timeout=WITHIN,
    ).stdout
    (metadata,) = installed.glob("gem_companion-*.dist-info/METADATA")
    version = re.search(r"^Version: (.+)$", metadata.read_text(), re.MULTILINE)
    assert version is not None
    assert printed == f"companion {version[1]}\n"
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


def fetch(port: int, path: str) -> str:
    with urllib.request.urlopen(f"http://{HOST}:{port}{path}", timeout=WITHIN) as response:
        text: str = response.read().decode()
    return text
