// @ts-check
// The course of a game as columns for a graph, and where in its width an event lies.

/** @typedef {import("../game/timeline.js").Series} Series */

/** @typedef {{height: number, lane: number, turns: number, axis: number, label: number}} Sizes heights in CSS pixels: of all, of the marks, of the numbers of turns; the width of the axis; the size of its letters */

/** @type {Sizes} */
export const ROOMY = { height: 92, lane: 17, turns: 13, axis: 26, label: 11 };
/** Where a window is not high, the table needs the room. @type {Sizes} */
export const LOW = { height: 68, lane: 15, turns: 12, axis: 26, label: 10 };
/** @type {Sizes} */
export const NARROW = { height: 48, lane: 15, turns: 0, axis: 4, label: 9 };

/** The room that is kept for what may still come, in events: of a story nobody is told how long it is. */
const CHAPTER = 120;

/** The last event that a graph has room for. @param {number} limit @param {boolean} isStory */
export const span = (limit, isStory) => (isStory ? Math.ceil((limit + 20) / CHAPTER) * CHAPTER : Math.max(limit, 40));

/**
 * The events at which something changes up to `limit`, and the `last` there is room for, as nothing has changed until
 * then; then for each seat its coins, and its coins with what its fields would pay on top.
 * @param {Series[]} series @param {number} limit @param {number} last @returns {number[][]}
 */
export function columns(series, limit, last) {
  const lines = series.flatMap(({ coins, harvest_now }) => [coins, harvest_now]).map((line) => line.filter(([n]) => n <= limit));
  const changes = new Set([1, ...lines.flatMap((line) => line.map(([n]) => n)), last]);
  const all = [...changes].sort((one, other) => one - other);
  const values = lines.map((line) => along(line, all));
  return [all, ...values.map((line, i) => (i % 2 ? line.map((value, at) => value + values[i - 1][at]) : line))];
}

/** The value of steps at each of some ascending events. @param {[number, number][]} steps @param {number[]} all */
function along(steps, all) {
  let [at, value] = [0, 0];
  return all.map((n) => {
    for (; at < steps.length && steps[at][0] <= n; at += 1) value = steps[at][1];
    return value;
  });
}

/**
 * Who has most coins from which event to which, while one seat alone has.
 * @param {number[][]} columns @returns {{from: number, to: number, seat: number}[]}
 */
export function leads([events, ...lines]) {
  const coins = lines.filter((_, i) => i % 2 === 0);
  return events.slice(0, -1).flatMap((from, at) => {
    const values = coins.map((line) => line[at]);
    const best = Math.max(...values);
    const ahead = values.flatMap((value, seat) => (value === best ? [seat] : []));
    return ahead.length === 1 ? [{ from, to: events[at + 1], seat: ahead[0] }] : [];
  });
}

/** The value at the top of a graph. @param {number[][]} columns */
export const most = ([, ...lines]) => Math.max(4, ...lines.flat());

/** So many pixels are free above the highest line. */
export const ABOVE = 5;

/** How many names a band has room for below each other. @param {Sizes} sizes */
const names = ({ height, label }) => Math.floor(height / (label + 0.5));

/** Into how many columns the names of so many seats are set. @param {number} seats @param {Sizes} sizes */
export const columnsOfNames = (seats, sizes) => Math.ceil(seats / names(sizes));

/**
 * Where the names of the seats stand, each where its line ends: in which column, and how far below the top of the band.
 * @param {number[][]} columns @param {Sizes} sizes @returns {{column: number, y: number}[]}
 */
export function ends(columns, sizes) {
  const { height, lane, turns, label } = sizes;
  const [top, room] = [most(columns), height - lane - turns - ABOVE];
  const lines = columns.filter((_, i) => i % 2);
  const wanted = lines.map((line) => ABOVE + room * (1 - (line.at(-1) ?? 0) / top));
  const count = columnsOfNames(lines.length, sizes);
  const order = wanted.map((_, i) => i).sort((one, other) => wanted[one] - wanted[other]);
  const placed = wanted.map((y) => ({ column: 0, y }));
  for (let column = 0; column < count; column += 1) {
    const those = order.filter((_, i) => i % count === column);
    const ys = apart(those.map((k) => wanted[k]), label + 0.5, height - (lines.length > 5 ? 0 : turns));
    those.forEach((k, i) => { placed[k] = { column, y: ys[i] }; });
  }
  return placed;
}

/** What of a picture is shown: its lines as far as the story is told, and all that stands below them. @param {number} x @param {Sizes} sizes */
export function outline(x, { lane, turns }) {
  const floor = `calc(100% - ${lane + turns - 2}px)`; // the line of those who have no coins is 2 px wide
  return `polygon(0 0, ${x}px 0, ${x}px ${floor}, 100% ${floor}, 100% 100%, 0 100%)`;
}

/** Where labels stand that each want a place, none nearer than `gap` to another. @param {number[]} wanted @param {number} gap @param {number} most */
export function apart(wanted, gap, most) {
  const order = wanted.map((_, i) => i).sort((one, other) => wanted[one] - wanted[other]);
  const placed = [...wanted];
  let least = gap / 2;
  for (const i of order) {
    placed[i] = Math.max(placed[i], least);
    least = placed[i] + gap;
  }
  let bound = most - gap / 2;
  for (const i of order.toReversed()) {
    placed[i] = Math.min(placed[i], bound);
    bound = placed[i] - gap;
  }
  return placed;
}

/** What lies where across a band, in CSS pixels. */
export class Scale {
  /** @param {number} width @param {number} last the last event there is room for @param {{left: number, right: number}} margins */
  constructor(width, last, { left, right }) {
    this.left = left;
    this.inner = Math.max(width - left - right, 1);
    this.last = Math.max(last, 2);
  }

  /** @param {number} n */
  x(n) {
    return this.left + ((n - 1) / (this.last - 1)) * this.inner;
  }

  /** The event at a place. @param {number} x */
  n(x) {
    return Math.max(1, Math.min(this.last, Math.round(1 + ((x - this.left) / this.inner) * (this.last - 1))));
  }
}
