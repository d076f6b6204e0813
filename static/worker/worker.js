// Kept by the phone: the look of the app, and of each running game its last sheet and a page to enter a hand on. Where
// there is a network nothing comes from here but that look; where there is none, these pages do.
// VERSION, ASSETS, OFFLINE and ROOT are written before this by the server.
"use strict";
const LOOK = `companion-look-${VERSION}`;
const GAMES = "companion-games";
const PATIENCE = 6000;

addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(LOOK);
    await cache.addAll([...ASSETS, OFFLINE]);
    await skipWaiting();
  })());
});

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("companion-look-") && name !== LOOK);
    await Promise.all(old.map((name) => caches.delete(name)));
  })());
});

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
  } catch (trouble) {
    // A page that was kept asks for the look that it was made with; the present one does as well.
    const name = pathname.slice(`${ROOT}static/`.length).replace(/^[^/]+\//, "");
    const present = ASSETS.find((address) => address.endsWith(`/${name}`));
    const found = present && await caches.match(present, { ignoreVary: true });
    if (found) return found;
    throw trouble;
  }
};

const page = async (request, pathname) => {
  const game = pathname.startsWith(`${ROOT}g/`) ? pathname.slice(`${ROOT}g/`.length).split("/")[0] : "";
  const kept = request.method === "GET" ? await instead(game, pathname) : await caches.match(OFFLINE, { ignoreVary: true });
  const patience = kept && game && request.method === "GET";
  try {
    const answer = await (patience ? Promise.race([fetch(request), late()]) : fetch(request));
    const left = request.method === "POST" && pathname.endsWith("/leave");
    if (game && (left || answer.status === 404)) await forget(game);
    return answer;
  } catch (trouble) {
    if (kept) return kept;
    throw trouble;
  }
};

const late = () => new Promise((_, give) => { setTimeout(() => give(new Error("no answer")), PATIENCE); });

// What is shown of a game without a network: its sheet where that was asked for, else the page to enter a hand on.
const instead = async (game, pathname) => {
  const place = pathname.endsWith("/sheet") ? "sheet" : "offline";
  const games = await caches.open(GAMES);
  const kept = game && await games.match(`${ROOT}g/${game}/${place}`, { ignoreVary: true });
  return kept || caches.match(OFFLINE, { ignoreVary: true });
};

// A game that this phone has left, or that answers no more because the phone was put out, is not kept either.
const forget = async (game) => {
  const games = await caches.open(GAMES);
  await Promise.all(["sheet", "offline"].map((place) => games.delete(`${ROOT}g/${game}/${place}`, { ignoreVary: true })));
};
