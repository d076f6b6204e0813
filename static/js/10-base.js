// What every page needs: forms are sent once, destructive buttons ask, changes are announced to screen readers.
(() => {
  "use strict";
  const doc = document;
  doc.documentElement.classList.add("js");
  // iPhones show :active only on pages that listen for touches.
  doc.addEventListener("touchstart", () => null, { passive: true });

  // A form that is being sent isn't sent twice; coming back to the page re-enables it.
  doc.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.hasAttribute("data-many")) return;
    if (form.dataset.sent) event.preventDefault();
    else if (!event.defaultPrevented) form.dataset.sent = "1";
  });
  const release = () => doc.querySelectorAll("form[data-sent]").forEach((form) => { delete form.dataset.sent; });
  addEventListener("pageshow", release);
  // A page from the browser's cache may be out of date. Game pages poll for changes; any other page is reloaded unless
  // something was typed on it.
  addEventListener("pageshow", (event) => {
    if (event.persisted && !doc.body.dataset.pulse && ![...doc.querySelectorAll("input, textarea")].some(isChanged)) location.reload();
  });
  doc.addEventListener("htmx:afterRequest", release);

  // data-asks: a destructive button first shows what it would do and waits for a second tap; other listeners see only that one.
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

  // Read aloud: with Alt and Shift, the keys of its buttons.
  doc.addEventListener("keydown", (event) => {
    const button = event.altKey && event.shiftKey && doc.querySelector(`[aria-keyshortcuts="Alt+Shift+${event.code.at(-1)}"]`);
    if (!button) return;
    event.preventDefault();
    button.closest("details")?.setAttribute("open", "");
    button.click();
  });

  // Elements that only work with scripts.
  doc.querySelectorAll("[data-js]").forEach((element) => { element.hidden = false; });
  doc.addEventListener("htmx:load", (event) => {
    event.target.querySelectorAll?.("[data-js]").forEach((element) => { element.hidden = false; });
  });

  // Announce a sentence to screen readers.
  const say = (sentence) => {
    const live = doc.getElementById("say");
    if (!live) return;
    live.textContent = "";
    setTimeout(() => { live.textContent = sentence; }, 50);
  };
  doc.addEventListener("say", (event) => say(event.detail.value ?? event.detail));
  // A live region isn't read when a page loads with text in it, so the verdict is put there afterwards.
  const verdict = doc.querySelector("[data-say]");
  if (verdict) setTimeout(() => say(verdict.dataset.say), 300);
})();

// Times in the phone's time zone, printing, unfolding, and keyboard focus after a part was replaced.
(() => {
  "use strict";
  const doc = document;
  const showLocalTimes = (root) => root.querySelectorAll("time[data-local]").forEach((time) => {
    const date = new Date(time.dateTime);
    const year = date.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
    if (date.getTime()) time.textContent = date.toLocaleString([], { year, month: "short", day: "numeric", hour: "numeric", minute: "numeric" });
  });
  // The server uses it for dates, in print for instance.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https
  if (timeZone) doc.cookie = `zone=${timeZone};path=/;max-age=34560000;samesite=lax`;
  showLocalTimes(doc);
  doc.addEventListener("htmx:load", (event) => showLocalTimes(event.target));
  doc.addEventListener("click", (event) => { if (event.target.closest("[data-print]")) print(); });

  // Scroll what was unfolded behind the dock into view, once the second half of a double tap can't land on it. What is
  // taller than the screen comes up to its heading, no further.
  doc.addEventListener("click", (event) => {
    const details = event.target.closest("summary")?.parentElement;
    if (!details || details.closest(".dock, #rules-page")) return;
    setTimeout(() => {
      const top = doc.querySelector(".dock")?.getBoundingClientRect().top ?? innerHeight;
      if (details.open && details.getBoundingClientRect().bottom > top) details.scrollIntoView({ block: "nearest" });
    }, 400);
  });

  // Chromium sometimes skips autofocus where it drew a first frame before the field had arrived, or doesn't scroll to it.
  addEventListener("load", () => {
    if (location.hash) return;
    const field = doc.querySelector("[autofocus]");
    if (doc.activeElement === doc.body) field?.focus();
    if (field && doc.activeElement === field && !scrollY) field.scrollIntoView({ block: "nearest" });
  });

  // After a part was replaced, keyboard focus goes to the beginning of the new part.
  doc.addEventListener("htmx:afterSettle", (event) => {
    if (doc.activeElement && doc.activeElement !== doc.body) return;
    event.detail.elt?.querySelector?.("[data-focus]")?.focus({ preventScroll: true });
  });
})();

// When text is large for the screen, the dock moves to the end of the page instead of covering half of it. Else the page
// leaves as much room below as the dock takes.
(() => {
  "use strict";
  const doc = document;
  const root = doc.documentElement;
  const fit = () => {
    const rem = Number.parseFloat(getComputedStyle(root).fontSize);
    root.classList.toggle("large-text", rem * 17 > innerWidth || rem * 18 > innerHeight);
    root.style.setProperty("--dock-height", `${doc.querySelector(".dock")?.offsetHeight ?? 0}px`);
  };
  // Later: what it changes may change the size of the body again.
  new ResizeObserver(() => requestAnimationFrame(fit)).observe(doc.body);
  fit();
  addEventListener("resize", fit);
})();
