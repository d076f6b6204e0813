// Browsers in one process, told line by line what happens: each line an order with the time, each answer what came of it.
// Nothing here waits: timers run when the simulator says so, and requests are answered when it says so.

import { createInterface } from "node:readline";
import { SimEvent } from "./dom.mjs";
import { Answer } from "./page.mjs";
import { Phone, Tab } from "./phone.mjs";

const world = {
  origin: "http://localhost", now: 0, sources: {}, texts: {}, effects: [], waiting: new Map(), timers: [], phones: new Map(), compiledOnce: new Map(), counter: 0, seed: 1,
  number() { this.counter += 1; return this.counter; },
  // mulberry32
  random() {
    this.seed = (this.seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.seed ^ (this.seed >>> 15), 1 | this.seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  },
  compiled(source, names) {
    if (!this.compiledOnce.has(source)) this.compiledOnce.set(source, new Function(...names, source));
    return this.compiledOnce.get(source);
  },
  addTimer(timer) { timer.order = this.number(); this.timers.push(timer); return timer; },
  next() {
    this.timers = this.timers.filter((timer) => !timer.gone && timer.page.state === "shown");
    return this.timers.reduce((first, one) => !first || one.due < first.due || (one.due === first.due && one.order < first.order) ? one : first, null);
  },
};

const tabOf = (order) => world.phones.get(order.phone).tabs.get(order.tab);

const ACTS = {
  start: ({ sources, texts }) => { Object.assign(world, { sources, texts }); },
  reset: ({ seed }) => { Object.assign(world, { seed, now: 0, effects: [], timers: [], counter: 0 }); world.waiting.clear(); world.phones.clear(); },
  phone: (order) => { world.phones.set(order.id, new Phone(world, order)); },
  tab: ({ phone, tab }) => { const owner = world.phones.get(phone); owner.tabs.set(tab, new Tab(owner, tab)); },
  close: (order) => { const tab = tabOf(order); tab.serial += 1; tab.page?.leave(false); tab.phone.tabs.delete(order.tab); },
  die: ({ phone }) => { world.phones.get(phone).die(); },
  go: (order) => { tabOf(order).navigate({ method: "GET", url: world.origin + order.path }); },
  back: (order) => tabOf(order).back(),
  again: (order) => tabOf(order).again(),
  act: (order) => tabOf(order).page?.act(order) ?? false,
  hide: (order) => {
    // A phone that was off by now has lost the tab.
    const page = tabOf(order)?.page;
    if (page) { page.document.hidden = order.hidden; page.document.dispatchEvent(new SimEvent("visibilitychange")); }
  },
  online: ({ phone }) => { for (const tab of world.phones.get(phone).tabs.values()) tab.page?.window.dispatchEvent(new SimEvent("online")); },
  news: ({ phone }) => { for (const tab of world.phones.get(phone).tabs.values()) tab.page?.document.dispatchEvent(new SimEvent("news")); },
  reload: ({ phone }) => { for (const tab of world.phones.get(phone).tabs.values()) tab.again(); },
  clock: ({ phone, off }) => { world.phones.get(phone).clockOff = off; },
  look: (order) => {
    const tab = tabOf(order);
    if (!tab.page) return { failed: tab.failed !== null, posted: tab.failed?.method === "POST", going: tab.going };
    return { ...tab.page.look(), going: tab.going };
  },
  queue: ({ phone }) => {
    const { stored } = world.phones.get(phone);
    return JSON.parse(stored.get("companion.queue guest") ?? stored.get("companion.queue") ?? "[]");
  },
  answer: ({ id, status, headers, body }) => {
    const waiting = world.waiting.get(id);
    world.waiting.delete(id);
    waiting?.(status ? new Answer(body, { status, headers }) : null);
    return waiting !== undefined;
  },
  run: () => {
    const timer = world.next();
    if (!timer || timer.due > world.now) return;
    world.timers = world.timers.filter((one) => one !== timer);
    timer.page.timers.delete(timer);
    timer.act();
  },
};

const thrown = [];
process.on("unhandledRejection", (reason) => { thrown.push(reason?.stack ?? String(reason)); });

for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line);
  world.now = Math.max(world.now, order.now ?? 0);
  world.effects = [];
  let result = null;
  try { result = ACTS[order.op](order) ?? null; } catch (failed) { thrown.push(failed.stack); }
  // All that was promised by now.
  await new Promise((done) => { setImmediate(done); });
  const next = world.next();
  process.stdout.write(`${JSON.stringify({ result, errors: thrown.splice(0), effects: world.effects, next: next?.due ?? null })}\n`);
}
