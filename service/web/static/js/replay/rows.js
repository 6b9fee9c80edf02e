// @ts-check
// The rows of the event list: one for every shown event, and one before each turn with shown events.
import { kinds, isUnfiltered, showsEvent, seats } from "./filter_state.js";

/** @typedef {{n: number, turn?: number, seat?: number}} Row an event, or the beginning of a turn with its first event */
/** @typedef {import("../game/game.js").Game} Game */

/** The cached rows, with the values they depend on. @type {{dependencies: any[], rows: Row[], upTo: number, turn: Row | null}} */
let cache = { dependencies: [], rows: [], upTo: 0, turn: null };

/** Return what the rows depend on, besides the number of events. @param {Game} game */
const dependenciesOf = (game) => [game.events, kinds.value, seats.value, ...(kinds.value.has("wrong") ? [game.verdicts.faults.value] : []), ...(kinds.value.has("note") ? [game.notes.value] : [])];

/** Return the rows up to the last event that may be shown. New events only append rows. @param {Game} game @returns {Row[]} */
export function rowsOf(game) {
  const limit = game.limit.value;
  const dependencies = dependenciesOf(game);
  if (limit < cache.upTo || dependencies.length !== cache.dependencies.length || dependencies.some((one, i) => one !== cache.dependencies[i])) cache = { dependencies, rows: [], upTo: 0, turn: null };
  const all = isUnfiltered();
  for (let i = cache.upTo; i < limit; i += 1) {
    const { n, event } = game.events[i];
    if (event.type.startsWith("turn_started.")) cache.turn = { n, turn: event.turn, seat: event.seat };
    else if (i === 0) cache.turn = { n, turn: 0 };
    if (!all && !showsEvent(game, n)) continue;
    if (cache.turn) cache.rows.push(cache.turn);
    cache.turn = null;
    cache.rows.push({ n });
  }
  cache.upTo = limit;
  return cache.rows;
}

/** Return the index of the row of event n, or of the last row before it. @param {Row[]} all @param {number} n */
export function rowIndex(all, n) {
  let [from, to] = [0, all.length - 1];
  while (from < to) {
    const middle = (from + to + 1) >> 1;
    if (all[middle].n > n) to = middle - 1;
    else from = middle;
  }
  return Math.max(from, 0);
}
