// What every page shares: a press of a recording button counts once, and what changes is said aloud.
(() => {
  "use strict";
  const doc = document;
  doc.documentElement.classList.add("js");

  // A form that is on its way is not sent twice; coming back to the page by Back frees it again.
  doc.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.hasAttribute("data-many")) return;
    if (form.dataset.sent) event.preventDefault();
    else if (!event.defaultPrevented) form.dataset.sent = "1";
  });
  const free = () => doc.querySelectorAll("form[data-sent]").forEach((form) => { delete form.dataset.sent; });
  addEventListener("pageshow", free);
  // A page kept by the browser may be out of date. A page of a game asks for itself what happened; any other is loaded
  // again unless something was typed on it.
  const typed = (field) => (field.type === "radio" || field.type === "checkbox"
    ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);
  addEventListener("pageshow", (event) => {
    if (event.persisted && !doc.body.dataset.pulse && ![...doc.querySelectorAll("input, textarea")].some(typed)) location.reload();
  });
  doc.addEventListener("htmx:afterRequest", free);

  // data-asks: a destructive button says what it does and waits for a second tap; before that nothing else hears of it.
  doc.addEventListener("click", (event) => {
    const button = event.target.closest("[data-asks]");
    if (!button || button.dataset.asked) return;
    event.preventDefault();
    event.stopPropagation();
    button.dataset.asked = "1";
    button.dataset.was = button.textContent;
    button.textContent = button.dataset.asks;
    setTimeout(() => { button.textContent = button.dataset.was; delete button.dataset.asked; }, 4000);
  }, true);

  // Elements that are there only for scripts.
  doc.querySelectorAll("[data-js]").forEach((element) => { element.hidden = false; });
  doc.addEventListener("htmx:load", (event) => {
    event.target.querySelectorAll?.("[data-js]").forEach((element) => { element.hidden = false; });
  });

  // Say a sentence to whoever listens instead of looking.
  const say = (words) => {
    const live = doc.getElementById("say");
    if (!live) return;
    live.textContent = "";
    setTimeout(() => { live.textContent = words; }, 50);
  };
  doc.addEventListener("say", (event) => say(event.detail.value ?? event.detail));
  // What a new page is about is said when it has come: what stands there from the beginning is not.
  const verdict = doc.querySelector("[data-say]");
  if (verdict) setTimeout(() => say(verdict.dataset.say), 300);
})();

// Times in the phone's own zone, printing, and where the keyboard goes on.
(() => {
  "use strict";
  const doc = document;
  const local = (root) => root.querySelectorAll("time[data-local]").forEach((time) => {
    const at = new Date(time.dateTime);
    if (!Number.isNaN(at.valueOf())) time.textContent = at.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  });
  // The server writes days in it, on paper for instance.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https
  if (timeZone) doc.cookie = `zone=${timeZone};path=/;max-age=34560000;samesite=lax`;
  local(doc);
  doc.addEventListener("htmx:load", (event) => local(event.target));
  doc.addEventListener("click", (event) => { if (event.target.closest("[data-print]")) print(); });

  // What a tap unfolds behind the dock is scrolled into view, once no second half of a double tap can land on it.
  doc.addEventListener("click", (event) => {
    const folded = event.target.closest("summary")?.parentElement;
    if (!folded) return;
    setTimeout(() => {
      const top = doc.querySelector(".dock")?.getBoundingClientRect().top ?? innerHeight;
      if (folded.open && folded.getBoundingClientRect().bottom > top) folded.scrollIntoView({ block: "center" });
    }, 400);
  });

  // After a part was replaced, whoever works by keyboard goes on where the new part begins.
  doc.addEventListener("htmx:afterSettle", (event) => {
    if (doc.activeElement && doc.activeElement !== doc.body) return;
    event.detail.elt?.querySelector?.("[data-focus]")?.focus({ preventScroll: true });
  });
})();

// Where the text is large for the phone, the dock goes to the end of the page instead of covering half of it.
(() => {
  "use strict";
  const root = document.documentElement;
  const fit = () => {
    const rem = Number.parseFloat(getComputedStyle(root).fontSize);
    root.classList.toggle("large-text", rem * 17 > innerWidth || rem * 28 > innerHeight);
  };
  new ResizeObserver(fit).observe(document.body);
  addEventListener("resize", fit);
})();
