// @ts-check
// The lines of the event list: one for every event that is shown, one before each turn that has any.
import { kinds, isOpen, passes, seats } from "./filter_state.js";

/** @typedef {{n: number, turn?: number, seat?: number}} Row an event, or the beginning of a turn with its first event */
/** @typedef {import("../game/game.js").Game} Game */

/** @type {{on: any[], rows: Row[], upTo: number, turn: Row | null}} */
let kept = { on: [], rows: [], upTo: 0, turn: null };

/** What the rows hang on besides how many there are. @param {Game} game */
const grounds = (game) => [game.events, kinds.value, seats.value, ...(kinds.value.has("wrong") ? [game.verdicts.faults.value] : []), ...(kinds.value.has("note") ? [game.notes.value] : [])];

/** The rows of what may be told; those of a game that goes on are added to. @param {Game} game @returns {Row[]} */
export function rows(game) {
  const limit = game.limit.value;
  const on = grounds(game);
  if (limit < kept.upTo || on.length !== kept.on.length || on.some((one, i) => one !== kept.on[i])) kept = { on, rows: [], upTo: 0, turn: null };
  const all = isOpen();
  for (let i = kept.upTo; i < limit; i += 1) {
    const { n, event } = game.events[i];
    if (event.type.startsWith("turn_started.")) kept.turn = { n, turn: event.turn, seat: event.seat };
    else if (i === 0) kept.turn = { n, turn: 0 };
    if (!all && !passes(game, n)) continue;
    if (kept.turn) kept.rows.push(kept.turn);
    kept.turn = null;
    kept.rows.push({ n });
  }
  kept.upTo = limit;
  return kept.rows;
}

/** Where the row of event n is, or the last one before it. @param {Row[]} all @param {number} n */
export function rowOf(all, n) {
  let [from, to] = [0, all.length - 1];
  while (from < to) {
    const middle = (from + to + 1) >> 1;
    if (all[middle].n > n) to = middle - 1;
    else from = middle;
  }
  return Math.max(from, 0);
}
