// @ts-check
// The timeline of a game, for scrubber and graph: markers, and the coins of every seat. Each event of the stream extends it.
import { signal } from "@preact/signals";
import { data } from "../html.js";
import { countOf } from "../table/cards.js";

/**
 * @typedef {{n: number, kind: string, turn: number, seat?: number | null}} Marker
 * @typedef {{seat: number, coins: [number, number][], harvest_now: [number, number][]}} Series steps [n, value]
 */

/** Return the value at event n of the steps [[n, value], ...]. @param {[number, number][]} steps @param {number} n */
export const valueAt = (steps, n) => steps.findLast(([from]) => from <= n)?.[1] ?? 0;

/** Append a step if the value has changed. @param {[number, number][]} steps @param {number} n @param {number} value */
function step(steps, n, value) {
  const [from, before] = steps.at(-1) || [0];
  if (from < n && before !== value) steps.push([n, value]);
}

export class Timeline {
  /** @type {Marker[]} */
  markers = [];
  /** @type {Series[]} */
  series = [];
  /** Changes whenever something is added. */
  changes = signal(0);

  /** Set the timeline from the service's response, up to event n. @param {{markers: Marker[], series: Series[]}} answer @param {number} n */
  load({ markers, series }, n) {
    const upTo = (/** @type {[number, number][]} */ steps) => steps.filter(([at]) => at <= n);
    this.markers = markers.filter((marker) => marker.n <= n);
    this.series = series.map((seat) => ({ ...seat, coins: upTo(seat.coins), harvest_now: upTo(seat.harvest_now || []) }));
    this.changes.value += 1;
  }

  /** Add event n with the table after it and what its fields pay. @param {any} event @param {import("./tables.js").Snapshot} snapshot */
  add(event, { n, table, pays }) {
    const kind = data().editions?.[table.edition]?.marked[event.type];
    if (kind) this.markers.push({ n, kind, turn: table.turn.number, seat: event.seat ?? null });
    table.seats.forEach((/** @type {any} */ seat, /** @type {number} */ k) => {
      this.series[k] ??= { seat: k, coins: [], harvest_now: [] };
      step(this.series[k].coins, n, countOf(seat.coins));
      if (pays) step(this.series[k].harvest_now, n, pays[k].reduce((/** @type {number} */ sum, /** @type {any} */ pay) => sum + (pay?.coins || 0), 0));
    });
    this.changes.value += 1;
  }

  /** Return the turn of event n, 0 during setup. @param {number} n */
  turnAt(n) {
    return this.markers.findLast((marker) => marker.kind === "turn" && marker.n <= n)?.turn ?? 0;
  }

  get turns() {
    return this.markers.filter((marker) => marker.kind === "turn").map((marker) => marker.n);
  }
}
