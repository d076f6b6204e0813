// Gem II: choosing the number of cards, the animation of jewels, and the timer of a turn.
(() => {
  "use strict";
  const doc = document;

  // The number of cards taken off is chosen first, by key or by plus and minus; only the main button records it.
  const cardsOff = (count) => (count === 0 ? TEXTS.no_card_off : count === 1 ? TEXTS.one_card_off : TEXTS.cards_off.replace("{count}", count));
  doc.addEventListener("change", (event) => {
    if (!event.target.matches("[data-count]")) return;
    const text = cardsOff(Number(event.target.value));
    event.target.form.querySelector("[data-off]").textContent = text;
    doc.dispatchEvent(new CustomEvent("say", { detail: text }));
  });
  doc.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    if (!step) return;
    event.preventDefault();
    const chosen = step.form.querySelector("[data-count]:checked");
    const wanted = Math.max(0, Number(chosen?.value ?? 0) + Number(step.dataset.step));
    const key = step.form.querySelector(`[data-count][value="${wanted}"]:not(:disabled)`);
    if (!key || key === chosen) return;
    const folded = key.closest("details");
    if (folded) folded.open = true;
    key.checked = true;
    key.dispatchEvent(new Event("change", { bubbles: true }));
  });

  // The server takes the bets of a page only if they differ from those that it was made with. A bet on its way may have
  // arrived already, so whatever is chosen after it is to differ.
  doc.addEventListener("htmx:beforeSend", ({ target }) => {
    const were = target.querySelector(":scope > [name=bets-were]");
    if (were) were.value = "sent";
  });

  // Slide each jewel from its old place to the new one.
  const place = (jewel) => {
    const box = jewel.getBoundingClientRect();
    return { x: box.x + scrollX, y: box.y + scrollY };
  };
  const jewels = () => [...doc.querySelectorAll("[data-jewel]")];
  let places = new Map();
  doc.addEventListener("htmx:beforeSwap", () => {
    places = new Map(jewels().map((jewel) => [jewel.dataset.jewel, place(jewel)]));
  });
  doc.addEventListener("htmx:afterSettle", () => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    jewels().forEach((jewel) => {
      const from = places.get(jewel.dataset.jewel);
      const to = place(jewel);
      if (!from || (Math.abs(from.x - to.x) < 4 && Math.abs(from.y - to.y) < 4)) return;
      const start = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
      jewel.animate([{ transform: start }, { transform: "none" }], { duration: 350, easing: "ease-in-out" });
    });
    places = new Map();
  });

  // Browsers allow sound only after a tap, so the tap that starts the timer prepares it.
  let sound = null;
  doc.addEventListener("click", (event) => {
    if (!event.target.closest("[data-sound], [data-timer][data-running], #turn button")) return;
    if (!sound && !event.target.closest("[data-sound]") && !doc.querySelector("[data-timer][data-running]")) return;
    const Context = window.AudioContext ?? window.webkitAudioContext;
    if (!Context) return;
    sound ??= new Context();
    sound.resume();
  });
  const beep = () => {
    navigator.vibrate?.([250, 120, 250, 120, 500]);
    if (!sound) return;
    [0, 0.3, 0.6].forEach((after) => {
      const tone = sound.createOscillator();
      const loud = sound.createGain();
      const at = sound.currentTime + after;
      tone.frequency.value = 880;
      loud.gain.setValueAtTime(0.0001, at);
      loud.gain.exponentialRampToValueAtTime(0.4, at + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.22);
      tone.connect(loud).connect(sound.destination);
      tone.start(at);
      tone.stop(at + 0.25);
    });
  };

  // A running timer survives refreshes of the page: its end stays the same, and it sounds once.
  let run = null;
  const tick = () => {
    const timer = doc.querySelector("[data-timer][data-running]");
    if (!timer) { run = null; return; }
    const seconds = Number(timer.dataset.timer);
    if (run?.name !== timer.dataset.running) {
      run = { name: timer.dataset.running, end: Date.now() + 1000 * seconds, sounds: seconds > 0, asked: 0 };
    }
    const left = Math.max(0, Math.ceil((run.end - Date.now()) / 1000));
    const shown = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    const face = timer.querySelector("[data-left]");
    if (face.textContent !== shown) face.textContent = shown;
    timer.classList.toggle("soon", left <= 10);
    if (left) return;
    if (run.sounds) beep();
    run.sounds = false;
    // Retry while there is no connection; the server counts it once.
    if (Date.now() - run.asked < 4000) return;
    run.asked = Date.now();
    doc.getElementById("time-up")?.click();
  };
  setInterval(tick, 250);
})();
