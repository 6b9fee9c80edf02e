// @ts-check
// The moments that mattered in a finished game, as its story tells them, and what is played of it in three minutes.
import { isQuiet } from "./quiet.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {{n: number, kind: string, turn: number, seat: number, partner: number | null, size: number}} Moment */

/** So long play shows highlights, in milliseconds at single speed. */
export const HIGHLIGHTS_MS = 180_000;
/** So many steps before a moment are shown with it at most, and so long the moment itself stays beyond its rest. */
const LEAD_IN = 8;
export const DWELL = 1200;

/** The moments of a game, none while it has no story. @param {Game} game @returns {Moment[]} */
export const moments = (game) => game.story.value?.story.moments ?? [];

/** What the moments at event n tell beyond its sentence, which says what a harvest paid. @param {Game} game @param {number} n @returns {string[]} */
export function notesAt(game, n) {
  const says = game.story.value?.says ?? [];
  return moments(game).flatMap((moment, i) => (moment.n === n && moment.kind !== "harvest" ? [says[i]] : []));
}

/**
 * The events that play shows as highlights: the moments, each with as many steps before it as the time allows, and the end.
 * @param {Game} game @param {(n: number) => number} rest how long an event is looked at
 */
export function highlights(game, rest) {
  const end = game.timeline.markers.findLast(({ kind }) => kind === "end")?.n;
  const marked = [...new Set([...moments(game).map(({ n }) => n), ...(end ? [end] : [])])];
  for (let before = LEAD_IN; before > 0; before -= 1) {
    const shown = withLeadIn(game, marked, before);
    if (before === 1 || shown.reduce((sum, n) => sum + rest(n), 0) <= HIGHLIGHTS_MS) return shown;
  }
  return marked;
}

/** @param {Game} game @param {number[]} marked @param {number} before */
function withLeadIn(game, marked, before) {
  const shown = new Set(marked);
  for (const one of marked) {
    for (let n = one - 1, left = before; n > 0 && left > 0; n -= 1) {
      if (isQuiet(game, n)) continue;
      shown.add(n);
      left -= 1;
    }
  }
  return [...shown].sort((one, other) => one - other);
}
