// @ts-check
// Quiet events move no card, such as the end of a phase or a refusal. Arrow keys and autoplay skip them.
import { signal } from "@preact/signals";
import { isEmbedded } from "../data_source.js";
import { data } from "../html.js";

/** @typedef {import("./game.js").Game} Game */

const STORAGE_KEY = "haricot:steps";

/** Whether arrow keys and autoplay skip quiet events. An arbiter may want to stop at each event. */
export const skipsQuiet = signal(isEmbedded || localStorage.getItem(STORAGE_KEY) !== "every");

/** @param {boolean} on */
export function setSkipsQuiet(on) {
  skipsQuiet.value = on;
  if (isEmbedded) return; // files and frames have no storage
  if (on) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, "every");
}

/** Return whether event n is skipped. An event that breaks a rule or has a comment never is. @param {Game} game @param {number} n */
export function isQuiet(game, n) {
  if (!skipsQuiet.value) return false;
  const { type } = game.events[n - 1].event;
  return Boolean(data().editions?.[game.head.value.rules.edition]?.quiet.includes(type)) && !game.isWrong(n) && !game.notes.value.some((note) => note.n === n);
}

/** Return the event that a step leads to: the next one that is not quiet, or the first or last one. @param {Game} game @param {number} by */
export function afterStep(game, by) {
  const last = game.version.value;
  let n = game.n.value + by;
  while (n > 1 && n < last && isQuiet(game, n)) n += by;
  return n;
}
