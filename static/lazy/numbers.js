// Numbers only: the pad types into the field that is active, and Gin leaves nothing to count for who called it. Without this
// script each key of the pad sends the form, and the server does the same.
(() => {
  "use strict";
  const form = document.querySelector("[data-counting]");
  if (!form) return;
  const fields = [...form.querySelectorAll("[id^=points-]")];
  const say = document.getElementById("say");
  const activate = (field) => {
    for (const other of fields) other.toggleAttribute("data-active", other === field);
    form.elements.active.value = field.id.slice(7);
  };
  const active = () => fields.find((field) => field.hasAttribute("data-active")) ?? fields[0];
  const next = (from) => {
    const at = fields.indexOf(from);
    const others = [...fields.slice(at + 1), ...fields.slice(0, at)];
    return others.find((field) => !field.value) ?? others[0] ?? from;
  };
  for (const field of fields) {
    field.inputMode = "none";
    field.addEventListener("focus", () => activate(field));
  }
  form.querySelector(".number-pad").addEventListener("click", (event) => {
    const key = event.target.closest("[name=key]")?.value;
    const field = active();
    if (!key || !field) return;
    event.preventDefault();
    if (key === "next") activate(next(field));
    else if (key === "back") field.value = field.value.slice(0, -1);
    else if (field.value.length < field.maxLength) field.value = field.dataset.by ? key : field.value + key;
    delete field.dataset.by;
    say.textContent = `${active().labels[0].textContent} ${active().value}`;
  });
  form.addEventListener("change", (event) => {
    if (!["knocker", "call"].includes(event.target.name)) return;
    const call = form.querySelector("[name=call]:checked");
    for (const field of fields) {
      const out = call?.hasAttribute("data-goes-out") && field.id === `points-${form.elements.knocker.value}`;
      if (out && !field.value) {
        field.value = "0";
        field.dataset.by = "call";
      } else if (!out && field.dataset.by) {
        field.value = "";
        delete field.dataset.by;
      }
      if (out && field === active()) activate(next(field));
    }
  });
})();
