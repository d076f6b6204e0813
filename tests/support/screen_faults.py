"""What is wrong with a screen at every size: cut, covered, too small, too wide, moving by itself, or hard to read."""

from pathlib import Path

from playwright.sync_api import Page

from tests.support.browser import NARROW, WITH_DOUBLE_TEXT, axe_findings, resize
from tests.support.gallery import MENUS, READING, SIZES

LAYOUT_FAULTS = Path(__file__).with_name("layout_faults.js").read_text()
WATCH_SHIFTS = """
  window.shifts = [];
  let tapped = false;
  const frame = () => new Promise((next) => { requestAnimationFrame(next); });
  addEventListener("click", ({ isTrusted }) => { tapped ||= isTrusted; }, true);
  // In the frames before, the first cards of a row move by a few pixels when the others arrive.
  let arrived = Infinity;
  document.addEventListener("readystatechange", async () => {
    for (let frames = 0; frames < 2; frames += 1) await frame();
    arrived = performance.now();
  }, { once: true });
  const note = (entries) => {
    for (const entry of entries) if (!entry.hadRecentInput && !tapped && entry.startTime >= arrived) {
      const moved = entry.sources.map(({ node }) => node?.id || node?.className || node?.nodeName);
      window.shifts.push(`${entry.value.toFixed(4)} ${moved}`);
    }
  };
  const observer = new PerformanceObserver((list) => { note(list.getEntries()); });
  observer.observe({ type: "layout-shift", buffered: true });
  window.settledShifts = async () => {
    await document.fonts.ready;
    for (let frames = 0; frames < 3; frames += 1) await frame();
    note(observer.takeRecords());
    return window.shifts.splice(0);
  };
"""
"""Runs in each page before its own scripts. What a tap brings may move things, and what still arrives."""


def faults_of(phone: Page, screen: str, *, by_axe: bool = True) -> list[str]:
    """Return what is wrong with the screen that a phone shows, at every size, and by axe in light and dark."""
    phone.wait_for_load_state()
    shifts: list[str] = phone.evaluate("window.settledShifts()")
    faults = [f"moves by itself: {shift}" for shift in shifts]
    needs_main = "false" if screen.startswith(READING) or screen in MENUS else "true"
    for size in SIZES:
        resize(phone, size)
        phone.wait_for_load_state()  # news of the game may have loaded the page again
        found: list[str] = phone.evaluate(f"({LAYOUT_FAULTS})({needs_main})")
        faults += [f"{size[0]}x{size[1]}: {fault}" for fault in found]
        if phone.viewport_size == NARROW and (wide := phone.evaluate(WITH_DOUBLE_TEXT)):
            faults.append(f"{wide} px too wide with double text")
    resize(phone, SIZES[0])
    phone.evaluate("window.settledShifts()")  # what the sizes have moved: nothing that the next screen does
    return faults + (axe_findings(phone) if by_axe and screen not in MENUS else [])
