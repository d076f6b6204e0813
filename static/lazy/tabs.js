// Two tabs of one browser that enter the same hand: each tap says what its tab shows, so that the answer to one made on an
// outdated hand brings the whole hand; and a tab draws its page again once another tab has changed the hand.
(() => {
  "use strict";
  const doc = document;
  const mine = (event) => event.detail.elt.closest?.("#entering");

  doc.addEventListener("htmx:configRequest", (event) => {
    const seen = doc.getElementById("count")?.dataset.seen;
    if (mine(event) && seen !== undefined) event.detail.parameters.seen = seen;
  });

  if (!window.BroadcastChannel) return;
  const tabs = new BroadcastChannel("hands");
  let outdated = false;
  const isTyping = () => [...doc.querySelectorAll("textarea, input[type=text]")].some(isChanged);
  const catchUp = () => {
    if (outdated && !doc.hidden && !doc.querySelector("#entering .sent") && !isTyping()) location.reload();
  };
  doc.addEventListener("htmx:afterRequest", (event) => {
    if (!mine(event) || !event.detail.successful) return;
    outdated = false;
    tabs.postMessage(location.pathname);
  });
  tabs.addEventListener("message", ({ data: address }) => {
    outdated ||= address === location.pathname;
    catchUp();
  });
  doc.addEventListener("visibilitychange", catchUp);
})();
