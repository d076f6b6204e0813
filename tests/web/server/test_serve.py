"""ServeOptions: what cannot be served is said in a sentence, and the settings reach the worker processes."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.store.backup.regular import NAME
from companion.web.addresses import qr_for_page, qr_for_terminal
from companion.web.config import Settings
from companion.web.server.options import ServeOptions
from companion.web.server.processes import STARTED_BY
from companion.web.server.serve import serve
from tests.support import server


def test_a_taken_port_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert serve(ServeOptions("127.0.0.1", port, tmp_path / "instance")) == 1
    assert f"Port {port}" in capsys.readouterr().err
    assert not (tmp_path / "instance").exists()


@pytest.mark.parametrize(
    ("serving", "sentence"),
    [
        (ServeOptions(certificate=Path("table.crt")), "a certificate and its key"),
        (ServeOptions(certificate=Path("none.crt"), key=Path("none.key")), "There is no file none.crt"),
        (ServeOptions(trusted_hops=-1), "0 or more"),
        (ServeOptions(keep=0), "1 or more"),
        (ServeOptions(workers=0), "1 to 64"),
        (ServeOptions(metrics_port=65536), "65536 isn't a port"),
        (
            ServeOptions(backup_every=60, database="postgresql://ann:secret@db/x"),
            "is for SQLite. Back up postgresql://ann:…@",
        ),
        (ServeOptions(port=0), "0 isn't a port"),
        (ServeOptions(port=8001, metrics_port=8001), "can't share port 8001"),
        (ServeOptions(host="192.0.2.1"), "This machine has no address 192.0.2.1"),
        (ServeOptions(host=""), "Choose another one with --host"),
        (ServeOptions(host="a" * 64), "Choose another one with --host"),
        (ServeOptions(host="nowhere.invalid"), "Choose another one with --host"),
        (ServeOptions(public_address="https://cards.example/table"), "without a path"),
        (ServeOptions(port=65536), "65536 isn't a port"),
        (ServeOptions(public_address="cards.example"), "cards.example isn't a public address"),
        (ServeOptions(public_address="javascript:alert(1)"), "isn't a public address"),
        (ServeOptions(public_address="http://["), "isn't a public address"),
        (ServeOptions(public_address="https://cards.example/?x=1"), "isn't a public address"),
    ],
)
def test_what_cannot_be_served_is_explained(
    serving: ServeOptions, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert serve(serving) == 1
    assert sentence in capsys.readouterr().err


def test_a_bad_certificate_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paper = tmp_path / "paper.pem"
    paper.write_text("a picture of a certificate")
    assert serve(ServeOptions(certificate=paper, key=paper)) == 1
    assert f"{paper} and {paper} aren't a PEM certificate" in capsys.readouterr().err


def test_an_unusable_folder_or_database_is_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (*Settings().as_environment(), STARTED_BY):
        monkeypatch.setenv(name, "")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    (tmp_path / "file").write_text("no folder")
    assert serve(ServeOptions("127.0.0.1", port, tmp_path / "file")) == 1
    assert "can't be created" in capsys.readouterr().err
    (tmp_path / "companion.db").write_text("no database" * 100)
    assert serve(ServeOptions("127.0.0.1", port, tmp_path)) == 1
    assert "The database can't be read." in capsys.readouterr().err


@pytest.mark.parametrize("after", [0, 1.5])
def test_a_killed_server_leaves_the_port_to_the_next_one(after: float, tmp_path: Path) -> None:
    with server.serving(tmp_path) as served:
        family = server.family(served.pid)
        time.sleep(after)
        # The process that was started, not those that it has started itself.
        os.kill(served.pid, signal.SIGKILL)
        until = time.monotonic() + 8
        # A worker that was only just being started is not in the family yet, and may hold the port for a moment.
        while (any(map(runs, family)) or port_is_held(served.port)) and time.monotonic() < until:
            time.sleep(0.05)
        assert not any(map(runs, family))
        assert not port_is_held(served.port)


def test_regular_backups_go_on_beside_the_workers_and_end_with_the_server(tmp_path: Path) -> None:
    port = server.free_port()
    at = ("--host", server.HOST, "--port", str(port), "--instance", str(tmp_path))
    companion = str(Path(sys.executable).with_name("companion"))
    made: set[Path] = set()
    with server.running([companion, "serve", *at, "--backup-every", "1s", "--keep", "2"], port, tmp_path) as served:
        until = time.monotonic() + 60
        # The first is made while the workers start. The process that makes them is killed after it, and replaced.
        killed = False
        while len(made) < 3 and time.monotonic() < until:
            made |= set((tmp_path / "backups").glob(f"{NAME}-*.db"))
            if made and not killed:
                killed = True
                os.kill(max(pid for pid in server.family(served.pid) if is_maker(pid)), signal.SIGKILL)
            time.sleep(0.05)
        family = server.family(served.pid)
        os.kill(served.pid, signal.SIGKILL)
        while any(map(runs, family)) and time.monotonic() < until:
            time.sleep(0.05)
        assert not any(map(runs, family))
    assert len(made) >= 3
    assert "It is started again." in (tmp_path / "server.log").read_text()


def is_maker(pid: int) -> bool:
    """Say whether a process makes backups, or looks after the one that does, which has started it."""
    return b"companion.web.server.backup_process" in Path(f"/proc/{pid}/cmdline").read_bytes()


def runs(pid: int) -> bool:
    """Say whether a process runs; one that only waits to be looked at does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def port_is_held(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((server.HOST, port))
        except OSError:
            return True
        return False


def test_a_worker_that_is_told_to_end_while_it_starts_ends() -> None:
    starting = (
        "import os, signal, sys, time; from companion.web.server.processes import let_new_workers_end\n"
        "signal.signal(signal.SIGTERM, lambda *_: None); let_new_workers_end()\n"
        "worker = os.fork()\n"
        "if not worker: time.sleep(20); sys.exit()\n"
        "os.kill(worker, signal.SIGTERM); print(os.WTERMSIG(os.waitpid(worker, 0)[1]))"
    )
    ended = subprocess.run([sys.executable, "-c", starting], capture_output=True, text=True, check=True, timeout=30)  # noqa: S603
    assert ended.stdout.strip() == str(int(signal.SIGTERM))


def test_the_settings_go_through_the_environment() -> None:
    settings = Settings(Path("there"), "https://cards.example", 2, 9000, json_log=True)
    assert Settings.from_environment(settings.as_environment()) == settings


def test_a_qr_code_is_drawn_for_the_terminal_and_for_a_page_without_styles() -> None:
    assert "█" in qr_for_terminal("http://192.0.2.2:8000/")
    drawn = qr_for_page("http://192.0.2.2:8000/")
    assert drawn.startswith("<svg")
    assert "style=" not in drawn
