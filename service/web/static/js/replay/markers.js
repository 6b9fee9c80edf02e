// @ts-check
// The marks of a game along its course: which there are, which are drawn where they are many, and which one lies under a finger.
import { admits } from "./filter_state.js";

/** @typedef {{n: number, kind: string, seat?: number | null}} Mark */
/** @typedef {Mark & {x: number, isSmall: boolean}} Placed */

/** The kinds, those first that are drawn where there is no room for all. */
const RANK = ["fault", "end", "fork", "note", "attack", "shuffle", "third_field", "donation", "trade", "harvest"];
/** So many pixels a glyph needs, and so near a finger hits it. */
const ROOM = 13;
const REACH = 9;

const rank = (/** @type {Mark} */ { kind }) => (RANK.includes(kind) ? RANK.indexOf(kind) : RANK.length);

/** All marks up to an event that the sieve lets through; turns are none, they stand underneath. @param {import("../game/game.js").Game} game @returns {Mark[]} */
export function marksOf(game) {
  const limit = game.limit.value;
  const all = [
    ...game.timeline.markers.filter(({ kind }) => kind !== "turn"),
    ...game.verdicts.faults.value.map((n) => ({ n, kind: "fault" })),
    ...[...new Set(game.notes.value.map(({ n }) => n))].map((n) => ({ n, kind: "note" })),
    ...game.forks.value.map(({ at }) => ({ n: at, kind: "fork" })),
  ];
  return all.filter((mark) => mark.n <= limit && admits(game, mark)).sort((one, other) => one.n - other.n);
}

/** Places marks: whole where there is room, as a stroke where something that matters more is near. @param {Mark[]} marks @param {(n: number) => number} x @returns {Placed[]} */
export function placed(marks, x) {
  /** @type {Map<number, number[]>} */
  const taken = new Map();
  const near = (/** @type {number} */ at) => [-1, 0, 1].some((by) => taken.get(Math.floor(at / ROOM) + by)?.some((other) => Math.abs(other - at) < ROOM));
  return marks.map((mark) => ({ ...mark, x: x(mark.n), isSmall: false })).sort((one, other) => rank(one) - rank(other)).map((mark) => {
    if (near(mark.x)) return { ...mark, isSmall: true };
    const cell = Math.floor(mark.x / ROOM);
    taken.set(cell, [...(taken.get(cell) ?? []), mark.x]);
    return mark;
  });
}

/** The mark that lies under a finger, if there is one: a glyph rather than a stroke, the nearest of them. @param {Placed[]} all @param {number} x @returns {Placed | undefined} */
export function hit(all, x) {
  const distance = (/** @type {Placed} */ mark) => Math.abs(mark.x - x) + (mark.isSmall ? REACH - 2 : 0);
  let [best, found] = [REACH, /** @type {Placed | undefined} */ (undefined)];
  for (const mark of all) {
    const far = distance(mark);
    if (far < best) [best, found] = [far, mark];
  }
  return found;
}
