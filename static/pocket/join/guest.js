// A guest's phone at the table of another one: it runs none of the app. The requests of its pages go over a channel to the
// host's phone, and the answers come back. While that phone can't be reached, requests fail as they do without a network.
import { askForCode, possessive, showAnswer } from "./answer-screen.js";
import { OTHER_VERSION, pack, unpack, VERSION } from "./codes.js";
import { certificateOfPhone, keep, kept } from "./kept.js";
import { agreedOn, answer, areFacts, fingerprintOf, NextLink, reach, withCall, withoutCall } from "./link.js";
import { takeAlong } from "./take-along.js";
import { MOST_AT_ONCE, MOST_BYTES, Wire } from "./wire.js";

const doc = document;
const show = (id) => doc.getElementById(id);
const SCOPE = new URL("./", location).href;
const APP = `${SCOPE}app/`;
const frame = show("app");
const MOST_ANSWERS = 64_000_000;
const ANSWERED_WITHIN = 60_000;
const CALLED_AGAIN_AFTER = 10_000;
const KNOWN_WITHIN = 5000;
const ELSEWHERE = "The table is open in another tab or window.";
const NO_ANSWER = { kind: "no answer" };

let link = null;
let wire = null;
let host = null;
let next = null;
let isWaiting = false;
let isCalling = false;
let calledAt = -CALLED_AGAIN_AFTER;
let came = new AbortController();
let number = 0;
const asked = new Map();
// How large each request is that the host's phone has yet to answer, also if nobody waits for it any more.
const unanswered = new Map();
const queue = [];
const held = [];
// Each code that is scanned opens a page of its own. The service worker asks them all, so only the last one may be at a table.
const otherPages = new BroadcastChannel(`gem-companion guest ${SCOPE}`);

const step = (text) => {
  show("shell").hidden = false;
  show("step").textContent = text;
};

// There is nothing more that this page could do by itself.
const stop = (problem) => {
  frame.hidden = true;
  show("code").hidden = show("waiting").hidden = true;
  step(problem);
};

const isShown = () => {
  try { return frame.contentWindow.location.href.startsWith(APP); } catch { return false; } // the browser's page of an error
};

const address = () => (location.hash.startsWith("#/") ? `${APP}${location.hash.slice(2)}` : APP);

const showPages = () => {
  show("shell").hidden = true;
  if (!frame.hidden) return;
  frame.contentWindow.location.replace(address());
  frame.hidden = false;
};

frame.addEventListener("load", () => {
  if (!isShown()) return;
  window.followPage(frame, APP);
  frame.contentDocument.addEventListener("click", (tap) => takeAlong(tap, {
    ask: frame.contentWindow.fetch,
    host: host.name,
    table: link.fingerprint.slice(0, 16),
    app: new URL("../", SCOPE).href,
  }));
  history.replaceState(null, "", `#/${frame.contentWindow.location.href.slice(APP.length)}`);
});

// Requests wait for those before them as the host's phone demands.
const sendQueue = () => {
  const bytes = () => [...unanswered.values()].reduce((sum, size) => sum + size, queue[0].body.byteLength);
  while (wire && queue.length && unanswered.size < MOST_AT_ONCE && (!unanswered.size || bytes() <= MOST_BYTES)) {
    const request = queue.shift();
    number += 1;
    const own = number;
    request.late = setTimeout(() => finish(own, NO_ANSWER), ANSWERED_WITHIN);
    asked.set(own, request);
    const { method, headers, body } = request;
    unanswered.set(own, body.byteLength);
    wire.send(own, { method, path: request.address.slice(APP.length - 1), headers }, body);
  }
};

const finish = (own, answered) => {
  const { port, late } = asked.get(own);
  clearTimeout(late);
  asked.delete(own);
  port.postMessage(answered, answered.body ? [answered.body] : []);
  sendQueue();
};

// The frame would show that a page failed, so one that is being opened waits; it is opened anew if a form may have been sent.
const fail = (request, isSent) => {
  const { method, headers, port, navigates } = request;
  if (!navigates) port.postMessage(NO_ANSWER);
  else if (isSent && method !== "GET") port.postMessage({ status: 303, headers: [["Location", headers.referer ?? APP]], body: new ArrayBuffer(0) });
  else held.push(request);
};

const take = (request) => {
  if (isWaiting || !wire) {
    fail(request, false);
    return;
  }
  queue.push(request);
  sendQueue();
};

const failAll = () => {
  const sent = [...asked.values()];
  asked.clear();
  for (const request of sent) {
    clearTimeout(request.late);
    fail(request, true);
  }
  for (const request of queue.splice(0)) fail(request, false);
};

const keepCalls = (calls) => {
  host = { ...host, calls };
  return keep("host", host);
};

// The host's phone can't be reached: call it until it answers, or calls.
const call = async () => {
  if (isCalling) return;
  isCalling = true;
  const certificate = await certificateOfPhone();
  for (let turn = 0; isWaiting && host; turn += 1) {
    const way = host.calls[turn % host.calls.length];
    const reached = await reach(certificate, way, CALLED_AGAIN_AFTER, came.signal);
    if (reached && host) {
      keepCalls(withoutCall(host.calls, way)).catch(() => undefined);
      await sit(reached);
    } else reached?.peer.close();
  }
  calledAt = performance.now();
  isCalling = false;
};

const wait = () => {
  if (!host) return;
  if (!isWaiting) {
    isWaiting = true;
    failAll();
    const waiting = `Waiting for ${host.name ? `${host.name}'s` : "the host's"} phone`;
    show("waiting").hidden = frame.hidden; // where no page is shown there is room for more words
    show("waiting").textContent = waiting;
    if (frame.hidden) step(`${waiting}. If it shows a code, scan that.`);
  }
  call();
};

const goOn = () => {
  isWaiting = false;
  show("waiting").hidden = true;
  held.splice(0).forEach(take);
  if (isShown()) frame.contentWindow.dispatchEvent(new Event("online"));
  else if (!frame.hidden) frame.contentWindow.location.replace(address());
};

const told = (message) => {
  if (message.kind === "welcome" && message.version !== VERSION) {
    end(OTHER_VERSION);
  } else if (message.kind === "welcome") {
    host = { ...host, name: message.name };
    if (message.path) history.replaceState(null, "", `#${message.path}`);
    goOn();
    showPages();
  } else if (message.kind === "call" && areFacts(message.facts) && areFacts({ ...message.facts, ...message.agreed })) {
    keepCalls(withCall(host.calls, message)).then(() => wire?.tell({ kind: "kept", ufrag: message.agreed.ufrag })).catch(() => undefined);
  } else if (message.kind === "kept") next.kept(message.ufrag);
  else if (message.kind === "news") frame.contentDocument?.dispatchEvent(new Event("news"));
  else if (message.kind === "end") end(message.reason);
  // The host's phone drops a link that a newer one has replaced; a call of this page may have been that.
  else if (message.kind === "replaced" && !isCalling && performance.now() - calledAt > CALLED_AGAIN_AFTER) leave(ELSEWHERE);
};

const leave = (reason) => {
  host = null;
  failAll();
  next?.close();
  link?.peer.close();
  link = wire = null;
  stop(reason);
};

otherPages.addEventListener("message", () => { if (host) leave(ELSEWHERE); });

const end = (reason) => {
  keep("host", null).catch(() => undefined);
  leave(`${reason} What was recorded is on the host's phone.`);
};

// What the host's phone needs to call this one.
const tellNext = (to) => { for (const one of next.told) to.tell(one); };

const moveTo = async (opened, own) => {
  came.abort();
  came = new AbortController();
  failAll();
  unanswered.clear();
  const before = link;
  [link, wire] = [opened, own];
  before?.peer.close();
  tellNext(own);
  await next.renew();
  if (link === opened) tellNext(own);
};

// A channel is open. Where both phones called there are two: the host's phone says welcome over the one that counts. It resolves when
// that is said, or the channel is closed.
const sit = (opened) => new Promise((done) => {
  const isCurrent = () => link === opened;
  const own = new Wire(opened.channel, MOST_ANSWERS, {
    told: (message) => {
      if (!host) {
        own.end(""); // this page has left the table
        return;
      }
      if (message.kind === "welcome" && !isCurrent()) {
        moveTo(opened, own);
        done();
      }
      if (isCurrent()) told(message);
    },
    begins: isCurrent,
    came: (request, { status, headers }, body) => {
      unanswered.delete(request);
      if (asked.has(request)) finish(request, { status, headers, body });
      else sendQueue();
    },
    broke: () => {
      done();
      if (isCurrent() || !link) wait();
    },
  });
  opened.peer.addEventListener("connectionstatechange", () => {
    const { connectionState } = opened.peer;
    const isCut = ["disconnected", "failed"].includes(connectionState);
    if (isCurrent() && isCut) wait();
    else if (isCurrent() && connectionState === "connected") goOn();
    else if (isCut) own.end("");
  });
});

// The host's phone knows this one: the link, unless it doesn't come about.
const beKnown = async (certificate, facts) => {
  const { mark, ...agreed } = await agreedOn(facts, await fingerprintOf(certificate));
  const place = facts.known.find((phone) => phone.mark === mark);
  if (!place) return null;
  step(`Connecting to ${possessive(facts.name)}…`);
  return await reach(certificate, { facts: { ...facts, candidates: place.candidates }, agreed }, KNOWN_WITHIN);
};

// The host's phone is to scan what this one shows.
const beScanned = async (certificate, facts) => {
  const { facts: own, opened } = await answer(certificate, facts);
  step("");
  const shown = showAnswer(show("code"), { code: pack({ kind: "answer", ...own, to: facts.ufrag }), host: facts.name });
  show("code").hidden = false;
  const reached = await opened;
  shown.remove();
  show("code").hidden = true;
  return reached;
};

const join = async (facts) => {
  const certificate = await certificateOfPhone();
  const reached = await beKnown(certificate, facts) ?? await beScanned(certificate, facts);
  history.replaceState(null, "", "#/");
  host = { name: facts.name, calls: [] };
  otherPages.postMessage("here");
  next = new NextLink(certificate, facts.fingerprint, sit);
  await sit(reached);
};

// Its own service worker hands the requests of the pages to this page.
const controlled = async () => {
  navigator.serviceWorker.addEventListener("message", ({ data, ports: [port] }) => {
    if (data.kind === "request" && host) {
      port.postMessage({ kind: "taken" });
      take({ ...data, port });
    }
    if (data.kind === "other version" && host) end(OTHER_VERSION);
  });
  const isControlled = () => navigator.serviceWorker.controller?.scriptURL === `${SCOPE}service-worker.js`;
  const changed = new Promise((done) => {
    navigator.serviceWorker.addEventListener("controllerchange", () => { if (isControlled()) done(); });
  });
  await navigator.serviceWorker.register("service-worker.js");
  const { active } = await navigator.serviceWorker.ready;
  if (isControlled()) return;
  active.postMessage({ kind: "claim" });
  await changed;
};

const begin = async () => {
  if (!isSecureContext || !navigator.serviceWorker || !window.RTCPeerConnection || !window.indexedDB) { stop(show("too-old").textContent); return; }
  show("too-old").remove();
  step("Getting ready…");
  await controlled();
  const code = location.hash.slice(1);
  if (code && !code.startsWith("/")) {
    await join(unpack(code, "offer"));
    return;
  }
  const before = await kept("host");
  if (before?.calls?.length) {
    host = before;
    otherPages.postMessage("here");
    next = new NextLink(await certificateOfPhone(), host.calls[0].facts.fingerprint, sit);
    await next.renew();
    wait();
  } else step("");
  askForCode(show("code"));
  show("code").hidden = false;
};

// Another code was scanned where a page was open already.
addEventListener("hashchange", () => { if (!location.hash.startsWith("#/")) location.reload(); });

begin().catch((error) => stop(error.message));
