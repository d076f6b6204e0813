// A page in a tab: the app's scripts as they are served, run against a document without layout, in time that is told.

import { Document, Element, FormData, SimEvent, Target } from "./dom.mjs";

export class Answer {
  constructor(body = "", { status = 200, headers = {}, url = "", redirected = false } = {}) {
    Object.assign(this, { body, status, url, redirected, ok: status >= 200 && status < 300 });
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    this.headers = { get: (name) => lower[name.toLowerCase()] ?? null };
  }

  async text() { return this.body; }
}

class Storage {
  constructor(items, changed = () => { /* nobody else sees it */ }) { Object.assign(this, { items, changed }); }
  getItem(key) { return this.items.get(key) ?? null; }
  setItem(key, value) { this.items.set(key, String(value)); this.changed(key); }
  removeItem(key) { this.items.delete(key); this.changed(key); }
}

// htmx, as far as the app's own scripts and forms use it: a request, its events, and the part that is replaced.
const makeHtmx = (page) => {
  const { document } = page;
  const tell = (element, type, detail) => {
    const at = element.isConnected ? element : document.body;
    at.dispatchEvent(new SimEvent(`htmx:${type}`, { bubbles: true, cancelable: true, detail }));
  };
  const put = (text, target) => {
    const fresh = new Document(text);
    for (const one of fresh.querySelectorAll("[hx-swap-oob]")) {
      const old = document.getElementById(one.id);
      const node = document.adoptNode(one);
      if (old) { old.replaceWith(node); tell(node, "load", { elt: node }); }
    }
    const parts = fresh.children.map((one) => document.adoptNode(one));
    if (!parts.length) return;
    target.replaceWith(...parts);
    for (const one of parts) tell(one, "load", { elt: one });
  };
  const ajax = async (verb, path, { source, values }) => {
    const named = source.closest("[hx-target]")?.getAttribute("hx-target");
    const target = named ? document.querySelector(named) : source;
    const ended = [];
    const xhr = { status: 0, responseText: "", getResponseHeader: () => null, addEventListener: (_type, act) => ended.push(act) };
    const detail = { elt: source, xhr, target, requestConfig: { parameters: values } };
    tell(source, "beforeRequest", detail);
    const limit = new AbortController();
    const timer = page.setTimeout(() => limit.abort(), 15000);
    let failed = "";
    try {
      const answer = await page.fetch(path, {
        method: verb, body: new URLSearchParams(Object.entries(values).filter(([, value]) => value !== undefined)).toString(), signal: limit.signal,
        headers: { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true", ...(target?.id ? { "HX-Target": target.id } : {}) },
      });
      Object.assign(xhr, { status: answer.status, responseText: answer.body, getResponseHeader: (name) => answer.headers.get(name) });
      const next = answer.headers.get("HX-Redirect");
      if (next) page.location.assign(next);
      else if (answer.status !== 204 && (answer.ok || answer.status === 422) && target?.isConnected) put(answer.body, target);
    } catch { failed = limit.signal.aborted ? "timeout" : "sendError"; }
    page.clearTimeout(timer);
    detail.successful = xhr.status >= 200 && xhr.status < 400;
    tell(source, "afterRequest", detail);
    if (failed) tell(source, failed, detail);
    else if (!detail.successful && xhr.status !== 422) tell(source, "responseError", detail);
    for (const act of ended) act();
  };
  return { ajax, process() { /* forms are found when they are submitted */ } };
};

export class Page {
  constructor(tab, answer) {
    Object.assign(this, { tab, phone: tab.phone, world: tab.phone.world, status: answer.status, timers: new Set(), pending: new Set(), refs: [] });
    this.state = "shown";
    this.window = new Target();
    this.location = this.#makeLocation(answer.url);
    this.document = new Document(answer.body, this.location, this);
    if (this.phone.scripts) this.#run();
  }

  #makeLocation(address) {
    const url = new URL(address, this.world.origin);
    const go = (to, replaces = false) => this.tab.navigate({ method: "GET", url: new URL(to, url).href }, replaces);
    return {
      href: url.href, pathname: url.pathname, search: url.search, hash: url.hash, origin: url.origin,
      assign: (to) => go(to), replace: (to) => go(to, true), reload: () => go(url.href, true), toString: () => url.href,
    };
  }

  #run() {
    const { phone, world, window, document, location } = this;
    const navigator = { onLine: true, serviceWorker: phone.serviceWorker(), locks: phone.secure ? phone.locks(this) : undefined };
    const shared = new Storage(phone.stored, (key) => phone.tellOthers(this, key));
    const sources = [world.sources["app.js"]];
    for (const script of document.querySelectorAll("script")) {
      const name = script.getAttribute("src")?.replace(/^\/static\/[^/]+\//, "");
      if (name?.startsWith("lazy/") && world.sources[name]) sources.push(world.sources[name]);
    }
    if (document.querySelectorAll("script").some((one) => one.getAttribute("src")?.includes("htmx"))) window.htmx = makeHtmx(this);
    class SimDate extends Date {
      constructor(...given) { super(...(given.length ? given : [world.now + phone.clockOff])); }
      static now() { return world.now + phone.clockOff; }
    }
    const known = {
      window, document, location, navigator, localStorage: shared, sessionStorage: new Storage(this.tab.session), TEXTS: world.texts,
      fetch: (...given) => this.fetch(...given), setTimeout: (...given) => this.setTimeout(...given), clearTimeout: (id) => this.clearTimeout(id),
      addEventListener: (...given) => window.addEventListener(...given), dispatchEvent: (event) => window.dispatchEvent(event),
      DOMParser: class { parseFromString(text) { return new Document(text); } },
      Event: SimEvent, CustomEvent: SimEvent, FormData, Response: Answer, isSecureContext: phone.secure, Date: SimDate,
      Math: Object.assign(Object.create(Math), { random: () => world.random() }),
      crypto: { getRandomValues: (array) => array.map(() => Math.floor(world.random() * 256)) },
      AbortSignal: { timeout: (milliseconds) => { const limit = new AbortController(); this.setTimeout(() => limit.abort(), milliseconds); return limit.signal; } },
      caches: phone.secure ? phone.caches : undefined, history: { state: null, replaceState() { /* not used */ } },
      matchMedia: () => ({ matches: false, addEventListener() { /* never changes */ } }),
      ResizeObserver: class { observe() { /* no layout */ } }, getComputedStyle: () => ({ fontSize: "16px" }), requestAnimationFrame() { /* no layout */ },
      innerWidth: 360, innerHeight: 640, scrollY: 0, performance: { now: () => world.now, getEntriesByType: () => [{ type: "navigate" }] },
    };
    if (known.caches) window.caches = known.caches;
    // Together, since a later script uses what an earlier one declares.
    world.compiled(sources.join("\n"), Object.keys(known))(...Object.values(known));
    window.dispatchEvent(new SimEvent("load"));
    window.dispatchEvent(new SimEvent("pageshow", { persisted: false }));
  }

  setTimeout(act, milliseconds = 0) {
    const timer = { act, page: this, due: this.world.now + Math.max(0, milliseconds) };
    this.timers.add(timer);
    this.world.addTimer(timer);
    return timer;
  }

  clearTimeout(timer) { if (timer) { timer.gone = true; this.timers.delete(timer); } }

  fetch(address, { method = "GET", body = "", headers = {}, signal } = {}) {
    if (this.state !== "shown") return new Promise(() => { /* nobody is there to hear the answer */ });
    const url = new URL(String(address), this.location.href).href;
    return new Promise((done, failed) => {
      if (signal?.aborted) { failed(new Error("aborted")); return; }
      const request = this.phone.send({ method, url, body: String(body), headers, tab: this.tab.id }, (answer) => {
        this.pending.delete(request);
        if (this.state === "gone") return;
        if (answer) done(answer);
        else failed(new TypeError("network"));
      });
      this.pending.add(request);
      signal?.addEventListener("abort", () => { this.pending.delete(request); request.forget(); failed(new Error("aborted")); });
    });
  }

  // A page that is left lies in the browser's memory, its timers held, or is gone.
  leave(kept) {
    this.window.dispatchEvent(new SimEvent("pagehide", { persisted: kept }));
    for (const request of this.pending) request.forget();
    this.state = kept ? "kept" : "gone";
    for (const timer of this.timers) timer.left = Math.max(0, timer.due - this.world.now);
    if (!kept) for (const timer of [...this.timers]) this.clearTimeout(timer);
    this.phone.releaseLocks(this);
  }

  comeBack() {
    this.state = "shown";
    for (const timer of this.timers) { timer.due = this.world.now + timer.left; this.world.addTimer(timer); }
    this.window.dispatchEvent(new SimEvent("pageshow", { persisted: true }));
  }

  click(element) {
    if (element.disabled || !element.isConnected) return false;
    const event = new SimEvent("click", { bubbles: true, cancelable: true, detail: 1, button: 0, pointerType: "touch" });
    const { isBox } = element;
    if (isBox && element.tag === "input") element.checked = element.type === "radio" || !element.checked;
    if (!element.dispatchEvent(event)) return true;
    if (element.tag === "a" && element.hasAttribute("href")) this.location.assign(element.href);
    else if (element.tag === "button" && element.type === "submit" && element.form) this.submit(element.form, element);
    else if (isBox && element.tag === "input") element.dispatchEvent(new SimEvent("change", { bubbles: true }));
    return true;
  }

  submit(form, submitter) {
    if (!form.dispatchEvent(new SimEvent("submit", { bubbles: true, cancelable: true, submitter }))) return;
    if (form.hasAttribute("hx-post") && this.window.htmx) {
      const sent = new FormData(form);
      if (submitter?.name) sent.append(submitter.name, submitter.value);
      this.window.htmx.ajax("POST", form.getAttribute("hx-post"), { source: form, values: Object.fromEntries(sent) });
    } else this.sendForm(form, submitter);
  }

  sendForm(form, submitter) {
    const sent = new FormData(form);
    if (submitter?.name) sent.append(submitter.name, submitter.value);
    const fields = new URLSearchParams(sent).toString();
    const url = new URL(submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "", this.location.href);
    if (form.method.toLowerCase() === "post") this.tab.navigate({ method: "POST", url: url.href, body: fields });
    else this.tab.navigate({ method: "GET", url: `${url.href.split("?")[0]}?${fields}` });
  }

  // What a person sees who could do something here. The keys of a keypad are known to everybody.
  look() {
    const { document } = this;
    this.refs = [];
    const note = (element) => this.refs.push(element) - 1;
    const words = (element) => element.textContent.replace(/\s+/g, " ").trim();
    const buttons = document.querySelectorAll("button").filter((one) => !one.disabled && one.closest("#pad") === null && one.closest(".aloud") === null);
    return {
      path: this.location.pathname, search: this.location.search, status: this.status,
      live: Object.fromEntries(document.querySelectorAll("[data-live]").map((one) => [one.id, one.dataset.live])),
      hidden: Object.fromEntries(document.querySelectorAll("input[type=hidden]").reverse().map((one) => [one.name, one.value])), held: document.getElementById("hand")?.dataset.held ?? null,
      buttons: buttons.map((one) => ({
        ref: note(one), name: one.name, value: one.attributes.value ?? "", id: one.id, words: words(one),
        to: one.form?.getAttribute("action") ?? "", form: one.form?.id ?? "", waits: !!one.dataset.asked, pressed: one.getAttribute("aria-pressed") === "true",
      })),
      links: document.querySelectorAll("main a[href]").map((one) => ({ ref: note(one), to: one.attributes.href, leads: one.hasAttribute("data-lead"), main: one.classList.contains("main"), words: words(one) })),
      fields: document.querySelectorAll("input, select, textarea").filter((one) => one.type !== "hidden" && one.name)
        .map((one) => ({ ref: note(one), name: one.name, type: one.type, value: one.value, checked: one.isBox && one.checked })),
      text: words(document.querySelector("main") ?? document),
    };
  }

  act({ ref, sel, value }) {
    const element = sel ? this.document.querySelector(sel) : this.refs[ref];
    if (!(element instanceof Element) || !element.isConnected) return false;
    if (value === undefined) return this.click(element);
    element.value = value;
    element.dispatchEvent(new SimEvent("input", { bubbles: true }));
    return true;
  }
}
