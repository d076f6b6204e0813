// Reads QR codes with this phone's camera: by the browser where it can, else by a decoder that is fetched then.
const CAMERA = { video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } } };
const BETWEEN_LOOKS = 100;

const makeReader = async () => {
  const own = window.BarcodeDetector;
  const isAble = (await own?.getSupportedFormats().catch(() => []))?.includes("qr_code");
  const Reader = isAble ? own : (await import("./qr-decode.js")).BarcodeDetector;
  return new Reader({ formats: ["qr_code"] });
};

// Show the camera's picture in `video` and call `found` with what each code in it says, until the signal ends it.
export const scan = async (video, found, signal) => {
  const making = makeReader();
  const stream = await navigator.mediaDevices.getUserMedia(CAMERA);
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
  if (signal.aborted) { stop(); return; }
  signal.addEventListener("abort", stop);
  video.srcObject = stream;
  await video.play().catch(() => undefined); // the signal may end it first
  const reader = await making;
  while (!signal.aborted) {
    const codes = await reader.detect(video).catch(() => []); // there is no picture yet
    if (codes.length && !signal.aborted) found(codes[0].rawValue);
    await new Promise((next) => { setTimeout(next, BETWEEN_LOOKS); });
  }
};
