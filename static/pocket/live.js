// The live camera: its picture fills the screen, cards are marked where they lie, and a hand that is complete is handed to its
// page as a photo. Frames go to the worker that reads photos, one at a time; what they show is decided there, in Python.
const doc = document;
const CAMERA = { video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 }, resizeMode: "none" } };
const SPOKEN_EVERY = 3000;
const FOLLOWED_EVERY = 60;
const [SIDE, REACH] = [64, 12]; // of a glance at the video, in pixels; how far it is looked for in another one
const [STILL, FOUND] = [0.8, 0.6]; // how much less than without a shift, or than with any, has to differ
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

const small = Object.assign(doc.createElement("canvas"), { width: SIDE, height: SIDE }).getContext("2d", { willReadFrequently: true });

// A small gray picture of the video; green is most of the light.
const glance = (video) => {
  small.drawImage(video, 0, 0, SIDE, SIDE);
  return small.getImageData(0, 0, SIDE, SIDE).data.filter((_, place) => place % 4 === 1);
};

// How far the picture has moved from one glance to another; null if the one isn't found in the other.
export const movedBy = (before, now) => {
  const difference = (right, down) => {
    let sum = 0;
    for (let y = REACH; y < SIDE - REACH; y += 2) {
      for (let x = REACH; x < SIDE - REACH; x += 2) sum += Math.abs(now[(y + down) * SIDE + x + right] - before[y * SIDE + x]);
    }
    return sum;
  };
  let [right, down, least, all] = [0, 0, difference(0, 0) * STILL, 0];
  for (let y = -REACH; y <= REACH; y += 1) {
    for (let x = -REACH; x <= REACH; x += 1) {
      const sum = difference(x, y);
      all += sum;
      if (sum < least) [right, down, least] = [x, y, sum];
    }
  }
  return least > FOUND * all / (2 * REACH + 1) ** 2 ? null : { right, down };
};

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
  let [looked, marked, followedAt] = [null, null, 0]; // glances at the frame that is looked at, and at that of the marks

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
    line.classList.add("failed");
    photo.className = "main";
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
    looked = glance(video);
    const frame = await createImageBitmap(video);
    port.postMessage({ frame, seconds: performance.now() / 1000 }, [frame]);
  };
  const watch = () => {
    if (!screen.open) return;
    isFresh = true;
    send();
    if (performance.now() - followedAt > FOLLOWED_EVERY) follow();
    if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(watch);
    else requestAnimationFrame(watch);
  };
  // Reading takes a moment, in which the picture goes on: the marks go with it, and fade where that can't be seen.
  const follow = () => {
    followedAt = performance.now();
    if (!marks.firstChild) return;
    const moved = movedBy(marked, glance(video));
    marks.classList.toggle("lost", !moved);
    const { width, height } = marks.viewBox.baseVal;
    if (moved) marks.firstChild.setAttribute("transform", `translate(${moved.right / SIDE * width} ${moved.down / SIDE * height})`);
  };
  const show = ({ size: [width, height], marks: seen, line: words, take: takes }) => {
    marks.setAttribute("viewBox", `0 0 ${width} ${height}`);
    marks.replaceChildren(drawn("g", {}, ...seen.map((mark) => markOf(mark, Math.max(width, height) / 42))));
    marked = looked;
    follow();
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
