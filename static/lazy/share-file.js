// Share a file: with the phone's share sheet if it takes files, else the link downloads it.
(() => {
  "use strict";
  const link = document.querySelector("[data-share-file]");
  const named = (content) => new File([content], link.download, { type: "text/plain" });
  if (!link || !navigator.canShare?.({ files: [named("")] })) return;
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    try {
      const answer = await fetch(link.href);
      if (!answer.ok) throw new Error(answer.statusText);
      await navigator.share({ files: [named(await answer.blob())] });
    } catch (error) {
      // Closed by the player, or still open from a first tap.
      if (!["AbortError", "InvalidStateError"].includes(error.name)) location.assign(link.href);
    }
  });
})();
