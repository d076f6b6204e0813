// The host's screen for letting phones in, over the app's pages: this phone's code, then the camera for the code on theirs,
// then the next phone's. A code lets one phone in, and only for some minutes.
import { BadCode, unpack } from "./codes.js";
import { scan } from "./scan.js";
import { VALID_FOR, showCode } from "./shown-code.js";

const SCOPE = new URL("./", location).href;
const SCREEN = `
  <header><h2 id="letting-in" tabindex="-1" autofocus>Let others join</h2><button type="button" class="other done">Done</button></header>
  <p class="step" role="status"></p>
  <div class="code"></div>
  <video class="camera" playsinline muted hidden></video>
  <p class="problem" role="alert"></p>
  <button type="button" class="next"></button>
  <details>
    <summary>No camera? Paste their code</summary>
    <textarea rows="3" aria-label="Their code" autocapitalize="off" autocomplete="off" spellcheck="false"></textarea>
    <button type="button" class="other paste">Let this phone in</button>
  </details>`;
const SHOWN = "Open the camera on the other phone and scan this.";
const READING = "Now scan the code on their phone.";
const CONNECTING = "Code scanned. Connecting…";
const ENDED = "This code has ended: each is valid for 10 minutes.";
const OLDER = "Their code answers an older one. Have their phone scan the code on this phone again.";
const AT_TABLE = "The other phone is at the table.";
const NEXT_ONE = "The next one can scan this.";
const NO_CAMERA = "The camera can't be used. Have their phone send its code as text, then paste it here.";
const NOT_REACHED = "The phones can't reach each other. Put both in the same Wi-Fi network, or let one use the other's hotspot.";
const REACHED_WITHIN = 20_000;

const timeout = (after, reason) => new Promise((_, failed) => { setTimeout(() => failed(new Error(reason)), after); });

class LettingIn {
  #table;
  #path;
  #invitation = null;
  #end = 0;
  #came = ""; // who came last, in a sentence
  #camera = new AbortController();
  #dialog = document.createElement("dialog");

  // `page` is the app's page over which it is shown: that page says who has joined.
  constructor(table, page, path) {
    this.#table = table;
    this.#path = path;
    this.#dialog.className = "letting-in";
    this.#dialog.setAttribute("aria-labelledby", "letting-in");
    this.#dialog.innerHTML = SCREEN;
    this.#at(".done").addEventListener("click", () => this.#dialog.close());
    this.#at(".paste").addEventListener("click", () => this.#take(this.#at("textarea").value));
    const look = () => this.#lookAgain();
    document.addEventListener("visibilitychange", look);
    const joined = page.querySelector(".invite [aria-live]");
    const watching = new MutationObserver(() => {
      const who = joined.textContent.trim();
      this.#came = who && `${who}.`;
      if (!this.#at(".code").hidden) this.#showCode();
    });
    if (joined) watching.observe(joined, { childList: true, subtree: true });
    this.#dialog.addEventListener("close", () => {
      document.removeEventListener("visibilitychange", look);
      watching.disconnect();
      this.#forget();
      this.#dialog.remove();
      if (this.#came) page.querySelector(".dock a").click();
    });
    document.body.append(this.#dialog);
    this.#dialog.showModal();
    this.invite();
  }

  #at(place) { return this.#dialog.querySelector(place); }

  #say(step, problem = "") {
    this.#at(".step").textContent = step;
    if (this.#at(".problem").textContent !== problem) this.#at(".problem").textContent = problem;
  }

  // Set the key; none where there is nothing to do but wait.
  #offer(words, act, isMain = true) {
    const key = this.#at(".next");
    key.hidden = !words;
    key.classList.toggle("other", !isMain);
    key.textContent = words;
    key.onclick = act;
  }

  #show({ code = false, camera = false }) {
    this.#camera.abort();
    this.#dialog.scrollTop = 0;
    this.#at(".code").hidden = !code;
    this.#at(".camera").hidden = this.#at("details").hidden = !camera;
  }

  #forget() {
    this.#camera.abort();
    clearTimeout(this.#end);
    this.#invitation?.close();
    this.#invitation = null;
  }

  // Show a new code.
  async invite() {
    this.#forget();
    this.#show({});
    this.#say(this.#came);
    this.#offer("");
    try {
      const invitation = await this.#table.invite(this.#path);
      if (!this.#dialog.open) { invitation.close(); return; }
      this.#invitation = { ...invitation, id: unpack(invitation.code, "offer").ufrag };
    } catch (error) {
      this.#say("", error.message);
      return;
    }
    this.#expect(this.#invitation);
    showCode(this.#at(".code"), { url: `${SCOPE}join/#${this.#invitation.code}` });
    this.#end = setTimeout(() => this.#stop(ENDED), VALID_FOR);
    this.#showCode();
  }

  // A phone that was here before is let in by the code that it scans.
  async #expect(invitation) {
    await invitation.came;
    if (this.#invitation !== invitation) return;
    this.#invitation = null; // it's the connection now
    this.#came = AT_TABLE;
    this.invite();
  }

  #showCode() {
    this.#show({ code: true });
    this.#say(this.#came ? `${this.#came} ${NEXT_ONE}` : SHOWN);
    this.#offer("Next: scan their code", () => this.#read());
  }

  #read() {
    this.#show({ camera: true });
    this.#say(READING);
    this.#offer("Show my code again", () => this.#showCode(), false);
    this.#lookAgain();
  }

  // The camera is on while its picture is seen.
  async #lookAgain() {
    this.#camera.abort();
    if (this.#at(".camera").hidden || document.hidden) return;
    this.#camera = new AbortController();
    const { signal } = this.#camera;
    try {
      await scan(this.#at(".camera"), (text) => this.#take(text), signal);
    } catch {
      if (signal.aborted) return;
      this.#at(".camera").hidden = true;
      this.#at("details").open = true;
      this.#say("", NO_CAMERA);
    }
  }

  // Let the phone in that shows this code.
  async #take(text) {
    const invitation = this.#invitation;
    try {
      const { to } = unpack(text, "answer");
      if (to !== invitation.id) throw new BadCode(OLDER);
      this.#show({});
      this.#offer("");
      this.#say(CONNECTING);
      clearTimeout(this.#end);
      await Promise.race([invitation.answered(text), timeout(REACHED_WITHIN, NOT_REACHED)]);
      if (this.#invitation !== invitation) return;
      this.#invitation = null; // it's the connection now
      this.#at("textarea").value = "";
      this.#came = AT_TABLE;
      this.invite();
    } catch (error) {
      if (this.#invitation !== invitation) return;
      if (error instanceof BadCode) this.#say("", error.message);
      else this.#stop(error.message);
    }
  }

  // This code lets nobody in any more.
  #stop(reason) {
    this.#forget();
    this.#show({});
    this.#say("", reason);
    this.#offer("Show a new code", () => this.invite());
  }
}

// Open the screen over a page of the app. Phones that come in begin at a path of the app.
export const letIn = (table, page, path) => new LettingIn(table, page, path);
