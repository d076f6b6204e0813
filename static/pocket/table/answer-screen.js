// What a phone that joins shows: how it gets the host's code, then its own code, for the host's camera.
import { unpack } from "./codes.js";
import { VALID_FOR, showCode } from "./shown-code.js";

const ASK = `
  <p class="step">Open this phone's camera and scan the code on the phone with the game.</p>
  <details>
    <summary>Got a link instead? Paste it</summary>
    <input aria-label="The link" autocapitalize="off" autocomplete="off" spellcheck="false">
    <p class="problem" role="alert"></p>
    <button type="button" class="other">Join</button>
  </details>
  <a href="../">Back to the app</a>`;

// Ask for a code; a link that is pasted is opened as the camera would.
export const askForCode = (place) => {
  place.innerHTML = ASK;
  // Others who come here have no app, and would download it.
  place.querySelector("a").hidden = !document.referrer.startsWith(location.origin);
  place.querySelector("button").addEventListener("click", () => {
    const link = place.querySelector("input").value;
    try {
      unpack(link, "offer");
      location.hash = link.trim().split("#").at(-1);
    } catch (error) {
      place.querySelector(".problem").textContent = error.message;
    }
  });
};

export const possessive = (host) => host ? `${host}'s phone` : "the other phone";

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
