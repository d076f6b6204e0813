// Reads photos in a web worker of its own, so that the app goes on answering. The plain Python of the reader runs in a
// Pyodide of its own; the kernel computes what is computed for each pixel; the browser decodes.
import { APP, fetched, loadPython } from "./python.js";

const ARCHIVE = "./photo.tar";
const WEIGHTS = "./weights.npz";
const address = (name) => new URL(name, import.meta.url).href;
let started = null;
const sheet = new OffscreenCanvas(1, 1);

// What companion/pocket/photo_reader.py knows as the browser.
const browserWith = ({ memory, ...kernel }) => {
  // A view ends when the memory grows.
  const bytes = () => new Uint8Array(memory.buffer);
  return {
    call: (name, ...given) => kernel[name](...given),
    write: (at, body) => bytes().set(body.toJs(), at),
    read: (at, length) => bytes().slice(at, at + length),
    open: (body, type) => createImageBitmap(new Blob([body.toJs()], { type })),
    draw: (bitmap, at, wide, high, width, height, ...turn) => {
      Object.assign(sheet, { width, height }); // which also takes back how the last one was turned
      const context = sheet.getContext("2d", { willReadFrequently: true });
      context.fillStyle = "white";
      context.fillRect(0, 0, width, height);
      context.imageSmoothingQuality = "high";
      context.setTransform(...turn);
      context.drawImage(bitmap, 0, 0, wide, high);
      bitmap.close();
      const { data } = context.getImageData(0, 0, width, height);
      const pixels = new Uint8Array(memory.buffer, at, width * height * 3);
      for (let from = 0, to = 0; to < pixels.length; from += 4) {
        pixels[to++] = data[from];
        pixels[to++] = data[from + 1];
        pixels[to++] = data[from + 2];
      }
    },
    jpeg: async (left, top, right, bottom, width, height, quality) => {
      const small = new OffscreenCanvas(width, height);
      const context = small.getContext("2d");
      context.imageSmoothingQuality = "high";
      context.drawImage(sheet, left, top, right - left, bottom - top, 0, 0, width, height);
      const made = await small.convertToBlob({ type: "image/jpeg", quality: quality / 100 });
      return new Uint8Array(await made.arrayBuffer());
    },
  };
};

const start = async (given) => {
  const weights = fetched(address(WEIGHTS));
  weights.catch(() => undefined);
  const python = await loadPython({ ...given, archive: address(ARCHIVE) }, {});
  const kernel = python.FS.readFile(`${APP}/companion/photo/kernel.wasm`);
  const { instance } = await WebAssembly.instantiate(kernel);
  python.globals.set("BROWSER", browserWith(instance.exports));
  python.globals.set("WEIGHTS", await weights);
  python.runPython(`
from companion.pocket.photo_reader import PhotoReader
reader = PhotoReader(BROWSER, WEIGHTS.to_bytes())
async def answer(question):
    return await reader.answer(question.to_bytes())
def begin_live(question):
    reader.begin_live(question.to_bytes())
`);
  const { globals } = python;
  const reader = globals.get("reader");
  return { answer: globals.get("answer"), beginLive: globals.get("begin_live"), look: reader.look, take: reader.take };
};

const answer = async (question) => {
  let reader;
  try {
    reader = await started;
  } catch {
    return new Uint8Array();
  }
  try {
    return (await reader.answer(new Uint8Array(question))).toJs();
  } catch (error) {
    return String(error.message ?? error);
  }
};

// Look at the frames of a live camera, one at a time; a message without one asks for the photo that stands for them.
const watch = async (question, port) => {
  const attempt = async (act) => { try { port.postMessage(await act()); } catch { port.postMessage({ failed: true }); } };
  let reader;
  port.onmessage = ({ data: { frame, seconds } }) => attempt(async () =>
    frame ? JSON.parse(reader.look(frame, seconds)) : { photo: (await reader.take()).toJs() });
  await attempt(async () => {
    reader = await started;
    reader.beginLive(new Uint8Array(question));
    return {};
  });
};

self.addEventListener("message", async ({ data, ports: [port] }) => {
  if (data.kind === "start") {
    started = start(data);
    started.catch(() => undefined);
  } else if (data.kind === "live") {
    watch(data.question, port);
  } else {
    self.postMessage(await answer(data.question));
  }
});
