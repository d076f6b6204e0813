// Phones: what the tabs of one browser share, the way back in each of them, and the service worker as it is served.

import { SimEvent, Target } from "./dom.mjs";
import { Answer, Page } from "./page.mjs";

const FOLLOWED = new Set([301, 302, 303, 307, 308]);
const MOST_REDIRECTS = 8;

class Caches {
  constructor(phone) { Object.assign(this, { phone, named: new Map() }); }

  async open(name) {
    if (!this.named.has(name)) this.named.set(name, new Map());
    const kept = this.named.get(name);
    const pathOf = (request) => new URL(request.url ?? request, this.phone.world.origin).pathname;
    return {
      match: async (request) => kept.get(pathOf(request)),
      put: async (request, answer) => { kept.set(pathOf(request), answer); },
      delete: async (request) => kept.delete(pathOf(request)),
      keys: async () => [...kept.keys()].map((path) => ({ url: this.phone.world.origin + path })),
      addAll: async (addresses) => {
        for (const address of addresses.filter((one) => !one.includes("/static/"))) {
          const answer = await this.phone.fetch({ method: "GET", url: new URL(address, this.phone.world.origin).href, headers: {}, tab: -1 });
          kept.set(pathOf(address), answer);
        }
      },
    };
  }

  async match(request) {
    for (const name of this.named.keys()) {
      const found = await (await this.open(name)).match(request);
      if (found) return found;
    }
    return undefined;
  }

  async keys() { return [...this.named.keys()]; }
  async delete(name) { return this.named.delete(name); }
}

export class Phone {
  constructor(world, { id, scripts, secure }) {
    Object.assign(this, { world, id, scripts, secure: scripts && secure, stored: new Map(), tabs: new Map(), held: new Map(), clockOff: 0 });
    this.caches = new Caches(this);
    this.worker = null;
  }

  // Send a request over the network; the answer, or null without one, comes when the world says so.
  send(request, answered) {
    const sent = { body: "", headers: {}, ...request, id: this.world.number(), phone: this.id };
    const { headers = {} } = request;
    this.world.waiting.set(sent.id, (answer) => {
      const to = answer && FOLLOWED.has(answer.status) && answer.headers.get("Location");
      if (!to || request.manual || (request.hops ?? 0) >= MOST_REDIRECTS) { answered(answer); return; }
      const next = { ...request, url: new URL(to, request.url).href, method: "GET", body: "", hops: (request.hops ?? 0) + 1 };
      const { "Content-Type": _type, ...others } = headers;
      const followed = this.send({ ...next, headers: others }, answered);
      sent.forget = followed.forget;
    });
    this.world.effects.push(sent);
    const handle = { forget: () => { this.world.waiting.delete(sent.id); sent.forget?.(); } };
    return handle;
  }

  fetch(request) {
    return new Promise((done, failed) => { this.send(request, (answer) => answer ? done(answer) : failed(new TypeError("network"))); });
  }

  tellOthers(page, key) {
    for (const tab of this.tabs.values()) {
      if (tab.page && tab.page !== page) tab.page.window.dispatchEvent(new SimEvent("storage", { key }));
    }
  }

  locks(page) {
    return {
      request: async (name, _options, work) => {
        if (this.held.has(name)) return work(null);
        this.held.set(name, page);
        try { return await work({ name }); } finally { if (this.held.get(name) === page) this.held.delete(name); }
      },
    };
  }

  releaseLocks(page) { for (const [name, one] of this.held) if (one === page) this.held.delete(name); }

  serviceWorker() {
    if (!this.secure) return undefined;
    const ready = { active: { postMessage: () => { /* it has claimed the page */ } } };
    return {
      controller: this.worker?.active ? {} : null, ready: Promise.resolve(ready),
      register: async () => { if (!this.worker) this.startWorker(); },
    };
  }

  startWorker() {
    const self = new Target();
    const origin = { origin: this.world.origin };
    const known = {
      addEventListener: (...given) => self.addEventListener(...given), caches: this.caches, skipWaiting: async () => null,
      clients: { claim: async () => null }, location: origin, fetch: (request) => this.fetch({ ...request, manual: true }),
      setTimeout: (act, milliseconds) => this.world.addTimer({ act, page: { state: "shown", timers: new Set() }, due: this.world.now + milliseconds }),
    };
    this.worker = { self, active: false };
    this.world.compiled(this.world.sources["worker.js"], Object.keys(known))(...Object.values(known));
    const worked = [];
    self.dispatchEvent(new SimEvent("install", { waitUntil: (work) => worked.push(work) }));
    Promise.all(worked).then(() => { if (this.worker?.self === self) this.worker.active = true; }, () => { this.worker = null; });
  }

  // A page is asked of the worker, if there is one.
  async navigate(request) {
    if (!this.worker?.active) return this.fetch({ ...request, manual: true });
    let given = null;
    const asked = { ...request, mode: "navigate" };
    this.worker.self.dispatchEvent(new SimEvent("fetch", { request: asked, respondWith: (answer) => { given = answer; } }));
    return given ?? this.fetch({ ...request, manual: true });
  }

  // The battery is empty: what was stored stays.
  die() {
    for (const tab of this.tabs.values()) { tab.serial += 1; tab.page?.leave(false); }
    this.tabs.clear();
    this.held.clear();
    if (this.worker && !this.worker.active) this.worker = null;
  }
}

export class Tab {
  constructor(phone, id) { Object.assign(this, { phone, id, session: new Map(), past: [], page: null, serial: 0, failed: null, going: false }); }

  async navigate(request, replaces = false) {
    this.serial += 1;
    const { serial } = this;
    this.going = true;
    let next = { body: "", tab: this.id, ...request };
    if (next.method === "POST") next.headers = { "Content-Type": "application/x-www-form-urlencoded", Origin: this.phone.world.origin };
    next.headers = { ...next.headers, "Sec-Fetch-Mode": "navigate", ...(this.page ? { Referer: this.page.location.href } : {}) };
    let answer = null;
    try {
      for (let hops = 0; hops < MOST_REDIRECTS; hops += 1) {
        answer = await this.phone.navigate(next);
        if (serial !== this.serial) return;
        const to = FOLLOWED.has(answer.status) && answer.headers.get("Location");
        if (!to) break;
        next = { method: "GET", url: new URL(to, next.url).href, body: "", tab: this.id, headers: { "Sec-Fetch-Mode": "navigate" } };
      }
    } catch { answer = null; }
    if (serial !== this.serial) return;
    this.going = false;
    if (answer?.status === 204) return;
    this.failed = answer ? null : next;
    if (this.page) {
      const kept = this.phone.world.random() < 0.5 && !this.page.pending.size && !replaces;
      this.page.leave(kept);
      if (!replaces) this.past.push({ page: kept ? this.page : null, url: this.page.location.href });
      this.page = null;
    }
    if (answer) this.page = new Page(this, new Answer(answer.body, { status: answer.status, url: next.url }));
  }

  back() {
    const before = this.past.pop();
    if (!before) return false;
    this.serial += 1;
    this.going = false;
    if (!before.page) { this.navigate({ method: "GET", url: before.url }, true); return true; }
    this.page?.leave(false);
    this.failed = null;
    this.page = before.page;
    this.page.comeBack();
    return true;
  }

  // After an error page: the same again, a form that was sent among it.
  again() {
    if (this.failed) this.navigate(this.failed);
    else if (this.page) this.page.location.reload();
    return true;
  }
}
