// Forms: the dealer choice shows names as they are typed, Enter moves to the next field, − and + step a number.
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
