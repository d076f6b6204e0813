// Keeps the guest's page on the phone, and hands the requests of its pages to it.
// The build writes VERSION, FILES and STATIC before this script: STATIC are the hashes of the app's own scripts and styles.
const SCOPE = new URL("./", self.location).href;
const APP = `${SCOPE}app/`;
const CACHE = `gem-companion guest ${SCOPE} ${VERSION}`;

// Pages that come from the host's phone are shown where this phone's own games can be reached. So whatever that phone answers,
// they run only scripts of this version, and ask only that phone. Firefox takes this worker's address for that of all it answers.
const ANSWERED = `${SCOPE}service-worker.js`;
const POLICY = [
  "default-src 'none'",
  `script-src ${APP}static/ ${ANSWERED}`,
  `style-src ${APP}static/ ${ANSWERED}`,
  `img-src ${APP} ${ANSWERED} data:`,
  `connect-src ${APP} ${ANSWERED}`,
  `manifest-src ${APP} ${ANSWERED}`,
  `form-action ${APP}`,
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join("; ");
const HEADERS = /^(content-type|content-disposition|location|retry-after|hx-[a-z-]+|x-[a-z-]+)$/i;

const checked = async (request, { status, headers, body }) => {
  if (request.url.startsWith(`${APP}static/`)) {
    if (status !== 200 || !STATIC.includes(await self.sha256(body))) {
      for (const page of await self.pagesAround(SCOPE)) page.postMessage({ kind: "other version" });
      throw new Error("not a file of this version");
    }
  }
  return { status, headers: [...headers.filter(([name]) => HEADERS.test(name)), ["Content-Security-Policy", POLICY]], body };
};

// As without a network, so that the pages keep what was entered.
const answerOfHost = self.handOn(SCOPE, CACHE, () => Response.error(), checked);

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
