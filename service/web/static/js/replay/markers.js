// @ts-check
// The marks of a game along its course: which there are, how large they are drawn, and which one lies under a finger.
import { moments } from "../game/moments.js";
import { countOf } from "../table/cards.js";
import { admits } from "./filter_state.js";

/** @typedef {{n: number, kind: string, seat?: number | null, size?: number}} Mark `size` is what it was worth, in coins, where that is known */
/** @typedef {Mark & {x: number, isSmall: boolean}} Placed */

/** The kinds, those first that are drawn where there is no room for all. */
const RANK = ["fault", "end", "fork", "note", "lead", "attack", "shuffle", "third_field", "donation", "trade", "harvest"];
/** So many pixels a glyph needs, and so near a finger hits it. */
const ROOM = 13;
const REACH = 9;
/** A mark of this size, and of any above, is drawn largest. */
const LARGEST = 4;

const sized = (/** @type {Mark} */ { size }) => Math.min(size ?? 0, LARGEST);
/** What is worth more goes before what is worth less. */
const rank = (/** @type {Mark} */ mark) => (RANK.includes(mark.kind) ? RANK.indexOf(mark.kind) : RANK.length) - sized(mark);

/** How wide a mark is drawn, in CSS pixels. @param {Mark} mark */
export const widthOf = (mark) => (mark.size === undefined ? ROOM : 8 + 2 * sized(mark));

/** A mark with what it was worth: the coins of a harvest, the gain of an exchange. @param {import("../game/game.js").Game} game @param {Map<number, number>} gains @param {Mark} mark @returns {Mark} */
function weighed(game, gains, mark) {
  if (mark.kind === "harvest") return { ...mark, size: countOf(game.events[mark.n - 1]?.event.coins) };
  const gain = gains.get(mark.n);
  return gain === undefined || !["trade", "donation"].includes(mark.kind) ? mark : { ...mark, size: 1 + gain };
}

/** All marks up to an event that the sieve lets through; turns are none, they stand underneath. @param {import("../game/game.js").Game} game @returns {Mark[]} */
export function marksOf(game) {
  const limit = game.limit.value;
  const mattered = moments(game);
  const gains = new Map(mattered.filter(({ kind }) => kind === "trade" || kind === "gift").map(({ n, size }) => [n, size / 100]));
  const all = [
    ...game.timeline.markers.filter(({ kind }) => kind !== "turn").map((mark) => weighed(game, gains, mark)),
    ...mattered.filter(({ kind }) => kind === "lead").map(({ n, seat }) => ({ n, kind: "lead", seat })),
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
    if (near(mark.x) || mark.size === 0) return { ...mark, isSmall: true };
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
