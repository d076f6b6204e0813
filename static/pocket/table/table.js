// The table that other phones sit at: this page hands their requests to the app, and the answers back. A phone is known by
// the certificate that it keeps, so it is the same one when it comes again.
import { MOST_KNOWN, pack, unpack, VERSION } from "./codes.js";
import { certificateOfPhone, keep, kept } from "./kept.js";
import { agreedOn, areFacts, NextLink, offer, reach, withCall, withoutCall } from "./link.js";
import { MOST_AT_ONCE, MOST_BYTES, Wire } from "./wire.js";

const SCOPE = new URL("./", location).href;
const MOST_GUESTS = 12;
const MOST_MET = 40;
const MOST_HEADERS = 40;
const METHODS = ["GET", "HEAD", "POST"];
const CALLED_AFTER = 3000;
const CALLED_AGAIN_AFTER = 10_000;
const MINUTE = 60_000;
const EVENING = 12 * 60 * MINUTE;

// As browsers write them.
const isHeader = ([name, value]) => /^[\w-]+$/.test(name) && typeof value === "string" && /^[\t -~\u00a0-\u00ff]*$/.test(value);
const isRequest = ({ method, path, headers }) => METHODS.includes(method) && typeof path === "string" && /^\/[!-~]*$/.test(path)
  && headers !== null && typeof headers === "object" && Object.keys(headers).length <= MOST_HEADERS && Object.entries(headers).every(isHeader);

const isCall = (kind, facts, agreed) => kind === "call" && areFacts(facts) && areFacts({ ...facts, ...agreed });

class Guest {
  #table;
  #link = null;
  #wire = null;
  #next;
  #turn = Promise.resolve();
  #calling = new AbortController();

  // `calls` is how this phone calls the guest's page if it was reloaded itself, `at` when that was told.
  constructor(table, fingerprint, calls = [], at = 0) {
    this.#table = table;
    this.fingerprint = fingerprint;
    this.id = fingerprint.slice(0, 16);
    this.calls = calls;
    this.at = at;
    this.#next = new NextLink(table.certificate, fingerprint, (link) => this.sit(link));
  }

  get isThere() { return Boolean(this.#wire?.isOpen) && this.#link.peer.connectionState !== "failed"; }

  tell(message) { this.#wire?.tell(message); }

  // Take a link to this guest; `path` is the page that it is to open.
  async sit(link, path = "") {
    this.#calling.abort();
    this.tell({ kind: "replaced" });
    this.leave("");
    this.#link = link;
    const underWay = new Set();
    const wire = new Wire(link.channel, MOST_BYTES, {
      told: (message) => this.#told(message),
      begins: (number, head) => underWay.size < MOST_AT_ONCE && !underWay.has(number) && isRequest(head) && underWay.add(number),
      // One after the other, so that no guest can fill the app's queue.
      came: (number, head, body) => {
        this.#turn = this.#turn.then(() => this.#answer(wire, number, head, body))
          .catch(() => wire.end("The answer can't be sent."))
          .finally(() => underWay.delete(number));
        return this.#turn;
      },
      broke: () => this.#table.lost(this),
    });
    this.#wire = wire;
    link.peer.addEventListener("connectionstatechange", () => this.#table.changed());
    wire.tell({ kind: "welcome", version: VERSION, name: this.#table.name, path });
    this.#table.changed();
    this.#tellNext(wire);
    await this.#next.renew();
    this.#tellNext(wire);
  }

  #tellNext(wire) { for (const told of this.#next.told) wire.tell(told); }

  // Give up a call that is under way, for one that starts anew.
  startCalling() {
    this.#calling.abort();
    this.#calling = new AbortController();
    return this.#calling;
  }

  // Call the phone again after this page was reloaded; what it needs to call this one is ready by then.
  async reach(call, wait, signal) {
    if (!this.#next.told.length) await this.#next.renew();
    const link = await reach(this.#table.certificate, call, wait, signal);
    if (link) this.#keep(withoutCall(this.calls, call)).catch(() => undefined);
    return link;
  }

  #keep(calls) {
    this.calls = calls;
    return this.#table.remember();
  }

  #told({ kind, ufrag, facts, agreed }) {
    if (kind === "kept") this.#next.kept(ufrag);
    else if (isCall(kind, facts, agreed)) {
      this.at = Date.now();
      this.#keep(withCall(this.calls, { facts, agreed })).then(() => this.tell({ kind: "kept", ufrag: agreed.ufrag })).catch(() => undefined);
    }
  }

  async #answer(wire, number, { method, path, headers }, body) {
    if (!wire.isOpen) return;
    const { status, headers: sent, body: content } = await this.#table.ask({
      kind: "request", asker: this.id, method, address: `${SCOPE}join/app${path}`, headers, body,
    });
    await wire.send(number, { status, headers: sent }, content);
  }

  leave(reason) {
    this.#wire?.end(reason);
    this.#link?.peer.close();
    this.#wire = this.#link = null;
  }

  // The table was closed.
  close() {
    this.#next.close();
    this.leave("The table was closed.");
  }
}

class Table {
  #guests = new Map();
  #isOpen = true;
  #awake = null;
  #changed;

  constructor({ ask, name, changed }, certificate) {
    this.ask = ask;
    this.name = name;
    this.certificate = certificate;
    this.#changed = changed;
  }

  get guests() { return [...this.#guests.values()].map(({ id, isThere }) => ({ id, isThere })); }

  // Let one more phone in, which then opens the page `path`. `code` is for its camera; what that phone shows then goes to
  // `answered`. One that was here before needs to show nothing: `came` is when it is there.
  async invite(path = "") {
    if (this.guests.filter(({ isThere }) => isThere).length >= MOST_GUESTS) throw new Error(`A table has room for ${MOST_GUESTS} phones.`);
    const forAll = await offer(this.certificate);
    // A browser that lets no page name its connections has none to expect: then all phones join by two codes.
    const known = (await Promise.all(
      (await this.#known()).map((fingerprint) => this.#expect(fingerprint, forAll.facts).catch(() => null)),
    )).filter(Boolean);
    const close = (link) => { for (const { peer } of [forAll, ...known]) if (peer !== link?.peer) peer.close(); };
    const sit = async (link) => {
      close(link);
      await this.#sit(link, path);
    };
    return {
      code: pack({ kind: "offer", ...forAll.facts, known, name: this.name }),
      answered: async (text) => { await sit(await forAll.answered(unpack(text, "answer"))); },
      came: Promise.race(known.map(({ came }) => came)).then(sit),
      close: () => close(),
    };
  }

  // Stand by for a phone, whose answer to an offer is known. Nobody else has its certificate.
  async #expect(fingerprint, { ufrag, pwd }) {
    const { mark, ...agreed } = await agreedOn({ pwd }, fingerprint);
    const { peer, facts, answered } = await offer(this.certificate, { ufrag, pwd });
    const came = answered({ ...agreed, fingerprint, candidates: [] }).catch(() => new Promise(() => undefined)); // it was closed
    return { mark, peer, candidates: facts.candidates, came };
  }

  // The phones that a code lets in at once: the last that were here, aren't now, and have a place in a game.
  async #known() {
    const { status, body } = await this.ask({
      kind: "request", asker: "", method: "GET", address: `${SCOPE}app/guests`, headers: {}, body: new ArrayBuffer(0),
    });
    const inGames = status === 200 ? JSON.parse(new TextDecoder().decode(body)) : [];
    return (await kept("met") ?? [])
      .filter((fingerprint) => inGames.includes(fingerprint.slice(0, 16)) && !this.#guests.get(fingerprint)?.isThere)
      .slice(0, MOST_KNOWN);
  }

  // It hears the channel at once: what the guest says before that would be lost.
  async #sit(link, path) {
    const { fingerprint } = link;
    const guest = this.#guests.get(fingerprint) ?? new Guest(this, fingerprint);
    this.#guests.set(fingerprint, guest);
    const sitting = guest.sit(link, path);
    const met = (await kept("met") ?? []).filter((other) => other !== fingerprint);
    keep("met", [fingerprint, ...met].slice(0, MOST_MET)).catch(() => undefined); // a full phone does without
    await sitting;
  }

  // After this page was reloaded: call the phones that were there, whose pages wait.
  async callAll() {
    for (const { fingerprint, calls, at } of await kept("guests") ?? []) {
      if (!calls || Date.now() - at > EVENING) continue;
      const guest = new Guest(this, fingerprint, calls, at);
      this.#guests.set(fingerprint, guest);
      this.#callUntilThere(guest);
    }
  }

  // Only once at a time: two calls with the same facts would break each other.
  async #callUntilThere(guest) {
    const { signal } = guest.startCalling();
    const isWanted = () => this.#isOpen && !signal.aborted && guest.calls.length && Date.now() - guest.at < EVENING;
    for (let [turn, wait] = [0, CALLED_AGAIN_AFTER]; isWanted(); turn += 1, wait = Math.min(wait * 1.5, MINUTE)) {
      const link = await guest.reach(guest.calls[turn % guest.calls.length], wait, signal);
      if (link && isWanted()) guest.sit(link);
      else link?.peer.close();
    }
  }

  // A guest calls when the connection breaks. If it breaks before this phone has said how to be called next, only this one can.
  lost(guest) {
    this.changed();
    setTimeout(() => { if (!guest.isThere) this.#callUntilThere(guest); }, CALLED_AFTER);
  }

  remember() {
    const known = [...this.#guests.values()].filter(({ calls }) => calls.length);
    return keep("guests", known.map(({ fingerprint, calls, at }) => ({ fingerprint, calls, at })));
  }

  // Something in a game changed.
  news() { for (const guest of this.#guests.values()) guest.tell({ kind: "news" }); }

  changed() {
    this.stayAwake();
    this.#changed?.();
  }

  // The screen stays on while guests are there: a phone that sleeps answers nobody.
  async stayAwake() {
    const wanted = this.#isOpen && this.guests.some(({ isThere }) => isThere);
    if (!wanted) {
      this.#awake?.release();
      this.#awake = null;
    } else if (!document.hidden && (!this.#awake || this.#awake.released)) {
      this.#awake = await navigator.wakeLock?.request("screen").catch(() => null) ?? null;
    }
  }

  close() {
    this.#isOpen = false;
    for (const guest of this.#guests.values()) guest.close();
    this.#guests.clear();
    this.remember().catch(() => undefined);
    this.changed();
  }
}

// Open the table. `ask` has the app answer a request, `name` is what guests call this phone, `changed` is told when a guest
// comes or goes.
export const openTable = async (given) => {
  const table = new Table(given, await certificateOfPhone());
  document.addEventListener("visibilitychange", () => table.stayAwake());
  await table.callAll();
  return table;
};
