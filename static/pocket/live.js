// The live camera: its picture fills the screen, cards are marked where they lie, and a hand that is complete is handed to its
// page as a photo. Frames go to the worker that reads photos, one at a time; what they show is decided there, in Python.
const doc = document;
const CAMERA = { video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 }, resizeMode: "none" } };
const SPOKEN_EVERY = 3000;
const [WIDE, HIGH] = [1.3, 1.6]; // a mark, in heights of the index that it surrounds
const NOT_ALLOWED = "The browser doesn't let the app use the camera. You can take a photo instead.";
const NO_CAMERA = "The camera isn't available. You can take a photo instead.";
const NO_READER = "The camera can't read cards right now. You can take a photo instead.";
let styled = null;
let isRefused = false;

const made = (name, given, ...inside) => {
  const element = Object.assign(doc.createElement(name), given);
  element.append(...inside);
  return element;
};
const button = (textContent, onclick, given = {}) => made("button", { type: "button", textContent, onclick, ...given });
const drawn = (name, given, ...inside) => {
  const element = doc.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(given)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
};

const loadStyle = () => new Promise((onload, onerror) => {
  doc.head.append(made("link", { rel: "stylesheet", href: new URL("./live.css", import.meta.url).href, onload, onerror }));
});

const markOf = ({ x, y, height, state, word }, size) => drawn("g", { class: state },
  drawn("rect", { x: x - height * WIDE / 2, y: y - height * HIGH / 2, width: height * WIDE, height: height * HIGH, rx: height / 4 }),
  drawn("text", { x, y: y - height * HIGH / 2, "font-size": size }, word));

// Open it over the page of a camera key; `worker` runs the app. Fails without a camera, and where that was refused before.
export const openLive = async (key, worker) => {
  styled ??= loadStyle();
  await styled;
  const devices = await navigator.mediaDevices.enumerateDevices();
  if (isRefused || !devices.some(({ kind }) => kind === "videoinput")) throw new Error(NO_CAMERA);
  const page = key.ownerDocument;
  const { port1: port, port2: portOfWorker } = new MessageChannel();
  let stream = null;
  let [isFree, isFresh, isTaking] = [false, false, false]; // the worker, for a frame; the frame; the hand
  let spokenAt = 0;

  const video = made("video", { autoplay: true, muted: true, playsInline: true });
  const marks = drawn("svg", { "aria-hidden": "true" });
  const line = made("p", { className: "line", textContent: "Starting…" });
  const spoken = made("p", { className: "unseen" });
  spoken.setAttribute("role", "status");
  const light = button("Light", () => switchLight(), { className: "light", hidden: true });
  const photo = button("Photo", () => takePhoto());
  photo.setAttribute("aria-label", "Take a photo instead");
  const take = button("", () => takeHand(), { className: "main", hidden: true });
  const keys = made("div", { className: "keys" }, button("Cancel", () => leave()), photo, take);
  const screen = made("dialog", { id: "live", tabIndex: -1 }, video, marks, light, made("div", { className: "foot" }, line, spoken, keys));
  screen.setAttribute("aria-label", "Camera");

  const stopCamera = () => { for (const track of stream?.getTracks() ?? []) track.stop(); };
  const leave = () => {
    stopCamera();
    screen.close();
  };
  const leaveIfHidden = () => { if (doc.hidden) leave(); };
  doc.addEventListener("visibilitychange", leaveIfHidden);
  screen.addEventListener("close", () => {
    doc.removeEventListener("visibilitychange", leaveIfHidden);
    stopCamera();
    port.close();
    screen.remove();
    worker.postMessage({ kind: isTaking ? "live-taken" : "live-over" });
  });

  const say = (words, urgent = false) => {
    if (line.textContent !== words) line.textContent = words;
    if (spoken.textContent === words || (Date.now() - spokenAt < SPOKEN_EVERY && !urgent)) return;
    spokenAt = Date.now();
    spoken.textContent = words;
  };
  const fail = (sentence) => {
    stopCamera();
    marks.replaceChildren();
    take.hidden = light.hidden = true;
    say(sentence, true);
    photo.focus();
  };
  screen.addEventListener("no-reader", () => fail(NO_READER));

  const takePhoto = () => {
    leave();
    page.getElementById("photo-file").click();
  };
  const takeHand = () => {
    isTaking = true;
    port.postMessage({});
  };
  const handOver = (jpeg) => {
    leave();
    const { CustomEvent, File } = page.defaultView;
    page.dispatchEvent(new CustomEvent("photo-taken", { detail: new File([jpeg], "photo.jpg", { type: "image/jpeg" }) }));
  };

  // Frames that come while one is looked at are dropped.
  const send = async () => {
    if (!isFree || !isFresh || isTaking) return;
    isFree = isFresh = false;
    const frame = await createImageBitmap(video);
    port.postMessage({ frame, seconds: performance.now() / 1000 }, [frame]);
  };
  const watch = () => {
    if (!screen.open) return;
    isFresh = true;
    send();
    if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(watch);
    else requestAnimationFrame(watch);
  };
    line.classList.add("failed");
    photo.className = "main";
  const show = ({ size: [width, height], marks: seen, line: words, take: takes }) => {
    marks.setAttribute("viewBox", `0 0 ${width} ${height}`);
    marks.replaceChildren(...seen.map((mark) => markOf(mark, Math.max(width, height) / 42)));
    say(words);
    take.textContent = takes;
    take.hidden = !takes;
  };
  port.onmessage = ({ data }) => {
    if (data.failed) fail(NO_READER);
    else if (data.photo) handOver(data.photo);
    else if (!isTaking) {
      if (data.marks) show(data);
      isFree = true;
      if (!data.complete) { send(); return; }
      page.dispatchEvent(new Event("lead"));
      takeHand();
    }
  };

  const switchLight = async () => {
    const torch = light.getAttribute("aria-pressed") !== "true";
    await stream.getVideoTracks()[0].applyConstraints({ advanced: [{ torch }] });
    light.setAttribute("aria-pressed", torch);
  };
  const startCamera = async () => {
    try {
      stream = await navigator.mediaDevices.getUserMedia(CAMERA);
    } catch (error) {
      isRefused = error.name === "NotAllowedError";
      fail(isRefused ? NOT_ALLOWED : NO_CAMERA);
      return;
    }
    const [track] = stream.getVideoTracks();
    track.onended = () => fail(NO_CAMERA);
    if (!screen.open) stopCamera();
    video.srcObject = stream;
    light.hidden = !track.getCapabilities?.().torch;
    watch();
  };
  const startReader = async () => {
    const answer = await page.defaultView.fetch(key.dataset.live);
    const question = await answer.arrayBuffer();
    worker.postMessage({ kind: "live", question }, [portOfWorker, question]);
  };

  doc.body.append(screen);
  screen.showModal();
  screen.focus();
  leaveIfHidden();
  startCamera();
  startReader().catch(() => fail(NO_READER));
};
