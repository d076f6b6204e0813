// What is to be recorded is on the phone before it is sent, and until an answer came: a network that hangs and a page that
// is closed lose nothing. What found no network is sent again by itself: each with an id of its own, so that it happens
// once however often it is sent. What becomes of it is shown on every page.
(() => {
  "use strict";
  const doc = document;
  const KEY = "companion.queue";
  const SHOWN = "companion.shown";
  const SOON = 3000;
  const LATER = 15000;
  const PATIENCE = 2500;
  const underWay = new Set();

  const read = () => { try { return JSON.parse(localStorage.getItem(KEY)) || []; } catch { return []; } };
  const write = (items) => { try { localStorage.setItem(KEY, JSON.stringify(items)); return true; } catch { return false; } };
  const remember = (id) => { try { sessionStorage.setItem(SHOWN, id); } catch { /* it stays until it is thrown away */ } };
  const remembered = () => { try { return sessionStorage.getItem(SHOWN); } catch { return null; } };
  const change = (id, what) => { write(read().map((one) => one.id === id ? { ...one, ...what } : one)); show(); };
  const drop = (id) => { write(read().filter((one) => one.id !== id)); show(); };
  const formsOf = (id) => [...doc.querySelectorAll("form[data-sent] [name=idempotency_key]")].filter((field) => field.value === id).map((field) => field.form);
  const newId = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  };
  const gameOf = (to) => to.match(/\/g\/([^/]+)/)?.[1];
  const within = (milliseconds) => {
    const control = new AbortController();
    setTimeout(() => control.abort(), milliseconds);
    return control.signal;
  };

  // The answer to a recording: where to go next, or what the server has to say against it, or nothing while it is busy.
  const post = async (to, body) => {
    const answer = await fetch(to, {
      method: "POST", body, signal: within(20000),
      headers: { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true" },
    });
    const address = answer.headers.get("HX-Redirect");
    if (address) return { address };
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const said = [...page.querySelectorAll("main [role=alert], main .error")].map((one) => one.textContent.trim());
    const title = [...page.querySelectorAll("main h1, main h1 ~ p")].slice(0, 2).map((one) => one.textContent.trim());
    return { busy: answer.status >= 500 || answer.status === 429, said: (said.length ? said : title).join(" ") };
  };

  // A form that records is kept first and sent by hand then; the answer takes it away again.
  doc.addEventListener("submit", async (event) => {
    const form = event.target;
    const queues = form.hasAttribute("data-queue");
    if (event.defaultPrevented || !(queues || form.hasAttribute("data-retry"))) return;
    event.preventDefault();
    const to = form.getAttribute("action");
    const sent = new FormData(form);
    if (event.submitter?.name) sent.set(event.submitter.name, event.submitter.value);
    const ahead = queues ? read().filter((one) => one.hand && gameOf(one.to) === gameOf(to) && one.id !== sent.get("idempotency_key")) : [];
    if (queues) {
      // One that was looked at and corrected keeps its id; any other is a hand of its own, after the one before it.
      if (!read().some((one) => one.id === sent.get("idempotency_key"))) sent.set("idempotency_key", newId());
      const before = ahead[ahead.length - 1]?.id ?? form.dataset.after;
      if (before) sent.set("after", before);
    }
    const body = new URLSearchParams(sent).toString();
    const hand = queues ? Number(form.dataset.hand) + ahead.length : 0;
    const what = queues ? `${form.dataset.queue} ${hand}` : "What you recorded";
    const item = { id: sent.get("idempotency_key"), to, body, what, hand, state: "waiting", tried: ahead.length > 0, said: "" };
    const kept = write([...read().filter((one) => one.id !== item.id), item]);
    if (ahead.length && kept) { show(); empty(form, item); later(0); return; }
    underWay.add(item.id);
    show();
    // While this one hangs the next hand can be entered.
    const next = queues && kept ? setTimeout(() => empty(form, item), PATIENCE) : 0;
    let answer = null;
    try { answer = await post(to, body); } catch { /* no network, or one that hangs */ }
    clearTimeout(next);
    underWay.delete(item.id);
    const stays = form.dataset.after === item.id;
    if (answer?.address) {
      drop(sent.get("queued"));
      drop(item.id);
      if (stays) arrived(item, answer.address);
      else location.assign(answer.address);
      later(0);
    } else if (answer && !answer.busy) {
      change(item.id, { state: "needs you", tried: true, said: answer.said });
      if (!stays) native(item);
    } else if (kept) {
      change(item.id, { tried: true, said: answer?.said ?? "" });
      if (queues && !stays) empty(form, item);
      later(answer ? LATER : SOON);
    } else native(item);
  });

  // What stood there of this hand is not of the next one.
  const empty = (form, item) => {
    form.reset();
    form.querySelectorAll("[type=text]").forEach((field) => { field.value = ""; });
    form.dataset.after = item.id;
    delete form.dataset.sent;
  };

  // Shown by the server itself: what is wrong with it, beside what was sent. It is kept until that page has come.
  const native = ({ id, to, body }) => {
    remember(id);
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

  // What was wrong with it may be mended by now: then it is recorded, and there is nothing to look at.
  const look = async (item) => {
    try {
      const { address } = await post(item.to, item.body);
      if (!address) { native(item); return; }
      drop(item.id);
      location.assign(address);
    } catch { later(SOON); }
  };

  let timer = 0;
  const later = (milliseconds) => { clearTimeout(timer); timer = setTimeout(send, milliseconds); };

  const send = async () => {
    if (!read().some((one) => one.state === "waiting")) return;
    if (navigator.locks) await navigator.locks.request(KEY, { ifAvailable: true }, (lock) => lock ? sendAll() : later(SOON));
    else await sendAll();
  };

  const sendAll = async () => {
    const stuck = new Set();
    let last = null;
    for (const item of read()) {
      const game = gameOf(item.to);
      if (item.state !== "waiting" || stuck.has(game) || underWay.has(item.id)) { stuck.add(game); continue; }
      underWay.add(item.id);
      try {
        const { address, busy, said } = await post(item.to, item.body);
        if (busy) { change(item.id, { tried: true, said }); later(LATER); break; }
        if (!address) { change(item.id, { state: "needs you", tried: true, said }); stuck.add(game); continue; }
        drop(item.id);
        showSent(item, address);
        last = [item, address];
      } catch { change(item.id, { tried: true }); later(SOON); break; } finally { underWay.delete(item.id); }
    }
    if (last) arrived(...last);
  };

  // The page that stood in for the table has done its service, unless another hand is being entered on it.
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
  bar.setAttribute("aria-label", "To be sent");
  bar.setAttribute("aria-live", "polite");
  doc.querySelector("main")?.before(bar);
  const kept = bar.appendChild(doc.createElement("div"));
  const besides = bar.appendChild(doc.createElement("div"));

  const button = (label, act) => {
    const made = doc.createElement("button");
    made.type = "button";
    made.textContent = label;
    made.addEventListener("click", act);
    return made;
  };

  const line = (words, ...more) => {
    const made = doc.createElement("p");
    const said = made.appendChild(doc.createElement("span"));
    said.textContent = words;
    made.append(...more);
    return made;
  };

  let shown = "[]";
  const show = () => {
    besides.replaceChildren(...extra);
    const items = read();
    const now = JSON.stringify(items);
    // A question that is being asked is not taken away by news that change nothing.
    if (now === shown) return;
    shown = now;
    kept.replaceChildren(...items.map((one) => {
      const away = button("Throw away", () => {
        drop(one.id);
        // It may be sent anew from the page that it came from.
        formsOf(one.id).forEach((form) => { delete form.dataset.sent; });
      });
      away.dataset.asks = "Really throw it away?";
      if (one.state !== "waiting") return line(`${one.what}: needs you. ${one.said}`, button("Look at it", () => look(one)), away);
      if (one.tried) return line(`${one.what}: waiting to be sent. ${one.said}`, away);
      const onItsWay = line(`${one.what}: on its way …`);
      onItsWay.className = "on-its-way";
      return onItsWay;
    }));
  };

  let extra = [];
  const showSent = (item, address) => {
    if (formsOf(item.id).length) { location.assign(address); return; }
    const look = doc.createElement("a");
    look.href = address;
    look.textContent = "Look";
    extra = [line(`${item.what}: sent.`, look)];
    show();
  };

  // Without a network: the way to the page on which a hand can be entered all the same, if this phone keeps it.
  doc.addEventListener("network", (event) => {
    const way = doc.createElement("a");
    way.href = doc.body.dataset.pulse.replace(/pulse$/, "offline");
    way.textContent = "Go on without";
    extra = event.detail ? [] : [line("No network just now.", ...(navigator.serviceWorker?.controller ? [way] : []))];
    show();
    if (event.detail) later(0);
  });

  doc.addEventListener("click", (event) => {
    const done = event.target.closest("[data-drop]");
    if (done) drop(done.dataset.drop);
    if (event.target.closest("[data-again]")) location.reload();
  });
  addEventListener("online", () => later(0));
  addEventListener("storage", (event) => { if (event.key === KEY) show(); });

  // What the server had to say of it stands on this page now: only what is entered there anew is still kept.
  const told = remembered();
  if (told && !doc.querySelector("[data-again]")) {
    remember("");
    const item = read().find((one) => one.id === told);
    const speaksOfIt = [...doc.querySelectorAll("[name=idempotency_key], [name=queued]")].some((field) => field.value === told);
    if (item && !item.hand && !speaksOfIt && new URL(item.to, location).pathname === location.pathname) drop(told);
  }
  show();
  later(0);
})();

// Kept for when there is no network: the last sheet of this game, and the page to enter a hand on. Asked for again only
// after another record. Browsers have this over https only.
(() => {
  "use strict";
  const doc = document;
  const { worker, keep, pulse } = doc.body.dataset;
  if (!worker || !isSecureContext || !navigator.serviceWorker) return;
  const GAMES = "companion-games";
  addEventListener("load", async () => {
    try {
      await navigator.serviceWorker.register(worker);
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
    } catch { /* not granted, or no room: the app does without */ }
  });
})();

// The games that are kept, listed where there is no network and no page of the one that was asked for.
(async () => {
  "use strict";
  const list = document.querySelector("[data-kept-list]");
  if (!list || !window.caches) return;
  const kept = await caches.open("companion-games");
  const pages = (await kept.keys()).map((one) => new URL(one.url).pathname).filter((path) => path.endsWith("/offline"));
  for (const path of pages) {
    const page = new DOMParser().parseFromString(await (await kept.match(path, { ignoreVary: true })).text(), "text/html");
    const link = list.appendChild(document.createElement("li")).appendChild(document.createElement("a"));
    link.href = path;
    link.textContent = [...page.querySelectorAll("main .line")].map((one) => [...one.children].map((part) => part.textContent).join(" ")).join(", ");
  }
  list.hidden = document.querySelector("[data-kept-games]").hidden = !pages.length;
})();
