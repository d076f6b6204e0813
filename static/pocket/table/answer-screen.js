// What a phone that joins shows once it has scanned the host's code: its own code, for the host's camera.
import { VALID_FOR, showCode } from "./shown-code.js";

const possessive = (host) => host ? `${host}'s phone` : "the other phone";

// Show the answer in a place until it is taken away or has ended; `host` is whose game it is, "" if nobody knows.
export const showAnswer = (place, { code, host }) => {
  const step = document.createElement("p");
  step.setAttribute("role", "status");
  step.className = "step";
  const shown = document.createElement("div");
  shown.className = "code";
  place.replaceChildren(step, shown);
  step.textContent = `Now hold this in front of ${possessive(host)}.`;
  showCode(shown, { text: code });
  const end = setTimeout(() => {
    shown.remove();
    step.textContent = `This code has ended. Scan the code on ${possessive(host)} again.`;
  }, VALID_FOR);
  return { remove: () => { clearTimeout(end); place.replaceChildren(); } };
};
