// The page around the app: it gets the files once, starts the worker that runs the app, and shows the app's pages in a
// frame. The frame navigates; this page and its worker stay.
(() => {
  "use strict";
  const doc = document;
  const show = (id) => doc.getElementById(id);
  const { version, worker: script, pyodide, stdlib, archive, table: tableScript, lettingIn, live: liveScript, keeping } = doc.body.dataset;
  const SCOPE = new URL("./", location).href;
  const APP = `${SCOPE}app/`;
  const given = {
    pyodide: new URL(pyodide, SCOPE).href,
    stdlib: new URL(stdlib, SCOPE).href,
    archive: new URL(archive, SCOPE).href,
    root: new URL(APP).pathname,
    cache: `gem-companion files ${SCOPE}`,
    version,
  };
  const NOT_DOWNLOADED = {
    network: "The connection was lost. What was downloaded so far is kept.",
    unknown: "The app couldn't be downloaded. Check the connection, then try again.",
    host: "A part of the app is missing or damaged at this address. Try again later.",
    full: "This phone has no room left for the app. Free up some space, then try again.",
  };
  const NOT_STARTED = "The app couldn't start on this phone. Its games are safe.";
  const ELSEWHERE = "Gem Companion is open in another tab or window. Your games are safe.";
  const CONTINUE = "Continue here";
  // A browser too old to read this script shows the sentence by itself.
  const TOO_OLD = show("too-old").textContent;
  show("too-old").remove();
  // (module (tag) (func try catch_all end)): Python needs exceptions in WebAssembly.
  const WITH_EXCEPTIONS = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 13, 3, 1, 0, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11]);
  const TABLE = `gem-companion table ${SCOPE}`;
  const KEPT = `gem-companion kept games ${SCOPE}`;
  const LOOK = `gem-companion look ${SCOPE}`;
  // Of an address that is kept: what a page says once after something was saved.
  const SAID_ONCE = /[?&](saved|done)=1$/;
  const OWNER = ""; // who asks: this phone, not a guest
  const ANSWERS_WITHIN = 5000;
  const SNAPSHOT_AFTER = 3000;
  const SETTLED_AFTER = 300;
  const HOUR = 3_600_000;
  const MEGABYTE = 1_000_000;
  let channel = null;
  let worker = null;
  let table = null;
  const frame = show("app");
  let open = false;
  let registration = null;
  let reloading = false;
  let asked = false;
  let waiting = 0;
  let checked = Date.now();
  let isOpeningLive = false;
  let isInviting = false;

  if (window.top !== window) { window.top.location.replace(SCOPE); return; }
  // The service worker knows this page by its address.
  if (location.href.split("#")[0] !== SCOPE) { location.replace(`${SCOPE}${location.hash}`); return; }

  const address = () => {
    try {
      const asked = new URL(location.hash.slice(1), APP).href;
      return asked.startsWith(APP) ? asked : APP;
    } catch {
      return APP;
    }
  };
  const isHome = (href) => new URL(href).pathname === new URL(APP).pathname;

  // The frame is never removed: the browser's history belongs to it, also after a reload.
  const hidePages = () => {
    closeLive();
    open = false;
    frame.hidden = true;
    frame.contentWindow.location.replace("about:blank");
  };

  const say = (step) => {
    show("shell").hidden = show("getting").hidden = false;
    show("stopped").hidden = true;
    show("step").textContent = step;
    show("bar").hidden = true;
    show("bytes").textContent = "";
  };

  const stop = (problem, button = "", action = null, reason = "") => {
    hidePages();
    show("shell").hidden = show("stopped").hidden = false;
    show("getting").hidden = true;
    show("problem").textContent = problem;
    show("act").textContent = button;
    show("act").onclick = action;
    show("act").hidden = !button;
    show("details").hidden = !reason;
    show("reason").textContent = reason;
  };
  const again = () => location.reload();

  const showProgress = ({ done, total }) => {
    const bar = show("bar");
    bar.hidden = false;
    bar.value = done / total;
    show("bytes").textContent = done < total ? `${(done / MEGABYTE).toFixed(1)} of ${(total / MEGABYTE).toFixed(1)} MB` : "Almost ready…";
  };

  // While somebody takes a photo, what reads it starts. Where the browser lets us look through the camera, we do that instead.
  const openCamera = async (event) => {
    const key = event.target.closest?.(".camera");
    if (!key || !worker) return;
    worker.postMessage({ kind: "camera" });
    if (!key.dataset.live || !event.isTrusted) return;
    event.preventDefault();
    if (isOpeningLive) return;
    isOpeningLive = true;
    try {
      const { openLive } = await import(new URL(liveScript, SCOPE).href);
      await openLive(key, worker);
    } catch {
      key.control.click();
    }
    isOpeningLive = false;
  };
  const closeLive = () => { show("live")?.close(); };

  // Let another phone in: the key says where it begins, and whose phone this is. A second tap before it opens opens no other.
  let isLettingIn = false;
  const letIn = async (event) => {
    const key = event.target.closest?.("[data-let-in]");
    if (!key || isLettingIn) return;
    isLettingIn = true;
    try {
      const [screen, others] = await Promise.all([import(new URL(lettingIn, SCOPE).href), window.openTable(key.dataset.host)]);
      screen.letIn(others, key.ownerDocument, key.dataset.letIn);
    } finally {
      isLettingIn = false;
    }
  };

  // Games that this phone took along when it was a guest at another one's table.
  const askToKeep = async () => {
    if (localStorage.getItem(KEPT) === null) return;
    const screen = await import(new URL(keeping, SCOPE).href);
    await screen.askToKeep(frame);
  };

  // The next start looks as the app does before there is a page. A full phone does without.
  const keepLook = (theme) => {
    if (!theme) return;
    try { localStorage.setItem(LOOK, theme); } catch { /* full */ }
  };
  const showLook = () => {
    try { doc.documentElement.dataset.theme = localStorage.getItem(LOOK) ?? "auto"; } catch { /* not allowed */ }
  };

  // The app's pages.
  const showPages = () => {
    open = true;
    frame.contentWindow.location.replace(address());
    frame.hidden = false;
    show("shell").hidden = true;
  };

  const shown = () => frame.contentWindow.location.href.replace(SAID_ONCE, "");

  frame.addEventListener("load", () => {
    const page = frame.contentDocument;
    const here = page && frame.contentWindow.location.href;
    if (!open || !here?.startsWith(APP)) return;
    window.followPage(frame, APP);
    const path = shown().slice(APP.length);
    history.replaceState(null, "", path ? `#${path}` : SCOPE);
    page.addEventListener("click", openCamera);
    page.addEventListener("click", letIn);
    // Whoever invites players lets them in right away.
    page.addEventListener("submit", ({ target }) => { isInviting = target.action.endsWith("/people/open"); });
    if (isInviting) page.querySelector("[data-let-in]")?.click();
    isInviting = false;
    closeLive();
    keepLook(page.documentElement.dataset.theme);
    if (isHome(here) && !takeUpdate()) askToKeep();
  });

  // A bookmark of a page, opened in this tab, changes no more than what is behind the #. The browser's Back changes that too,
  // but takes the frame along, and meanwhile somebody may have gone on.
  addEventListener("hashchange", () => {
    const before = shown();
    setTimeout(() => {
      if (open && shown() === before && before !== address()) frame.contentWindow.location.replace(address());
    }, SETTLED_AFTER);
  });

  // Ask the browser not to delete the games when the phone runs out of space, once there is something to keep.
  const keepStorage = async (asking) => {
    if (asking && asked) return;
    asked ||= asking;
    const { storage } = navigator;
    const persisted = await storage.persisted?.() || asking && await storage.persist?.() || false;
    worker?.postMessage({ kind: "persisted", persisted });
  };

  // Other phones may sit at the table of this one: a page of the app opens it, and it is open again after a reload.
  window.openTable = async (name) => {
    const { openTable } = await import(new URL(tableScript, SCOPE).href);
    table ??= openTable({ name, ask: askApp, changed: () => tellPage("guests") });
    localStorage.setItem(TABLE, name);
    return await table;
  };
  window.closeTable = async () => {
    localStorage.removeItem(TABLE);
    (await table)?.close();
    table = null;
  };
  const askApp = (asked) => new Promise((answered) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => answered(data);
    worker.postMessage(asked, [port2, asked.body]);
  });
  const tellPage = (name) => frame.contentDocument?.dispatchEvent(new Event(name));

  const run = () => {
    worker = new Worker(script, { type: "module" });
    worker.addEventListener("error", (event) => {
      stop(NOT_STARTED, "Try again", again, event.message);
    });
    worker.addEventListener("message", ({ data }) => {
      if (data.kind === "elsewhere") stop(ELSEWHERE, CONTINUE, takeOver);
      if (data.kind === "starting") {
        clearTimeout(waiting);
        if (isHome(address()) && takeUpdate()) return;
        say(history.state?.updating ? "Starting the new version…" : "Starting the app…");
      }
      if (data.kind === "ready") {
        navigator.serviceWorker.controller.postMessage({ kind: "started", version });
        showPages();
        if (localStorage.getItem(TABLE) !== null) window.openTable(localStorage.getItem(TABLE));
        if (!data.restored) setTimeout(makeSnapshot, SNAPSHOT_AFTER);
      }
      if (data.kind === "news") {
        tellPage("news");
        table?.then((others) => others.news());
      }
      if (data.kind === "failed") failed(data);
      if (data.kind === "no-reader") show("live")?.dispatchEvent(new Event("no-reader"));
      if (data.kind === "broken") worker.terminate();
      if (data.kind === "broken") stop("The app stopped. What was recorded is safe.", "Open it again", again, data.reason);
    });
    worker.postMessage({ kind: "start", ...given });
    keepStorage(false);
  };

  // Have later starts go on from here.
  const makeSnapshot = () => {
    if (worker) new Worker(script, { type: "module" }).postMessage({ kind: "snapshot", ...given });
  };

  const failed = ({ reason, ofVersion, isFull }) => {
    worker.terminate();
    worker = null;
    stop(isFull ? NOT_DOWNLOADED.full : NOT_STARTED, "Try again", again, reason);
    // The phone may fail, and start the same version a moment later.
    if (ofVersion) navigator.serviceWorker.controller.postMessage({ kind: "failed", version });
  };

  // Run the app here: the tab that runs it lets go, unless its phone has put it to sleep. This one waits in any case.
  const takeOver = () => {
    channel.postMessage("let go");
    say("Waiting for the other tab…");
    clearTimeout(waiting);
    waiting = setTimeout(() => { stop("The other tab doesn't answer. Close it, and the app opens here.", "Ask it again", takeOver); }, ANSWERS_WITHIN);
    if (!worker) run();
  };

  const hearOtherTabs = () => {
    channel = new BroadcastChannel(`gem-companion ${new URL(APP).pathname}`);
    channel.addEventListener("message", ({ data }) => {
      if (data.goOnAt && !open && isHome(address())) history.replaceState(null, "", data.goOnAt);
      if (data !== "let go" || !worker || !open) return;
      channel.postMessage({ goOnAt: location.hash });
      worker.terminate();
      worker = null;
      // The connections to other phones end with this page; the other tab calls them.
      if (table) again();
      else stop(ELSEWHERE, CONTINUE, takeOver);
    });
  };

  // Take a new version while no hand is being entered.
  const takeUpdate = () => {
    if (registration?.waiting && (!open || isHome(frame.contentWindow.location.href))) {
      hidePages();
      say("Updating the app. Your games stay on this phone.");
      history.replaceState({ updating: true }, "");
      registration.waiting.postMessage({ kind: "take-over" });
      return true;
    }
    return false;
  };

  const lookForUpdate = () => {
    if (doc.hidden || Date.now() - checked < HOUR) return;
    checked = Date.now();
    registration?.update().catch(() => undefined);
  };
  doc.addEventListener("visibilitychange", lookForUpdate);

  // A browser whose workers know no modules doesn't ask for their type; none gets as far as fetching this address.
  const runsModules = () => {
    let isAsked = false;
    try {
      new Worker("http://:", { get type() { isAsked = true; return "module"; } }).terminate();
    } catch { /* it's no address */ }
    return isAsked;
  };

  // Older browsers are told before they download anything. Firefox has no service worker in a private window.
  const hasAllNeeded = () => typeof BroadcastChannel === "function" && typeof DecompressionStream === "function"
    && typeof WebAssembly === "object" && WebAssembly.validate(WITH_EXCEPTIONS) && runsModules();

  // Whether this address and this browser can run the app; says so if not.
  const canRun = () => {
    if (!isSecureContext) {
      stop("The app needs a secure address.", "Open the https:// address", () => { location.protocol = "https:"; });
    } else if (!navigator.serviceWorker || !navigator.storage?.getDirectory || !navigator.locks || !hasAllNeeded()) {
      stop(TOO_OLD);
    } else {
      return true;
    }
    return false;
  };

  // The controller of a page in a folder of another edition may be that one's.
  const isControlled = () => navigator.serviceWorker.controller?.scriptURL === `${SCOPE}service-worker.js`;

  const controlled = async () => {
    registration = await navigator.serviceWorker.register("service-worker.js");
    const changed = new Promise((done) => { navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }); });
    if (isControlled()) return;
    // A hard reload passes by the service worker, and so would Firefox with the next redirect, even after a claim.
    if (registration.active && !history.state?.reloaded) {
      history.replaceState({ reloaded: true }, "");
      again();
      await new Promise(() => undefined);
    }
    say("Downloading the app. This happens once.");
    show("bar").hidden = false;
    const installing = registration.active ?? registration.waiting ?? registration.installing;
    await new Promise((done, gone) => {
      const look = () => {
        if (installing.state === "activated") done();
        // The service worker says why a moment later.
        if (installing.state === "redundant") setTimeout(() => gone(new Error("The download didn't finish.")), 500);
      };
      installing.addEventListener("statechange", look);
      look();
    });
    registration.active.postMessage({ kind: "claim" });
    if (!isControlled()) await changed;
  };

  const begin = async () => {
    hidePages(); // a reload brings the page back that was open before the app runs
    if (!canRun()) return;
    hearOtherTabs();
    showLook();
    say("Opening the app…");
    let downloadProblem = null;
    navigator.serviceWorker.addEventListener("message", ({ data, ports: [port] }) => {
      if (data.kind === "progress" && !isControlled()) showProgress(data);
      if (data.kind === "not-installed") downloadProblem = data;
      if (data.kind === "restart") again();
      // A tab that waits for another one leaves its requests to that one.
      if (data.kind === "request" && open) {
        port.postMessage({ kind: "taken" });
        worker.postMessage({ ...data, asker: OWNER }, [port, data.body]);
        if (data.method === "POST") keepStorage(true);
      }
    });
    try {
      await controlled();
    } catch (error) {
      const { cause, reason } = downloadProblem ?? { cause: "unknown", reason: error.message };
      stop(NOT_DOWNLOADED[cause], "Try again", again, reason);
      return;
    }
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (!reloading) { reloading = true; again(); }
    });
    run();
  };

  begin();
})();
