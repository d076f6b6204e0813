// While a game is being played the screen stays awake, where the browser grants it; it sleeps when the game is over.
(() => {
  "use strict";
  const doc = document;
  if (!doc.body.hasAttribute("data-awake") || !navigator.wakeLock) return;
  let lock = null;
  const hold = async () => {
    if (doc.hidden || lock) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
    } catch { /* not granted: the phone does as it always does */ }
  };
  doc.addEventListener("visibilitychange", hold);
  addEventListener("pagehide", () => lock?.release());
  // Also when one comes back to the page by Back.
  addEventListener("pageshow", hold);
})();

// Sending a link: by the phone's own sheet where it has one, else into the clipboard, else it is marked for copying.
(() => {
  "use strict";
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-share]");
    const field = button && document.getElementById(button.dataset.share);
    if (!field) return;
    field.select();
    try {
      if (navigator.share) await navigator.share({ url: field.value });
      else { await navigator.clipboard.writeText(field.value); button.textContent = "Copied"; }
    } catch { /* it stays marked */ }
  });
})();
