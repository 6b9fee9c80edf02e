// @ts-check
// At most four streams are open in one browser: over HTTP/1.1 it has six connections to a service, for all tabs together.

/**
 * A place for a stream; `lost` is aborted where another tab has it by right.
 * @typedef {{lost: AbortSignal, release: () => void}} Slot
 *
 * @typedef {{slot: number, id: string, since: number, free?: boolean}} Claim
 */

export const SLOTS = 4;
const NAME = "haricot-stream";
/** A claim is said again after so many milliseconds, and counts no more after SILENT: its tab was closed or crashed. */
const BEAT = 1000;
const SILENT = 3500;
/** So long other tabs have to object, in milliseconds. */
const OBJECTION = 150;

const NUMBERS = [...Array(SLOTS).keys()];

/** A slot that is free now, else null. @returns {Promise<Slot | null>} */
export async function acquire() {
  // Only secure pages have locks: a plain address that is not localhost counts by messages.
  if (navigator.locks) {
    try {
      return await byLock();
    } catch {
      // A frame without an origin of its own may not use them.
    }
  }
  return byMessage();
}

/** @returns {Promise<Slot | null>} */
async function byLock() {
  for (const slot of NUMBERS) {
    const release = await lockOf(`${NAME}-${slot}`);
    if (release) return { lost: new AbortController().signal, release };
  }
  return null;
}

/** Takes a lock if it is free; null if not. @param {string} name @returns {Promise<(() => void) | null>} */
const lockOf = (name) => new Promise((taken, failed) => {
  navigator.locks.request(name, { ifAvailable: true }, (lock) => new Promise((/** @type {(value?: unknown) => void} */ done) => {
    taken(lock && done);
    if (!lock) done();
  })).catch(failed);
});

/** The claims of other tabs, by slot, with when they were heard last. @type {Map<number, Claim & {heard: number}>} */
const others = new Map();
/** Those of this tab. @type {Map<number, Claim & {stop: AbortController}>} */
const own = new Map();
/** @type {BroadcastChannel | null} */
let channel = null;

/** Whether the first of two claims counts: the older one does. @param {Claim} a @param {Claim} b */
const isFirst = (a, b) => a.since < b.since || (a.since === b.since && a.id < b.id);

/** @param {Claim} claim */
const tell = ({ slot, id, since, free }) => channel?.postMessage({ slot, id, since, free });

/** @param {Claim | "who"} said */
function heard(said) {
  if (said === "who") {
    own.forEach(tell);
    return;
  }
  const mine = own.get(said.slot);
  if (said.free) {
    if (others.get(said.slot)?.id === said.id) others.delete(said.slot);
  } else if (mine && isFirst(mine, said)) tell(mine);
  else {
    others.set(said.slot, { ...said, heard: performance.now() });
    if (mine) giveUp(mine);
  }
}

/** @param {Claim & {stop: AbortController}} claim */
function giveUp(claim) {
  if (own.get(claim.slot) === claim) own.delete(claim.slot);
  claim.stop.abort();
}

const objection = () => new Promise((done) => setTimeout(done, OBJECTION));

/** @returns {Promise<Slot | null>} */
async function byMessage() {
  if (!channel) {
    channel = new BroadcastChannel(NAME);
    channel.onmessage = ({ data }) => heard(data);
    setInterval(() => own.forEach(tell), BEAT);
  }
  channel.postMessage("who");
  await objection();
  for (const [slot, { heard: at }] of others) if (performance.now() - at > SILENT) others.delete(slot);
  const free = NUMBERS.filter((slot) => !own.has(slot) && !others.has(slot));
  if (!free.length) return null;
  // Not the first of them: several tabs that ask at once shall not all want the same.
  const slot = free[Math.floor(Math.random() * free.length)] ?? 0;
  const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const claim = { slot, id, since: Date.now(), stop: new AbortController() };
  own.set(slot, claim);
  tell(claim);
  await objection();
  if (own.get(slot) !== claim) return null;
  const release = () => {
    if (own.get(slot) !== claim) return;
    own.delete(slot);
    tell({ ...claim, free: true });
  };
  return { lost: claim.stop.signal, release };
}
