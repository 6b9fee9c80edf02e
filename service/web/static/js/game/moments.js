// @ts-check
// The key moments of a finished game, from its story, and the events shown as highlights in three minutes.
import { isQuiet } from "./quiet.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {{n: number, kind: string, turn: number, seat: number, partner: number | null, size: number}} Moment */

/** The maximum duration of highlights at normal speed. */
export const HIGHLIGHTS_MS = 180_000;
/** The maximum number of steps that are shown before a moment. */
const LEAD_IN_STEPS = 8;
/** How much longer than other events a moment is shown, in milliseconds. */
export const MOMENT_PAUSE_MS = 1200;

/** Return the moments of a game; none while it has no story. @param {Game} game @returns {Moment[]} */
export const moments = (game) => game.story.value?.story.moments ?? [];

/** Return the notes on the moments at event n. A harvest has none, since its sentence says what it paid. @param {Game} game @param {number} n @returns {string[]} */
export function notesAt(game, n) {
  const says = game.story.value?.says ?? [];
  return moments(game).flatMap((moment, i) => (moment.n === n && moment.kind !== "harvest" ? [says[i]] : []));
}

/**
 * Return the events shown as highlights: the moments, each with as many steps before it as the time allows, and the end.
 * @param {Game} game @param {(n: number) => number} duration how many milliseconds an event is shown
 */
export function highlights(game, duration) {
  const end = game.timeline.markers.findLast(({ kind }) => kind === "end")?.n;
  const highlighted = [...new Set([...moments(game).map(({ n }) => n), ...(end ? [end] : [])])];
  for (let before = LEAD_IN_STEPS; before > 0; before -= 1) {
    const shown = withLeadIn(game, highlighted, before);
    if (before === 1 || shown.reduce((sum, n) => sum + duration(n), 0) <= HIGHLIGHTS_MS) return shown;
  }
  return highlighted;
}

/** Return the highlighted events, each with up to `before` steps before it. @param {Game} game @param {number[]} highlighted @param {number} before */
function withLeadIn(game, highlighted, before) {
  const shown = new Set(highlighted);
  for (const moment of highlighted) {
    for (let n = moment - 1, left = before; n > 0 && left > 0; n -= 1) {
      if (isQuiet(game, n)) continue;
      shown.add(n);
      left -= 1;
    }
  }
  return [...shown].sort((one, other) => one - other);
}
