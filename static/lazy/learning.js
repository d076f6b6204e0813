// The number pad types into the field. Without this script each of its keys sends the form, and the server does the same.
(() => {
  "use strict";
  const field = document.querySelector("[data-typed]");
  const pad = document.querySelector(".digits");
  if (!field || !pad) return;
  pad.addEventListener("click", (event) => {
    const key = event.target.closest("[name=key]")?.value;
    if (!key) return;
    event.preventDefault();
    const typed = field.value;
    if (key === "back") field.value = typed.slice(0, -1);
    else if (key === "-") field.value = typed.startsWith("-") ? typed.slice(1) : `-${typed}`;
    else if (typed.length < 5) field.value = typed + key;
    document.getElementById("say").textContent = field.value;
  });
})();
