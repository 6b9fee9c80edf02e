// @ts-check
// Two games side by side: how far they are one, and which event of the other stands beside an event of this one.
import { agree } from "./differences.js";

/**
 * @typedef {{n: number, at: string, event: any}} Told an event as the service tells it
 * @typedef {"event" | "turn"} Step by what two games are kept in step after they part
 * @typedef {{turn: number, start: number, end: number}} Turn from its first event to its last; turn 0 is the setting up
 * @typedef {{a: number | null, b: number | null, common?: boolean, turn?: number}} Pair events beside each other, or the head of a turn
 */

/** How many events two games share: a fork has those of its parent, with their times. @param {Told[]} a @param {Told[]} b */
export function stemOf(a, b) {
  const most = Math.min(a.length, b.length);
  let n = 0;
  while (n < most && a[n].at === b[n].at && a[n].event.type === b[n].event.type && agree(a[n].event, b[n].event, { blank: true })) n += 1;
  return n;
}

/** The turns among the first `limit` events. @param {Told[]} events @param {number} limit @returns {Turn[]} */
export function turnsOf(events, limit) {
  /** @type {Turn[]} */
  const turns = [{ turn: 0, start: 1, end: limit }];
  for (const { n, event } of events.slice(0, limit)) {
    if (!event.type.startsWith("turn_started.")) continue;
    turns[turns.length - 1].end = n - 1;
    turns.push({ turn: event.turn, start: n, end: limit });
  }
  return turns;
}

/** Where a game goes on of its own: that it was forked there is an event of one alone. @param {Told[]} events @param {number} stem */
const begins = (events, stem) => stem + 1 + Number(Boolean(events[stem]?.event.type.startsWith("game_forked.")));

/**
 * The event of the other game that belongs beside event n: the same up to where they part; then the one that lies as far
 * behind it, or as far in the same turn. None beyond its last.
 * @param {number} n @param {{stem: number, step: Step, here: Told[], there: Told[], limit?: number}} games
 */
export function beside(n, { stem, step, here, there, limit = there.length }) {
  const [own, other] = [begins(here, stem), begins(there, stem)];
  if (n < own) return Math.max(1, Math.min(n, stem, limit));
  const turn = turnsOf(here, here.length).findLast(({ start }) => start <= n);
  if (step === "event" || !turn) return Math.min(n - own + other, limit);
  const same = turnsOf(there, limit).find((one) => one.turn === turn.turn);
  if (!same) return limit;
  const m = turn.start > stem ? same.start + n - turn.start : n - own + other;
  return Math.min(m, Math.max(same.end, same.start));
}

/**
 * The lines of the list of both: the common stem, then pairs, one of which may be missing.
 * @param {{stem: number, step: Step, here: Told[], there: Told[], limits: [number, number]}} games @returns {Pair[]}
 */
export function pairs({ stem, step, here, there, limits: [a, b] }) {
  const common = Math.min(stem, Math.max(a, b));
  /** @type {Pair[]} */
  const all = turnsOf(here, Math.min(common, here.length)).filter(({ start, end }) => start <= end).flatMap(({ turn, start, end }) => [
    { a: start, b: start, common: true, turn },
    ...upTo(start, end).map((n) => ({ a: n, b: n, common: true })),
  ]);
  const [own, other] = [begins(here, stem), begins(there, stem)];
  all.push(...zipped(upTo(common + 1, Math.min(own - 1, a)), upTo(common + 1, Math.min(other - 1, b))));
  if (step === "event") return [...all, ...zipped(upTo(own, a), upTo(other, b))];
  const turns = [turnsOf(here, a).filter(({ end }) => end >= own), turnsOf(there, b).filter(({ end }) => end >= other)];
  const numbers = [...new Set(turns.flat().map(({ turn }) => turn))].sort((x, y) => x - y);
  for (const turn of numbers) {
    const [left, right] = turns.map((some) => some.find((one) => one.turn === turn));
    const [here, there] = [rest(left, own), rest(right, other)];
    if ([left, right].some((one) => one && one.start > stem)) all.push({ a: here[0] ?? null, b: there[0] ?? null, turn });
    all.push(...zipped(here, there));
  }
  return all;
}

/** What of a turn comes from an event on. @param {Turn | undefined} turn @param {number} from */
const rest = (turn, from) => (turn ? upTo(Math.max(turn.start, from), turn.end) : []);

/** @param {number} from @param {number} to */
const upTo = (from, to) => Array.from({ length: Math.max(to - from + 1, 0) }, (_, i) => from + i);

/** @param {number[]} a @param {number[]} b @returns {Pair[]} */
const zipped = (a, b) => Array.from({ length: Math.max(a.length, b.length) }, (_, i) => ({ a: a[i] ?? null, b: b[i] ?? null }));

/** The line in which event n of this game stands. @param {Pair[]} lines @param {number} n */
export const lineOf = (lines, n) => Math.max(lines.findLastIndex((pair) => pair.turn === undefined && pair.a !== null && pair.a <= n), 0);
