// @ts-check
// Finds the places in which two tables differ, zone by zone, for any edition.

/** @typedef {{seat: number, from: number, to: number}} Gain the coins of a seat in both tables */

/** The members of a position that are not zones. */
const NOT_ZONES = new Set(["format", "edition", "options", "n", "settled", "turn", "final", "ended", "winners", "scores", "exhaustions", "next_proposal", "next_slots", "lapsed"]);
const NOT_ZONES_OF_SEATS = new Set(["hand_slots", "merchant_seen"]);
const FACE_DOWN = "face_down";

/** Return how many cards a zone holds. @param {unknown} zone */
const size = (zone) => (typeof zone === "number" ? zone : Array.isArray(zone) ? zone.length : 0);

/**
 * Return whether two values may be equal. A face-down card or a count matches any card. With `blank`, null matches
 * anything, since events hide values as null.
 * @param {unknown} a @param {unknown} b @returns {boolean}
 */
export function mayBeEqual(a, b, { blank = false } = {}) {
  if ((a ?? null) === (b ?? null) || a === FACE_DOWN || b === FACE_DOWN || (blank && ((a ?? null) === null || (b ?? null) === null))) return true;
  if (typeof a === "number" && Array.isArray(b)) return a === b.length;
  if (typeof b === "number" && Array.isArray(a)) return b === a.length;
  if (!a || !b || typeof a !== "object" || typeof b !== "object" || Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, i) => mayBeEqual(one, b[i], { blank }));
  const [here, there] = [/** @type {Record<string, unknown>} */ (a), /** @type {Record<string, unknown>} */ (b)];
  return [...new Set([...Object.keys(here), ...Object.keys(there)])].every((name) => mayBeEqual(here[name], there[name], { blank }));
}

/** Return a zone, or an empty one if the table does not have it. @param {unknown} zone */
const orEmpty = (zone) => zone ?? [];

/** Return whether a zone is the same in both tables. @param {unknown} a @param {unknown} b */
const isSameZone = (a, b) => mayBeEqual(orEmpty(a), orEmpty(b)) || (size(a) === 0 && size(b) === 0 && !isObject(a) && !isObject(b));

/** Return whether a value is an object rather than a list of cards, such as a board or an attack. @param {unknown} zone */
const isObject = (zone) => typeof zone === "object" && zone !== null && !Array.isArray(zone);

/** @param {any} a @param {any} b @param {Set<string>} excluded */
const zoneNames = (a, b, excluded) => [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => !excluded.has(name));

/**
 * Return the places in which two positions differ, such as a pile, a field or a hand, as JSON Pointers.
 * @param {any} here @param {any} there @returns {string[]}
 */
export function differingPlaces(here, there) {
  const places = zoneNames(here, there, NOT_ZONES).filter((name) => name !== "seats" && !isSameZone(here[name], there[name])).flatMap((name) => [`/${name}`, ...differingItems(here[name], there[name]).map((id) => `/${name}/${id}`)]);
  const seats = Math.max(here.seats.length, there.seats.length);
  for (let k = 0; k < seats; k += 1) {
    const [a, b] = [here.seats[k] ?? {}, there.seats[k] ?? {}];
    for (const name of zoneNames(a, b, NOT_ZONES_OF_SEATS)) {
      if (name === "fields") places.push(...differingFields(a.fields ?? [], b.fields ?? []).map((i) => `/seats/${k}/fields/${i}`));
      else if (name === "coins" ? size(a.coins) !== size(b.coins) : !isSameZone(a[name], b[name])) places.push(`/seats/${k}/${name}`);
    }
  }
  return places;
}

/** Return the ids of items that differ within two objects, such as the terrains of boards. @param {unknown} here @param {unknown} there */
function differingItems(here, there) {
  if (!isObject(here) || !isObject(there)) return [];
  const [a, b] = [here, there].map((thing) => new Map(Object.values(/** @type {object} */ (thing)).flat().filter((one) => one?.id !== undefined).map((one) => [one.id, one])));
  return [...new Set([...a.keys(), ...b.keys()])].filter((id) => JSON.stringify(a.get(id)) !== JSON.stringify(b.get(id)));
}

/** @param {string[][]} here @param {string[][]} there */
const differingFields = (here, there) => Array.from({ length: Math.max(here.length, there.length) }, (_, i) => i).filter((i) => !here[i] !== !there[i] || !mayBeEqual(here[i], there[i]));

/** Return the seats with different numbers of coins. @param {any} here @param {any} there @returns {Gain[]} */
export const coinDifferences = (here, there) =>
  here.seats.flatMap((/** @type {any} */ seat, /** @type {number} */ k) => {
    const [from, to] = [size(seat.coins), size(there.seats[k]?.coins)];
    return from === to ? [] : [{ seat: k, from, to }];
  });
