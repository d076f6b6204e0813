"""Several phones at one table with no server: one of them runs the app."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.support.browser import hard_to_read
from tests.support.pocket import PocketPhone, StaticHost, reload
from tests.support.pocket_table import invitation, invite, let_in, of_guests, sit_down
from tests.support.prepared import knocked, new_game, written
from tests.support.taps import write_only

WITHOUT_MANNERS = """async code => {
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  const [{ pack, unpack }, { certificateOfPhone }, { answer }] = await Promise.all(
    ["codes", "kept", "link"].map((name) => import(files.find((file) => file.match(`/${name}-[0-9a-f]{12}`)))));
  const offered = unpack(code, "offer");
  // The page that is at the table would call again, once another one has its place.
  new BroadcastChannel(`gem-companion guest ${new URL("./", location)}`).postMessage("here");
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
BREAK_TWICE = """() => {
  const { send } = RTCDataChannel.prototype;
  let broken = 0;
  RTCDataChannel.prototype.send = function (data) {
    if (broken === 2 || broken === 1 && !String(data).includes('"call"')) { send.call(this, data); return; }
    broken += 1;
    this.close();
  }; }"""
"""Break the connection when something is sent, and the next one before the other phone is told how to call again."""
IMPOSTOR = """async code => {
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  const [{ unpack }, { certificateOfPhone }, { agreedOn, answer, fingerprintOf }] = await Promise.all(
    ["codes", "kept", "link"].map((name) => import(files.find((file) => file.match(`/${name}-[0-9a-f]{12}`)))));
  const offered = unpack(code, "offer");
  const { mark, ...agreed } = await agreedOn(offered, await fingerprintOf(await certificateOfPhone()));
  const { candidates } = offered.known.find((phone) => phone.mark === mark);
  const other = await RTCPeerConnection.generateCertificate({ name: "ECDSA", namedCurve: "P-256" });
  const { peer } = await answer(other, { ...offered, candidates }, agreed);
  return await new Promise((done) => {
    peer.addEventListener("datachannel", () => done("let in"));
    peer.addEventListener("connectionstatechange", () => {
      if (peer.connectionState === "failed") done("failed");
    }); }); }"""
"""Come with all that a phone knows which has met this one, but without its certificate."""
ANSWER_LOST = """() => {
  const { fetch } = window;
  let isLost = false;
  window.fetch = async (address, options) => {
    const answer = await fetch(address, options);
    if (isLost || options?.method !== "POST") return answer;
    isLost = true;
    throw new TypeError(); }; }"""
"""Lose the answer to a form."""
KEPT_GAMES = """() => import(performance.getEntriesByType("resource").map(({ name }) => name)
  .find((name) => name.includes("/kept-games-"))).then(({ keptGames }) => keptGames())"""
KEEP_GAMES = """async games => {
  const files = await (await caches.open((await caches.keys())[0])).keys();
  const { keepGame } = await import(files.map(({ url }) => url).find((name) => name.includes("/kept-games-")));
  for (const game of games) await keepGame(game); }"""
"""Have games wait as those do that were taken along."""


def test_own_hands_on_two_phones_one_of_which_runs_the_app(
    browser: Browser, pocket: PocketPhone, host: StaticHost, tmp_path: Path
) -> None:
    ann, table = pocket, new_game(pocket.phone, "Ann", "Bob")
    bob = sit_down(browser.browser_type, tmp_path / "bob", host, ann, invitation(ann, table, "open", seat=0))
    host.stop()
    bob.get_by_role("button", name="Bob").tap()
    bob.wait_for_selector("#table")
    expect(ann.get_by_text("Bob joined", exact=True)).to_be_visible()
    ann.goto(table)
    # Bob is led to his hand by Ann's tap; neither sees the other's hand.
    knocked(ann.phone, table)
    bob.wait_for_url("**/join/app/**/seat/1")
    write_only(bob.phone, "456d Kcdh / 8c as 2h 4s")
    ann.goto(written(ann.phone, table, 0, "567c Qchs 9cds / 2d"))
    expect(ann.locator("main")).to_contain_text("Bob being entered")
    assert "10 of 10" not in ann.get(f"{table}/hand/1/seat/1").text()
    # A guest's page that was reloaded finds its way back by itself, to where it was; so does another one, in its place.
    reload(bob)
    expect(bob.locator("#count")).to_contain_text("10 of 10")
    bob, before = PocketPhone(bob.context.new_page(), bob.address), bob
    bob.page.goto(before.page.url)
    bob.wait_until_open()
    expect(before.page.locator("#step")).to_have_text("The table is open in another tab or window.")
    expect(bob.locator("#count")).to_contain_text("10 of 10")
    bob.locator("#done").tap()
    for phone in (bob, ann):
        phone.wait_for_url("**/lay-offs")
    bob.get_by_role("button", name="That's all").tap()
    for phone in (bob, ann):
        phone.wait_for_url("**/ruling")
    ann.page.evaluate(BREAK_TWICE)
    ann.get_by_role("button", name="Accept and record").tap()
    bob.wait_for_url("**/hands/1")
    # While the page that runs the app is away a guest's page keeps what is tapped; then both find each other again.
    ann.page.goto("about:blank")
    expect(bob.page.locator("#waiting")).to_have_text("Waiting for Ann's phone")
    bob.get_by_role("button", name="Accept", exact=True).tap()
    expect(bob.locator(".queue")).to_contain_text("waiting to be sent")
    ann.open()
    ann.goto(f"{table}/hands/1")
    expect(bob.page.locator("#waiting")).to_be_hidden()
    expect(ann.get_by_role("heading", name="Accepted by all.")).to_be_visible()
    expect(bob.locator(".queue")).to_be_empty()
    # Bob takes the game along, for the app on his own phone. What that does with such games, Ann's shows.
    bob.goto(f"{of_guests(table)}/about")
    bob.get_by_text("Save this game").tap()
    bob.get_by_role("button", name="Keep this game on this phone").tap()
    expect(bob.get_by_role("status").filter(has_text="Kept.")).to_be_visible()
    (game,) = bob.page.evaluate(KEPT_GAMES)
    assert game["text"] == ann.get(f"{table}/whole.txt").text()
    assert game["from"] == "Ann"
    # He is let keep the score, and takes the game itself: Ann's is closed, and his app will open it again.
    bob.goto(invitation(ann, table, "link", role="scorer"))
    bob.get_by_role("button", name="Bob").tap()
    bob.wait_for_selector("#table")
    bob.goto(f"{of_guests(table)}/about")
    bob.get_by_text("Save this game").tap()
    bob.frame.evaluate(ANSWER_LOST)
    bob.get_by_role("button", name="Take this game to my phone").tap()
    assert hard_to_read(bob.page) == []
    bob.page.get_by_role("button", name="Take it", exact=True).tap()
    expect(bob.page.get_by_text("Ann's phone didn't answer. Try again.")).to_be_visible()
    bob.page.get_by_role("button", name="Take it", exact=True).tap()
    expect(bob.page.get_by_role("button", name="Open it on this phone")).to_be_visible()
    (moved,) = bob.page.evaluate(KEPT_GAMES)
    assert moved["text"] == ann.get(f"{table}/whole.txt").text() != game["text"]
    bob.page.get_by_role("button", name="Stay at this table").tap()
    ann.page.evaluate(KEEP_GAMES, [moved, {**game, "id": "another", "text": "{}"}])
    ann.goto("/")
    expect(ann.locator("main")).to_contain_text("Taken along by Bob")
    expect(ann.page.get_by_role("heading", name="A game from Ann's table")).to_be_visible()
    assert hard_to_read(ann.page) == []
    ann.page.get_by_role("button", name="Go on here").tap()
    expect(ann.locator("#table")).to_be_visible()
    ann.goto("/")
    ann.page.get_by_role("button", name="Keep it", exact=True).tap()
    expect(ann.locator("main")).to_contain_text("This isn't a game that the app knows.")
    ann.goto("/")
    ann.page.get_by_role("button", name="Don't keep it").tap()
    expect(ann.page.locator("dialog")).to_have_count(0)
    assert ann.page.evaluate(KEPT_GAMES) == []
    # Who sends what no page of ours would send is shown out.
    let_in(ann, bob.page.evaluate(WITHOUT_MANNERS, invite(ann, "Ann")))
    assert bob.page.evaluate("said") == "The other phone sent something that isn't understood."
    ann.page.evaluate("closeTable()")
    # On another evening the code that Bob's phone scans lets it in at once, and nobody in its place.
    assert bob.page.evaluate(IMPOSTOR, invite(ann, "Ann")) == "failed"
    invitation(ann, table, "open", seat=0)
    ann.get_by_role("button", name="Let others join").first.tap()
    bob.page.goto(ann.page.get_by_label("The code").input_value())
    expect(ann.page.locator(".letting-in .step")).to_have_text(
        "The other phone is at the table. The next one can scan this."
    )
    bob.wait_for_url("**/join/app/join")
    expect(bob.page.locator("#shell")).to_be_hidden()
