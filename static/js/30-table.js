// Two taps set the dice: the second tap sends them. Keys choose among the faces and press the button.
(() => {
  "use strict";
  const doc = document;
  doc.addEventListener("click", (event) => {
    const face = event.target.closest("[data-dice] input[type=radio]");
    // A click made by an arrow key has no place on the screen.
    if (face && (event.screenX || event.screenY || event.pointerType)) {
      const form = face.form;
      if (form.first.value && form.second.value) form.requestSubmit(form.querySelector("[value=set]"));
    }
    // A tap ends the rolling.
    doc.querySelector(".rolled")?.classList.add("still");
  });
  // Dice that the app has just rolled tumble, once.
  doc.addEventListener("rolled", () => doc.querySelector("[data-dice-lie]")?.classList.add("rolled"));
})();
