// The big screen: the last ruling goes after a while, it is dark by night, and a button fills the screen.
(() => {
  "use strict";
  const doc = document;
  const root = doc.documentElement;
  const MINUTE = 60_000;
  const EVENING = 20;
  const MORNING = 7;
  const LOOK_AGAIN = 30_000; // no game plays that could have news

  const hideLater = () => {
    for (const ruling of doc.querySelectorAll("[data-seconds]")) {
      const left = 1000 * ruling.dataset.seconds;
      ruling.removeAttribute("data-seconds");
      setTimeout(() => { ruling.hidden = true; }, left);
    }
  };
  hideLater();
  doc.addEventListener("htmx:load", hideLater);

  // A television doesn't say that it is night. Who has chosen light or dark keeps it.
  if (root.dataset.theme === "auto") {
    const darken = () => {
      const hour = new Date().getHours();
      root.dataset.theme = hour >= EVENING || hour < MORNING ? "dark" : "auto";
    };
    darken();
    setInterval(darken, MINUTE);
  }

  if (doc.querySelector("[data-empty]")) setTimeout(() => location.reload(), LOOK_AGAIN);

  const button = doc.querySelector("[data-full-screen]");
  if (!root.requestFullscreen) button.parentElement.remove();
  const enter = button.textContent;
  const show = () => { button.textContent = doc.fullscreenElement ? button.dataset.leave : enter; };
  doc.addEventListener("fullscreenchange", show);
  button.addEventListener("click", async () => {
    button.closest("details").open = false;
    try {
      if (doc.fullscreenElement) await doc.exitFullscreen();
      else await root.requestFullscreen();
    } catch { /* not allowed */ }
  });
  const leave = doc.querySelector("[data-leaves]");
  leave.addEventListener("click", () => {
    // The game that is shown may be the next one by now.
    const game = location.href.match(/(.*\/g\/[^/]+)\/screen/);
    if (game) leave.href = game[1];
    // A window beside the one that runs the app has no other page to go to.
    if ("closes" in leave.dataset && window.top === window) window.close();
  });
})();
