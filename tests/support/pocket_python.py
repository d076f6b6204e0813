"""The Python of the pocket edition, run in node from the very files that `companion pocket` wrote."""

import base64
import json
import lzma
import subprocess
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from werkzeug.datastructures import Headers

from companion.pocket.pyodide import node

HERE = Path(__file__).parent
ANSWERS = HERE / "pocket_answers.py"
REQUESTS = HERE / "pocket_requests.py"


@dataclass(frozen=True)
class PocketPython:
    """The files of an edition, inflated."""

    pyodide: Path
    stdlib: Path
    app: Path

    def command(self, script: Path) -> list[str]:
        return [node(), str(HERE / "pocket_python.mjs"), *map(str, (self.pyodide, self.stdlib, self.app, script))]

    def answer(self, lines: Sequence[bytes]) -> tuple[list[bytes], float]:
        """Answer documents as `pocket_answers` does; return the seconds of the processor that it took there, too."""
        ran = subprocess.run(  # noqa: S603 (our own words)
            self.command(ANSWERS), input=b"".join(line + b"\n" for line in lines), capture_output=True, check=False
        )
        assert ran.returncode == 0, ran.stderr.decode()
        *answers, seconds = ran.stdout.removesuffix(b"\n").split(b"\n")
        return answers, float(seconds)

    @contextmanager
    def phone(self) -> Iterator["PocketConversation"]:
        """Start the app with no games, in memory."""
        command = self.command(REQUESTS)
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:  # noqa: S603 (our own words)
            try:
                yield PocketConversation(process)
            finally:
                process.kill()
                with suppress(BrokenPipeError):
                    process.stdin.close()  # type: ignore[union-attr] # it has one: a pipe


@dataclass(frozen=True)
class PocketAnswer:
    status: int
    headers: Headers
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass(frozen=True)
class PocketConversation:
    """The app in node, which answers one line after the other."""

    process: "subprocess.Popen[bytes]"

    def ask(self, command: str, *arguments: object) -> Any:  # noqa: ANN401 - whatever JSON can say
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(json.dumps([command, *arguments]).encode() + b"\n")
            self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "Python ended: its last words are on standard error"
        return json.loads(line)

    def get(self, path: str) -> PocketAnswer:
        return self._answer("GET", path, {}, b"")

    def post(self, path: str, form: dict[str, Any], token: str) -> PocketAnswer:
        headers = {"Content-Type": "application/x-www-form-urlencoded", "X-Form-Token": token}
        return self._answer("POST", path, headers, urlencode(form, doseq=True).encode())

    def _answer(self, method: str, path: str, headers: dict[str, str], body: bytes) -> PocketAnswer:
        given = self.ask("answer", method, path, headers, base64.b64encode(body).decode())
        return PocketAnswer(given["status"], Headers(given["headers"]), base64.b64decode(given["body"]))


def inflated(edition: Path, target: Path) -> PocketPython:
    files = edition / "files"
    for path in files.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            inflated_to = target / path.relative_to(files).with_suffix("" if path.suffix == ".xz" else path.suffix)
            inflated_to.parent.mkdir(parents=True, exist_ok=True)
            inflated_to.write_bytes(lzma.decompress(content) if path.suffix == ".xz" else content)
    (archive,) = target.glob("app-*.tar")
    with tarfile.open(archive) as app:
        app.extractall(target / "app", filter="data")
    (pyodide,) = target.glob("pyodide-*")
    (stdlib,) = target.glob("python_stdlib-*.zip")
    return PocketPython(pyodide, stdlib, target / "app")
