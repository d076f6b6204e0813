// Keeps the files of the app on the phone, and hands the requests of its pages to the worker that runs the app.
// The build writes VERSION, FILES and LATER before this script: LATER are files that are fetched when they are first asked for.
const SCOPE = new URL("./", self.location).href;
const APP = `${SCOPE}app/`;
const CACHE = `gem-companion files ${SCOPE}`;
const STATE = new URL("state.json", SCOPE).href;

const tellPages = async (message) => {
  for (const page of await self.pagesAround(SCOPE)) page.postMessage(message);
};

// What the host has isn't what the build wrote.
class WrongFile extends Error {}

const inflated = (bytes) => new Response(new self["xz-decompress"].XzReadableStream(new Blob([bytes]).stream())).arrayBuffer();

const isPacked = (bytes) => bytes[0] === 0xfd && bytes[1] === 0x37;

// Fetch one file, telling how many bytes came, and keep it if it is what the build wrote.
const keep = async (cache, file, came) => {
  const address = new URL(file.path, SCOPE).href;
  const kept = await cache.match(address);
  if (kept) { came(file.size); return; }
  const answer = await fetch(new URL(file.from, SCOPE), { cache: "no-cache" });
  if (!answer.ok) throw new WrongFile(`${file.from}: ${answer.status}`);
  const parts = [];
  let size = 0;
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    size += part.value.length;
    came(part.value.length);
  }
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  came(file.size - size);
  const content = isPacked(bytes) ? await inflated(bytes) : bytes.buffer;
  if (await self.sha256(content) !== file.sha256) throw new WrongFile(`${file.from} is not the file of this version`);
  await cache.put(address, new Response(content, { headers: { "Content-Type": file.type, "Content-Length": String(content.byteLength) } }));
};

// One version at a time adds or removes files.
const alone = (act) => navigator.locks.request(`gem-companion files ${SCOPE}`, act);

// The name of a file whatever its content.
const stem = (path) => path.replace(/-[0-9a-f]{12}(?=\.)/, "");

// What this phone fetches now: of the later files those that it had of an older version.
const wantedNow = async (cache) => {
  const had = new Set((await cache.keys()).map((request) => stem(request.url)));
  return [...FILES, ...LATER.filter((file) => had.has(stem(new URL(file.path, SCOPE).href)))];
};

const install = async () => {
  const cache = await caches.open(CACHE);
  const files = await wantedNow(cache);
  const total = files.reduce((sum, file) => sum + file.size, 0);
  let done = 0;
  let told = 0;
  const came = (size) => {
    done += size;
    if (done - told < total / 200 && done < total) return;
    told = done;
    tellPages({ kind: "progress", version: VERSION, done, total });
  };
  await Promise.all(files.map((file) => keep(cache, file, came)));
};

self.addEventListener("install", (event) => {
  event.waitUntil(alone(install).catch(async (error) => {
    const cause = error instanceof WrongFile ? "host" : error.name === "QuotaExceededError" ? "full" : "network";
    await tellPages({ kind: "not-installed", version: VERSION, reason: error.message, cause });
    throw error;
  }));
});
self.addEventListener("activate", (event) => { event.waitUntil(self.clients.claim()); });

// Which start page is shown: this version's, or, where that didn't start, the last one that did.
const readState = async () => await (await (await caches.open(CACHE)).match(STATE))?.json() ?? {};
const writeState = async (state) => { await (await caches.open(CACHE)).put(STATE, new Response(JSON.stringify(state))); };

// This version started: the files of older ones can go, unless a newer one waits with its own.
const forgetOlder = async () => {
  await writeState({ started: INDEX });
  if (self.registration.installing || self.registration.waiting) return;
  const cache = await caches.open(CACHE);
  const names = [...[...FILES, ...LATER].map((file) => file.path), `files/snapshot-${VERSION}`];
  const wanted = new Set([STATE, ...names.map((name) => new URL(name, SCOPE).href)]);
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
};

// This version doesn't start: go on with the one before, if there is one.
const goBack = async () => {
  const state = await readState();
  if (!state.started || state.started === INDEX) return;
  await writeState({ ...state, failed: VERSION });
  await tellPages({ kind: "restart" });
};

self.addEventListener("message", (event) => {
  const { kind, version } = event.data;
  if (kind === "take-over") event.waitUntil(self.skipWaiting());
  if (kind === "claim") event.waitUntil(self.clients.claim());
  if (kind === "started" && version === VERSION) event.waitUntil(alone(forgetOlder));
  if (kind === "failed" && version === VERSION) event.waitUntil(goBack());
});

const unanswered = () => new Response("The app isn't running.", { status: 503, headers: { "Content-Type": "text/plain" } });
const answerOfApp = self.handOn(SCOPE, CACHE, unanswered);

const insideApp = (address) => Response.redirect(`${SCOPE}#${address.slice(APP.length)}`, 302);

// The big screen has a window of its own, on a television perhaps, while another one runs the app.
const isScreen = (address) => /^(g\/\w+\/)?screen$/.test(address.slice(APP.length));

const screenOfApp = async (request, address) => {
  const answer = await answerOfApp(request);
  return answer.status === 503 ? insideApp(address) : answer;
};

const fileOfApp = async (request) => {
  const cache = await caches.open(CACHE);
  let [address] = request.url.split(/[?#]/);
  if (address === SCOPE) {
    const { failed, started } = await readState();
    address = new URL(failed === VERSION ? started : INDEX, SCOPE).href;
  }
  const kept = await cache.match(address);
  if (kept) return kept;
  // It is asked for the first time, or the browser has deleted a part of what it stores.
  const file = [...FILES, ...LATER].find(({ path }) => new URL(path, SCOPE).href === address);
  if (!file) return await fetch(request);
  await keep(cache, file, () => undefined);
  return await cache.match(address);
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = request.url.split("#")[0];
  if (!address.startsWith(SCOPE)) return;
  if (!address.startsWith(APP)) {
    if (request.method === "GET") event.respondWith(fileOfApp(request));
  } else if (request.destination === "document" && isScreen(address)) {
    event.respondWith(screenOfApp(request, address));
  } else if (request.destination === "document") {
    // A page of the app opened by itself: it is shown inside the app.
    event.respondWith(insideApp(address));
  } else {
    event.respondWith(answerOfApp(request));
  }
});
