// For a service worker of pages that the page around them answers. The build puts it before service-worker.js and
// join/service-worker.js.

// The page around the app is known by its address.
self.pagesAround = async (scope) => {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.filter((shown) => shown.url.split("#")[0] === scope);
};

self.sha256 = async (bytes) => [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// Hand on a request, with a port for the answer, which may be checked before anything else is done with it.
self.handOn = (scope, cacheName, unanswered, checked = (_request, answer) => answer) => {
  const ANSWER_BEGINS = 3000;

  // Where several pages are open, one takes the request.
  const ask = async (request) => {
    const pages = await self.pagesAround(scope);
    const body = await request.arrayBuffer();
    const headers = Object.fromEntries(request.headers);
    if (request.referrer) headers.referer = request.referrer;
    if (request.method !== "GET" && request.referrer) headers.origin = new URL(request.referrer).origin;
    const navigates = request.mode === "navigate";
    const asked = { kind: "request", method: request.method, address: request.url, headers, body, navigates };
    return await new Promise((answered, failed) => {
      const late = setTimeout(() => failed(new Error("no page answers")), ANSWER_BEGINS);
      for (const page of pages) {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => {
          clearTimeout(late);
          if (data.kind !== "taken") answered(data);
        };
        page.postMessage(asked, [port2]);
      }
    });
  };

  // Scripts and styles of the app's pages have addresses that change with their content.
  const isStatic = (request) => request.method === "GET" && request.url.startsWith(`${scope}app/static/`);

  // A page that was too busy to take it in time: what is shown instead asks again by itself.
  const askAgain = ({ method, url, referrer }) => new Response(
    `<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="1; url=${method === "GET" ? url : referrer}">`,
    { status: 503, headers: { "Content-Type": "text/html" } },
  );

  return async (request) => {
    try {
      const cache = isStatic(request) ? await caches.open(cacheName) : null;
      const kept = await cache?.match(request);
      if (kept) return kept;
      const { status, headers, body } = await checked(request, await ask(request));
      const answer = new Response([204, 205, 304].includes(status) || !body.byteLength ? null : body, { status, headers });
      if (status === 200) cache?.put(request, answer.clone()).catch(() => undefined); // a full phone does without
      return answer;
    } catch {
      return request.mode === "navigate" ? askAgain(request) : unanswered();
    }
  };
};
