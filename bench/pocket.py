"""What the pocket edition costs on a phone: what it fetches, how soon it starts, how fast it answers, what it takes.

    python -m bench.pocket --tries 5

Everything in one run, in one real browser, each against a peer: starts against a bare `loadPyodide()` of the same
files, taps against the server on this machine. Medians of so many tries, in turn.
"""

import lzma
import re
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, nullcontext
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from PIL import Image as Pillow
from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

from bench.measurement import Arguments, Reasons, add_edition, settings
from bench.photo import OURS
from bench.renderers import private_memory, processor_time, slowed
from companion.pocket.pyodide import VERSION
from tests.support import fake_camera
from tests.support.browser import ARGUMENTS, HEADLESS, SMALL, wait_for
from tests.support.documents import game_document
from tests.support.photo_taps import Hand, hands_in
from tests.support.pocket import AT_SITE, PocketPhone, StaticHost, built, hosting, installed, launch
from tests.support.prepared import import_game, show_keys
from tests.support.server import HOST, serving

TRANSFER = 6_000_000
"""Bytes that a first visit may fetch."""
START = 2.0
"""A later start may take so many times as long as a bare `loadPyodide()`."""
TAP = 5.0
"""A tap may take so many times as long as on the server."""
MEMORY = 150
"""Megabytes of the tab after 200 hands."""
PHOTO = 2.5
"""A photo of 12 megapixels may take so many times as long as with the server, from the file to the marked cards."""
PHOTO_MEMORY = 50
"""Megabytes that the tab may keep after photos: less than one worker that reads them has."""
FRAME = 1280, 720
SLOWER = 4
FRAME_TIME = {1: 125, SLOWER: 500}
"""Milliseconds that a frame of the live camera may take, on a processor so many times as slow."""
COMPLETE = 2.5
"""Seconds until a hand under it is complete."""
NOTE_FRAMES = """() => {
  window.looks = [];
  const isLook = ({ target }) => target.matches("#live > svg");
  const note = (changes) => { if (changes.some(isLook)) looks.push(performance.now()); };
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true }); }"""
WANTED = "(key, cards) => { key.dataset.live = key.dataset.live.replace(/\\d+$/, cards); }"
CARDS = ["5C", "6C", "7C", "QC", "QH", "QS", "9C", "9D", "9S", "2D"]
TAPPED = """async (id) => {
  const settled = new Promise((done) => document.body.addEventListener("htmx:afterSettle", done, { once: true }));
  const begun = performance.now();
  document.getElementById(id).click();
  await settled;
  return performance.now() - begun; }"""
FETCHED = """async (address) => {
  const begun = performance.now();
  await (await fetch(address)).text();
  return performance.now() - begun; }"""
HAND = "1000000-far.jpg"
BARE = """import { loadPyodide } from "./files/pyodide-%s/pyodide.mjs";
const files = new URL("files/", location).href;
const python = await loadPyodide({ indexURL: `${files}pyodide-%s/`, stdLibURL: `${files}%s` });
python.runPython("1 + 1");
postMessage("loaded");
"""
PAGE = """const worker = new Worker("bare-worker.js", { type: "module" });
worker.onmessage = (told) => { document.title = told.data; };
"""
COLLECT = "() => { gc(); gc(); }"


class Report(Reasons):
    """What was measured, and which goals were missed."""

    def line(self, what: str, value: float, unit: str, goal: float | None = None) -> None:
        """Print a figure, and whether it misses its goal."""
        bound = "" if goal is None else f"   (goal {goal:g})"
        print(f"  {what:<58} {value:>9.2f} {unit}{bound}", flush=True)
        if goal is not None and value > goal:
            self.slow.append(f"{what} {value:.2f} {unit}, goal {goal:g}")


def prepare_bare(host: StaticHost) -> None:
    """Put a page beside the edition that only loads Pyodide, from the same files, unpacked."""
    for packed in host.folder.rglob("*.xz"):
        packed.with_suffix("").write_bytes(lzma.decompress(packed.read_bytes()))
    (stdlib,) = (file.name for file in (host.folder / "files").glob("python_stdlib-*.zip"))
    (host.folder / "bare.html").write_text("<!DOCTYPE html><title>bare</title><script src=bare.js></script>")
    (host.folder / "bare.js").write_text(PAGE)
    (host.folder / "bare-worker.js").write_text(BARE % (VERSION, VERSION, stdlib))


def phone_of(playwright: Playwright, profile: Path, *flags: str) -> BrowserContext:
    context = playwright.chromium.launch_persistent_context(
        profile,
        executable_path=HEADLESS,
        args=[*ARGUMENTS, *flags],
        viewport={"width": SMALL["width"], "height": SMALL["height"]},
        has_touch=True,
        is_mobile=True,
    )
    context.set_default_timeout(60_000)
    return context


def open_bare(page: Page, host: StaticHost) -> None:
    page.goto(f"{host.address}bare.html")
    wait_for(page, lambda: page.title() == "loaded", "a loaded Pyodide")


def seconds(act: Callable[[], object]) -> float:
    begun = time.monotonic()
    act()
    return time.monotonic() - begun


class Starts:
    """Starts of the bare Pyodide and of the edition, in a new browser each, with the profile of the visit before."""

    def __init__(self, playwright: Playwright, edition: Path, host: StaticHost, folder: Path) -> None:
        self.playwright, self.built, self.host, self.folder = playwright, edition, host, folder
        self.profiles = 0

    def new_profile(self) -> Path:
        """Return a folder for a browser that was never here."""
        self.profiles += 1
        return self.folder / f"profile-{self.profiles}"

    def timed(self, profile: Path, act: Callable[[Page], object]) -> float:
        """Open a browser and return how long something takes in it."""
        context = phone_of(self.playwright, profile)
        page = context.pages[0]
        took = seconds(lambda: act(page))
        context.close()
        return took

    def bare(self, profile: Path) -> float:
        """Return how long a bare Pyodide takes."""
        return self.timed(profile, lambda page: open_bare(page, self.host))

    def edition(self, profile: Path) -> float:
        """Return how long the app takes until home is shown."""
        return self.timed(profile, lambda page: PocketPhone(page, self.host.address).open())

    def keep_snapshot(self, profile: Path) -> None:
        """Keep the app open until it has kept a snapshot."""
        self.timed(profile, lambda page: PocketPhone(page, self.host.address).open().wait_for_snapshot())


def measure_starts(starts: Starts, tries: int, report: Report) -> None:
    host = starts.host
    sent: dict[str, list[int]] = {"first": [], "later": []}
    took: dict[str, list[float]] = {"bare": [], "first": [], "later": [], "restored": []}
    bare_profile = starts.new_profile()
    starts.bare(bare_profile)
    for _ in range(tries):
        profile = starts.new_profile()
        took["bare"].append(starts.bare(bare_profile))
        before = host.sent
        took["first"].append(starts.edition(profile))
        sent["first"].append(host.sent - before)
        before = host.sent
        took["later"].append(starts.edition(profile))
        sent["later"].append(host.sent - before)
    starts.keep_snapshot(profile)
    for _ in range(tries):
        took["bare"].append(starts.bare(bare_profile))
        took["restored"].append(starts.edition(profile))
    report.line("first visit fetches", max(sent["first"]) / 1e6, "MB", TRANSFER / 1e6)
    report.line("a later visit fetches", max(sent["later"]), "bytes", 0)
    bare = statistics.median(took["bare"])
    report.line("bare loadPyodide(), from opening its page", bare, "s")
    report.line("first visit, download included, to home shown: ratio", statistics.median(took["first"]) / bare, "x")
    report.line("second visit, before there is a snapshot: ratio", statistics.median(took["later"]) / bare, "x")
    report.line("any later visit, from the snapshot: ratio", statistics.median(took["restored"]) / bare, "x", START)


def measure_taps(starts: Starts, tries: int, report: Report) -> None:
    instance, chromium = starts.folder / "instance", starts.playwright.chromium
    browser = chromium.launch(executable_path=HEADLESS, args=ARGUMENTS)
    settings: dict[str, Any] = {"viewport": SMALL, "has_touch": True, "is_mobile": True}
    carried = launch(chromium, shutil.copytree(installed(chromium, starts.built), starts.new_profile()), starts.host)
    instance.mkdir()
    with serving(instance) as served:
        native = browser.new_context(**settings, base_url=f"http://{HOST}:{served.port}").new_page()
        pocket = PocketPhone(carried.pages[0], AT_SITE).open()
        taps: dict[str, list[float]] = {"native": [], "pocket": []}
        pages: dict[str, list[float]] = {"native": [], "pocket": []}
        phones = (("native", native), ("pocket", pocket.phone))
        for _ in range(max(1, tries // 2)):
            for _, phone in phones:
                show_keys(phone)
            for card in CARDS:
                for name, phone in phones:
                    taps[name].append(phone.evaluate(TAPPED, f"k{card}"))
            for _ in CARDS:
                for name, phone in phones:
                    table = re.sub(r"(/g/\w+).*", r"\1", phone.url)
                    pages[name].append(phone.evaluate(FETCHED, table))
    carried.close()
    browser.close()
    for name, times in (("a card tapped", taps), ("a table page", pages)):
        native_ms, pocket_ms = statistics.median(times["native"]), statistics.median(times["pocket"])
        what = f"{name}: {native_ms:.0f} ms on the server, here {pocket_ms:.0f} ms: ratio"
        report.line(what, pocket_ms / native_ms, "x", TAP)


def measure_photos(starts: Starts, tries: int, report: Report) -> None:
    photo = starts.folder / "photo.jpg"
    with Pillow.open(OURS / HAND) as hand:
        hand.resize((4000, 3000)).save(photo, quality=90)
    instance = starts.folder / "photo-instance"
    instance.mkdir()
    profile = starts.new_profile()
    starts.keep_snapshot(profile)
    took: dict[str, list[float]] = {"native": [], "pocket": []}
    with serving(instance) as served:
        context = phone_of(starts.playwright, profile, "--js-flags=--expose-gc")
        native = context.new_page()
        pocket = PocketPhone(context.pages[0], starts.host.address).open()
        collect_garbage(context)
        empty = private_memory(profile)
        addresses = (("native", native, f"http://{HOST}:{served.port}/count"), ("pocket", pocket.phone, "/count"))
        before = starts.host.sent
        for number in range(tries + 1):
            for name, phone, address in addresses:
                phone.goto(address)
                phone.bring_to_front()
                begun = time.monotonic()
                phone.set_input_files("#photo-file", photo)
                phone.wait_for_selector("#photo img")
                # The first photo loads the nets there, and fetches the reader here.
                if number:
                    took[name].append(time.monotonic() - begun)
            if not number:
                report.line("the first photo fetches", (starts.host.sent - before) / 1e6, "MB")
                before = starts.host.sent
        report.line("later photos fetch", starts.host.sent - before, "bytes", 0)
        pocket.goto("/count")
        collect_garbage(context)
        kept = private_memory(profile) - empty
        report.line(f"memory that the tab has more after {tries + 1} photos", kept, "MB", PHOTO_MEMORY)
        context.close()
    native_s, pocket_s = (statistics.median(took[name]) for name in ("native", "pocket"))
    what = f"a photo of 12 megapixels: {native_s:.2f} s with the server, here {pocket_s:.2f} s: ratio"
    report.line(what, pocket_s / native_s, "x", PHOTO)


def measure_live(starts: Starts, tries: int, report: Report) -> None:
    """Hold hands under the camera. How many taps they take, `bench.photo_taps --live` measures."""
    profile, camera = starts.new_profile(), starts.folder / "camera.y4m"
    starts.keep_snapshot(profile)
    context = phone_of(starts.playwright, profile, *fake_camera.arguments(camera))
    page = context.pages[0]
    pocket = PocketPhone(page, starts.host.address).open()
    page.evaluate(NOTE_FRAMES)

    def hold(hand: Hand, times_slower: int) -> tuple[list[float], float]:
        """Return when the frames of a hand were marked, and the processor time of all after the first."""
        with Pillow.open(hand.image) as photo:
            fake_camera.film(camera, photo, FRAME)
        pocket.goto("/count?game=gin-rummy")
        pocket.locator(".camera").evaluate(WANTED, len(hand.cards))
        pocket.locator(".camera").tap()
        wait_for(page, lambda: page.evaluate("looks.length > 0"), "a frame")
        before = processor_time(profile)
        with slowed(profile, times_slower) if times_slower > 1 else nullcontext():
            pocket.wait_for_selector("#photo img")
        return page.evaluate("looks.splice(0)"), processor_time(profile) - before

    hands = [*islice((hand for pair in hands_in(OURS) for hand in pair), tries + 1)]
    held = {times_slower: [hold(hand, times_slower) for hand in hands] for times_slower in FRAME_TIME}
    context.close()
    complete = statistics.median((times[-1] - times[0]) / 1000 for times, _ in held[1])
    report.line("a hand under the camera, from its first frame to complete", complete, "s", COMPLETE)
    processor = 1000 * sum(took for _, took in held[1]) / sum(len(times) - 1 for times, _ in held[1])
    report.line("processor time of a camera's frame, all that the tab does", processor, "ms")
    for times_slower, goal in FRAME_TIME.items():
        frame = statistics.median(later - time for times, _ in held[times_slower] for time, later in pairwise(times))
        where = f", on a processor {times_slower} times as slow" if times_slower > 1 else ""
        report.line(f"a camera's frame{where}", frame, "ms", goal)


def collect_garbage(context: BrowserContext) -> None:
    """Have the page and its workers give back what they don't use, as a browser does when it is idle."""
    page = context.pages[0]
    page.evaluate(COLLECT)
    for worker in (*page.workers, *context.service_workers):
        worker.evaluate(COLLECT)
    page.wait_for_timeout(1000)


def measure_memory(starts: Starts, _tries: int, report: Report) -> None:
    profile = starts.new_profile()
    drawn = [{"dice": [3, 4], "drawn": True}] * 200

    def play(page: Page) -> None:
        pocket = PocketPhone(page, starts.host.address).open()
        import_game(pocket.phone, {**game_document("gem-rummy", ("Ann", "Bob")), "hands": drawn})

    starts.timed(profile, play)
    starts.keep_snapshot(profile)
    context = phone_of(starts.playwright, profile, "--js-flags=--expose-gc")
    page = context.pages[0]
    blank = private_memory(profile)
    pocket = PocketPhone(page, starts.host.address).open()
    table = pocket.locator(".felt.game").get_attribute("href") or ""
    for _ in range(3):
        for path in (table, f"{table}/sheet"):
            pocket.frame.goto(re.sub("^/", starts.host.address.removesuffix("cards/"), path))
    as_it_is = private_memory(profile)
    collect_garbage(context)
    report.line("memory of a blank tab", blank, "MB")
    report.line("memory of the tab after 200 hands, before garbage is collected", as_it_is, "MB")
    report.line("memory of the tab after 200 hands", private_memory(profile), "MB", MEMORY)
    context.close()
    bare = starts.new_profile()
    context = phone_of(starts.playwright, bare, "--js-flags=--expose-gc")
    open_bare(context.pages[0], starts.host)
    collect_garbage(context)
    report.line("memory of a tab with a bare loadPyodide()", private_memory(bare), "MB")
    context.close()


MEASURED = {
    "starts": measure_starts,
    "taps": measure_taps,
    "photos": measure_photos,
    "live": measure_live,
    "memory": measure_memory,
}


def main(arguments: Arguments = None) -> int:
    """Measure and print."""
    asked = settings(__doc__)
    asked.add_argument("--tries", type=int, default=5)
    asked.add_argument("--only", choices=MEASURED, action="append")
    add_edition(asked)
    given = asked.parse_args(arguments)
    report = Report()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        edition = given.edition or built(folder)
        host = stack.enter_context(hosting(edition, folder / "host"))
        if not {"starts", "memory"}.isdisjoint(given.only or MEASURED):
            prepare_bare(host)
        starts = Starts(stack.enter_context(sync_playwright()), edition, host, folder)
        for what in given.only or MEASURED:
            MEASURED[what](starts, given.tries, report)
    return report.ending()


if __name__ == "__main__":
    sys.exit(main())
