// Keeps the guest's page on the phone, and hands the requests of its pages to it.
// The build writes VERSION and FILES before this script.
const SCOPE = new URL("./", self.location).href;
const APP = `${SCOPE}app/`;
const CACHE = `gem-companion guest ${SCOPE} ${VERSION}`;

// As without a network, so that the pages keep what was entered.
const answerOfHost = self.handOn(SCOPE, CACHE, () => Response.error());

const install = async () => {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(new URL(file, SCOPE), { cache: "no-cache" })));
  await self.skipWaiting();
};

const forgetOlder = async () => {
  for (const name of await caches.keys()) {
    if (name.startsWith(`gem-companion guest ${SCOPE}`) && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
};

self.addEventListener("install", (event) => { event.waitUntil(install()); });
self.addEventListener("activate", (event) => { event.waitUntil(forgetOlder()); });
self.addEventListener("message", (event) => { if (event.data.kind === "claim") event.waitUntil(self.clients.claim()); });

const fileOfGuest = async (address) => await (await caches.open(CACHE)).match(address) ?? await fetch(address);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const [address] = request.url.split("#");
  if (!address.startsWith(APP)) {
    if (request.method === "GET") event.respondWith(fileOfGuest(address));
  } else if (request.destination === "document") {
    // A page of the app opened by itself: it is shown inside.
    event.respondWith(Response.redirect(`${SCOPE}#/${address.slice(APP.length)}`, 302));
  } else {
    event.respondWith(answerOfHost(request));
  }
});
