// The rules open over the page, so that nothing entered there is lost. Their dialog is fetched when it is first needed.
(() => {
  "use strict";
  const doc = document;
  if (!window.HTMLDialogElement?.prototype.showModal) return;
  let asked = null;
  const fetched = (link) => {
    if (asked) return;
    const script = doc.createElement("script");
    script.src = doc.body.dataset.rules;
    script.addEventListener("load", () => { window.openRules(asked); });
    script.addEventListener("error", () => { location.assign(asked.href); });
    asked = link;
    doc.head.append(script);
  };

  // Before other scripts: a tap on the rules doesn't leave the page. A page of rules by itself has nothing to lose.
  doc.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-rules]");
    if (!link || !window.htmx || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const page = doc.getElementById("rules-page");
    if (!doc.body.dataset.rules || (page && !page.closest("dialog"))) return;
    event.preventDefault();
    (window.openRules ?? fetched)(link);
  }, true);
})();
