// @ts-check
// Alignment of two games: their common beginning (the stem), and the matching event of the other game.
import { mayBeEqual } from "./differences.js";

/**
 * @typedef {{n: number, at: string, event: any}} RecordedEvent an event as the service sends it
 * @typedef {"event" | "turn"} Step how two games are aligned after they part
 * @typedef {{turn: number, start: number, end: number}} Turn from its first event to its last; turn 0 is the setup
 * @typedef {{a: number | null, b: number | null, common?: boolean, turn?: number}} Pair two aligned events, or the heading of a turn
 */

/** Return how many events two games share. A fork has those of its parent, with the same times. @param {RecordedEvent[]} a @param {RecordedEvent[]} b */
export function stemOf(a, b) {
  const limit = Math.min(a.length, b.length);
  let n = 0;
  while (n < limit && a[n].at === b[n].at && a[n].event.type === b[n].event.type && mayBeEqual(a[n].event, b[n].event, { blank: true })) n += 1;
  return n;
}

/** Return the turns among the first `limit` events. @param {RecordedEvent[]} events @param {number} limit @returns {Turn[]} */
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

/** Return the first event of a game after the stem. The event of forking itself does not count. @param {RecordedEvent[]} events @param {number} stem */
const firstOwnEvent = (events, stem) => stem + 1 + Number(Boolean(events[stem]?.event.type.startsWith("game_forked.")));

/**
 * Return the event of the other game that is aligned with event n: the same one in the stem, then the one equally far
 * after the stem, or equally far in the same turn. It is at most the last event.
 * @param {number} n @param {{stem: number, step: Step, here: RecordedEvent[], there: RecordedEvent[], limit?: number}} games
 */
export function alignedEvent(n, { stem, step, here, there, limit = there.length }) {
  const [own, other] = [firstOwnEvent(here, stem), firstOwnEvent(there, stem)];
  if (n < own) return Math.max(1, Math.min(n, stem, limit));
  const turn = turnsOf(here, here.length).findLast(({ start }) => start <= n);
  if (step === "event" || !turn) return Math.min(n - own + other, limit);
  const otherTurn = turnsOf(there, limit).find((one) => one.turn === turn.turn);
  if (!otherTurn) return limit;
  const m = turn.start > stem ? otherTurn.start + n - turn.start : n - own + other;
  return Math.min(m, Math.max(otherTurn.end, otherTurn.start));
}

/**
 * Return the rows of the list of both games: the common stem, then pairs, in which one event may be missing.
 * @param {{stem: number, step: Step, here: RecordedEvent[], there: RecordedEvent[], limits: [number, number]}} games @returns {Pair[]}
 */
export function pairEvents({ stem, step, here, there, limits: [a, b] }) {
  const common = Math.min(stem, Math.max(a, b));
  /** @type {Pair[]} */
  const all = turnsOf(here, Math.min(common, here.length)).filter(({ start, end }) => start <= end).flatMap(({ turn, start, end }) => [
    { a: start, b: start, common: true, turn },
    ...range(start, end).map((n) => ({ a: n, b: n, common: true })),
  ]);
  const [own, other] = [firstOwnEvent(here, stem), firstOwnEvent(there, stem)];
  all.push(...zip(range(common + 1, Math.min(own - 1, a)), range(common + 1, Math.min(other - 1, b))));
  if (step === "event") return [...all, ...zip(range(own, a), range(other, b))];
  const turns = [turnsOf(here, a).filter(({ end }) => end >= own), turnsOf(there, b).filter(({ end }) => end >= other)];
  const numbers = [...new Set(turns.flat().map(({ turn }) => turn))].sort((x, y) => x - y);
  for (const turn of numbers) {
    const [left, right] = turns.map((some) => some.find((one) => one.turn === turn));
    const [ownEvents, otherEvents] = [eventsFrom(left, own), eventsFrom(right, other)];
    if ([left, right].some((one) => one && one.start > stem)) all.push({ a: ownEvents[0] ?? null, b: otherEvents[0] ?? null, turn });
    all.push(...zip(ownEvents, otherEvents));
  }
  return all;
}

/** Return the events of a turn from an event on. @param {Turn | undefined} turn @param {number} from */
const eventsFrom = (turn, from) => (turn ? range(Math.max(turn.start, from), turn.end) : []);

/** @param {number} from @param {number} to */
const range = (from, to) => Array.from({ length: Math.max(to - from + 1, 0) }, (_, i) => from + i);

/** @param {number[]} a @param {number[]} b @returns {Pair[]} */
const zip = (a, b) => Array.from({ length: Math.max(a.length, b.length) }, (_, i) => ({ a: a[i] ?? null, b: b[i] ?? null }));

/** Return the index of the row of event n of this game. @param {Pair[]} lines @param {number} n */
export const rowOf = (lines, n) => Math.max(lines.findLastIndex((pair) => pair.turn === undefined && pair.a !== null && pair.a <= n), 0);
