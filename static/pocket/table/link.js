// A connection between two phones with no server. What a browser says about its end becomes plain facts, which the other
// phone gets as a code or over the connection before, and turns back into what its browser takes.
const NAME = /^[\w+/]{4,32}$/;
const LOCAL = /^([\da-f-]{36}\.local|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|169\.254\.[\d.]+|f[cd][\da-f:]+|fe80:[\da-f:]+)$/i;
const MOST_ADDRESSES = 8;
const MOST_PATIENCE = 30_000;
// One is left when the other is used up, and the link that came of it breaks at once.
const READY = 2;

const isCandidate = (candidate) => Array.isArray(candidate) && LOCAL.test(candidate[0]) && Number.isInteger(candidate[1]) && candidate[1] > 0 && candidate[1] < 65536;

// Whether these are facts that a browser may be given: no address is outside the network that both phones are in.
export const areFacts = ({ ufrag, pwd, fingerprint, candidates }) => NAME.test(ufrag) && NAME.test(pwd) && /^[\da-f]{64}$/.test(fingerprint)
  && Array.isArray(candidates) && candidates.length <= MOST_ADDRESSES && candidates.every(isCandidate);

const factsOf = ({ sdp }) => ({
  ufrag: /^a=ice-ufrag:(\S+)/m.exec(sdp)[1],
  pwd: /^a=ice-pwd:(\S+)/m.exec(sdp)[1],
  fingerprint: /^a=fingerprint:sha-256 (\S+)/m.exec(sdp)[1].replaceAll(":", "").toLowerCase(),
  candidates: [...sdp.matchAll(/^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ host/gim)].map(([, address, port]) => [address, Number(port)])
    .filter(isCandidate).slice(0, MOST_ADDRESSES),
});

const descriptionOf = (type, { ufrag, pwd, fingerprint, candidates }) => ({
  type,
  sdp: ["v=0", "o=- 1 1 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0",
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 0.0.0.0", `a=ice-ufrag:${ufrag}`, `a=ice-pwd:${pwd}`,
    `a=fingerprint:sha-256 ${fingerprint.match(/../g).join(":").toUpperCase()}`, `a=setup:${type === "offer" ? "actpass" : "active"}`,
    "a=mid:0", "a=sctp-port:5000", "a=max-message-size:262144",
    ...candidates.map(([address, port], place) => `a=candidate:${place + 1} 1 udp ${2113937151 - place} ${address} ${port} typ host`), "",
  ].join("\r\n"),
});

const gathered = (peer) => new Promise((done) => {
  const look = () => { if (peer.iceGatheringState === "complete") done(); };
  peer.addEventListener("icegatheringstatechange", look);
  look();
});

const opened = (channel) => new Promise((done) => {
  channel.binaryType = "arraybuffer";
  if (channel.readyState === "open") done();
  else channel.addEventListener("open", () => done(), { once: true });
});

const made = (certificate) => new RTCPeerConnection({ iceServers: [], certificates: [certificate] });

const letters = (count) => [...crypto.getRandomValues(new Uint8Array(count))].map((byte) => (byte % 32).toString(32)).join("");

// Who this phone is to others. Not every browser says it of a certificate.
export const fingerprintOf = async (certificate) => {
  const peer = made(certificate);
  peer.createDataChannel("table");
  const { fingerprint } = factsOf(await peer.createOffer());
  peer.close();
  return fingerprint;
};

// What an offer's answer is called where the phone with this fingerprint gives it: who has the offer and knows the phone, knows
// that beforehand. `mark` is how the phone finds itself among others.
export const agreedOn = async ({ pwd }, fingerprint) => {
  const bytes = (text) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey("raw", bytes(pwd), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const hash = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(fingerprint)));
  const text = btoa(String.fromCharCode(...hash.subarray(2)));
  return { mark: [...hash.subarray(0, 2)].map((byte) => byte.toString(16).padStart(2, "0")).join(""), ufrag: text.slice(0, 8), pwd: text.slice(8, 32) };
};

const renamed = (sdp, { ufrag, pwd }) => sdp.replace(/^a=ice-ufrag:.*/m, `a=ice-ufrag:${ufrag}`).replace(/^a=ice-pwd:.*/m, `a=ice-pwd:${pwd}`);

// Offer a link, which is the connection, its channel, and who is at the other end by the fingerprint of their certificate.
// `answered` takes the facts of the phone that answers, and resolves when the link is open. `names` are those of the offer, where
// it isn't the browser that makes them up.
export const offer = async (certificate, names = null) => {
  const peer = made(certificate);
  const channel = peer.createDataChannel("table");
  if (names) {
    const { sdp } = await peer.createOffer();
    await peer.setLocalDescription({ type: "offer", sdp: renamed(sdp, names) });
  } else await peer.setLocalDescription();
  await gathered(peer);
  return {
    peer,
    facts: factsOf(peer.localDescription),
    answered: async (facts) => {
      await peer.setRemoteDescription(descriptionOf("answer", facts));
      await opened(channel);
      return { peer, channel, fingerprint: facts.fingerprint };
    },
    close: () => peer.close(),
  };
};

// Answer an offer; `agreed` are the names that the answer has if both phones agreed on them before.
export const answer = async (certificate, facts, agreed = null) => {
  const peer = made(certificate);
  const came = new Promise((done) => { peer.addEventListener("datachannel", ({ channel }) => done(channel), { once: true }); });
  try {
    await peer.setRemoteDescription(descriptionOf("offer", facts));
  } catch (error) {
    peer.close();
    throw error;
  }
  const { sdp } = await peer.createAnswer();
  await peer.setLocalDescription({ type: "answer", sdp: agreed ? renamed(sdp, agreed) : sdp });
  if (!agreed) await gathered(peer);
  const open = async () => {
    const channel = await came;
    await opened(channel);
    return { peer, channel, fingerprint: facts.fingerprint };
  };
  return { peer, facts: factsOf(peer.localDescription), opened: open() };
};

// How a phone can be called, the last told first, with one more or one less: each way serves for one call.
export const withCall = (calls, { facts, agreed }) => [{ facts, agreed }, ...calls.filter((call) => call.agreed.ufrag !== agreed.ufrag)].slice(0, READY);

export const withoutCall = (calls, used) => calls.filter((call) => call !== used);

// The next links to a phone that was here before, kept ready: `told` is what that phone needs to call with if this one breaks.
export class NextLink {
  #certificate;
  #fingerprint;
  #came;
  #ready = [];
  #isClosed = false;

  constructor(certificate, fingerprint, came) {
    this.#certificate = certificate;
    this.#fingerprint = fingerprint;
    this.#came = came;
  }

  get told() { return this.#ready.map(({ told }) => told); }

  // Make one for the network as it is now. Those that it replaces stay until the other phone has kept what it was told.
  async renew() {
    do await this.#make(); while (this.#ready.length < READY && !this.#isClosed);
  }

  async #make() {
    const agreed = { ufrag: letters(8), pwd: letters(24) };
    const { facts, answered, close } = await offer(this.#certificate);
    if (this.#isClosed) { close(); return; }
    const ready = { told: { kind: "call", facts, agreed }, close };
    this.#ready.push(ready);
    answered({ ...agreed, fingerprint: this.#fingerprint, candidates: [] }).then((link) => {
      this.#ready = this.#ready.filter((other) => other !== ready);
      this.#came(link);
    });
  }

  // The other phone has kept what it was told of the one with this name.
  kept(ufrag) {
    const place = this.#ready.findIndex(({ told }) => told.agreed.ufrag === ufrag);
    for (const { close } of this.#ready.splice(0, Math.max(place + 1 - READY, 0))) close();
  }

  close() {
    this.#isClosed = true;
    for (const { close } of this.#ready) close();
  }
}

const within = (milliseconds, link, signal) => Promise.race([link, new Promise((done) => {
  setTimeout(done, signal?.aborted ? 0 : milliseconds, null);
  signal?.addEventListener("abort", () => done(null), { once: true });
})]);

// Call a phone that stands by; null if it doesn't answer in time, which one never does whose facts this browser doesn't take. One
// that has begun to answer is waited for: it stands by for one connection only. The signal gives that up.
export const reach = async (certificate, call, patience, signal = null) => {
  const called = call ? await answer(certificate, call.facts, call.agreed).catch(() => null) : null;
  if (!called) return await within(patience, new Promise(() => undefined), signal);
  const { peer, opened: link } = called;
  let reached = await within(patience, link, signal);
  const isAnswering = !signal?.aborted && ["connected", "completed"].includes(peer.iceConnectionState);
  if (!reached && isAnswering) reached = await within(MOST_PATIENCE, link, signal);
  if (!reached) peer.close();
  return reached;
};
