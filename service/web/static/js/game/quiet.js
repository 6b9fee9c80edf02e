// @ts-check
// Quiet events move no card, such as the end of a phase or an answer "no": arrows and play pass over them.
import { signal } from "@preact/signals";
import { isApart } from "../data_source.js";
import { data } from "../html.js";

/** @typedef {import("./game.js").Game} Game */

const KEPT = "haricot:steps";

/** Whether arrows and play pass over quiet events. An arbiter may want to stop at each. */
export const passesQuiet = signal(isApart || localStorage.getItem(KEPT) !== "every");

/** @param {boolean} on */
export function setPassesQuiet(on) {
  passesQuiet.value = on;
  if (isApart) return; // there nothing is kept
  if (on) localStorage.removeItem(KEPT);
  else localStorage.setItem(KEPT, "every");
}

/** Whether event n is passed over. One that breaks a rule or has a comment never is. @param {Game} game @param {number} n */
export function isQuiet(game, n) {
  if (!passesQuiet.value) return false;
  const { type } = game.events[n - 1].event;
  return Boolean(data().editions?.[game.head.value.rules.edition]?.quiet.includes(type)) && !game.isWrong(n) && !game.notes.value.some((note) => note.n === n);
}

/** The event to which a step leads: the next one that is not quiet, or the first or last one. @param {Game} game @param {number} by */
export function afterStep(game, by) {
  const last = game.version.value;
  let n = game.n.value + by;
  while (n > 1 && n < last && isQuiet(game, n)) n += by;
  return n;
}
