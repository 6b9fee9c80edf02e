// @ts-check
// The data of the graph of a game, and the positions of events, labels and marks on it.

/** @typedef {import("../game/timeline.js").Series} Series */

/** @typedef {{height: number, lane: number, turns: number, axis: number, label: number}} Sizes in CSS pixels: the heights of all, of the marks and of the numbers of turns; the width of the axis; its font size */

/** @type {Sizes} */
export const ROOMY = { height: 92, lane: 17, turns: 13, axis: 26, label: 11 };
/** For low windows, where the table needs the room. @type {Sizes} */
export const LOW = { height: 68, lane: 15, turns: 12, axis: 26, label: 10 };
/** @type {Sizes} */
export const NARROW = { height: 48, lane: 15, turns: 0, axis: 4, label: 9 };

/** In story mode the graph grows by this many events, so that it does not reveal the length of the game. */
const STORY_EVENTS = 120;

/** Return the last event that the graph has room for. @param {number} limit @param {boolean} isStory */
export const lastEventShown = (limit, isStory) => (isStory ? Math.ceil((limit + 20) / STORY_EVENTS) * STORY_EVENTS : Math.max(limit, 40));

/**
 * Return the columns of the graph: first the events up to `limit` that change a value, and `last`. Then for each seat
 * its coins, and its coins with a harvest now.
 * @param {Series[]} series @param {number} limit @param {number} last @returns {number[][]}
 */
export function columns(series, limit, last) {
  const lines = series.flatMap(({ coins, harvest_now }) => [coins, harvest_now]).map((line) => line.filter(([n]) => n <= limit));
  const changes = new Set([1, ...lines.flatMap((line) => line.map(([n]) => n)), last]);
  const all = [...changes].sort((one, other) => one - other);
  const values = lines.map((line) => valuesAt(line, all));
  return [all, ...values.map((line, i) => (i % 2 ? line.map((value, at) => value + values[i - 1][at]) : line))];
}

/** Return the value of steps at each of these ascending events. @param {[number, number][]} steps @param {number[]} all */
function valuesAt(steps, all) {
  let [at, value] = [0, 0];
  return all.map((n) => {
    for (; at < steps.length && steps[at][0] <= n; at += 1) value = steps[at][1];
    return value;
  });
}

/**
 * Return the intervals of events in which one seat alone has the most coins.
 * @param {number[][]} columns @returns {{from: number, to: number, seat: number}[]}
 */
export function leadIntervals([events, ...lines]) {
  const coins = lines.filter((_, i) => i % 2 === 0);
  return events.slice(0, -1).flatMap((from, at) => {
    const values = coins.map((line) => line[at]);
    const best = Math.max(...values);
    const ahead = values.flatMap((value, seat) => (value === best ? [seat] : []));
    return ahead.length === 1 ? [{ from, to: events[at + 1], seat: ahead[0] }] : [];
  });
}

/** Return the value at the top of the graph. @param {number[][]} columns */
export const topValue = ([, ...lines]) => Math.max(4, ...lines.flat());

/** The free space above the highest line, in pixels. */
export const TOP_MARGIN = 5;

/** Return how many names fit below each other. @param {Sizes} sizes */
const namesMax = ({ height, label }) => Math.floor(height / (label + 0.5));

/** Return in how many columns the names of the seats stand. @param {number} seats @param {Sizes} sizes */
export const columnsOfNames = (seats, sizes) => Math.ceil(seats / namesMax(sizes));

/**
 * Return the positions of the seats' names at the ends of their lines: the column, and the distance from the top.
 * @param {number[][]} columns @param {Sizes} sizes @returns {{column: number, y: number}[]}
 */
export function namePositions(columns, sizes) {
  const { height, lane, turns, label } = sizes;
  const [top, room] = [topValue(columns), height - lane - turns - TOP_MARGIN];
  const lines = columns.filter((_, i) => i % 2);
  const wanted = lines.map((line) => TOP_MARGIN + room * (1 - (line.at(-1) ?? 0) / top));
  const count = columnsOfNames(lines.length, sizes);
  const order = wanted.map((_, i) => i).sort((one, other) => wanted[one] - wanted[other]);
  const placed = wanted.map((y) => ({ column: 0, y }));
  for (let column = 0; column < count; column += 1) {
    const seats = order.filter((_, i) => i % count === column);
    const ys = spreadOut(seats.map((k) => wanted[k]), label + 0.5, height - (lines.length > 5 ? 0 : turns));
    seats.forEach((k, i) => { placed[k] = { column, y: ys[i] }; });
  }
  return placed;
}

/** Return the clip path of the graph: the lines up to x, and everything below them. @param {number} x @param {Sizes} sizes */
export function clipPath(x, { lane, turns }) {
  const floor = `calc(100% - ${lane + turns - 2}px)`; // the line at zero coins is 2 px wide
  return `polygon(0 0, ${x}px 0, ${x}px ${floor}, 100% ${floor}, 100% 100%, 0 100%)`;
}

/** Return positions near the wanted ones that are at least `gap` apart. @param {number[]} wanted @param {number} gap @param {number} most */
export function spreadOut(wanted, gap, most) {
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

/** Converts between events and horizontal positions, in CSS pixels. */
export class Scale {
  /** @param {number} width @param {number} last the last event there is room for @param {{left: number, right: number}} margins */
  constructor(width, last, { left, right }) {
    this.left = left;
    this.inner = Math.max(width - left - right, 1);
    this.last = Math.max(last, 2);
  }

  /** Return the position of an event. @param {number} n */
  x(n) {
    return this.left + ((n - 1) / (this.last - 1)) * this.inner;
  }

  /** Return the event at a position. @param {number} x */
  n(x) {
    return Math.max(1, Math.min(this.last, Math.round(1 + ((x - this.left) / this.inner) * (this.last - 1))));
  }
}
