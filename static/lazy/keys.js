// Entering a hand, and laying off. A tap marks its key at once. Taps made during a request are batched into the next one, in
// order, under an id that makes the batch count once however often it is sent. After each answer the keys show what the hand
// holds. A lay-off goes alone, since the next page may ask where it goes; the moves that its page showed when it was first sent
// make an undo or a pass count once.
(() => {
  "use strict";
  const doc = document;
  const entering = doc.querySelector("[data-taps]");
  if (!entering) return;
  const MOST_TAPS = entering.hasAttribute("data-alone") ? 1 : 60;
  const RETRY_AFTER = 2000;
  const KEPT = `companion.taps ${location.pathname}`;
  let [batch, waiting] = [null, []];
  try { [batch, waiting] = JSON.parse(sessionStorage.getItem(KEPT)) ?? [null, []]; } catch { /* nothing may be kept here */ }
  const form = () => doc.getElementById(entering.dataset.taps);
  let retry = 0;
  // Why the batch is sent again, said as long as it waits: news of the game replaces what was said.
  let waitsBecause = "";
  let whenSent = null;
  // Once an answer leads elsewhere: whether it leads to a question from which this page comes back.
  let left = null;
  // What sends a photo of the hand, from its shutter until its answer is there; and whether it was canceled.
  let photo = null;
  let canceled = false;

  const pending = () => [...(batch?.taps ?? []), ...waiting];
  // Taps outlive their page until the server has answered them.
  const keep = () => {
    try {
      if (pending().length) sessionStorage.setItem(KEPT, JSON.stringify([batch, waiting]));
      else sessionStorage.removeItem(KEPT);
    } catch { /* as long as the page stays */ }
  };

  // A second tap on the same key before the first was sent is a double tap, except for Undo.
  const repeats = (tap) => tap.id !== "x-undo" && tap.id === pending().pop()?.id;
  const leaving = () => left?.forGood || pending().some((tap) => tap.id === "done");

  doc.addEventListener("click", (event) => {
    const button = event.target.closest("[data-taps] button[name]");
    if (!button || !window.htmx || button.form?.id === "written") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const tap = { id: button.id, name: button.name, value: button.value };
    // After "Done", taps before the next page is there are dropped.
    if (!leaving() && !repeats(tap) && !(photo && !canceled && tap.id === "done")) {
      waiting.push(tap);
      button.classList.add("sent");
      keep();
    }
    if (retry) post();
    else send();
  }, true);

  // A finger that slides over three keys of a suit or more lays the run between the first and the last.
  let from = null;
  let to = null;
  const slide = (event) => {
    if (!from && event.type !== "pointerdown") return;
    const key = doc.elementFromPoint(event.clientX, event.clientY)?.closest("#pad [id^=k]");
    if (event.type === "pointerdown") from = to = event.isPrimary && window.htmx ? key : null;
    if (!from) return;
    if (key?.value.at(-1) === from.value.at(-1)) to = key;
    const [low, high] = [keys.indexOf(from), keys.indexOf(to)].sort((one, other) => one - other);
    const isRun = high - low > 1 && event.type !== "pointercancel";
    show();
    if (isRun) for (const marked of keys.slice(low, high + 1)) marked.classList.add("sent");
    if (event.type === "pointerup" && isRun && !leaving()) {
      waiting.push({ id: from.id + to.id, name: "run", value: `${from.value}-${to.value}` });
      keep();
      if (!retry) send();
    }
    if (event.type !== "pointerdown" && event.type !== "pointermove") from = null;
  };
  for (const type of ["down", "move", "up", "cancel"]) doc.addEventListener(`pointer${type}`, slide);
  // A browser that takes the slide for the beginning of a scroll swallows the next tap.
  let start = null;
  const pad = doc.getElementById("pad");
  pad?.addEventListener("touchstart", (event) => { [start] = event.touches; }, { passive: true });
  pad?.addEventListener("touchmove", (event) => {
    const [touch] = event.touches;
    const across = Math.abs(touch.clientX - start.clientX);
    if (event.cancelable && event.touches.length === 1 && across > Math.abs(touch.clientY - start.clientY)) event.preventDefault();
  }, { passive: false });

  const send = () => {
    if (left || photo || batch || !waiting.length) return;
    batch = { id: newId(), taps: waiting.splice(0, MOST_TAPS), seen: form().elements.seen?.value };
    keep();
    post();
  };

  const post = () => {
    clearTimeout(retry);
    retry = 0;
    const { id, seen, taps } = batch;
    const values = entering.hasAttribute("data-alone")
      ? { seen, [taps[0].name]: taps[0].value }
      : { taps: taps.map((tap) => `${tap.name}:${tap.value}`).join(" "), batch: id };
    values.form_token = form().elements.form_token.value;
    window.htmx.ajax("POST", form().getAttribute("action"), { source: entering, values }).catch(() => { /* htmx:afterRequest handles it */ });
  };

  const keys = [...doc.querySelectorAll("#pad [id^=k]")];
  const show = () => {
    const held = (doc.getElementById("hand")?.dataset.held ?? "").split(" ");
    const open = new Set(pending().map((tap) => tap.id));
    for (const key of keys) {
      const mine = held.includes(key.value);
      if (mine !== key.classList.contains("mine")) {
        key.classList.toggle("mine", mine);
        key.name = mine ? "out" : "card";
        key.setAttribute("aria-label", key.getAttribute("aria-label").split(",")[0] + (mine ? ", in this hand" : ""));
      }
    }
    for (const key of entering.querySelectorAll(".sent")) key.classList.toggle("sent", open.has(key.id));
    for (const id of open) doc.getElementById(id)?.classList.add("sent");
    if (retry) showError(waitsBecause);
  };

  const showError = (text) => {
    const line = form().querySelector(".count, .dock");
    if (!line || line.querySelector(".error")) return;
    const error = line.appendChild(doc.createElement("span"));
    error.className = "error";
    error.textContent = text;
  };

  doc.addEventListener("htmx:afterRequest", (event) => {
    const { elt, xhr, successful } = event.detail;
    if (!elt.closest?.("[data-taps]")) return;
    const next = xhr?.getResponseHeader("HX-Redirect");
    if (next) {
      // A question at this address, as where a card goes, comes back here, and then the taps that wait are sent.
      left = { forGood: new URL(next, location).pathname !== location.pathname };
      batch = null;
      if (left.forGood) waiting.length = 0;
      keep();
      return;
    }
    const status = xhr?.status ?? 0;
    const arrived = successful || status === 422;
    if (elt !== entering) {
      if (arrived) show();
      else showError(TEXTS.taps_lost);
      return;
    }
    if (!arrived && (status === 0 || status === 429 || status >= 500)) {
      // The batch may have arrived: it is sent again under the same id.
      waitsBecause = status ? TEXTS.taps_waiting : TEXTS.taps_kept;
      showError(waitsBecause);
      retry = setTimeout(post, RETRY_AFTER);
      return;
    }
    if (!arrived) waiting.length = 0;
    batch = null;
    keep();
    show();
    if (!arrived) showError(TEXTS.tap_refused);
    photo?.();
    goOn();
  });
  addEventListener("pageshow", () => { left = null; });
  addEventListener("online", () => { if (retry) post(); });
  for (const tap of pending()) doc.getElementById(tap.id)?.classList.add("sent");
  // News of another phone replaces the keys.
  entering.addEventListener("htmx:load", show);
  addEventListener("load", () => {
    if (batch) post();
    else send();
  });

  const goOn = () => {
    send();
    if (batch || !whenSent || canceled) return;
    whenSent();
    whenSent = null;
  };

  // A photo of the hand waits for the taps on their way; later ones wait for its answer, so that no answer overtakes another.
  doc.addEventListener("photo-begins", (event) => {
    photo = event.detail;
    if (batch) event.preventDefault();
  });
  doc.addEventListener("photo-canceled", () => { canceled = true; });
  doc.addEventListener("photo-over", ({ detail: act }) => {
    photo = null;
    canceled = false;
    if (act) waiting.unshift({ id: "x-undo", name: "act", value: act });
    show();
    goOn();
  });

  // Leaving waits until the pending taps have arrived; a second tap leaves at once.
  const hold = (event, go) => {
    if (event.defaultPrevented || whenSent || leaving() || !(canceled || pending().length)) return;
    event.preventDefault();
    whenSent = go;
  };
  doc.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (link) hold(event, () => location.assign(link.href));
  });
  doc.addEventListener("submit", (event) => {
    const other = event.target;
    if (!entering.contains(other)) hold(event, () => other.requestSubmit(event.submitter));
  }, true);

  // Arrow keys walk over the keypad, of which Tab stops at one key only: the one that was there last.
  const stopAt = (stop) => { for (const key of doc.querySelectorAll("[data-pad] .key")) key.tabIndex = key === stop ? 0 : -1; };
  stopAt(keys[0]);
  pad?.addEventListener("focusin", (event) => stopAt(event.target));
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  doc.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    const key = step && event.target.closest?.("[data-pad] .key");
    if (!key) return;
    const here = key.getBoundingClientRect();
    let best = null;
    let least = Number.POSITIVE_INFINITY;
    for (const other of doc.querySelectorAll("[data-pad] .key")) {
      const there = other.getBoundingClientRect();
      const across = there.left - here.left;
      const down = there.top - here.top;
      const along = step[0] ? across * step[0] : down * step[1];
      const aside = Math.abs(step[0] ? down : across);
      const far = along + 3 * aside;
      if (along > 4 && far < least) [best, least] = [other, far];
    }
    if (best) {
      event.preventDefault();
      best.focus();
    }
  });
})();
