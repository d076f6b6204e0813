// Numbers only: the pad types into the field that is active, and Gin leaves nothing to count for who called it. Without this
// script each key of the pad sends the form, and the server does the same. An answer replaces the form, so everything is looked
// up when it is needed.
(() => {
  "use strict";
  const doc = document;
  const FIELD = "[data-counting] input[id^=points-]";
  const form = () => doc.querySelector("[data-counting]");
  const fields = () => [...doc.querySelectorAll(FIELD)];
  const activate = (field) => {
    for (const other of fields()) other.toggleAttribute("data-active", other === field);
    form().elements.active.value = field.name.slice("points-".length);
  };
  const active = () => fields().find((field) => field.hasAttribute("data-active")) ?? fields()[0];
  const next = (from) => {
    const all = fields();
    const at = all.indexOf(from);
    const others = [...all.slice(at + 1), ...all.slice(0, at)];
    return others.find((field) => !field.value) ?? others[0] ?? from;
  };
  const prepare = () => {
    for (const field of fields()) field.inputMode = "none";
    const first = active();
    first?.setSelectionRange(0, first.value.length);
  };
  prepare();
  doc.addEventListener("htmx:load", (event) => { if (event.target.querySelector(FIELD)) prepare(); });
  doc.addEventListener("focusin", (event) => {
    if (event.target.matches(FIELD)) activate(event.target);
  });
  // A tapped field is selected whole: the next digit begins its number anew.
  doc.addEventListener("click", (event) => {
    if (event.target.matches(FIELD)) event.target.select();
  });
  // What was wrong with a number says nothing about the next one.
  const answered = (field) => { for (const name of ["aria-invalid", "aria-describedby"]) field.removeAttribute(name); };
  doc.addEventListener("input", (event) => {
    if (event.target.matches(FIELD)) answered(event.target);
  });
  const isSelected = ({ value, selectionStart, selectionEnd }) => value && selectionStart === 0 && selectionEnd === value.length;
  doc.addEventListener("click", (event) => {
    const key = event.target.closest("[data-counting] [name=key]")?.value;
    const field = key && active();
    if (!field) return;
    event.preventDefault();
    const anew = "byCall" in field.dataset || isSelected(field);
    if (key === "next") {
      const then = next(field);
      activate(then);
      then.setSelectionRange(0, then.value.length);
    } else {
      if (key === "back") field.value = anew ? "" : field.value.slice(0, -1);
      else if (anew || field.value.length < field.maxLength) field.value = anew ? key : field.value + key;
      field.setSelectionRange(field.value.length, field.value.length);
      answered(field);
    }
    delete field.dataset.byCall;
    doc.getElementById("say").textContent = `${active().labels[0].textContent} ${active().value}`;
  });
  doc.addEventListener("change", (event) => {
    if (!event.target.matches("[data-counting] :is([name=knocker], [name=call])")) return;
    // Whoever is tapped is counted next.
    const own = event.target.name === "knocker" && fields().find(({ id }) => id === `points-${event.target.value}`);
    if (own && !own.value) activate(own);
    const call = form().querySelector("[name=call]:checked");
    for (const field of fields()) {
      const out = call?.hasAttribute("data-goes-out") && field.id === `points-${form().querySelector("[name=knocker]:checked")?.value}`;
      if (out && !field.value) {
        field.value = "0";
        field.dataset.byCall = "";
      } else if (!out && "byCall" in field.dataset) {
        field.value = "";
        delete field.dataset.byCall;
      }
      if (out && field === active()) activate(next(field));
    }
  });
})();
