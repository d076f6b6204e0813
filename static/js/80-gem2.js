// Gem II: plus and minus count on the phone itself, and the time of a turn runs, sounds and hands over.
(() => {
  "use strict";
  const doc = document;

  // Counting: no way to the server for each card; what was counted is kept there when the fingers rest.
  const said = (count) => (count === 0 ? "No card off" : count === 1 ? "1 card off" : `${count} cards off`);
  doc.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    if (!step) return;
    const counted = step.form.querySelector("[data-count]");
    const now = Math.min(Number(counted.dataset.most), Math.max(0, Number(counted.value) + Number(step.dataset.step)));
    event.preventDefault();
    if (now === Number(counted.value)) return;
    counted.value = now;
    const words = said(now);
    step.form.querySelector("[data-off]").textContent = words;
    doc.dispatchEvent(new CustomEvent("say", { detail: words }));
    counted.dispatchEvent(new CustomEvent("counted", { bubbles: true }));
  });

  // Jewels are seen to move: each slides from where it lay before.
  const jewels = () => [...doc.querySelectorAll("[data-jewel]")];
  let lay = new Map();
  doc.addEventListener("htmx:beforeSwap", () => {
    lay = new Map(jewels().map((jewel) => [jewel.dataset.jewel, jewel.getBoundingClientRect()]));
  });
  doc.addEventListener("htmx:afterSettle", () => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    jewels().forEach((jewel) => {
      const from = lay.get(jewel.dataset.jewel);
      const to = jewel.getBoundingClientRect();
      if (!from || (Math.abs(from.x - to.x) < 4 && Math.abs(from.y - to.y) < 4)) return;
      const start = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
      jewel.animate([{ transform: start }, { transform: "none" }], { duration: 350, easing: "ease-in-out" });
    });
    lay = new Map();
  });

  // A browser lets a page sound only after a tap: so the sound is made ready by the tap that starts the time.
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

  const ends = new WeakMap();
  const asked = new WeakMap();
  const tick = () => {
    const timer = doc.querySelector("[data-timer][data-running]");
    if (!timer) return;
    if (!ends.has(timer)) ends.set(timer, Date.now() + 1000 * Number(timer.dataset.timer));
    const left = Math.max(0, Math.ceil((ends.get(timer) - Date.now()) / 1000));
    const shown = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    const face = timer.querySelector("[data-left]");
    if (face.textContent !== shown) face.textContent = shown;
    timer.classList.toggle("soon", left <= 10);
    if (left) return;
    if (!asked.has(timer) && Number(timer.dataset.timer) > 0) beep();
    // Said again now and then, should the connection be gone: said twice it is once.
    if (Date.now() - (asked.get(timer) ?? 0) < 4000) return;
    asked.set(timer, Date.now());
    doc.getElementById("time-up")?.click();
  };
  setInterval(tick, 250);
})();
