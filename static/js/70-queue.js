// The send queue: a form that records is stored on the phone until the server has answered, so a hanging network or a closed
// page loses nothing. Without a network it is retried automatically; its idempotency key makes it count once. Every page
// shows the queue. The names of a stored item's fields stay as they are: an item may be older than this script.
(() => {
  "use strict";
  const doc = document;
  // A guest's phone may have games of its own, at the same host of static files.
  const KEY = ["companion.queue", doc.body.dataset.queue].filter(Boolean).join(" ");
  const SHOWN_BY_SERVER = "companion.shown";
  const RETRY_SOON = 3000;
  const RETRY_LATER = 15000;
  const NEXT_HAND_AFTER = 2500;
  const sending = new Set();

  const read = () => { try { return JSON.parse(localStorage.getItem(KEY)) || []; } catch { return []; } };
  const write = (items) => { try { localStorage.setItem(KEY, JSON.stringify(items)); return true; } catch { return false; } };
  const rememberShown = (id) => { try { sessionStorage.setItem(SHOWN_BY_SERVER, id); } catch { /* it stays until it is discarded */ } };
  const rememberedShown = () => { try { return sessionStorage.getItem(SHOWN_BY_SERVER); } catch { return null; } };
  const update = (id, changes) => { write(read().map((item) => item.id === id ? { ...item, ...changes } : item)); show(); };
  const finish = (item) => { drop(...withSettled(item)); doc.dispatchEvent(new CustomEvent("recorded")); };
  const drop = (...ids) => { write(read().filter((item) => !ids.includes(item.id))); show(); };
  const stored = (id) => read().find((item) => item.id === id);
  // A form of the page about a conflict names the item that it settles, which may be such a form itself. While it is stored,
  // that item is neither sent nor shown: it would hold up the form.
  const settledBy = (item) => new URLSearchParams(item.body).get("queued");
  const withSettled = (item) => item ? [item.id, ...withSettled(stored(settledBy(item)))] : [];
  // It takes the place of that item, before what was entered after it.
  const keep = (item) => {
    const items = read().filter((other) => other.id !== item.id);
    const place = items.findIndex((other) => other.id === settledBy(item));
    items.splice(place < 0 ? items.length : place, 0, item);
    return write(items);
  };
  const open = () => {
    const items = read();
    const settled = new Set(items.map(settledBy));
    return items.filter((item) => !settled.has(item.id));
  };
  const formsOf = (id) => [...doc.querySelectorAll("form[data-sent] [name=idempotency_key]")].filter((field) => field.value === id).map((field) => field.form);
  const gameOf = (to) => to.match(/\/g\/([^/]+)/)?.[1];
  const within = (milliseconds) => {
    const control = new AbortController();
    setTimeout(() => control.abort(), milliseconds);
    return control.signal;
  };

  // Send a form: the answer is an address to go to, or an error, or "busy" when it should be retried later.
  const post = async (to, body) => {
    const answer = await fetch(to, {
      method: "POST", body, signal: within(20000),
      headers: { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true" },
    });
    const address = answer.headers.get("HX-Redirect");
    if (address) return { address };
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const texts = (selector) => [...page.querySelectorAll(selector)].map((element) => element.textContent.trim());
    const errors = texts("main [role=alert], main .error");
    const error = (errors.length ? errors : texts("main h1, main h1 ~ p").slice(0, 2)).join(" ");
    return { busy: answer.status >= 500 || answer.status === 429, error };
  };

  // Store the form, send it, and remove it when the answer has come.
  doc.addEventListener("submit", async (event) => {
    const form = event.target;
    const queues = form.hasAttribute("data-queue");
    if (event.defaultPrevented || !(queues || form.hasAttribute("data-retry"))) return;
    event.preventDefault();
    const to = form.getAttribute("action");
    const sent = new FormData(form);
    if (event.submitter?.name) sent.set(event.submitter.name, event.submitter.value);
    const ahead = queues ? read().filter((item) => item.hand && gameOf(item.to) === gameOf(to) && item.id !== sent.get("idempotency_key")) : [];
    if (queues) {
      // A form that is shown again to be corrected keeps its key; any other is a new hand, after the one before it.
      if (!read().some((item) => item.id === sent.get("idempotency_key"))) sent.set("idempotency_key", newId());
      const before = ahead[ahead.length - 1]?.id ?? form.dataset.after;
      if (before) sent.set("after", before);
    }
    const body = new URLSearchParams(sent).toString();
    const hand = queues ? Number(form.dataset.hand) + ahead.length : 0;
    const what = queues ? `${form.dataset.queue} ${hand}` : TEXTS.recorded;
    const item = { id: sent.get("idempotency_key"), to, body, what, hand, state: "waiting", tried: ahead.length > 0, said: "" };
    const kept = keep(item);
    if (ahead.length && kept) { show(); clear(form, item); later(0); return; }
    sending.add(item.id);
    show();
    // While this one hangs, the next hand can be entered.
    const next = queues && kept ? setTimeout(() => clear(form, item), NEXT_HAND_AFTER) : 0;
    let answer = null;
    try { answer = await post(to, body); } catch { /* no network, or it hangs */ }
    clearTimeout(next);
    sending.delete(item.id);
    const stays = form.dataset.after === item.id;
    if (answer?.address) {
      finish(item);
      if (stays) arrived(item, answer.address);
      else location.assign(answer.address);
      later(0);
    } else if (answer && !answer.busy) {
      update(item.id, { state: "needs you", tried: true, said: answer.error });
      if (!stays) submitAsPage(item);
    } else if (kept) {
      update(item.id, { tried: true, said: answer?.error ?? "" });
      if (queues && !stays) clear(form, item);
      later(answer ? RETRY_LATER : RETRY_SOON);
    } else submitAsPage(item);
  });

  // Empty the form for the next hand.
  const clear = (form, item) => {
    form.reset();
    form.querySelectorAll("[type=text]").forEach((field) => { field.value = ""; });
    form.dataset.after = item.id;
    delete form.dataset.sent;
  };

  // Submit the form as a page load, so that the server shows its errors beside the fields. It is stored until that page is here.
  const submitAsPage = ({ id, to, body }) => {
    rememberShown(id);
    const form = doc.createElement("form");
    form.method = "post";
    form.action = to;
    form.hidden = true;
    new URLSearchParams(body).forEach((value, name) => {
      const field = form.appendChild(doc.createElement("input"));
      field.type = "hidden";
      field.name = name;
      field.value = value;
    });
    doc.body.append(form);
    form.submit();
  };

  // The problem may be gone by now; then it is recorded, else the server shows it.
  const review = async (item) => {
    try {
      const { address } = await post(item.to, item.body);
      if (!address) { submitAsPage(item); return; }
      finish(item);
      location.assign(address);
    } catch { later(RETRY_SOON); }
  };

  let timer = 0;
  const later = (milliseconds) => { clearTimeout(timer); timer = setTimeout(send, milliseconds); };

  const send = async () => {
    if (!read().some((item) => item.state === "waiting")) return;
    if (navigator.locks) await navigator.locks.request(KEY, { ifAvailable: true }, (lock) => lock ? sendAll() : later(RETRY_SOON));
    else await sendAll();
  };

  const sendAll = async () => {
    const stuck = new Set();
    let last = null;
    for (const item of open()) {
      const game = gameOf(item.to);
      if (item.state !== "waiting" || stuck.has(game) || sending.has(item.id)) { stuck.add(game); continue; }
      sending.add(item.id);
      try {
        const { address, busy, error } = await post(item.to, item.body);
        if (busy) { update(item.id, { tried: true, said: error }); later(RETRY_LATER); break; }
        if (!address) { update(item.id, { state: "needs you", tried: true, said: error }); stuck.add(game); continue; }
        finish(item);
        showSent(item, address);
        last = [item, address];
      } catch { update(item.id, { tried: true }); later(RETRY_SOON); break; } finally { sending.delete(item.id); }
    }
    if (last) arrived(...last);
  };

  // Leave the offline page for the real page, unless another hand is being entered on it.
  const arrived = (item, address) => {
    showSent(item, address);
    const page = doc.querySelector("[data-stand-in]");
    if (!page) return;
    const form = doc.querySelector("form[data-queue]");
    if (![...form?.querySelectorAll("[type=text]") ?? []].some((field) => field.value)) { location.assign(address); return; }
    form.dataset.hand = Math.max(Number(form.dataset.hand), item.hand + 1);
  };

  const bar = doc.createElement("section");
  bar.className = "queue";
  bar.setAttribute("aria-label", TEXTS.queue_label);
  bar.setAttribute("aria-live", "polite");
  doc.querySelector("main")?.before(bar);
  const queued = bar.appendChild(doc.createElement("div"));
  const notices = bar.appendChild(doc.createElement("div"));

  const makeButton = (label, act) => {
    const button = doc.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.addEventListener("click", act);
    return button;
  };

  const fill = (text, item) => text.replace("{what}", item.what).replace("{reason}", item.said ?? "");

  const makeLine = (text, ...controls) => {
    const line = doc.createElement("p");
    line.appendChild(doc.createElement("span")).textContent = text;
    line.append(...controls);
    return line;
  };

  let shown = "[]";
  const show = () => {
    notices.replaceChildren(...notice);
    const items = open();
    const now = JSON.stringify(items);
    // Don't redraw without a change: it would reset a button that is asking for confirmation.
    if (now === shown) return;
    shown = now;
    queued.replaceChildren(...items.map((item) => {
      const discard = makeButton(TEXTS.discard, () => {
        drop(item.id);
        // It can be sent again from the page it came from.
        formsOf(item.id).forEach((form) => { delete form.dataset.sent; });
      });
      discard.dataset.asks = TEXTS.discard_confirm;
      if (item.state !== "waiting") return makeLine(fill(TEXTS.needs_you, item), makeButton(TEXTS.show, () => review(item)), discard);
      if (item.tried) return makeLine(fill(TEXTS.waiting, item), discard);
      const line = makeLine(fill(TEXTS.sending, item));
      line.className = "on-its-way";
      return line;
    }));
  };

  let notice = [];
  const showSent = (item, address) => {
    if (formsOf(item.id).length) { location.assign(address); return; }
    const link = doc.createElement("a");
    link.href = address;
    link.textContent = TEXTS.show;
    notice = [makeLine(fill(TEXTS.sent, item), link)];
    show();
  };

  // Without a network: link to the offline page, if this phone has it.
  doc.addEventListener("network", (event) => {
    const link = doc.createElement("a");
    link.href = doc.body.dataset.pulse.replace(/pulse$/, "offline");
    link.textContent = TEXTS.go_offline;
    // A page of several games has none.
    const isKept = navigator.serviceWorker?.controller && link.href.includes("/g/");
    notice = event.detail ? [] : [makeLine(TEXTS.no_network, ...(isKept ? [link] : []))];
    show();
    if (event.detail) later(0);
  });

  doc.addEventListener("click", (event) => {
    const done = event.target.closest("[data-drop]");
    if (done) drop(...withSettled(stored(done.dataset.drop)));
    if (event.target.closest("[data-again]")) location.reload();
  });
  addEventListener("online", () => later(0));
  addEventListener("storage", (event) => { if (event.key === KEY) show(); });

  // This page now shows the server's errors for the item, so the item itself can go unless the page refers to it.
  const shownId = rememberedShown();
  if (shownId && !doc.querySelector("[data-again]")) {
    rememberShown("");
    const item = stored(shownId);
    const isReferredTo = [...doc.querySelectorAll("[name=idempotency_key], [name=queued], [data-drop]")].some((part) => (part.dataset.drop ?? part.value) === shownId);
    if (item && !item.hand && !isReferredTo && new URL(item.to, location).pathname === location.pathname) drop(shownId);
  }
  show();
  later(0);
})();

// Cache the game's sheet and offline page for when there is no network; again only after something was recorded. Browsers
// allow this over https only.
(() => {
  "use strict";
  const doc = document;
  const { worker, keep, pulse } = doc.body.dataset;
  if (!worker || !isSecureContext || !navigator.serviceWorker) return;
  const GAMES = "companion-games";
  addEventListener("load", async () => {
    try {
      await navigator.serviceWorker.register(worker);
      navigator.serviceWorker.ready.then(({ active }) => active.postMessage(0));
      if (!keep) return;
      const kept = await caches.open(GAMES);
      const mark = `${pulse}?kept`;
      const before = await kept.match(mark);
      if (before && await before.text() === keep && await kept.match(pulse.replace(/pulse$/, "offline"), { ignoreVary: true })) return;
      for (const place of ["sheet", "offline"]) {
        const address = pulse.replace(/pulse$/, place);
        const answer = await fetch(address, { cache: "no-store" });
        if (answer.ok && !answer.redirected) await kept.put(address, answer);
      }
      await kept.put(mark, new Response(keep));
    } catch { /* not allowed, or no space left */ }
  });
})();

// The no-network page: list the games cached on this phone.
(async () => {
  "use strict";
  const list = document.querySelector("[data-kept-list]");
  if (!list || !window.caches) return;
  const kept = await caches.open("companion-games");
  const pages = (await kept.keys()).map((request) => new URL(request.url).pathname).filter((path) => path.endsWith("/offline"));
  for (const path of pages) {
    const page = new DOMParser().parseFromString(await (await kept.match(path, { ignoreVary: true })).text(), "text/html");
    const link = list.appendChild(document.createElement("li")).appendChild(document.createElement("a"));
    link.href = path;
    link.textContent = [...page.querySelectorAll("main .line")].map((row) => [...row.children].map((part) => part.textContent).join(" ")).join(", ");
  }
  list.hidden = document.querySelector("[data-kept-games]").hidden = !pages.length;
})();
