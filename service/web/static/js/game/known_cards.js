// @ts-check
// Of which backs the variety is known in one view: for the whole game at first, then as each event of the stream tells it.
import { signal } from "@preact/signals";
import { say } from "../i18n.js";
import { cardName } from "../table/cards.js";

/** @typedef {{card: string, variety: string, offered: number}} KnownCard */
/** @typedef {KnownCard & {since: number, until: number}} KnownBack */

export class Backs {
  known = signal(/** @type {KnownBack[]} */ ([]));
  /** What events brought for these eyes. @type {{n: number, sure: KnownCard[]}[]} */
  #since = [];

  /** What is known up to event `version`; events may have come since. @param {{backs: KnownBack[], version: number}} answer */
  learn({ backs, version }) {
    this.#since = this.#since.filter(({ n }) => n > version);
    this.known.value = this.#since.reduce(extended, backs);
  }

  /** Other eyes look: nothing is known to them yet. */
  forget() {
    this.known.value = [];
    this.#since = [];
  }

  /** The backs that are known after event n. @param {number} n @param {KnownCard[]} sure */
  arrived(n, sure) {
    this.#since.push({ n, sure });
    if (sure.length) this.known.value = extended(this.known.value, { n, sure });
  }

  /** The marks of those that lie on the table after event n. @param {number} n @returns {import("../table/position.js").Marks} */
  marks(n) {
    const there = this.known.value.filter(({ since, until }) => since <= n && n <= until);
    return Object.fromEntries(there.map(({ card, variety }) => [card, { look: "known", note: say("table-known", { bean: cardName(variety) }), bean: variety }]));
  }
}

/** The same with what is known after one more event. @param {KnownBack[]} known @param {{n: number, sure: KnownCard[]}} event */
function extended(known, { n, sure }) {
  const lies = (/** @type {KnownCard} */ { card, variety, offered }) => known.findIndex((back) => back.until === n - 1 && back.card === card && back.variety === variety && back.offered === offered);
  const longer = [...known];
  for (const one of sure) {
    const at = lies(one);
    if (at < 0) longer.push({ ...one, since: n, until: n });
    else longer[at] = { ...longer[at], until: n };
  }
  return longer;
}
