// A photo of a hand: one tap opens the camera, the picture is scaled to what the reader needs and sent, and what it shows is
// swapped in. Without this script a button sends the file as it is.
(() => {
  "use strict";
  const doc = document;
  const LONGEST_SIDE = 1600;
  const QUALITY = 0.85;
  const TIME_LIMIT = 120_000;
  const BUSY_AGAIN_AFTER = 1500;
  const BUSY_TRIES = 4;
  let sending = null;
  // Settled once what a canceled photo added is being taken back.
  let undone = null;
  doc.documentElement.classList.add("sends-photos");

  const form = () => doc.getElementById("photo-form");
  const show = (phase, text = "", part = 0) => {
    const panel = form();
    if (!panel) return;
    prepare(panel);
    // What is ticked meanwhile would be lost where the page itself is the hand.
    doc.querySelector(".counting")?.toggleAttribute("inert", Boolean(phase));
    const covered = panel.hasAttribute("data-phase");
    panel.toggleAttribute("data-phase", Boolean(phase));
    // The second half of a double tap on what goes away must not press what comes to light.
    if (covered && !phase) panel.parentElement.dispatchEvent(new CustomEvent("uncovered"));
    if (phase) panel.dataset.phase = phase;
    const line = panel.querySelector("p");
    if (line.textContent !== text) line.textContent = text;
    panel.querySelector(".cancel").textContent = phase === "refused" ? TEXTS.close : TEXTS.cancel;
    const progress = panel.querySelector("progress");
    // Without a value it shows that something goes on.
    if (phase === "sending") progress.value = part;
    else progress.removeAttribute("value");
  };

  // What only a script can need, in a form that may have come with the latest answer.
  const prepare = (panel) => {
    const buttons = panel.querySelector(".buttons");
    if (buttons.querySelector(".cancel")) return;
    panel.insertBefore(doc.createElement("progress"), buttons).max = 1;
    // Each phase names what cancels.
    for (const [name, words, act] of [["cancel", "", cancel], ["again main", TEXTS.photo_again, begin]]) {
      const button = buttons.appendChild(doc.createElement("button"));
      button.type = "button";
      button.className = name;
      button.textContent = words;
      button.onclick = act;
    }
  };

  // Some browsers can't turn a bitmap upright by what the camera noted, but all do so with an image.
  const drawable = (file) => createImageBitmap(file, { imageOrientation: "from-image" }).catch(async () => {
    const reader = new FileReader();
    await new Promise((done, failed) => {
      reader.onload = done;
      reader.onerror = failed;
      reader.readAsDataURL(file);
    });
    const image = new Image();
    image.src = reader.result;
    await image.decode();
    return image;
  });

  // Upright and no larger than it has to be; a picture that the browser can't draw is sent as it is.
  const scaled = async (file) => {
    try {
      const picture = await drawable(file);
      const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
      const canvas = doc.createElement("canvas");
      canvas.width = Math.round(picture.width * scale);
      canvas.height = Math.round(picture.height * scale);
      canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
      picture.close?.();
      return await new Promise((done) => { canvas.toBlob((blob) => done(blob ?? file), "image/jpeg", QUALITY); });
    } catch { return file; }
  };

  const tell = (name, detail) => doc.dispatchEvent(new CustomEvent(name, { detail }));

  const take = async (file, fit = scaled) => {
    cancel();
    const mine = { id: newId(), tries: 0 };
    sending = mine;
    show("preparing", TEXTS.photo_preparing);
    mine.photo = await fit(file);
    await undone;
    if (sending === mine) begin();
  };

  // The keys of a hand hold their taps back until the photo is there, and tell when none is on its way.
  const begin = () => {
    const event = new CustomEvent("photo-begins", { cancelable: true, detail: post });
    if (doc.dispatchEvent(event)) post();
  };

  const post = () => {
    const mine = sending;
    if (!mine) return;
    const panel = form();
    const body = new FormData(panel);
    body.set("photo", mine.photo, "photo.jpg");
    body.set("batch", mine.id);
    const xhr = new XMLHttpRequest();
    mine.xhr = xhr;
    mine.arrived = false;
    show("sending", TEXTS.photo_sending.replace("{percent}", 0));
    const address = panel.getAttribute("action");
    const counting = doc.querySelector(".counting");
    xhr.open("POST", counting ? `${address.split("?")[0]}?${new URLSearchParams(new FormData(counting))}` : address);
    xhr.timeout = TIME_LIMIT;
    for (const [name, value] of [["HX-Request", "true"], ["HX-Target", "hand"], ["X-Form-Token", body.get("form_token")]]) {
      xhr.setRequestHeader(name, value);
    }
    if (body.has("seen")) xhr.setRequestHeader("X-Seen", body.get("seen"));
    xhr.upload.onprogress = ({ loaded, total }) => {
      // In steps, so that a screen reader isn't interrupted all the time.
      const percent = 10 * Math.floor((10 * loaded) / total);
      if (sending === mine && loaded < total) show("sending", TEXTS.photo_sending.replace("{percent}", percent), loaded / total);
    };
    xhr.upload.onload = () => {
      mine.arrived = true;
      if (sending === mine) show("reading", TEXTS.photo_reading);
    };
    xhr.onloadend = () => answered(mine, xhr);
    xhr.send(body);
    // Only the pocket edition has its pages in a frame: the app is on this phone, and nothing tells when a photo arrives.
    if (window !== top) xhr.upload.onload();
  };

  const answered = (mine, xhr) => {
    if (mine.canceled) {
      // The photo had arrived: what it added is taken back.
      over(xhr.getResponseHeader("X-Photo-Added") && "undo");
      mine.canceled();
      return;
    }
    if (sending !== mine) return;
    const redirect = xhr.getResponseHeader("HX-Redirect");
    if (redirect) {
      location.assign(redirect);
    } else if (xhr.status === 200) {
      sending = null;
      show("");
      swapIn(xhr);
      over();
    } else if (xhr.status === 503 && mine.tries < BUSY_TRIES) {
      mine.tries += 1;
      setTimeout(() => { if (sending === mine) post(); }, BUSY_AGAIN_AFTER);
    } else {
      // The same picture would be refused again.
      show(xhr.status >= 400 && xhr.status < 500 ? "refused" : "failed", sentence(xhr));
      over();
    }
  };

  const over = (then) => tell("photo-over", then);

  const swapIn = (xhr) => {
    const whole = xhr.responseText.includes("<!DOCTYPE");
    const target = doc.getElementById(whole ? "main" : "hand");
    window.htmx.swap(target, xhr.responseText, { swapStyle: "outerHTML" }, whole ? { select: "#main" } : {});
    const address = xhr.getResponseHeader("HX-Replace-Url");
    if (address) history.replaceState(null, "", address);
    const say = JSON.parse(xhr.getResponseHeader("HX-Trigger") ?? "{}").say;
    if (say) tell("say", say);
  };

  const sentence = (xhr) => {
    if (xhr.status === 0) return TEXTS.photo_kept;
    if (xhr.getResponseHeader("Content-Type")?.startsWith("text/plain")) return xhr.responseText;
    const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
    return [...page.querySelectorAll("main h1 ~ p")].map((line) => line.textContent.trim())[0] || TEXTS.app_failed;
  };

  const cancel = () => {
    const mine = sending;
    sending = null;
    show("");
    if (!mine) return;
    if (mine.arrived && mine.xhr.readyState < 4) {
      undone = new Promise((done) => { mine.canceled = done; });
      tell("photo-canceled");
      return;
    }
    mine.xhr?.abort();
    over();
  };

  // What a live camera saw is known by its very bytes.
  doc.addEventListener("photo-taken", ({ detail }) => take(detail, (file) => file));

  doc.addEventListener("change", (event) => {
    if (event.target.id !== "photo-file") return;
    event.stopPropagation();
    const [file] = event.target.files;
    event.target.value = "";
    if (file) take(file);
  }, true);

  doc.addEventListener("click", (event) => {
    if (!event.target.closest("[data-put-away]")) return;
    event.preventDefault();
    event.stopPropagation();
    doc.getElementById("photo").replaceChildren();
  }, true);
})();
