// @ts-check
// Limits the event streams of all tabs of a browser to four, since HTTP/1.1 allows six connections to one service.

/**
 * The permission to open a stream. `lost` is aborted if another tab has an older claim to the slot.
 * @typedef {{lost: AbortSignal, release: () => void}} Slot
 *
 * @typedef {{slot: number, id: string, since: number, free?: boolean}} Claim
 */

export const SLOTS = 4;
const NAME = "haricot-stream";
/** How often a tab repeats its claims. */
const HEARTBEAT_MS = 1000;
/** A claim that was not repeated for so long has expired: its tab was closed or crashed. */
const EXPIRY_MS = 3500;
/** How long a new claim waits for objections of other tabs. */
const OBJECTION_MS = 150;

const NUMBERS = [...Array(SLOTS).keys()];

/** Acquire a free slot, or return null. @returns {Promise<Slot | null>} */
export async function acquireSlot() {
  // Only secure pages have the Web Locks API; other pages use messages between tabs.
  if (navigator.locks) {
    try {
      return await acquireByLock();
    } catch {
      // A frame with an opaque origin may not use locks.
    }
  }
  return acquireByMessages();
}

/** @returns {Promise<Slot | null>} */
async function acquireByLock() {
  for (const slot of NUMBERS) {
    const release = await tryLock(`${NAME}-${slot}`);
    if (release) return { lost: new AbortController().signal, release };
  }
  return null;
}

/** Acquire a lock if it is free, and return its release function, or null. @param {string} name @returns {Promise<(() => void) | null>} */
const tryLock = (name) => new Promise((resolve, reject) => {
  navigator.locks.request(name, { ifAvailable: true }, (lock) => new Promise((/** @type {(value?: unknown) => void} */ done) => {
    resolve(lock && done);
    if (!lock) done();
  })).catch(reject);
});

/** The claims of other tabs, by slot, with the time of their last message. @type {Map<number, Claim & {receivedAt: number}>} */
const otherClaims = new Map();
/** The claims of this tab, by slot. @type {Map<number, Claim & {stop: AbortController}>} */
const ownClaims = new Map();
/** @type {BroadcastChannel | null} */
let channel = null;

/** Return whether claim a is older than claim b, and wins. @param {Claim} a @param {Claim} b */
const isOlder = (a, b) => a.since < b.since || (a.since === b.since && a.id < b.id);

/** Send a claim to the other tabs. @param {Claim} claim */
const sendClaim = ({ slot, id, since, free }) => channel?.postMessage({ slot, id, since, free });

/** Handle a message of another tab: its claim, or the question which claims there are. @param {Claim | "who"} message */
function handleMessage(message) {
  if (message === "who") {
    ownClaims.forEach(sendClaim);
    return;
  }
  const ownClaim = ownClaims.get(message.slot);
  if (message.free) {
    if (otherClaims.get(message.slot)?.id === message.id) otherClaims.delete(message.slot);
  } else if (ownClaim && isOlder(ownClaim, message)) sendClaim(ownClaim);
  else {
    otherClaims.set(message.slot, { ...message, receivedAt: performance.now() });
    if (ownClaim) abandonClaim(ownClaim);
  }
}

/** @param {Claim & {stop: AbortController}} claim */
function abandonClaim(claim) {
  if (ownClaims.get(claim.slot) === claim) ownClaims.delete(claim.slot);
  claim.stop.abort();
}

const waitForObjections = () => new Promise((done) => setTimeout(done, OBJECTION_MS));

/** @returns {Promise<Slot | null>} */
async function acquireByMessages() {
  if (!channel) {
    channel = new BroadcastChannel(NAME);
    channel.onmessage = ({ data }) => handleMessage(data);
    setInterval(() => ownClaims.forEach(sendClaim), HEARTBEAT_MS);
  }
  channel.postMessage("who");
  await waitForObjections();
  for (const [slot, { receivedAt }] of otherClaims) if (performance.now() - receivedAt > EXPIRY_MS) otherClaims.delete(slot);
  const free = NUMBERS.filter((slot) => !ownClaims.has(slot) && !otherClaims.has(slot));
  if (!free.length) return null;
  // A random one, so that tabs that ask at the same time do not claim the same slot.
  const slot = free[Math.floor(Math.random() * free.length)] ?? 0;
  const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const claim = { slot, id, since: Date.now(), stop: new AbortController() };
  ownClaims.set(slot, claim);
  sendClaim(claim);
  await waitForObjections();
  if (ownClaims.get(slot) !== claim) return null;
  const release = () => {
    if (ownClaims.get(slot) !== claim) return;
    ownClaims.delete(slot);
    sendClaim({ ...claim, free: true });
  };
  return { lost: claim.stop.signal, release };
}
