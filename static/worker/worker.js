// The service worker caches the static files, and the last sheet and the offline page of each running game. Pages come from
// the cache only without a network. The server writes VERSION, ASSETS, OFFLINE and ROOT before this script.
"use strict";
const STATIC = `companion-look-${VERSION}`;
const GAMES = "companion-games";
const ANSWER_WITHIN = 6000;

addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(STATIC);
    await cache.addAll([...ASSETS, OFFLINE]);
    await skipWaiting();
  })());
});

// A worker whose activation failed would break every page it looks after, so what fails here must not count.
addEventListener("activate", (event) => event.waitUntil(dropOldFiles().catch(() => undefined).then(() => clients.claim()).catch(() => undefined)));

const dropOldFiles = async () => {
  const old = (await caches.keys()).filter((name) => name.startsWith("companion-look-") && name !== STATIC);
  await Promise.all(old.map((name) => caches.delete(name)));
};

// A page that was loading while this worker claimed the open ones isn't among them, so every page asks to be claimed.
addEventListener("message", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, pathname));
  else if (request.method === "GET" && pathname.startsWith(`${ROOT}static/`)) event.respondWith(asset(request, pathname));
});

// A browser may refuse its caches at any time: without space, or in a private window.
const cached = (address) => caches.match(address, { ignoreVary: true }).catch(() => undefined);

const asset = async (request, pathname) => {
  const kept = await cached(request);
  if (kept) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    // A cached page asks for the static files of its own time; the present ones will do.
    const name = pathname.slice(`${ROOT}static/`.length).replace(/^[^/]+\//, "");
    const present = ASSETS.find((address) => address.endsWith(`/${name}`));
    const current = present && await cached(present);
    if (current) return current;
    throw error;
  }
};

const page = async (request, pathname) => {
  const game = pathname.startsWith(`${ROOT}g/`) ? pathname.slice(`${ROOT}g/`.length).split("/")[0] : "";
  const fetched = fetch(request);
  const kept = request.method === "GET" ? cachedPage(game, pathname) : cached(OFFLINE);
  try {
    const isImpatient = game && request.method === "GET";
    const answer = await (isImpatient ? Promise.race([fetched, timeout().then(() => kept).then((found) => found || fetched)]) : fetched);
    const left = request.method === "POST" && pathname.endsWith("/leave");
    if (game && (left || answer.status === 404)) await forget(game).catch(() => undefined);
    return answer;
  } catch (error) {
    const found = await kept;
    if (found) return found;
    throw error;
  }
};

const timeout = () => new Promise((resolve) => { setTimeout(resolve, ANSWER_WITHIN); });

// The cached page to show of a game: its sheet if that was asked for, else the offline page.
const cachedPage = async (game, pathname) => {
  const place = pathname.endsWith("/sheet") ? "sheet" : "offline";
  return game && await cached(`${ROOT}g/${game}/${place}`) || cached(OFFLINE);
};

// Drop the cached pages of a game that this phone left or was removed from.
const forget = async (game) => {
  const games = await caches.open(GAMES);
  await Promise.all(["sheet", "offline"].map((place) => games.delete(`${ROOT}g/${game}/${place}`, { ignoreVary: true })));
};
