// A page that stands in for the one that was tapped on (static/lazy/keys.js) leads back to its taps when the server answers,
// unless a hand is typed there.
(() => {
  "use strict";
  const doc = document;
  const RETRY_AFTER = 2000;
  const isKept = () => { try { return sessionStorage.getItem(`companion.taps ${location.pathname}`); } catch { return null; } };
  const back = async () => {
    const { ok } = await fetch(location, { method: "HEAD" }).catch(() => ({}));
    if (!ok) setTimeout(back, RETRY_AFTER);
    else if (![...doc.querySelectorAll("[type=text]")].some((field) => field.value)) location.reload();
  };
  if (doc.querySelector("[data-stand-in], [data-kept-list]") && isKept()) back();
})();
