// Messages between two phones over one channel. A text is a short message; a parcel is a head and a body, in pieces that
// begin with the parcel's number, so that several are on their way at once and none holds up the others.
const PIECE = 16_000;
const ENOUGH_WAITING = 256_000;
const STALLED_AFTER = 30_000;
const COUNTED_FOR = 10_000;
const MOST_MESSAGES = 200;
// What the host's phone takes of each guest: so many requests at once, with bodies of so many bytes. The largest is a photo.
export const MOST_AT_ONCE = 8;
export const MOST_BYTES = 12_100_000;

export class Wire {
  #channel;
  #most;
  #hear;
  #coming = new Map();
  #expected = 0;
  #stalled = 0;
  #since = 0;
  #messages = 0;
  #broken = false;
  #over = new AbortController();

  // `most` is how many bytes of bodies may be on their way here at once. `hear` has `told(message)`, `begins(number, head)`, which says
  // whether the parcel may come, `came(number, head, body)`, whose promise holds until the body isn't needed any more, and
  // `broke(reason)`.
  constructor(channel, most, hear) {
    this.#channel = channel;
    this.#most = most;
    this.#hear = hear;
    channel.bufferedAmountLowThreshold = ENOUGH_WAITING / 2;
    channel.addEventListener("message", ({ data }) => this.#take(data));
    channel.addEventListener("close", () => this.#break("The connection ended."));
  }

  get isOpen() { return this.#channel.readyState === "open"; }

  tell(message) { if (this.isOpen) this.#channel.send(JSON.stringify(message)); }

  async send(number, head, body) {
    const bytes = new Uint8Array(body);
    this.#sendPiece(number, new TextEncoder().encode(JSON.stringify({ ...head, size: bytes.length })));
    for (let sent = 0; sent < bytes.length && !this.#broken; sent += PIECE) {
      if (this.#channel.bufferedAmount > ENOUGH_WAITING) await this.#drained();
      this.#sendPiece(number, bytes.subarray(sent, sent + PIECE));
    }
  }

  #sendPiece(number, content) {
    const piece = new Uint8Array(4 + content.length);
    new DataView(piece.buffer).setUint32(0, number);
    piece.set(content, 4);
    if (this.isOpen) this.#channel.send(piece);
  }

  // Who sends goes on when this is over, too: a connection that is closed here closes its channels without an event.
  #drained() {
    const { signal } = this.#over;
    return new Promise((done) => {
      const late = setTimeout(() => this.#break("The other phone took too long to listen."), STALLED_AFTER);
      const go = () => { clearTimeout(late); done(); };
      this.#channel.addEventListener("bufferedamountlow", go, { once: true, signal });
      signal.addEventListener("abort", go, { once: true });
    });
  }

  #take(data) {
    if (this.#broken) return;
    try {
      if (typeof data === "string") this.#takeMessage(data);
      else this.#takePiece(new DataView(data).getUint32(0), new Uint8Array(data, 4));
    } catch {
      this.end("The other phone sent something that isn't understood.");
    }
  }

  #takeMessage(text) {
    if (performance.now() - this.#since > COUNTED_FOR) [this.#since, this.#messages] = [performance.now(), 0];
    this.#messages += 1;
    if (this.#messages > MOST_MESSAGES || text.length > PIECE) throw new RangeError();
    const message = JSON.parse(text);
    if (message === null || typeof message !== "object") throw new TypeError();
    this.#hear.told(message);
  }

  #takePiece(number, content) {
    if (content.length > PIECE) throw new RangeError();
    let parcel = this.#coming.get(number);
    if (parcel) {
      if (content.length !== Math.min(PIECE, parcel.body.length - parcel.filled)) throw new RangeError();
      parcel.body.set(content, parcel.filled);
      parcel.filled += content.length;
    } else {
      const head = JSON.parse(new TextDecoder().decode(content));
      if (!Number.isInteger(head.size) || head.size < 0 || this.#expected + head.size > this.#most) throw new RangeError();
      if (!this.#hear.begins(number, head)) throw new RangeError();
      this.#expected += head.size;
      parcel = { head, body: new Uint8Array(head.size), filled: 0 };
      this.#coming.set(number, parcel);
    }
    clearTimeout(this.#stalled);
    if (parcel.filled === parcel.body.length) this.#finish(number, parcel);
    if (this.#coming.size) this.#stalled = setTimeout(() => this.#break("The other phone stopped in the middle."), STALLED_AFTER);
  }

  async #finish(number, { head, body }) {
    const { length } = body; // the buffer may be handed on
    this.#coming.delete(number);
    await this.#hear.came(number, head, body.buffer);
    this.#expected -= length;
  }

  // End it, and say why, if anybody needs to know.
  end(reason) {
    if (reason) this.tell({ kind: "end", reason });
    this.#break(reason);
  }

  #break(reason) {
    if (this.#broken) return;
    this.#broken = true;
    this.#over.abort();
    clearTimeout(this.#stalled);
    this.#coming.clear();
    this.#hear.broke(reason);
    this.#channel.close();
  }
}
