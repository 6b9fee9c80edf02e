// @ts-check
// The face-down cards whose variety one view can deduce: loaded once, then extended by each event of the stream.
import { signal } from "@preact/signals";
import { say } from "../i18n.js";
import { cardName } from "../table/cards.js";

/** @typedef {{card: string, variety: string, offered: number}} KnownCard */
/** @typedef {KnownCard & {since: number, until: number}} KnownBack */

export class KnownCards {
  known = signal(/** @type {KnownBack[]} */ ([]));
  /** What events of the stream added in this view since the last load. @type {{n: number, sure: KnownCard[]}[]} */
  #added = [];

  /** Set what is known up to event `version`, and apply later events again. @param {{backs: KnownBack[], version: number}} answer */
  load({ backs, version }) {
    this.#added = this.#added.filter(({ n }) => n > version);
    this.known.value = this.#added.reduce(withEvent, backs);
  }

  /** Forget everything, because the view has changed. */
  clear() {
    this.known.value = [];
    this.#added = [];
  }

  /** Add the cards that are known after event n. @param {number} n @param {KnownCard[]} sure */
  addEvent(n, sure) {
    this.#added.push({ n, sure });
    if (sure.length) this.known.value = withEvent(this.known.value, { n, sure });
  }

  /** Return the marks of the cards that are known after event n. @param {number} n @returns {import("../table/position.js").Marks} */
  marks(n) {
    const current = this.known.value.filter(({ since, until }) => since <= n && n <= until);
    return Object.fromEntries(current.map(({ card, variety }) => [card, { look: "known", note: say("table-known", { bean: cardName(variety) }), bean: variety }]));
  }
}

/** Return the known cards extended by one event. @param {KnownBack[]} known @param {{n: number, sure: KnownCard[]}} event */
function withEvent(known, { n, sure }) {
  const indexOf = (/** @type {KnownCard} */ { card, variety, offered }) => known.findIndex((back) => back.until === n - 1 && back.card === card && back.variety === variety && back.offered === offered);
  const extended = [...known];
  for (const card of sure) {
    const index = indexOf(card);
    if (index < 0) extended.push({ ...card, since: n, until: n });
    else extended[index] = { ...extended[index], until: n };
  }
  return extended;
}
