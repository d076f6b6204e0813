// What the page around the app does for a page in its frame: it looks like that page, and saves files for it.
// The build puts it before shell.js and join/guest.js.
window.followPage = (() => {
  "use strict";
  const MINUTE = 60_000;

  // A file of the app: browsers don't ask a service worker for what they download, so it is fetched first. Phones get their
  // share sheet where it takes the file.
  const saveInstead = async (event, frame, app) => {
    const link = event.target.closest?.("a[download]");
    if (!link?.href.startsWith(app)) return;
    event.preventDefault();
    const answer = await frame.contentWindow.fetch(link.href);
    if (!answer.ok) { frame.contentWindow.location.assign(link.href); return; }
    const [, name] = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition")) ?? ["", link.download];
    const file = new File([await answer.blob()], name, { type: answer.headers.get("Content-Type").split(";")[0] });
    if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
      try {
        await navigator.share({ files: [file] });
        return;
      } catch (error) {
        if (error.name === "AbortError") return;
      }
    }
    const saved = document.createElement("a");
    saved.href = URL.createObjectURL(file);
    saved.download = name;
    saved.click();
    setTimeout(() => URL.revokeObjectURL(saved.href), MINUTE);
  };

  return (frame, app) => {
    const page = frame.contentDocument;
    document.title = page.title;
    document.querySelectorAll("meta[name=theme-color]").forEach((meta) => { meta.remove(); });
    page.querySelectorAll("meta[name=theme-color]").forEach(({ name, content, media }) => {
      document.head.append(Object.assign(document.createElement("meta"), { name, content, media }));
    });
    if (page.documentElement.dataset.theme) document.documentElement.dataset.theme = page.documentElement.dataset.theme;
    page.addEventListener("click", (event) => saveInstead(event, frame, app));
  };
})();
