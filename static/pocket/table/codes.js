// The code that one phone shows and another one scans: what a connection between the two needs to know, without a server.
//
// Its parts have dots between them: the version; the connection's name; its password; in an answer the name of the offer that
// it answers; bytes in base64. Names and passwords consist of base64's 64 letters by themselves. The bytes are: 0 for an offer,
// 1 for an answer; the certificate's hash; the number of addresses; the addresses with their ports; in an offer how many phones it
// knows, and for each its mark and the addresses that are for it alone; a player's name.
export const VERSION = 1;
const KINDS = ["offer", "answer"];
const MOST_ADDRESSES = 4;
// Phones that an offer knows: as many as have room in a code that cameras read at once.
export const MOST_KNOWN = 4;
const MOST_BYTES = 210;
const MARK_SIZE = 2;
const HASH_SIZE = 32;
const NAME_SIZE = 24;
const LOWEST_PORT = 1024;
const WHOLE = /^(?<version>\d{1,3})\.(?<ufrag>[\w-]{4,32})\.(?<pwd>[\w-]{22,64})\.(?<to>[\w-]{0,32})\.(?<data>[\w-]{40,320})$/;
const MDNS = /^([\da-f]{8})-([\da-f]{4})-([\da-f]{4})-([\da-f]{4})-([\da-f]{12})\.local$/i;
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;
const NOT_WHOLE = "This isn't a whole code of Gem Companion. Scan or copy it again.";
export const OTHER_VERSION = "The two phones have different versions of Gem Companion. Update both, then show a new code.";
const FOR_JOINING = "This code is for joining a game. Scan the one on the phone that joins.";

// Why a code can't be used, in a sentence for whoever scanned it.
export class BadCode extends Error {}

const check = (holds) => { if (!holds) throw new BadCode(NOT_WHOLE); };
const fromHex = (digits) => digits.match(/../g).map((pair) => Number.parseInt(pair, 16));
const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const forAddress = (base64) => base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const asBase64 = (letters) => letters.replaceAll("-", "+").replaceAll("_", "/");

// The kinds of address: how many bytes each has, which ones lie within a home's network, and how it is written.
const ADDRESSES = [
  { size: 16, isNear: () => true, write: (bytes) => `${toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")}.local` },
  {
    size: 4,
    isNear: ([a, b]) => a === 10 || a === 192 && b === 168 || a === 172 && b >= 16 && b < 32 || a === 169 && b === 254,
    write: (bytes) => bytes.join("."),
  },
  {
    size: 16,
    isNear: ([a, b]) => a === 0xfc || a === 0xfd || a === 0xfe && b >= 0x80 && b < 0xc0,
    write: (bytes) => toHex(bytes).match(/.{4}/g).join(":"),
  },
];

const fromIpv6 = (address) => {
  const [before, after] = address.split("::").map((half) => half.split(":").filter(Boolean));
  const groups = after ? [...before, ...new Array(8 - before.length - after.length).fill(""), ...after] : before;
  return fromHex(groups.map((group) => group.padStart(4, "0")).join(""));
};

// For a phone that is known: the address that has the same place among those for all.
const SAME = ADDRESSES.length;

// The bytes of an address, the number of its kind before them; none if it leads out of the home's network.
const addressBytes = (address) => {
  const name = MDNS.exec(address);
  if (name) return [0, ...fromHex(name.slice(1).join(""))];
  const [kind, bytes] = IPV4.test(address) ? [1, address.split(".").map(Number)] : [2, fromIpv6(address)];
  return ADDRESSES[kind].isNear(bytes) ? [kind, ...bytes] : [];
};

const nameBytes = (name) => {
  const letters = [...name];
  const bytes = () => new TextEncoder().encode(letters.join(""));
  while (bytes().length > NAME_SIZE) letters.splice(-2, 2, "…");
  return bytes();
};

const addressesBytes = (candidates, forAll = []) => {
  const near = ([address]) => addressBytes(address).length;
  const addresses = candidates.filter(near).slice(0, MOST_ADDRESSES).map(([address, port], place) => [
    ...(address === forAll.filter(near)[place]?.[0] ? [SAME] : addressBytes(address)), port >> 8, port & 255,
  ]);
  return [addresses.length, ...addresses.flat()];
};

// Write what describes a connection as a code: its kind, "offer" or "answer"; its name and password; its certificate's SHA-256
// in hex; its UDP candidates, each an address with a port; in an offer the phones that it knows, each with a mark and candidates,
// of which those are left out that have no room, and whose phone it is; in an answer the offer's name.
export const pack = ({ kind, ufrag, pwd, fingerprint, candidates, known = [], name = "", to = "" }) => {
  const data = [KINDS.indexOf(kind), ...fromHex(fingerprint), ...addressesBytes(candidates)];
  if (kind === "offer") {
    const phones = known.map((phone) => [...fromHex(phone.mark), ...addressesBytes(phone.candidates, candidates)]);
    while (phones.length > MOST_KNOWN || data.length + phones.flat().length > MOST_BYTES) phones.pop();
    data.push(phones.length, ...phones.flat());
  }
  data.push(...nameBytes(name));
  return [String(VERSION), ufrag, pwd, to, btoa(String.fromCharCode(...data))].map(forAddress).join(".");
};

const bytesOf = (data) => {
  try {
    return Uint8Array.from(atob(asBase64(data)), (letter) => letter.codePointAt(0));
  } catch {
    throw new BadCode(NOT_WHOLE);
  }
};

const nameOf = (bytes) => {
  let name = "\0";
  try {
    name = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch { /* no letters */ }
  check(bytes.length <= NAME_SIZE && !/\p{Cc}/u.test(name));
  return name;
};

// Read a code of a kind, or an address that ends with one. Whoever made it may mean ill.
export const unpack = (text, kind) => {
  const { groups } = WHOLE.exec(text.trim().split("#").at(-1)) ?? {};
  check(groups);
  if (Number(groups.version) !== VERSION) throw new BadCode(OTHER_VERSION);
  let bytes = bytesOf(groups.data);
  const take = (size) => {
    check(bytes.length >= size);
    const taken = bytes.subarray(0, size);
    bytes = bytes.subarray(size);
    return taken;
  };
  const [kindByte] = take(1);
  if (kind === "answer" && KINDS[kindByte] === "offer") throw new BadCode(FOR_JOINING);
  check(KINDS[kindByte] === kind && (kind === "answer") === groups.to.length >= 4);
  const fingerprint = toHex(take(HASH_SIZE));
  const takeAddress = (addressKind, same) => {
    if (addressKind === SAME && same) return same;
    check(addressKind < ADDRESSES.length);
    const { size, isNear, write } = ADDRESSES[addressKind];
    const address = take(size);
    check(isNear(address));
    return write(address);
  };
  const takeCandidates = (forAll = []) => {
    const [count] = take(1);
    check(count >= 1 && count <= MOST_ADDRESSES);
    return Array.from({ length: count }, (_, place) => {
      const address = takeAddress(take(1)[0], forAll[place]?.[0]);
      const [high, low] = take(2);
      const port = high * 256 + low;
      check(port >= LOWEST_PORT);
      return [address, port];
    });
  };
  const candidates = takeCandidates();
  const [count] = kind === "offer" ? take(1) : [0];
  check(count <= MOST_KNOWN);
  const known = Array.from({ length: count }, () => ({ mark: toHex(take(MARK_SIZE)), candidates: takeCandidates(candidates) }));
  const [ufrag, pwd, to] = [groups.ufrag, groups.pwd, groups.to].map(asBase64);
  return { kind, ufrag, pwd, fingerprint, candidates, known, name: nameOf(bytes), to };
};
