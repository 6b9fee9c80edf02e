// @ts-check
// The marks on the graph of a game: their list, their sizes, their positions, and the mark at a pointer.
import { moments } from "../game/moments.js";
import { countOf } from "../table/cards.js";
import { showsMark } from "./filter_state.js";

/** @typedef {{n: number, kind: string, seat?: number | null, size?: number}} Mark `size` is the value in coins, if it is known */
/** @typedef {Mark & {x: number, isSmall: boolean}} Placed */

/** The kinds by priority: earlier ones are drawn if there is no room for all. */
const PRIORITY = ["fault", "end", "fork", "note", "lead", "attack", "shuffle", "third_field", "donation", "trade", "harvest"];
/** The width of a glyph, in pixels. */
const GLYPH_WIDTH = 13;
/** The maximum distance between a pointer and the mark that it hits, in pixels. */
const HIT_DISTANCE = 9;
/** Marks of this size and above are drawn largest. */
const SIZE_MAX = 4;

const boundedSize = (/** @type {Mark} */ { size }) => Math.min(size ?? 0, SIZE_MAX);
/** Return the rank for drawing; lower ranks and larger marks come first. */
const rank = (/** @type {Mark} */ mark) => (PRIORITY.includes(mark.kind) ? PRIORITY.indexOf(mark.kind) : PRIORITY.length) - boundedSize(mark);

/** Return the width of a mark, in CSS pixels. @param {Mark} mark */
export const widthOf = (mark) => (mark.size === undefined ? GLYPH_WIDTH : 8 + 2 * boundedSize(mark));

/** Return a mark with its size: the coins of a harvest, or the gain of an exchange. @param {import("../game/game.js").Game} game @param {Map<number, number>} gains @param {Mark} mark @returns {Mark} */
function withSize(game, gains, mark) {
  if (mark.kind === "harvest") return { ...mark, size: countOf(game.events[mark.n - 1]?.event.coins) };
  const gain = gains.get(mark.n);
  return gain === undefined || !["trade", "donation"].includes(mark.kind) ? mark : { ...mark, size: 1 + gain };
}

/** Return all marks that may be shown and match the filters. Turns are not among them, since they have numbers. @param {import("../game/game.js").Game} game @returns {Mark[]} */
export function marksOf(game) {
  const limit = game.limit.value;
  const keyMoments = moments(game);
  const gains = new Map(keyMoments.filter(({ kind }) => kind === "trade" || kind === "gift").map(({ n, size }) => [n, size / 100]));
  const all = [
    ...game.timeline.markers.filter(({ kind }) => kind !== "turn").map((mark) => withSize(game, gains, mark)),
    ...keyMoments.filter(({ kind }) => kind === "lead").map(({ n, seat }) => ({ n, kind: "lead", seat })),
    ...game.verdicts.faults.value.map((n) => ({ n, kind: "fault" })),
    ...[...new Set(game.notes.value.map(({ n }) => n))].map((n) => ({ n, kind: "note" })),
    ...game.forks.value.map(({ at }) => ({ n: at, kind: "fork" })),
  ];
  return all.filter((mark) => mark.n <= limit && showsMark(game, mark)).sort((one, other) => one.n - other.n);
}

/** Place marks on the graph: as glyphs, or as small strokes if a mark of higher rank is near. @param {Mark[]} marks @param {(n: number) => number} x @returns {Placed[]} */
export function placeMarks(marks, x) {
  /** @type {Map<number, number[]>} */
  const taken = new Map();
  const isNear = (/** @type {number} */ at) => [-1, 0, 1].some((by) => taken.get(Math.floor(at / GLYPH_WIDTH) + by)?.some((other) => Math.abs(other - at) < GLYPH_WIDTH));
  return marks.map((mark) => ({ ...mark, x: x(mark.n), isSmall: false })).sort((one, other) => rank(one) - rank(other)).map((mark) => {
    if (isNear(mark.x) || mark.size === 0) return { ...mark, isSmall: true };
    const cell = Math.floor(mark.x / GLYPH_WIDTH);
    taken.set(cell, [...(taken.get(cell) ?? []), mark.x]);
    return mark;
  });
}

/** Return the nearest mark at a position, or undefined. Glyphs win over strokes. @param {Placed[]} all @param {number} x @returns {Placed | undefined} */
export function markAt(all, x) {
  const distance = (/** @type {Placed} */ mark) => Math.abs(mark.x - x) + (mark.isSmall ? HIT_DISTANCE - 2 : 0);
  let [best, nearest] = [HIT_DISTANCE, /** @type {Placed | undefined} */ (undefined)];
  for (const mark of all) {
    const away = distance(mark);
    if (away < best) [best, nearest] = [away, mark];
  }
  return nearest;
}
