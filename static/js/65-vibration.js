// A short buzz when the server has recorded something or the phone goes on by itself, two when a ruling says "not legal": where
// the phone can, and not where motion is reduced.
(() => {
  "use strict";
  const doc = document;
  const RECORDED = 35;
  const ILLEGAL = [60, 90, 60];
  const buzz = (pattern) => {
    if (!navigator.vibrate || navigator.userActivation?.hasBeenActive === false) return;
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate(pattern);
  };
  doc.addEventListener("recorded", () => buzz(RECORDED));
  doc.addEventListener("lead", () => buzz(RECORDED));
  // A turn of Gem II is recorded by htmx.
  doc.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.successful && detail.requestConfig.parameters?.act === "record") buzz(RECORDED);
  });

  // Once for each ruling: not after a reload, on the way back, or when another phone's change redraws it; and not for what is
  // only read up, as a case of the rules or a hand on the sheet.
  if (!/\/(ruling|moves)$/.test(location.pathname)) return;
  let felt = "";
  const feel = (root, silently) => {
    const ruling = root.querySelector?.("[data-outcome=illegal]")?.textContent.trim();
    if (!ruling || ruling === felt) return;
    felt = ruling;
    if (!silently) buzz(ILLEGAL);
  };
  feel(doc, performance.getEntriesByType("navigation")[0]?.type !== "navigate");
  doc.addEventListener("htmx:load", (event) => feel(event.target));
})();
