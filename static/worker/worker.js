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

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("companion-look-") && name !== STATIC);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  })());
});

// A page that was loading while this worker claimed the open ones isn't among them, so every page asks to be claimed.
addEventListener("message", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, pathname));
  else if (request.method === "GET" && pathname.startsWith(`${ROOT}static/`)) event.respondWith(asset(request, pathname));
});

const asset = async (request, pathname) => {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    // A cached page asks for the static files of its own time; the present ones will do.
    const name = pathname.slice(`${ROOT}static/`.length).replace(/^[^/]+\//, "");
    const present = ASSETS.find((address) => address.endsWith(`/${name}`));
    const current = present && await caches.match(present, { ignoreVary: true });
    if (current) return current;
    throw error;
  }
};

const page = async (request, pathname) => {
  const game = pathname.startsWith(`${ROOT}g/`) ? pathname.slice(`${ROOT}g/`.length).split("/")[0] : "";
  const kept = request.method === "GET" ? await cachedPage(game, pathname) : await caches.match(OFFLINE, { ignoreVary: true });
  const mayTimeOut = kept && game && request.method === "GET";
  try {
    const answer = await (mayTimeOut ? Promise.race([fetch(request), timeout()]) : fetch(request));
    const left = request.method === "POST" && pathname.endsWith("/leave");
    if (game && (left || answer.status === 404)) await forget(game);
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
};

const timeout = () => new Promise((_, reject) => { setTimeout(() => reject(new Error("no answer")), ANSWER_WITHIN); });

// The cached page to show of a game: its sheet if that was asked for, else the offline page.
const cachedPage = async (game, pathname) => {
  const place = pathname.endsWith("/sheet") ? "sheet" : "offline";
  const games = await caches.open(GAMES);
  const kept = game && await games.match(`${ROOT}g/${game}/${place}`, { ignoreVary: true });
  return kept || caches.match(OFFLINE, { ignoreVary: true });
};

// Drop the cached pages of a game that this phone left or was removed from.
const forget = async (game) => {
  const games = await caches.open(GAMES);
  await Promise.all(["sheet", "offline"].map((place) => games.delete(`${ROOT}g/${game}/${place}`, { ignoreVary: true })));
};
