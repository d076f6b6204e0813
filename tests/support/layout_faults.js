/* What is wrong with how a page lies on the phone's screen, in words. Run in the page, scrolled to its top. */
(needsMain) => {
  const faults = [];
  /* What has just come takes no tap at first, and a new page is clear until its first frame. */
  for (const animation of document.getAnimations()) if (["just-shown", "arrive"].includes(animation.animationName)) animation.finish();
  const seen = (element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })) return false;
    for (let part = element; part && part !== document.body; part = part.parentElement) {
      const style = getComputedStyle(part);
      if (style.clipPath !== "none" || part.getAttribute("aria-hidden") === "true") return false;
    }
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1;
  };
  const words = (element) => (element.innerText || element.getAttribute("aria-label") || element.id || element.tagName).trim().replace(/\s+/g, " ").slice(0, 40);
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) faults.push(`${root.scrollWidth - root.clientWidth} px too wide`);
  const all = [...document.body.querySelectorAll("*")].filter((element) => !element.closest("svg, dialog:not([open])") && seen(element));

  /* the main action: in sight without scrolling, not covered, high enough for a thumb */
  if (needsMain) {
    const mains = all.filter((element) => element.matches(".dock .main, button.main, a.main, #done, .face, [name=knock], label[for^=numeral], [name=call], .gem-card, button.gem-place, .drawn button"));
    const fine = mains.find((element) => {
      const box = element.getBoundingClientRect();
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return box.height >= 44 && box.top >= 0 && box.bottom <= innerHeight + 0.5 && top && (element.contains(top) || top.contains(element));
    });
    if (!fine) faults.push(`no main action in sight, of ${mains.map((element) => `${words(element)} from ${Math.round(element.getBoundingClientRect().top)} to ${Math.round(element.getBoundingClientRect().bottom)}`).join(", ") || `none; the page is ${document.readyState} with ${document.querySelectorAll(".main").length} of them`}`);
  }

  /* words that are cut off without an ellipsis, or run out of what holds them */
  const range = document.createRange();
  const texts = [];
  for (const element of all) {
    const style = getComputedStyle(element);
    const cut = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
    const own = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    if (style.overflowX !== "visible" && style.overflowX !== "auto" && style.overflowX !== "scroll" && !cut && element.scrollWidth > element.clientWidth + 1) faults.push(`cut off: ${words(element)}`);
    if (style.overflowY === "hidden" && !cut && element.scrollHeight > element.clientHeight + 2 && own.length) faults.push(`cut off below: ${words(element)}`);
    for (const node of own) {
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) if (box.width > 1 && box.height > 1) texts.push({ element, box, clips: cut });
    }
  }

  /* a word that is broken inside: after a hyphen or a slash a break is no fault, nor where the browser writes a hyphen */
  for (const element of all) {
    if (getComputedStyle(element).hyphens === "auto") continue;
    for (const node of element.childNodes) {
      if (node.nodeType !== 3) continue;
      for (const word of node.data.matchAll(/[\p{L}\p{M}\p{N}'’.]+/gu)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const lines = [...range.getClientRects()].filter((box) => box.width > 1);
        if (lines.some((box) => box.top > lines[0].top + lines[0].height / 2)) faults.push(`word broken inside: ${word[0]} in ${words(element)}`);
      }
    }
  }

  /* a title is never cut, not even with an ellipsis */
  for (const element of all) if (element.matches(".where, h1, h2, h3, legend") && getComputedStyle(element).overflowX !== "visible" && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2)) faults.push(`cut title: ${words(element)}`);

  /* a tile alone in the last of several rows: never below three, and below two only as wide as both */
  for (const element of all) {
    const style = getComputedStyle(element);
    if (style.display !== "grid" && !element.matches(".tally")) continue;
    const tiles = [...element.children].filter((tile) => seen(tile) && getComputedStyle(tile).position !== "absolute");
    if (tiles.length < 3 || !tiles.every((tile) => tile.matches("button, .button, .tile, .score, .tally > li, .face, .key, .gem-card"))) continue;
    const boxes = tiles.map((tile) => tile.getBoundingClientRect());
    const rows = Map.groupBy(boxes, ({ top }) => Math.round(top / 4));
    const [first] = rows.values(), last = boxes.at(-1);
    const alone = rows.size > 1 && [...rows.values()].at(-1).length === 1;
    if (alone && (first.length > 2 || (first.length === 2 && last.width < first[0].width * 1.8))) faults.push(`a lone tile: ${words(tiles.at(-1))}`);
  }

  const holder = (element) => element.closest("button, .button, a, label, td, th, .tile, .card, .felt, .sheet, li, summary");
  const clipped = (element) => { for (let part = element; part; part = part.parentElement) { const style = getComputedStyle(part); if (style.overflowX !== "visible" || style.webkitLineClamp !== "none") return true; } return false; };
  for (const { element, box } of texts) {
    const held = holder(element)?.getBoundingClientRect();
    if (held && held.width > 1 && (box.right > held.right + 2 || box.left < held.left - 2) && !clipped(element) && getComputedStyle(holder(element)).display !== "inline") faults.push(`runs out of its box: ${words(element)}`);
  }

  /* what lies over something else: words over words, and one control over another */
  const layer = (part) => ["fixed", "sticky"].includes(getComputedStyle(part).position) || part.matches("details.menu > :not(summary)");
  const fixed = (element) => { for (let part = element; part; part = part.parentElement) { if (layer(part)) return part; } return null; };
  const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 3;
  const still = texts.filter(({ element, box }) => !fixed(element) && !clipped(element) && box.bottom > 0).map((text) => ({ ...text, box: { left: text.box.left, right: text.box.right, top: text.box.top + text.box.height * 0.15, bottom: text.box.bottom - text.box.height * 0.15 } }));
  for (let i = 0; i < still.length; i++) for (let j = i + 1; j < still.length; j++) if (still[i].element !== still[j].element && meet(still[i].box, still[j].box)) faults.push(`words over words: ${words(still[i].element)} / ${words(still[j].element)}`);
  const controls = all.filter((element) => element.matches("a, button, .tile, .key, summary, input, select, textarea")).map((element) => ({ element, box: element.getBoundingClientRect(), dock: fixed(element) }));
  for (let i = 0; i < controls.length; i++) for (let j = i + 1; j < controls.length; j++) {
    const [one, other] = [controls[i], controls[j]];
    /* a "+" lies over the foot of its own cards, so that nothing moves */
    const group = one.element.closest(".group");
    if (group && group === other.element.closest(".group") && [one, other].some(({ element }) => element.matches(".onto, .gather"))) continue;
    if (one.dock === other.dock && !one.element.contains(other.element) && !other.element.contains(one.element) && meet(one.box, other.box)) faults.push(`one control over another: ${words(one.element)} / ${words(other.element)}`);
  }

  /* what is tapped is large enough for a thumb, and lies on the screen; a link within a sentence is as high as its line */
  const scrolled = (element) => { for (let part = element.parentElement; part; part = part.parentElement) if (["auto", "scroll"].includes(getComputedStyle(part).overflowX)) return true; return false; };
  for (const { element, box } of controls) {
    const style = getComputedStyle(element);
    if (style.opacity === "0" || style.display === "inline" || element.matches(".key, .hand-card, :disabled, .skip")) continue;
    const target = element.matches("input[type=radio], input[type=checkbox]") ? (element.closest("label") ?? element).getBoundingClientRect() : box;
    const after = getComputedStyle(element, "::after");
    if (after.position === "absolute" && after.content !== "none") continue;
    /* where cards are too low for labels, what lies over them leaves a part of each to be tapped */
    const high = element.matches(".onto, .gather") && getComputedStyle(element).minHeight !== "44px" ? 23.5 : 43.5;
    if (target.height < high || target.width < 43.5) faults.push(`too small to tap: ${words(element)}, ${Math.round(target.width)}x${Math.round(target.height)}`);
    if ((box.left < -0.5 || box.right > innerWidth + 0.5) && !scrolled(element)) faults.push(`off the screen: ${words(element)}`);
  }

  /* what the dock covers must come out from under it at the end of the page; what was opened above it is to lie over the page */
  scrollTo({ top: root.scrollHeight, behavior: "instant" });
  const docks = [...new Set(controls.map(({ dock }) => dock).filter(Boolean))].map((dock) => ({ dock, boxes: [...dock.querySelectorAll("a, button")].filter((element) => !element.closest("details")).map((element) => element.getBoundingClientRect()) }));
  const last = [...controls.filter(({ dock }) => !dock).map(({ element }) => ({ element, box: element.getBoundingClientRect() })), ...texts.filter(({ element }) => !fixed(element)).map(({ element }) => ({ element, box: element.getBoundingClientRect() }))];
  for (const { boxes } of docks) for (const { element, box } of last) if (boxes.some((button) => meet(button, box)) && !element.querySelector("a, button")) faults.push(`under the dock: ${words(element)}`);
  scrollTo({ top: 0, behavior: "instant" });
  return [...new Set(faults)].slice(0, 24);
}
