// @ts-check
// The lines of the event list: one for every event, one before each turn.

/** @typedef {{n: number, turn?: number, seat?: number}} Row an event, or the beginning of a turn with its first event */

/** @type {{events: any[], rows: Row[], upTo: number}} */
let kept = { events: [], rows: [], upTo: 0 };

/** The rows of the first `limit` events; those of a game that goes on are added to. @param {any[]} events @param {number} limit @returns {Row[]} */
export function rows(events, limit) {
  if (kept.events !== events || limit < kept.upTo) kept = { events, rows: [], upTo: 0 };
  for (let i = kept.upTo; i < limit; i += 1) {
    const { n, event } = events[i];
    if (event.type.startsWith("turn_started.")) kept.rows.push({ n, turn: event.turn, seat: event.seat });
    else if (i === 0) kept.rows.push({ n, turn: 0 });
    kept.rows.push({ n });
  }
  kept.upTo = limit;
  return kept.rows;
}

/** Where the row of event n is. @param {Row[]} all @param {number} n */
export function rowOf(all, n) {
  let [from, to] = [0, all.length - 1];
  while (from < to) {
    const middle = (from + to + 1) >> 1;
    if (all[middle].n > n) to = middle - 1;
    else from = middle;
  }
  return from;
}
