// Keep the screen awake while a game is being played, where the browser allows it.
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
    } catch { /* not allowed: the screen sleeps as usual */ }
  };
  doc.addEventListener("visibilitychange", hold);
  addEventListener("pagehide", () => lock?.release());
  // Also when the page comes back from the browser's cache.
  addEventListener("pageshow", hold);
})();

// Share a link: with the phone's share sheet if there is one, else by the clipboard, else it is selected for copying.
(() => {
  "use strict";
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-share]");
    const field = button && document.getElementById(button.dataset.share);
    if (!field) return;
    field.select();
    try {
      if (navigator.share) await navigator.share({ url: field.value });
      else { await navigator.clipboard.writeText(field.value); button.textContent = TEXTS.copied; }
    } catch { /* it stays selected */ }
  });
})();
