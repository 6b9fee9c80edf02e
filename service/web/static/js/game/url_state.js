// @ts-check
// The address of the page is its state: which event, whose eyes, whether the result is shown, what it is compared with.

/**
 * @typedef {object} Place
 * @property {number | null} n the event, null for where one begins
 * @property {string | null} view whose eyes: `seat:2`, `spectator`, `omniscient`
 * @property {boolean} result whether length and result of a game that is over are shown
 * @property {string | null} compare the other branch, beside this one
 * @property {string | null} layout `broadcast` for a picture without controls
 */

/** What is kept in an address as it is, such as the language. */
const OWN = ["n", "as", "result", "compare"];

/** @param {string} search the query of an address @returns {Place} */
export function read(search) {
  const query = new URLSearchParams(search);
  const n = /^[0-9]{1,9}$/.test(query.get("n") ?? "") ? Number(query.get("n")) : null;
  return {
    n: n && n > 0 ? n : null,
    view: query.get("as"),
    result: query.get("result") === "shown",
    compare: query.get("compare"),
    layout: query.get("layout"),
  };
}

/** An address for a place; what else the old one asked for, it asks for too. @param {string} path @param {string} search @param {Omit<Place, "layout">} place */
export function written(path, search, { n, view, result, compare }) {
  const query = new URLSearchParams(search);
  for (const name of OWN) query.delete(name);
  if (n !== null) query.set("n", String(n));
  if (view) query.set("as", view);
  if (result) query.set("result", "shown");
  if (compare) query.set("compare", compare);
  const text = query.toString().replaceAll("%3A", ":");
  return text ? `${path}?${text}` : path;
}

/** A step is written when one has rested: browsers take no more than a few addresses a second, and draw their icon anew. */
const REST = 500;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;
let owed = () => {};

/** Writes a place into the address: a jump becomes a step of the browser's history, a step does not, and waits unless more than `n` is another. @param {Omit<Place, "layout">} place */
export function write(place, push = false) {
  if (push) settle();
  clearTimeout(resting);
  owed = () => {
    owed = () => {};
    const address = written(location.pathname, location.search, place);
    if (address !== location.pathname + location.search) history[push ? "pushState" : "replaceState"](null, "", address);
  };
  const here = read(location.search);
  if (push || place.view !== here.view || place.result !== here.result) owed();
  else resting = setTimeout(settle, REST);
}

/** Writes at once what has waited: before a jump, and for whoever copies the address. */
export const settle = () => owed();

globalThis.addEventListener?.("pagehide", settle);
