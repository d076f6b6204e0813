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

// Share a picture of the score: the server's SVG, drawn as a PNG, goes to the share sheet if it takes files, else it is saved.
(() => {
  "use strict";
  const draw = async (link) => {
    const image = new Image();
    image.src = link.href;
    await new Promise((done, failed) => { image.onload = done; image.onerror = failed; });
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d").drawImage(image, 0, 0);
    const blob = await new Promise((done) => { canvas.toBlob(done); });
    return new File([blob], "score.png", { type: blob.type });
  };
  const share = async (file) => {
    if (!navigator.canShare?.({ files: [file] })) return false;
    try { await navigator.share({ files: [file] }); } catch (error) { return error.name === "AbortError"; }
    return true;
  };
  const save = (href, name) => {
    const link = document.createElement("a");
    link.href = href;
    link.download = name;
    link.click();
  };
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-picture]");
    if (!link) return;
    event.preventDefault();
    const file = await draw(link).catch(() => null);
    if (!file) save(link.href, link.download);
    else if (!await share(file)) save(URL.createObjectURL(file), file.name);
  });
})();
