"""The pocket edition as a phone has it: built once, served by a dumb static server, opened in a real browser."""

import fcntl
import hashlib
import json
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from playwright.sync_api import BrowserContext, BrowserType, Error, Frame, Page, expect

from companion.pocket.build import build
from companion.pocket.pyodide import default_cache
from companion.web.app import folders
from tests.support import fake_camera
from tests.support.browser import ARGUMENTS, HEADLESS, PATIENCE, SMALL, slowed, wait_until
from tests.support.late_answers import OFTEN, seconds_late

FOLDER = "cards"
"""The address below which the tests put the app: no host's root."""
SITE = "http://cards.localhost"
AT_SITE = f"{SITE}/{FOLDER}/"
"""The host and the app as browsers of `launch` know them, whatever the port: so what one has kept can be copied."""
CAMERA = "camera.y4m"
"""The file that the camera of a browser of `launch` sees, in its profile."""
SNAPSHOT_KEPT = """caches.keys().then(([name]) => caches.open(name)).then((kept) => kept.keys())
  .then((keys) => keys.some((key) => key.url.includes("snapshot")))"""
"""Whether the app has kept a snapshot for its next start."""
BETWEEN = """(asked, answered) => {
  const { postMessage: pass } = Worker.prototype;
  Worker.prototype.postMessage = function (message, [port, ...more] = []) {
    if (!message.method) pass.call(this, message, port ? [port, ...more] : []);
    else {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => answered(message, () => port.postMessage(data, [data.body]));
      asked(message, () => pass.call(this, message, [port2, ...more]));
    }
  };
}"""
"""Calls a function with each request that the page around hands to the app, another one with each for which the answer
has come; both also with what lets it go on."""
LATE_WORKER = f"""(seconds) => {{
  const wait = () => new Promise((done) => {{
    setTimeout(done, Math.random() < {OFTEN} ? Math.random() * seconds * 1000 : 0);
  }});
  // Unlike on a network, none overtakes another one.
  const inTurn = () => {{
    let last = Promise.resolve();
    return ({{ address }}, goOn) => {{
      if (address.includes("/static/")) goOn();
      else last = last.then(wait).then(goOn);
    }};
  }};
  ({BETWEEN})(inTurn(), inTurn());
}}"""
RELOADED = re.compile("detached|context was destroyed|not enough values")
"""What is said of a frame whose page was reloaded meanwhile."""


def built(shared: Path) -> Path:
    """Return a folder with the pocket edition, built once for all processes that share a folder."""
    target = shared / "pocket-edition"
    with (shared / "pocket-edition.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.exists():
            build(target, *folders(), default_cache())
    return target


@dataclass
class StaticHost:
    """A web host that only knows files."""

    port: int
    folder: Path
    requests: list[str] = field(default_factory=list)
    sent: int = 0
    """Bytes of all answers."""
    stop: Callable[[], None] = lambda: None
    """Have the host answer nothing any more."""
    held: str = ""
    """What is in the path of a request that isn't answered before `go_on` is set."""
    go_on: threading.Event = field(default_factory=threading.Event)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/{FOLDER}/"


class _Files(SimpleHTTPRequestHandler):
    host: StaticHost

    def log_message(self, *_: Any) -> None:  # noqa: ANN401 - as the library declares it
        """Say nothing."""

    def do_GET(self) -> None:
        self.host.requests.append(self.path)
        if self.host.held and self.host.held in self.path:
            self.host.go_on.wait()
        super().do_GET()

    def copyfile(self, source: Any, outputfile: Any) -> None:  # noqa: ANN401 - files of any kind
        content = source.read()
        self.host.sent += len(content)
        outputfile.write(content)


@contextmanager
def hosting(edition: Path, root: Path) -> Iterator[StaticHost]:
    """Serve a copy of the pocket edition below an address of its own."""
    shutil.copytree(edition, root / FOLDER)
    host = StaticHost(0, root / FOLDER)
    handler = partial(type("Files", (_Files,), {"host": host}), directory=str(root))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        host.port = server.server_port

        def stop() -> None:
            server.shutdown()
            server.server_close()

        host.stop = stop
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield host
        stop()


def launch(chromium: BrowserType, profile: Path, host: StaticHost) -> BrowserContext:
    """Start a browser that keeps what it stores in a folder, and finds the host at its site."""
    context = chromium.launch_persistent_context(
        profile,
        executable_path=HEADLESS,
        args=[
            *ARGUMENTS,
            *fake_camera.arguments(profile / CAMERA),
            f"--host-resolver-rules=MAP cards.localhost:80 127.0.0.1:{host.port}",
        ],
        viewport={"width": SMALL["width"], "height": SMALL["height"]},
        has_touch=True,
        is_mobile=True,
    )
    context.set_default_timeout(PATIENCE)
    context.on("page", slowed)
    if late := seconds_late():
        context.add_init_script(f"({LATE_WORKER})({late})")
    return context


def installed(chromium: BrowserType, edition: Path) -> Path:
    """Return the profile of a browser that has opened the app before, made once for all processes of an edition."""
    profile = edition.with_name("pocket-installed")
    with edition.with_name("pocket-installed.lock").open("w") as lock, TemporaryDirectory() as root:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not profile.exists():
            made = Path(root) / "profile"
            with hosting(edition, Path(root) / "host") as host:
                context = launch(chromium, made, host)
                PocketPhone(context.pages[0], AT_SITE).open().wait_for_snapshot()
                context.close()
            shutil.move(made, profile)
    return profile


@dataclass(frozen=True)
class _Answer:
    url: str
    ok: bool
    content: str

    def text(self) -> str:
        return self.content


class PocketPhone:
    """A phone with the pocket edition: what taps a page of the app works in its frame."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address

    def open(self) -> "PocketPhone":
        self.page.goto(self.address)
        self.wait_until_open()
        return self

    def wait_until_open(self) -> None:
        # The page reloads itself when it takes another version, at most a few times.
        for is_last in (False, False, False, True):
            expect(self.page.locator("iframe")).to_be_visible(timeout=PATIENCE)
            try:
                self.frame.wait_for_selector("#main", timeout=PATIENCE)
                self.frame.wait_for_load_state()
            except (Error, ValueError) as error:
                if is_last or not RELOADED.search(str(error)):
                    raise
            else:
                return

    def wait_for_snapshot(self) -> None:
        wait_until(self.page, SNAPSHOT_KEPT)

    @property
    def phone(self) -> Page:
        """The same, for what taps on pages of the app and knows no pocket edition."""
        return cast("Page", self)

    @property
    def frame(self) -> Frame:
        (frame,) = (frame for frame in self.page.frames if frame.parent_frame)
        return frame

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a frame has, or the page around it
        frame = self.frame
        return getattr(frame, name) if hasattr(frame, name) else getattr(self.page, name)

    @property
    def request(self) -> "PocketPhone":
        return self

    def get(self, address: str) -> _Answer:
        return self._fetch(address, {})

    def post(self, address: str, *, data: str, headers: dict[str, str]) -> _Answer:
        return self._fetch(address, {"method": "POST", "body": data, "headers": headers})

    def _fetch(self, address: str, options: dict[str, Any]) -> _Answer:
        answer = self.frame.evaluate(
            """([address, options]) => fetch(address, options).then(
                async (answer) => ({ url: answer.url, ok: answer.ok, content: await answer.text() }))""",
            [self._whole(address), options],
        )
        return _Answer(**answer)

    def _whole(self, path: str) -> str:
        return path if "://" in path else f"{self.address}app{path}"

    def goto(self, path: str) -> None:
        self.frame.goto(self._whole(path))

    def json(self, path: str) -> Any:  # noqa: ANN401 - any document
        return json.loads(self.get(path).text())


def reload(pocket: PocketPhone) -> None:
    pocket.page.reload()
    pocket.wait_until_open()


def fetch_update(pocket: PocketPhone) -> None:
    registered = "navigator.serviceWorker.getRegistration().then((registered) => registered"
    pocket.page.evaluate(f"{registered}.update())")
    wait_until(pocket.page, f"{registered}.waiting !== null)")


def publish_change(folder: Path, name: str, change: Callable[[str], str]) -> None:
    """Publish a new version in a folder that is served: one that differs in the file `name`."""
    worker = folder / "service-worker.js"
    script = worker.read_text()
    files = json.loads(_constant(script, "FILES"))
    index = json.loads(_constant(script, "INDEX"))
    page = (folder / "index.html").read_text()
    stem, _, suffix = name.rpartition(".")
    named = re.compile(rf"files/{stem}-\w+\.{suffix}")
    (old,) = (file["path"] for file in files if named.fullmatch(file["path"]))
    page = page.replace(old, _renamed(folder, files, old, change((folder / old).read_text())))
    version = hashlib.sha256(page.encode()).hexdigest()[:12]
    page = re.sub(r'data-version="\w+"', f'data-version="{version}"', page)
    (folder / "index.html").write_text(page)
    new_index = _renamed(folder, files, index, page)
    for constant, value in (("FILES", files), ("INDEX", new_index), ("VERSION", version)):
        script = script.replace(
            f"const {constant} = {_constant(script, constant)};", f"const {constant} = {json.dumps(value)};"
        )
    worker.write_text(script)


def _constant(script: str, name: str) -> str:
    found = re.search(rf"^const {name} = (.*);$", script, re.MULTILINE)
    assert found
    return found[1]


def _renamed(folder: Path, files: list[dict[str, Any]], old: str, content: str) -> str:
    """Write a new file in place of another one in the list of files, and return its name."""
    digest = hashlib.sha256(content.encode()).hexdigest()
    new = re.sub(r"-\w+\.(\w+)$", rf"-{digest[:12]}.\1", old)
    (folder / new).write_text(content)
    (entry,) = (file for file in files if file["path"] == old)
    entry |= {"path": new, "from": new, "size": len(content.encode()), "sha256": digest}
    return new
