// A banner for requests that failed: no connection, or the server's own error. The page itself stays as it is.
(() => {
  "use strict";
  const doc = document;
  const banner = doc.createElement("div");
  banner.className = "banner";
  banner.hidden = true;
  banner.setAttribute("role", "alert");
  const text = banner.appendChild(doc.createElement("p"));
  const close = banner.appendChild(doc.createElement("button"));
  close.type = "button";
  close.textContent = TEXTS.close;
  close.addEventListener("click", () => { banner.hidden = true; });
  doc.body.append(banner);

  const show = (error) => {
    banner.hidden = false;
    text.textContent = error;
  };
  const noConnection = (event) => {
    // Taps are sent again automatically, and their page says so.
    if (!event.detail.elt?.matches("[data-taps]")) show(TEXTS.no_connection);
  };
  doc.addEventListener("htmx:sendError", noConnection);
  doc.addEventListener("htmx:timeout", noConnection);
  doc.addEventListener("htmx:responseError", (event) => {
    const page = new DOMParser().parseFromString(event.detail.xhr.responseText, "text/html");
    const error = [...page.querySelectorAll("main h1, main h1 ~ p")].map((element) => element.textContent.trim()).slice(0, 2);
    show(error.join(": ") || TEXTS.app_failed);
  });
  doc.addEventListener("htmx:beforeRequest", () => { banner.hidden = true; });
})();
