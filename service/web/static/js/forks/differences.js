// @ts-check
// In which places two tables differ: zone by zone, whatever zones an edition has.

/** @typedef {{seat: number, from: number, to: number}} Gain the coins of a seat, here and there */

/** What is written upon a table beside what lies on it. */
const BESIDE = new Set(["format", "edition", "options", "n", "settled", "turn", "final", "ended", "winners", "scores", "exhaustions", "next_proposal", "next_slots", "lapsed"]);
const BESIDE_SEATS = new Set(["hand_slots", "merchant_seen"]);
const FACE_DOWN = "face_down";

/** @param {unknown} zone how many cards it holds, be they named or counted */
const size = (zone) => (typeof zone === "number" ? zone : Array.isArray(zone) ? zone.length : 0);

/**
 * Whether two values may be one: what lies face down or is only counted may be anything; in events, where what is hidden is
 * null, so may that.
 * @param {unknown} a @param {unknown} b @returns {boolean}
 */
export function agree(a, b, { blank = false } = {}) {
  if ((a ?? null) === (b ?? null) || a === FACE_DOWN || b === FACE_DOWN || (blank && ((a ?? null) === null || (b ?? null) === null))) return true;
  if (typeof a === "number" && Array.isArray(b)) return a === b.length;
  if (typeof b === "number" && Array.isArray(a)) return b === a.length;
  if (!a || !b || typeof a !== "object" || typeof b !== "object" || Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, i) => agree(one, b[i], { blank }));
  const [here, there] = [/** @type {Record<string, unknown>} */ (a), /** @type {Record<string, unknown>} */ (b)];
  return [...new Set([...Object.keys(here), ...Object.keys(there)])].every((name) => agree(here[name], there[name], { blank }));
}

/** What a table does not have is empty. @param {unknown} zone */
const emptied = (zone) => zone ?? [];

/** Whether a zone is the same here and there. @param {unknown} a @param {unknown} b */
const alike = (a, b) => agree(emptied(a), emptied(b)) || (size(a) === 0 && size(b) === 0 && !isThing(a) && !isThing(b));

/** Whether it is no list of cards but a thing of its own, such as a board or an attack. @param {unknown} zone */
const isThing = (zone) => typeof zone === "object" && zone !== null && !Array.isArray(zone);

/** @param {any} a @param {any} b @param {Set<string>} beside */
const members = (a, b, beside) => [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => !beside.has(name));

/**
 * The places, as JSON Pointers, in which two positions differ: a pile, a field, a hand.
 * @param {any} here @param {any} there @returns {string[]}
 */
export function differing(here, there) {
  const places = members(here, there, BESIDE).filter((name) => name !== "seats" && !alike(here[name], there[name])).flatMap((name) => [`/${name}`, ...named(here[name], there[name]).map((id) => `/${name}/${id}`)]);
  const seats = Math.max(here.seats.length, there.seats.length);
  for (let k = 0; k < seats; k += 1) {
    const [a, b] = [here.seats[k] ?? {}, there.seats[k] ?? {}];
    for (const name of members(a, b, BESIDE_SEATS)) {
      if (name === "fields") places.push(...fields(a.fields ?? [], b.fields ?? []).map((i) => `/seats/${k}/fields/${i}`));
      else if (name === "coins" ? size(a.coins) !== size(b.coins) : !alike(a[name], b[name])) places.push(`/seats/${k}/${name}`);
    }
  }
  return places;
}

/** What has a name of its own within a thing, such as the terrains of a board, and is another there. @param {unknown} here @param {unknown} there */
function named(here, there) {
  if (!isThing(here) || !isThing(there)) return [];
  const [a, b] = [here, there].map((thing) => new Map(Object.values(/** @type {object} */ (thing)).flat().filter((one) => one?.id !== undefined).map((one) => [one.id, one])));
  return [...new Set([...a.keys(), ...b.keys()])].filter((id) => JSON.stringify(a.get(id)) !== JSON.stringify(b.get(id)));
}

/** @param {string[][]} here @param {string[][]} there */
const fields = (here, there) => Array.from({ length: Math.max(here.length, there.length) }, (_, i) => i).filter((i) => !here[i] !== !there[i] || !agree(here[i], there[i]));

/** The seats whose coins are not as many there as here. @param {any} here @param {any} there @returns {Gain[]} */
export const gains = (here, there) =>
  here.seats.flatMap((/** @type {any} */ seat, /** @type {number} */ k) => {
    const [from, to] = [size(seat.coins), size(there.seats[k]?.coins)];
    return from === to ? [] : [{ seat: k, from, to }];
  });
