// Entering a hand. A tap is marked on its key at once. Taps made while a request is under way go together in the next one, in
// their order, under an id by which the server takes them once however often they are sent; and the keys show what the hand
// that came back holds.
(() => {
  "use strict";
  const doc = document;
  const entering = doc.getElementById("entering");
  if (!entering) return;
  const MOST_TAPS = 60;
  const RETRY_AFTER = 2000;
  const waiting = [];
  let batch = null;
  let retry = 0;
  let afterwards = null;

  const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(36)).join("");
  const pending = () => [...(batch?.taps ?? []), ...waiting];

  // Taking a card and giving it back look alike on the key: what was meant is what the key said when it was tapped.
  const repeats = (tap) => tap.id !== "x-undo" && tap.id === pending().pop()?.id;
  const leaving = () => pending().some((tap) => tap.id === "done");

  doc.addEventListener("click", (event) => {
    const button = event.target.closest("#entering button[name]");
    if (!button || !window.htmx || button.form?.id === "written") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const tap = { id: button.id, name: button.name, value: button.value };
    // Once the hand is said to be in, a card tapped before the next page is there belongs to nobody.
    if (!leaving() && !repeats(tap)) {
      waiting.push(tap);
      button.classList.add("sent");
    }
    if (retry) post();
    else send();
  }, true);

  const send = () => {
    if (batch || !waiting.length) return;
    batch = { id: newId(), taps: waiting.splice(0, MOST_TAPS) };
    post();
  };

  const post = () => {
    clearTimeout(retry);
    retry = 0;
    const hand = doc.getElementById("hand");
    const taps = batch.taps.map((tap) => `${tap.name}:${tap.value}`).join(" ");
    const values = { taps, batch: batch.id, form_token: hand.querySelector("[name=form_token]").value };
    window.htmx.ajax("POST", hand.getAttribute("action"), { source: entering, values }).catch(() => { /* the answer, or the next try, says so */ });
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
    doc.querySelectorAll("#entering .sent").forEach((one) => { one.classList.toggle("sent", open.has(one.id)); });
  };

  const say = (words) => {
    const line = doc.querySelector("#hand .count");
    if (!line || line.querySelector(".error")) return;
    const said = line.appendChild(doc.createElement("span"));
    said.className = "error";
    said.textContent = words;
  };

  doc.addEventListener("htmx:afterRequest", (event) => {
    const { elt, xhr, successful } = event.detail;
    if (!elt.closest?.("#entering") || xhr?.getResponseHeader("HX-Redirect")) return;
    const status = xhr?.status ?? 0;
    const arrived = successful || status === 422;
    if (elt !== entering) {
      if (arrived) show();
      else say("That did not arrive. Try again.");
      return;
    }
    if (!arrived && (status === 0 || status === 429 || status >= 500)) {
      // Whether it was taken is not known: the same taps are sent again under the same id.
      say("No connection just now. Your taps are kept and sent again.");
      retry = setTimeout(post, RETRY_AFTER);
      return;
    }
    if (!arrived) waiting.length = 0;
    batch = null;
    show();
    if (!arrived) say("That tap was not taken. Go on from here.");
    send();
    if (batch || !afterwards) return;
    afterwards();
    afterwards = null;
  });
  addEventListener("online", () => { if (retry) post(); });

  // Who leaves while taps are on their way goes on once they have arrived; a second tap does not wait.
  const hold = (event, go) => {
    if (event.defaultPrevented || afterwards || leaving() || !pending().length) return;
    event.preventDefault();
    afterwards = go;
  };
  doc.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (link) hold(event, () => location.assign(link.href));
  });
  doc.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.closest("#entering")) hold(event, () => form.requestSubmit(event.submitter));
  }, true);

  // Arrow keys walk over the keypad, so that one need not press Tab fifty times.
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
