// Live updates: ask whether the change counter has changed; when it has, fetch the page again and replace the blocks that
// differ. The server holds the question until there is news. Where that doesn't work, ask about once a second. A page that is
// told of news (data-told) asks only then. What is being typed stays.
(() => {
  "use strict";
  const doc = document;
  const { position } = doc.body.dataset;
  const isTold = "told" in doc.body.dataset;
  const EVERY = 1200;
  const HELD = 40000; // a held question is answered before
  const SUSPICIOUS = 3000; // one without news that is answered before was not held
  const DISTRUST = 60000; // for so long ask plainly then
  const SETTLE = 300; // between news and the next question, while a tap is on its way
  let { pulse: address, seen } = doc.body.dataset;
  let asking = null;
  let distrust = 0;
  let timer = 0;
  let requests = 0;
  let started = 0;
  let missed = 0;
  let failed = 0;

  if (!address || !doc.querySelector("[data-live]")) return;

  // A big screen that has gone on with the next game is that game's, and stays when the first one is deleted.
  const goBy = ({ page }) => { if (page) history.replaceState(history.state, "", page); };
  goBy(doc.body.dataset);

  // htmx tells nobody of the answer to a part that another answer has replaced meanwhile, so the request itself is asked.
  doc.addEventListener("htmx:beforeRequest", ({ detail: { xhr } }) => {
    requests += 1;
    started += 1;
    // An answer that leads elsewhere is under way until the page is left.
    xhr.addEventListener("loadend", () => { if (!xhr.getResponseHeader("HX-Redirect")) requests -= 1; });
  });
  addEventListener("pageshow", ({ persisted }) => { if (persisted) requests = 0; });
  const sending = () => requests > 0 || doc.querySelector("form[data-sent]");

  // A server that can't make the page is asked less and less often.
  const pause = () => (failed ? Math.min(10000, EVERY * 2 ** (failed - 1)) * (1 + Math.random()) : SETTLE);

  const after = (milliseconds) => { clearTimeout(timer); timer = setTimeout(ask, milliseconds); };

  const ask = async () => {
    if (doc.hidden || asking) return;
    const held = Date.now() > distrust && missed === 0 && !isTold;
    const begun = Date.now();
    const question = new AbortController();
    asking = question;
    const late = setTimeout(() => {
      if (held) distrust = Date.now() + DISTRUST;
      question.abort();
    }, held ? HELD : 8000);
    let next = EVERY;
    let isShown = false;
    try {
      const answer = await fetch(`${address}?seen=${seen}${held ? "&held" : ""}`, { cache: "no-store", signal: question.signal });
      if (missed > 1) announceNetwork(true);
      missed = 0;
      const soon = Date.now() - begun < SUSPICIOUS;
      isShown = answer.status === 204 || (answer.status === 200 && await refresh(await answer.text()));
      if (answer.status === 200) next = isShown ? 0 : pause();
      else if (answer.status === 404) location.reload();
      else if (answer.status === 204 && !soon) next = SETTLE * Math.random();
      // Many phones that lost one server don't return in the same instant.
      else if (answer.status >= 500) next = EVERY * (1 + Math.random());
      if (held && (answer.status >= 500 || (answer.status === 204 && soon))) distrust = Date.now() + DISTRUST;
      if (!held) next = Math.max(next, EVERY);
    } catch {
      if (asking === question && ++missed === 2 && !isTold) announceNetwork(false);
      next = EVERY * (1 + Math.random() / 2);
    }
    clearTimeout(late);
    if (asking !== question) return;
    asking = null;
    if (!isTold || !isShown) after(next);
  };

  // A hidden page holds no question: browsers allow only a few requests to one server at a time.
  const askAnew = () => {
    asking?.abort();
    asking = null;
    after(0);
  };

  // Where this phone's player is to go on: there by itself, once, but not away from what is being typed.
  const leads = () => [...doc.querySelectorAll("a[data-lead]")].map((link) => link.href);

  const announceNetwork = (there) => doc.dispatchEvent(new CustomEvent("network", { detail: there }));

  // Tell whether the page shows the news now.
  const refresh = async (counter) => {
    if (counter.split(".")[1] === seen.split(".")[1]) { seen = counter; return true; }
    if (sending()) return false;
    const before = started;
    // The page of a hand that was recorded meanwhile leads to the sheet: by its position in the journal the server sees that.
    const headers = { "X-Refresh": "1", "X-Seen": position };
    const answer = await fetch(location.href, { cache: "no-store", headers, signal: AbortSignal.timeout?.(8000) });
    const elsewhere = answer.headers.get("HX-Redirect");
    if (elsewhere) {
      doc.dispatchEvent(new Event("lead"));
      location.replace(elsewhere);
      return false;
    }
    if (answer.status >= 500) { failed += 1; return false; }
    failed = 0;
    if (!answer.ok) { location.reload(); return false; }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    // What was fetched before the latest tap would undo what that tap has just shown.
    if (sending() || started !== before || !page.body.dataset.seen) return false;
    // The page differs for another role.
    if (page.body.dataset.role !== doc.body.dataset.role) { location.reload(); return false; }
    ({ pulse: address, seen } = page.body.dataset);
    goBy(page.body.dataset);
    doc.title = page.title;
    const known = leads();
    doc.querySelectorAll("[data-live]").forEach((old) => {
      const fresh = page.getElementById(old.id);
      if (fresh && fresh.dataset.live !== old.dataset.live) replace(old, doc.adoptNode(fresh));
    });
    const next = leads().find((address) => !known.includes(address));
    if (next && ![...doc.querySelectorAll("input[type=text], input[type=number], textarea")].some(isChanged)) {
      doc.dispatchEvent(new Event("lead"));
      location.assign(next);
    }
    return true;
  };

  // Replace a block; keep what was typed, unfolded or focused in the old one.
  const replace = (old, fresh) => {
    const typed = [...old.querySelectorAll("input:not([type=hidden]), textarea")].filter((field) => field.id && isChanged(field));
    const open = [...old.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent);
    const focus = old.contains(doc.activeElement) ? doc.activeElement : null;
    const from = focus?.selectionStart;
    const to = focus?.selectionEnd;
    old.replaceWith(fresh);
    const chosen = enterAgain(typed).filter((field) => field.type === "radio" && field.checked);
    fresh.querySelectorAll("details > summary").forEach((summary) => {
      if (open.includes(summary.textContent)) summary.parentElement.open = true;
    });
    window.htmx?.process(fresh);
    // Other scripts treat it like a part that htmx swapped in.
    fresh.dispatchEvent(new CustomEvent("htmx:load", { bubbles: true }));
    // What was chosen while the news came was perhaps not sent yet, and the words beside it are those of the choice before.
    for (const field of chosen) field.dispatchEvent(new Event("change", { bubbles: true }));
    if (!focus) return;
    const now = focus.id ? doc.getElementById(focus.id) : null;
    now?.focus({ preventScroll: true });
    if (now && from != null) try { now.setSelectionRange(from, to); } catch { /* a field without a caret */ }
  };

  after(EVERY);
  doc.addEventListener("news", askAnew);
  doc.addEventListener("visibilitychange", askAnew);
  addEventListener("pageshow", askAnew);
  addEventListener("online", askAnew);
  addEventListener("offline", askAnew);
})();
