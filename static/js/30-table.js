// Dice, and the upcard's rank and suit: the second tap submits them. With a keyboard, arrow keys choose and the button submits.
(() => {
  "use strict";
  const doc = document;
  doc.addEventListener("click", (event) => {
    const face = event.target.closest("[data-dice] input[type=radio]");
    // A click made by an arrow key has no coordinates.
    if (face && (event.screenX || event.screenY || event.pointerType)) {
      const form = face.form;
      const groups = [...form.querySelectorAll("fieldset")];
      if (groups.every((group) => group.querySelector(":checked"))) form.querySelector("[type=submit]").click(); // older iPhones have no requestSubmit
    }
    // A tap ends the animation.
    doc.querySelector(".rolled")?.classList.add("still");
  });
  // Animate dice that the app has just rolled.
  doc.addEventListener("rolled", () => doc.querySelector("[data-dice-lie]")?.classList.add("rolled"));
})();
