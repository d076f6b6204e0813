// Forms: the dealer choice shows names as they are typed, Enter moves to the next field, − and + step a number, and what is
// typed before an answer comes stays.
(() => {
  "use strict";
  const show = (field) => {
    const label = document.querySelector(`[data-names="${field.id}"]`);
    if (label) label.textContent = field.value.trim() || label.dataset.else;
  };
  document.addEventListener("input", (event) => show(event.target));
  // What was typed before this script came.
  for (const label of document.querySelectorAll("[data-names]")) {
    const field = document.getElementById(label.dataset.names);
    if (field?.value) show(field);
  }
  // Enter in a field whose key says "next" goes to the next field; in a form that says so, Enter never submits.
  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.key !== "Enter" || event.isComposing || !field.matches("input") || !field.form) return;
    if (field.enterKeyHint !== "next" && !field.form.hasAttribute("data-enter-moves")) return;
    event.preventDefault();
    const fields = [...field.form.querySelectorAll("input[enterkeyhint]")].filter((input) => input.offsetParent);
    const next = fields[fields.indexOf(field) + 1];
    if (next && fields.includes(field)) next.focus();
    else field.blur();
  });

  // An answer replaces fields in which somebody went on typing: it doesn't know those words. A field that it fills otherwise
  // than it was sent keeps what the answer says.
  const texts = () => [...document.querySelectorAll("input[type=text][id], textarea[id]")];
  const sent = new WeakMap();
  const typed = new WeakMap();
  document.addEventListener("htmx:beforeRequest", ({ detail: { xhr } }) => {
    sent.set(xhr, new Map(texts().map(({ id, value }) => [id, value])));
  });
  document.addEventListener("htmx:beforeSwap", ({ detail: { xhr } }) => {
    const before = sent.get(xhr);
    typed.set(xhr, texts().filter(({ id, value }) => before?.has(id) && before.get(id) !== value));
  });
  document.addEventListener("htmx:afterSwap", ({ detail: { xhr } }) => {
    for (const old of typed.get(xhr) ?? []) {
      const field = document.getElementById(old.id);
      if (!field || field === old || field.value.trim() !== sent.get(xhr).get(old.id).trim()) continue;
      field.value = old.value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });

  // The − and + of a number.
  const steppers = (root) => root.querySelectorAll?.("button[data-by]").forEach((button) => { button.disabled = false; });
  steppers(document);
  document.addEventListener("htmx:load", (event) => steppers(event.target));
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-by]");
    if (!button) return;
    const field = button.parentElement.querySelector("input");
    field.value = Math.max(0, (Number.parseInt(field.value, 10) || 0) + Number(button.dataset.by));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
})();
