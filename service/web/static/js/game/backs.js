// @ts-check
// Of which backs the variety is known, as the service tells it for the whole game and one view.
import { signal } from "@preact/signals";
import { say } from "../say.js";
import { cardName } from "../table/cards.js";
import { holderOf } from "../table/trace.js";

/** @typedef {{card: string, variety: string, since: number, until: number, offered: number}} KnownBack */

export class Backs {
  known = signal(/** @type {KnownBack[]} */ ([]));

  /** What is known after event `version`, and then what the films of the events since bring. @param {{backs: KnownBack[], version: number}} answer @param {(n: number) => import("./tables.js").Film | undefined} filmAt */
  learn({ backs, version }, filmAt) {
    this.known.value = backs;
    for (let n = version + 1, film = filmAt(n); film; n += 1, film = filmAt(n)) this.arrived(film);
  }

  /** Other eyes look: nothing is known to them yet. */
  forget() {
    this.known.value = [];
  }

  /** One more event has come: in a hand that nothing left, all lies where it lay. @param {import("./tables.js").Film} film */
  arrived({ n, moves }) {
    const lies = (/** @type {KnownBack} */ { card, until }) => until === n - 1 && !moves.some(({ from }) => from && holderOf(from) === holderOf(card));
    if (this.known.value.some(lies)) this.known.value = this.known.value.map((back) => (lies(back) ? { ...back, until: n } : back));
  }

  /** The marks of those that lie on the table after event n. @param {number} n @returns {import("../table/position.js").Marks} */
  marks(n) {
    const there = this.known.value.filter(({ since, until }) => since <= n && n <= until);
    return Object.fromEntries(there.map(({ card, variety }) => [card, { look: "known", note: say("table-known", { bean: cardName(variety) }), bean: variety }]));
  }
}
