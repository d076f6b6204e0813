// A tap that came to nothing says so: no connection, or what the server refused, in its own words. The page stays as it is.
(() => {
  "use strict";
  const doc = document;
  const banner = doc.createElement("div");
  banner.className = "banner";
  banner.hidden = true;
  banner.setAttribute("role", "alert");
  const words = banner.appendChild(doc.createElement("p"));
  const away = banner.appendChild(doc.createElement("button"));
  away.type = "button";
  away.textContent = "Close";
  away.addEventListener("click", () => { banner.hidden = true; });
  doc.body.append(banner);

  const show = (said) => {
    banner.hidden = false;
    words.textContent = said;
  };
  const noConnection = (event) => {
    // Taps of a hand are sent again by themselves, and the hand says so.
    if (event.detail.elt?.id !== "entering") show("No connection: nothing was sent, and nothing is lost. Try again.");
  };
  doc.addEventListener("htmx:sendError", noConnection);
  doc.addEventListener("htmx:timeout", noConnection);
  doc.addEventListener("htmx:responseError", (event) => {
    const page = new DOMParser().parseFromString(event.detail.xhr.responseText, "text/html");
    const said = [...page.querySelectorAll("main h1, main h1 ~ p")].map((one) => one.textContent.trim()).slice(0, 2);
    show(said.join(": ") || "The app could not do that. Reload the page and try again.");
  });
  doc.addEventListener("htmx:beforeRequest", () => { banner.hidden = true; });
})();
