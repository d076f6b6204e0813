// What other phones do is shown here too: a number is asked for every second or so, and where something happened the
// page is loaded again and its blocks that look otherwise are put in place. What is being typed stays as it is.
(() => {
  "use strict";
  const doc = document;
  const { pulse: address, fresh } = doc.body.dataset;
  const EVERY = 1200;
  let seen = doc.body.dataset.seen;
  let busy = false;
  let onTheWay = 0;
  let missed = 0;

  // A page says of its hand that it was not recorded yet, so that a tap that comes too late corrects nothing.
  if (fresh) {
    doc.addEventListener("htmx:configRequest", (event) => { event.detail.headers["X-Fresh"] = fresh; });
  }
  if (!address || !doc.querySelector("[data-live]")) return;

  doc.addEventListener("htmx:beforeRequest", () => { onTheWay += 1; });
  doc.addEventListener("htmx:afterRequest", () => { onTheWay -= 1; });
  const sending = () => onTheWay > 0 || doc.querySelector("form[data-sent]");

  const within = (milliseconds) => AbortSignal.timeout?.(milliseconds);

  const ask = async () => {
    if (doc.hidden || busy) return;
    busy = true;
    try {
      const answer = await fetch(`${address}?seen=${seen}`, { cache: "no-store", signal: within(8000) });
      if (missed > 1) network(true);
      missed = 0;
      if (answer.status === 200) await look(await answer.text());
      else if (answer.status === 404) location.reload();
    } catch {
      missed += 1;
      if (missed === 2) network(false);
    } finally { busy = false; }
  };

  const network = (there) => doc.dispatchEvent(new CustomEvent("network", { detail: there }));

  const look = async (now) => {
    if (now.split(".")[1] === seen.split(".")[1]) { seen = now; return; }
    if (sending()) return;
    const answer = await fetch(location.href, {
      cache: "no-store", headers: fresh ? { "X-Fresh": fresh } : {}, signal: within(8000),
    });
    if (answer.redirected) { location.replace(answer.url); return; }
    if (answer.status >= 500) return;
    if (!answer.ok) { location.reload(); return; }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (sending() || !page.body.dataset.seen) return;
    // A phone that may do other things than before has another page.
    if (page.body.dataset.role !== doc.body.dataset.role) { location.reload(); return; }
    seen = page.body.dataset.seen;
    doc.title = page.title;
    doc.querySelectorAll("[data-live]").forEach((old) => {
      const made = page.getElementById(old.id);
      if (made && made.dataset.live !== old.dataset.live) put(old, doc.adoptNode(made));
    });
  };

  const changed = (field) =>
    field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;

  // Put a block in place of another; what was typed, unfolded or focused in the old one is so in the new one.
  const put = (old, made) => {
    const typed = [...old.querySelectorAll("input:not([type=hidden]), textarea")].filter((field) => field.id && changed(field));
    const open = [...old.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent);
    const focus = old.contains(doc.activeElement) ? doc.activeElement : null;
    const from = focus?.selectionStart;
    const to = focus?.selectionEnd;
    old.replaceWith(made);
    typed.forEach((field) => {
      const now = doc.getElementById(field.id);
      if (!now || now.type !== field.type) return;
      if (field.type === "checkbox" || field.type === "radio") now.checked = field.checked;
      else now.value = field.value;
    });
    made.querySelectorAll("details > summary").forEach((summary) => {
      if (open.includes(summary.textContent)) summary.parentElement.open = true;
    });
    window.htmx?.process(made);
    // What every page does to its parts is done to this one as to one that htmx brought.
    made.dispatchEvent(new CustomEvent("htmx:load", { bubbles: true }));
    if (!focus) return;
    const now = focus.id ? doc.getElementById(focus.id) : null;
    now?.focus({ preventScroll: true });
    if (now && from != null) try { now.setSelectionRange(from, to); } catch { /* a field without a caret */ }
  };

  setInterval(ask, EVERY);
  doc.addEventListener("visibilitychange", ask);
  addEventListener("pageshow", ask);
  addEventListener("online", ask);
})();
