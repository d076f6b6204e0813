// The second half of a double tap was meant for what lay there before: what records or discards takes no tap in its first moments
// if it lies where the tap before was. Every other tap counts, and so do keys and screen readers.
(() => {
  "use strict";
  const doc = document;
  const SPOT = "companion.tapped"; // for the next page
  const NEAR = 16; // pixels by which the second half may miss the first
  // In a form of which an answer replaces a part, the main button alone records.
  const GUARDED = "[data-asks], [data-guarded], .danger, .asks button, form[hx-post] .main";

  const remembered = () => { try { return JSON.parse(sessionStorage.getItem(SPOT)); } catch { return null; } };
  const remember = () => { try { sessionStorage.setItem(SPOT, JSON.stringify(spot)); } catch { /* only this page knows it */ } };
  let spot = remembered();
  addEventListener("click", (event) => {
    if (!event.detail) return; // no finger made it
    spot = [event.clientX, event.clientY];
    remember();
  }, true);

  const isGuarded = (control) =>
    control.matches(GUARDED) || (control.form?.elements.idempotency_key && !control.form.hasAttribute("hx-post"));
  const isAtSpot = (control) => {
    const box = control.getBoundingClientRect();
    const [x, y] = spot;
    return x > box.left - NEAR && x < box.right + NEAR && y > box.top - NEAR && y < box.bottom + NEAR;
  };
  const shown = (part) => {
    if (!spot) return;
    for (const control of part.querySelectorAll("button, a")) if (isGuarded(control) && isAtSpot(control)) control.classList.add("just-shown");
  };
  doc.addEventListener("animationend", (event) => { if (event.animationName === "just-shown") event.target.classList.remove("just-shown"); });
  shown(doc);
  addEventListener("pageshow", (event) => { if (event.persisted) shown(doc); });
  for (const news of ["htmx:load", "toggle", "uncovered"]) doc.addEventListener(news, (event) => shown(event.target), true);

  // What is replaced while a finger is on it takes the tap all the same: the browser gives it to nobody.
  let pressed = null;
  addEventListener("pointerdown", (event) => { pressed = event.isPrimary ? event.target.closest?.("button, a, label") : null; }, true);
  addEventListener("pointerup", (event) => {
    const gone = pressed && !pressed.isConnected && !isGuarded(pressed) ? pressed : null;
    pressed = null;
    const there = gone && doc.elementFromPoint(event.clientX, event.clientY)?.closest("button, a, label");
    if (there && ["id", "name", "value", "htmlFor", "href"].every((part) => there[part] === gone[part])) there.click();
  }, true);
})();
