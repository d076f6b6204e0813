"""What cannot be served is said in a sentence; of a killed server nothing is left; backups are made again."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from companion.store.backup.regular import NAME
from companion.store.opening import open_store
from companion.web.config import Settings
from companion.web.server.options import ServeOptions
from companion.web.server.processes import STARTED_BY
from companion.web.server.serve import ServeError, serve
from companion.wording.web import BACKUPS_ENDED
from tests.support import server
from tests.support.processes import adopting_orphans, wait_for_file, wait_for_group


def test_a_taken_port_is_explained(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(ServeError, match=f"Port {port}"):
            serve(ServeOptions("127.0.0.1", port, tmp_path / "instance"))
    assert not (tmp_path / "instance").exists()


@pytest.mark.parametrize(
    ("serving", "sentence"),
    [
        (ServeOptions(certificate=Path("table.crt")), "a certificate and its key"),
        (ServeOptions(certificate=Path("none.crt"), key=Path("none.key")), "There is no file none.crt"),
        (ServeOptions(trusted_hops=-1), "0 or more"),
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
        (ServeOptions(public_address="https://cards.example/table"), "without a path"),
        (ServeOptions(public_address="cards.example"), "cards.example isn't a public address"),
        (ServeOptions(public_address="javascript:alert(1)"), "isn't a public address"),
    ],
)
def test_what_cannot_be_served_is_explained(serving: ServeOptions, sentence: str) -> None:
    with pytest.raises(ServeError, match=re.escape(sentence)):
        serve(serving)


def test_a_bad_certificate_is_explained(tmp_path: Path) -> None:
    paper = tmp_path / "paper.pem"
    paper.write_text("a picture of a certificate")
    with pytest.raises(ServeError, match=f"{paper} and {paper} aren't a PEM certificate"):
        serve(ServeOptions(certificate=paper, key=paper))


def test_an_unusable_folder_or_database_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*Settings().as_environment(), STARTED_BY):
        monkeypatch.setenv(name, "")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(ServeError, match="can't be created"):
        serve(ServeOptions("127.0.0.1", port, tmp_path / "file"))
    (tmp_path / "companion.db").write_text("no database" * 100)
    with pytest.raises(ServeError, match="The database can't be read"):
        serve(ServeOptions("127.0.0.1", port, tmp_path))


def test_a_killed_server_leaves_no_process_behind_and_its_port_to_the_next_one(tmp_path: Path) -> None:
    """Neither a worker nor the process that makes backups beside them."""
    port, folder = server.free_port(), tmp_path / "backups"
    folder.mkdir()
    at = ("--host", server.HOST, "--port", str(port), "--instance", str(tmp_path))
    companion = str(Path(sys.executable).with_name("companion"))
    with (
        adopting_orphans(),
        server.running([companion, "serve", *at, "--backup-every", "1h"], port, tmp_path) as served,
    ):
        wait_for_file(folder, f"{NAME}-*.db")
        groups = {os.getpgid(pid) for pid in server.family(served.pid)}
        assert len(groups) == 2
        # The process that was started, not those that it has started itself.
        os.kill(served.pid, signal.SIGKILL)
        for group in groups:
            wait_for_group(group)
        with socket.socket() as next_one:
            next_one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            next_one.bind((server.HOST, port))


MAKER = """
import os, runpy, time
from companion.store.backup import regular
make = regular.make
regular.make = lambda *plan: print(os.getpid(), make(*plan), flush=True)
time.sleep = lambda _: os.read(0, 1)
runpy.run_module("companion.web.server.backup_process", run_name="__main__")
"""
"""Makes regular backups, tells of each, and sleeps until a byte comes."""


def test_the_process_that_makes_backups_is_started_again(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    command = [sys.executable, "-c", MAKER, str(tmp_path), str(tmp_path / "backups"), "3600", "2"]
    with subprocess.Popen(  # noqa: S603 (our own words)
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, STARTED_BY: str(os.getpid())},
    ) as process:
        assert process.stdin
        assert process.stdout
        maker, made = process.stdout.readline().split()
        # So the next one is due.
        os.utime(made, (0, 0))
        os.kill(int(maker), signal.SIGKILL)
        assert process.stdout.readline() == f"{BACKUPS_ENDED}\n"
        process.stdin.write(".")
        process.stdin.flush()
        next_maker, _ = process.stdout.readline().split()
        assert next_maker != maker
        process.kill()
        # Nobody is left who could write.
        assert process.stdout.read() == ""


def test_a_worker_that_is_told_to_end_while_it_starts_ends() -> None:
    starting = (
        "import os, signal, sys; from companion.web.server.processes import let_new_workers_end\n"
        "signal.signal(signal.SIGTERM, lambda *_: None); let_new_workers_end()\n"
        "worker = os.fork()\n"
        "if not worker: signal.pause(); sys.exit()\n"
        "os.kill(worker, signal.SIGTERM); print(os.WTERMSIG(os.waitpid(worker, 0)[1]))"
    )
    ended = subprocess.run([sys.executable, "-c", starting], capture_output=True, text=True, check=True, timeout=30)  # noqa: S603
    assert ended.stdout.strip() == str(int(signal.SIGTERM))
