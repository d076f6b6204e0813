// Entering a hand. A tap shows at once that it was taken; taps faster than the network wait for each other here, so that
// cards arrive in the order in which they were laid; and the keys show what the hand that came back holds.
(() => {
  "use strict";
  const doc = document;
  if (!doc.getElementById("entering")) return;
  const waiting = [];
  let sent = null;

  // Taking a card and giving it back look alike on the key: what was meant is what the key said when it was tapped.
  const meant = (button) => ({ id: button.id, name: button.name });
  const repeats = (tap) => tap.id !== "x-undo" && tap.id === (waiting[waiting.length - 1] ?? sent)?.id;

  const leaving = () => [sent, ...waiting].some((tap) => tap?.id === "done");

  doc.addEventListener("click", (event) => {
    const button = event.target.closest("#entering button");
    if (!button || !window.htmx) return;
    if (!sent) {
      const tap = sent = meant(button);
      // What sends nothing must not keep the others waiting.
      setTimeout(() => { if (sent === tap && !tap.began) sent = null; }, 100);
    } else {
      event.preventDefault();
      event.stopImmediatePropagation();
      // Once the hand is said to be in, a card tapped before the next page is there belongs to nobody.
      if (leaving() || repeats(meant(button))) return;
      waiting.push(meant(button));
    }
    button.classList.add("sent");
  }, true);

  doc.addEventListener("htmx:beforeRequest", (event) => {
    if (sent && event.target.closest?.("#entering")) sent.began = true;
  });

  const next = () => {
    sent = null;
    while (waiting.length && !sent) {
      const tap = waiting.shift();
      const button = doc.getElementById(tap.id);
      if (button?.name === tap.name) button.click();
    }
  };

  const keys = [...doc.querySelectorAll("#pad [id^=k]")];
  const show = () => {
    const held = (doc.getElementById("hand")?.dataset.held ?? "").split(" ");
    const open = new Set([sent?.id, ...waiting.map((tap) => tap.id)]);
    for (const key of keys) {
      const mine = held.includes(key.value);
      if (mine !== key.classList.contains("mine")) {
        key.classList.toggle("mine", mine);
        key.name = mine ? "out" : "card";
        key.setAttribute("aria-label", key.getAttribute("aria-label").split(",")[0] + (mine ? ", in this hand" : ""));
      }
    }
    doc.querySelectorAll("#entering .sent").forEach((one) => one.classList.toggle("sent", open.has(one.id)));
  };

  doc.addEventListener("htmx:afterRequest", (event) => {
    if (!event.target.closest?.("#entering") || event.detail.xhr?.getResponseHeader("HX-Redirect")) return;
    const well = event.detail.successful || event.detail.xhr?.status === 422;
    if (!well) waiting.length = 0;
    sent = null;
    show();
    const line = doc.querySelector("#hand .count");
    if (!well && line && !line.querySelector(".error")) {
      const said = line.appendChild(doc.createElement("span"));
      said.className = "error";
      said.textContent = "That tap did not arrive. Tap again from here.";
    }
    // What came back is wired up a moment later.
    if (waiting.length) {
      sent = { id: "" };
      setTimeout(next, 40);
    }
  });

  // Arrow keys walk over the keypad, so that one need not press Tab fifty times.
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  doc.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    const key = step && event.target.closest?.("[data-pad] .key");
    if (!key) return;
    const here = key.getBoundingClientRect();
    let best = null;
    let least = Infinity;
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
