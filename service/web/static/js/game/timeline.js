// @ts-check
// What happened when, for scrubber and graph: marks, and the coins of every seat. A live one grows by what each event brings.
import { signal } from "@preact/signals";
import { data } from "../html.js";
import { countOf } from "../table/cards.js";

/**
 * @typedef {{n: number, kind: string, turn: number, seat?: number | null}} Marker
 * @typedef {{seat: number, coins: [number, number][], harvest_now: [number, number][]}} Series steps [n, value]
 */

/** The value that holds at event n of steps [[n, value], ...]. @param {[number, number][]} steps @param {number} n */
export const valueAt = (steps, n) => steps.findLast(([from]) => from <= n)?.[1] ?? 0;

/** Adds a step where the value has changed. @param {[number, number][]} steps @param {number} n @param {number} value */
function step(steps, n, value) {
  const [from, before] = steps.at(-1) || [0];
  if (from < n && before !== value) steps.push([n, value]);
}

export class Timeline {
  /** @type {Marker[]} */
  markers = [];
  /** @type {Series[]} */
  series = [];
  /** Changes whenever something was added. */
  grown = signal(0);

  /** What a timeline tells of the first n events. @param {{markers: Marker[], series: Series[]}} told @param {number} n */
  begin({ markers, series }, n) {
    const upTo = (/** @type {[number, number][]} */ steps) => steps.filter(([at]) => at <= n);
    this.markers = markers.filter((marker) => marker.n <= n);
    this.series = series.map((seat) => ({ ...seat, coins: upTo(seat.coins), harvest_now: upTo(seat.harvest_now || []) }));
    this.grown.value += 1;
  }

  /** Adds event n with the table after it and what its fields pay. @param {any} event @param {import("./tables.js").Film} film */
  add(event, { n, table, pays }) {
    const kind = data().editions?.[table.edition]?.marked[event.type];
    if (kind) this.markers.push({ n, kind, turn: table.turn.number, seat: event.seat ?? null });
    table.seats.forEach((/** @type {any} */ seat, /** @type {number} */ k) => {
      this.series[k] ??= { seat: k, coins: [], harvest_now: [] };
      step(this.series[k].coins, n, countOf(seat.coins));
      if (pays) step(this.series[k].harvest_now, n, pays[k].reduce((/** @type {number} */ sum, /** @type {any} */ pay) => sum + (pay?.coins || 0), 0));
    });
    this.grown.value += 1;
  }

  /** The turn in which event n lies, 0 while setting up. @param {number} n */
  turnAt(n) {
    return this.markers.findLast((marker) => marker.kind === "turn" && marker.n <= n)?.turn ?? 0;
  }

  get turns() {
    return this.markers.filter((marker) => marker.kind === "turn").map((marker) => marker.n);
  }
}
