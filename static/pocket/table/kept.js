// What a phone keeps about a table between two visits of its page. A certificate can be stored nowhere else.

// The address of the app, also on the page of a phone that joins.
export const SCOPE = new URL("./", location).href.replace(/join\/$/, "");
const DATABASE = `gem-companion table ${SCOPE}`;
const STORE = "kept";
const DAY = 86_400_000;

const asked = (mode, ask) => new Promise((done, failed) => {
  const opening = indexedDB.open(DATABASE);
  opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(STORE));
  opening.addEventListener("error", () => failed(opening.error));
  opening.addEventListener("success", () => {
    const transaction = opening.result.transaction(STORE, mode);
    const request = ask(transaction.objectStore(STORE));
    transaction.addEventListener("complete", () => { opening.result.close(); done(request.result); });
    transaction.addEventListener("abort", () => { opening.result.close(); failed(transaction.error); });
  });
});

export const kept = (name) => asked("readonly", (store) => store.get(name));

// One after the other, so that the last one counts.
let keeping = Promise.resolve();
export const keep = (name, value) => {
  keeping = keeping.catch(() => undefined).then(() => asked("readwrite", (store) => store.put(value, name)));
  return keeping;
};

// The certificate of this phone: others know it by that.
export const certificateOfPhone = async () => {
  const before = await kept("certificate");
  if (before?.expires > Date.now() + DAY) return before;
  const certificate = await RTCPeerConnection.generateCertificate({ name: "ECDSA", namedCurve: "P-256", expires: 365 * DAY });
  await keep("certificate", certificate);
  return certificate;
};
