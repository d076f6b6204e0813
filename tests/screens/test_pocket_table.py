"""Several phones at one table with no server: one of them runs the app."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.support.pocket import PocketPhone, StaticHost, reload
from tests.support.pocket_table import invite, let_in, sit_down

WITHOUT_MANNERS = """async code => {
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  const [{ pack, unpack }, { certificateOfPhone }, { answer }] = await Promise.all(
    ["codes", "kept", "link"].map((name) => import(files.find((file) => file.includes(`/${name}-`)))));
  const offered = unpack(code, "offer");
  const { facts, opened } = await answer(await certificateOfPhone(), offered);
  window.said = opened.then(({ channel }) => new Promise((done) => {
    channel.addEventListener("message", ({ data }) => {
      const { kind, reason } = JSON.parse(data);
      if (kind === "end") done(reason);
    });
    const head = new TextEncoder().encode(JSON.stringify({ method: "DELETE", path: "/", headers: {}, size: 0 }));
    channel.send(new Uint8Array([0, 0, 0, 1, ...head]));
  }));
  return pack({ kind: "answer", ...facts, to: offered.ufrag }); }"""
"""Join as a page that was tampered with; `said` is why it is shown out."""


def test_guests_of_a_phone(browser: Browser, pocket: PocketPhone, host: StaticHost, tmp_path: Path) -> None:
    chromium = browser.browser_type
    bob = sit_down(chromium, tmp_path / "bob", host, pocket, "/rules")
    expect(bob.get_by_role("heading", level=1)).to_have_text("Rules")
    assert bob.page.title().startswith("Rules")
    mallory = sit_down(chromium, tmp_path / "mallory", host, pocket, "/count")
    host.stop()
    # A guest's page that was reloaded finds its way back, to where it was.
    reload(bob)
    expect(bob.get_by_role("heading", level=1)).to_have_text("Rules")
    # So do all guests when the page of the phone that runs the app was reloaded.
    reload(pocket)
    for guest in (bob, mallory):
        expect(guest.page.locator("#waiting")).to_be_hidden()
        guest.goto("/count")
        expect(guest.get_by_role("heading", level=1)).to_have_text("Count a hand")
    # Who sends what no page of ours would send is shown out; the others stay.
    let_in(pocket, mallory.page.evaluate(WITHOUT_MANNERS, invite(pocket, "Ann")))
    assert mallory.page.evaluate("said") == "The other phone sent something that isn't understood."
    bob.goto("/rules")
    expect(bob.get_by_role("heading", level=1)).to_have_text("Rules")
    # A phone that has left is told how to join again.
    pocket.page.evaluate("closeTable()")
    expect(bob.page.locator("#step")).to_have_text("The table was closed. What was recorded is on the host's phone.")
    expect(bob.page.locator("iframe")).to_be_hidden()
