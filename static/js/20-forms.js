// Forms: the dealer choice shows names as they are typed, Enter moves to the next field, − and + step a number, and what is
// entered before an answer comes stays.
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

  // An answer replaces fields in which somebody went on typing or choosing: it doesn't know of that. A field that it fills
  // otherwise than it was sent keeps what the answer says.
  const fields = () => [...document.querySelectorAll("input[type=text][id], textarea[id], input[type=radio][id]")];
  // What a field holds, and what that is about: the next deal asks the same questions, and a player who moved up has the
  // seat that was another's.
  const contentOf = (field) => {
    const held = field.type === "radio" ? field.checked : field.value.trim();
    return `${held} ${field.form?.elements.deal?.value} ${field.labels[0]?.textContent.trim()}`;
  };
  const sent = new WeakMap();
  const entered = new WeakMap();
  document.addEventListener("htmx:beforeRequest", ({ detail: { xhr } }) => {
    sent.set(xhr, new Map(fields().map((field) => [field.id, contentOf(field)])));
  });
  document.addEventListener("htmx:beforeSwap", ({ detail: { xhr } }) => {
    const before = sent.get(xhr);
    entered.set(xhr, fields().filter((field) => before?.has(field.id) && before.get(field.id) !== contentOf(field)));
  });
  document.addEventListener("htmx:afterSwap", ({ detail: { xhr } }) => {
    const all = entered.get(xhr) ?? [];
    const isAsSent = ({ id }) => {
      const field = document.getElementById(id);
      return field && contentOf(field) === sent.get(xhr).get(id);
    };
    // Of the radio buttons of a question all that have changed, or none.
    const group = (old) => all.filter((other) => other === old || (old.type === "radio" && other.name === old.name));
    for (const field of enterAgain(all.filter((old) => group(old).every(isAsSent)))) {
      if (field.type !== "radio") field.dispatchEvent(new Event("input", { bubbles: true }));
      else if (field.checked) {
        window.htmx.process(field.form);
        field.dispatchEvent(new Event("change", { bubbles: true }));
      }
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
