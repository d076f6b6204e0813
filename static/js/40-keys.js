// A tapped key shows at once that it was taken, before the server has answered; what did not arrive is said.
(() => {
  "use strict";
  const doc = document;
  doc.addEventListener("click", (event) => {
    event.target.closest("[data-pad] .key")?.classList.add("sent");
  });
  doc.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "hand") return;
    const key = event.detail.requestConfig?.elt;
    key?.classList?.remove("sent");
  });
  for (const trouble of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    doc.addEventListener(trouble, (event) => {
      const key = event.detail.elt;
      if (!key?.closest?.("[data-pad]")) return;
      key.classList.remove("sent");
      const line = doc.querySelector("#hand .count");
      if (!line) return;
      let said = line.querySelector(".error");
      if (!said) {
        said = doc.createElement("span");
        said.className = "error";
        line.append(said);
      }
      said.textContent = "That tap did not arrive. Tap the card again.";
    });
  }

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
