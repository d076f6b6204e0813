// The choice of the dealer shows the names as they are typed.
(() => {
  "use strict";
  document.addEventListener("input", (event) => {
    const shown = document.querySelector(`[data-names="${event.target.id}"]`);
    if (shown) shown.textContent = event.target.value.trim() || shown.dataset.else;
  });
})();
