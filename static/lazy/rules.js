// The dialog with the rules, fetched when they are first asked for (static/js/85-rules.js). Links to rules within it stay
// in it; its back button returns to the rules as they were left.
(() => {
  "use strict";
  const doc = document;
  let dialog;
  let body;
  let back;
  let opener;
  let trail = [];

  const button = (icon, label, act) => {
    const made = doc.createElement("button");
    made.type = "button";
    made.textContent = icon;
    made.dataset.guarded = ""; // else the second half of the double tap that opened the dialog closes it
    made.setAttribute("aria-label", label);
    made.addEventListener("click", act);
    return made;
  };

  const build = () => {
    dialog = doc.createElement("dialog");
    dialog.className = "rules-dialog";
    dialog.setAttribute("aria-labelledby", "rules-heading");
    const head = dialog.appendChild(doc.createElement("div"));
    head.className = "bar";
    back = head.appendChild(button("‹", TEXTS.back, goBack));
    const heading = head.appendChild(doc.createElement("h2"));
    heading.id = "rules-heading";
    heading.className = "where";
    heading.tabIndex = -1;
    heading.autofocus = true;
    heading.textContent = TEXTS.rules;
    head.append(button("×", TEXTS.close, () => dialog.close()));
    body = dialog.appendChild(doc.createElement("div"));
    body.className = "rules-body";
    body.id = "rules-body";
    dialog.addEventListener("close", closed);
    // A tap beside the dialog closes it.
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    doc.body.append(dialog);
  };

  // The style comes with the first opening; the current one is sent whatever its address says.
  const styled = () => new Promise((done) => {
    const link = doc.head.appendChild(doc.createElement("link"));
    link.rel = "stylesheet";
    link.addEventListener("load", done);
    link.addEventListener("error", done);
    link.href = doc.body.dataset.rules.replace(/js$/, "css");
  });

  const load = async (address) => {
    back.hidden = !trail.length;
    body.replaceChildren();
    body.setAttribute("aria-busy", "true");
    try {
      await window.htmx.ajax("GET", address, { target: body, select: "#rules-page", swap: "innerHTML ignoreTitle:true" });
    } catch { /* the banner says that there is no connection */ }
    body.removeAttribute("aria-busy");
    body.scrollTop = 0;
    if (!body.firstElementChild) dialog.close();
  };

  const goBack = () => {
    const { parts, scroll } = trail.pop();
    back.hidden = !trail.length;
    body.replaceChildren(...parts);
    body.scrollTop = scroll;
  };

  const closed = () => {
    body.replaceChildren();
    // Closed by the browser's Back, the entry is gone already.
    if (history.state?.rules) history.back();
    opener?.focus({ preventScroll: true });
  };

  window.openRules = async (link) => {
    if (dialog?.open) {
      trail.push({ parts: [...body.childNodes], scroll: body.scrollTop });
      load(link.href);
      return;
    }
    opener = link;
    trail = [];
    if (!dialog) {
      build();
      await styled();
    }
    // htmx would fetch the page again when the browser comes back to an entry of its own.
    if (history.state?.htmx) history.replaceState(null, "");
    history.pushState({ rules: true }, "");
    dialog.showModal();
    dialog.dispatchEvent(new CustomEvent("uncovered"));
    load(link.href);
  };
  addEventListener("popstate", () => { if (dialog?.open) dialog.close(); });
})();
