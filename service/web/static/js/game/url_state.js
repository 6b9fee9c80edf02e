// @ts-check
// The state in the address of a page: the event, the view, whether the result is shown, and the compared game.

/**
 * @typedef {object} Place
 * @property {number | null} n the event; null for the default start
 * @property {string | null} view `seat:2`, `spectator` or `omniscient`
 * @property {boolean} result whether the length and the result of a finished game are shown
 * @property {string | null} compare the game shown beside this one
 * @property {string | null} layout `broadcast` for a page without controls
 */

/** The parameters written here. All others stay as they are, such as the language. */
const PARAMETERS = ["n", "as", "result", "compare"];

/** Parse the query of an address. @param {string} search @returns {Place} */
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

/** Return the address of a place, with the other parameters of the old query. @param {string} path @param {string} search @param {Omit<Place, "layout">} place */
export function addressOf(path, search, { n, view, result, compare }) {
  const query = new URLSearchParams(search);
  for (const name of PARAMETERS) query.delete(name);
  if (n !== null) query.set("n", String(n));
  if (view) query.set("as", view);
  if (result) query.set("result", "shown");
  if (compare) query.set("compare", compare);
  const text = query.toString().replaceAll("%3A", ":");
  return text ? `${path}?${text}` : path;
}

/** Steps are written after this pause, since browsers limit how many addresses a page sets per second. */
const WRITE_DELAY_MS = 500;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let pendingWrite = () => {};

/** Write a place into the address. With `push` it becomes an entry of the browser's history. A change of `n` alone is written with a delay. @param {Omit<Place, "layout">} place */
export function write(place, push = false) {
  if (push) flushWrite();
  clearTimeout(timer);
  pendingWrite = () => {
    pendingWrite = () => {};
    const address = addressOf(location.pathname, location.search, place);
    if (address !== location.pathname + location.search) history[push ? "pushState" : "replaceState"](null, "", address);
  };
  const current = read(location.search);
  if (push || place.view !== current.view || place.result !== current.result) pendingWrite();
  else timer = setTimeout(flushWrite, WRITE_DELAY_MS);
}

/** Write a delayed address now: before a jump, or before the address is copied. */
export const flushWrite = () => pendingWrite();

globalThis.addEventListener?.("pagehide", flushWrite);
