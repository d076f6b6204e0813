// A code as another phone's camera takes it, with the key that sends it as text instead.
import { encodeQR } from "./qr.js";

// Codes stop working after this time, so that none that somebody photographed lets anyone in later.
export const VALID_FOR = 600_000;
const QUIET_ZONE = 4;
const SCALE = 8;

const send = async (sent, copied) => {
  try {
    if (navigator.share) { await navigator.share(sent); return; }
    await navigator.clipboard.writeText(sent.url ?? sent.text);
    copied.textContent = "Copied. Now paste it into a message to the other phone.";
  } catch (error) {
    if (error.name !== "AbortError") copied.textContent = "It couldn't be sent or copied here.";
  }
};

// Show a code in a place. `sent` is what the key sends: { url } or { text }.
export const showCode = (place, sent) => {
  const picture = document.createElement("img");
  picture.src = encodeQR(sent.url ?? sent.text, "data-url", { ecc: "low", border: QUIET_ZONE, scale: SCALE });
  picture.alt = "QR code. The key below sends it as text instead.";
  const key = document.createElement("button");
  key.type = "button";
  key.className = "other";
  key.textContent = sent.url ? "Send it as a link" : "Send it as text";
  const copied = document.createElement("p");
  copied.setAttribute("role", "status");
  copied.className = "quiet";
  key.addEventListener("click", () => send(sent, copied));
  place.replaceChildren(picture, key, copied);
};
