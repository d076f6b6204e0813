// Live updates: poll the change counter about once a second; when it has changed, fetch the page again and replace the
// blocks that differ. What is being typed stays.
(() => {
  "use strict";
  const doc = document;
  const { pulse: address, fresh: unrecordedHand } = doc.body.dataset;
  const EVERY = 1200;
  let seen = doc.body.dataset.seen;
  let busy = false;
  let requests = 0;
  let started = 0;
  let missed = 0;

  // Tell the server that this page's hand wasn't recorded yet, so that a late tap doesn't become a correction.
  if (unrecordedHand) {
    doc.addEventListener("htmx:configRequest", (event) => { event.detail.headers["X-Fresh"] = unrecordedHand; });
  }
  if (!address || !doc.querySelector("[data-live]")) return;

  doc.addEventListener("htmx:beforeRequest", () => { requests += 1; started += 1; });
  doc.addEventListener("htmx:afterRequest", () => { requests -= 1; });
  const sending = () => requests > 0 || doc.querySelector("form[data-sent]");

  const within = (milliseconds) => AbortSignal.timeout?.(milliseconds);

  const poll = async () => {
    if (doc.hidden || busy) return;
    busy = true;
    try {
      const answer = await fetch(`${address}?seen=${seen}`, { cache: "no-store", signal: within(8000) });
      if (missed > 1) announceNetwork(true);
      missed = 0;
      if (answer.status === 200) await refresh(await answer.text());
      else if (answer.status === 404) location.reload();
    } catch {
      missed += 1;
      if (missed === 2) announceNetwork(false);
    } finally { busy = false; }
  };

  const announceNetwork = (there) => doc.dispatchEvent(new CustomEvent("network", { detail: there }));

  const refresh = async (counter) => {
    if (counter.split(".")[1] === seen.split(".")[1]) { seen = counter; return; }
    if (sending()) return;
    const before = started;
    const answer = await fetch(location.href, {
      cache: "no-store", headers: unrecordedHand ? { "X-Fresh": unrecordedHand } : {}, signal: within(8000),
    });
    if (answer.redirected) { location.replace(answer.url); return; }
    if (answer.status >= 500) return;
    if (!answer.ok) { location.reload(); return; }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    // What was fetched before the latest tap would undo what that tap has just shown.
    if (sending() || started !== before || !page.body.dataset.seen) return;
    // The page differs for another role.
    if (page.body.dataset.role !== doc.body.dataset.role) { location.reload(); return; }
    seen = page.body.dataset.seen;
    doc.title = page.title;
    doc.querySelectorAll("[data-live]").forEach((old) => {
      const fresh = page.getElementById(old.id);
      if (fresh && fresh.dataset.live !== old.dataset.live) replace(old, doc.adoptNode(fresh));
    });
  };

  const changed = (field) =>
    field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;

  // Replace a block; keep what was typed, unfolded or focused in the old one.
  const replace = (old, fresh) => {
    const typed = [...old.querySelectorAll("input:not([type=hidden]), textarea")].filter((field) => field.id && changed(field));
    const open = [...old.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent);
    const focus = old.contains(doc.activeElement) ? doc.activeElement : null;
    const from = focus?.selectionStart;
    const to = focus?.selectionEnd;
    old.replaceWith(fresh);
    typed.forEach((field) => {
      const now = doc.getElementById(field.id);
      if (!now || now.type !== field.type) return;
      if (field.type === "checkbox" || field.type === "radio") now.checked = field.checked;
      else now.value = field.value;
    });
    fresh.querySelectorAll("details > summary").forEach((summary) => {
      if (open.includes(summary.textContent)) summary.parentElement.open = true;
    });
    window.htmx?.process(fresh);
    // Other scripts treat it like a part that htmx swapped in.
    fresh.dispatchEvent(new CustomEvent("htmx:load", { bubbles: true }));
    if (!focus) return;
    const now = focus.id ? doc.getElementById(focus.id) : null;
    now?.focus({ preventScroll: true });
    if (now && from != null) try { now.setSelectionRange(from, to); } catch { /* a field without a caret */ }
  };

  setInterval(poll, EVERY);
  doc.addEventListener("visibilitychange", poll);
  addEventListener("pageshow", poll);
  addEventListener("online", poll);
})();
