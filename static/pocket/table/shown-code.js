// A code as another phone's camera takes it, with the key that sends it as text instead.
import { encodeQR } from "./qr.js";

// Codes stop working after this time, so that none that somebody photographed lets anyone in later.
export const VALID_FOR = 600_000;
const QUIET_ZONE = 4;
const SCALE = 8;
const SCREEN = `
  <img alt="QR code. The key below sends it as text instead.">
  <button type="button" class="other"></button>
  <p class="quiet" role="status"></p>
  <input aria-label="The code" readonly hidden>`;

// Show a code in a place. `sent` is what the key sends: { url } or { text }.
export const showCode = (place, sent) => {
  const text = sent.url ?? sent.text;
  place.innerHTML = SCREEN;
  const [picture, key, status, field] = place.children;
  picture.src = encodeQR(text, "data-url", { ecc: "low", border: QUIET_ZONE, scale: SCALE });
  key.textContent = sent.url ? "Send it as a link" : "Send it as text";
  field.value = text;
  key.addEventListener("click", async () => {
    try {
      if (navigator.share) { await navigator.share(sent); return; }
      await navigator.clipboard.writeText(text);
      status.textContent = "Copied. Paste it into a message to the other phone.";
    } catch (error) {
      if (error.name === "AbortError") return;
      field.hidden = false;
      field.select();
      status.textContent = "Copy this into a message to the other phone.";
    }
  });
};
