// @ts-check
// Replays the draw pile and the discard pile from the events, and checks each shuffle against the seed if it is known.
import { hex, sha256 } from "../deal/sha256.js";
import { shuffle } from "../deal/shuffle.js";
import { canonical } from "./canonical.js";
import { HIDDEN } from "./disclosures.js";
import { utf8 } from "./notes.js";
import { requireThat } from "./findings.js";

/** @typedef {(string | number)[]} Pile top first */

/** @type {Record<string, string>} */
const TAKES = { cards_drawn: "cards", cards_turned_up: "cards", merchant_stocked: "cards", abbey_card_revealed: "variety", combat_card_committed: "pile_card" };
/** @type {Record<string, string>} */
const DISCARDS = {
  field_harvested: "discarded", hand_card_discarded: "variety", offered_card_discarded: "variety", turned_up_discarded: "cards",
  third_field_bought: "coin_cards", depot_bought: "coin_cards", merchant_bought: "coin_cards", fortress_built: "coin_cards",
  attack_declared: "coin_card", abbey_card_revealed: "variety", combat_resolved: "cards",
};
/** @type {Record<string, [string, string]>} */
const KEEPS = { third_field_bought: ["destination", "removed"], abbey_card_revealed: ["result", "coin"] };

/** Return the commitment to parts of a deal. @param {...unknown} parts */
export const commitmentTo = (...parts) => hex(sha256(utf8(canonical(["haricot-shuffle/1", ...parts]))));
const mayBeEqual = (/** @type {string | number} */ one, /** @type {string | number} */ other) => one === other || one === HIDDEN || other === HIDDEN;
const sorted = (/** @type {Pile} */ pile) => [...pile].map(String).sort().join();

/** Return one card, several cards or none as a list. @param {unknown} cards @returns {Pile} */
function asList(cards) {
  if (typeof cards === "string") return [cards];
  requireThat(cards === undefined || cards === null || Array.isArray(cards), "no-event");
  return (cards ?? []).filter((card) => card !== null);
}

/** Return a required member of an event. @param {any} event @param {string} name */
export function requiredMember(event, name) {
  requireThat(event && Object.hasOwn(event, name), "no-event");
  return event[name];
}

export class Piles {
  /** @type {Pile} */ draw = [];
  /** @type {Pile} */ discards = [];
  /** @type {Map<number, string>} */ shares = new Map();
  /** @type {Map<number, string>} */ bound = new Map();
  /** @type {Uint8Array | null} */ seed = null;
  shuffles = 0;
  name = "";
  lots = 0;

  /** @param {Pile} deck */
  constructor(deck) {
    this.deck = deck;
  }

  /** Apply an event to the piles. Throw Wrong if its cards were not there, or the shuffle does not fit. @param {string} game @param {string} kind @param {any} event */
  apply(game, kind, event) {
    this.#applySetup(game, kind, event);
    if (kind === "deck_shuffled") {
      const first = requiredMember(event, "reason") === "setup";
      this.#shuffle(game, first ? this.deck : this.discards, requiredMember(event, "order"));
      this.discards = first ? this.discards : [];
    } else if (kind === "pile_shuffled") this.#shuffle(game, this.draw, requiredMember(event, "order"));
    else if (kind === "table_corrected") this.#correct(requiredMember(event, "origin"), requiredMember(event, "target"), requiredMember(event, "cards"));
    else if (kind === "cards_dealt") this.#deal(event);
    else if (kind === "game_forked" && event.table) [this.draw, this.discards] = [event.table.draw_pile ?? [], event.table.discard_pile ?? []];
    else if (kind === "discard_matched") {
      const cards = requiredMember(event, "cards");
      this.#requireSame(this.discards.slice(0, cards.length), cards, "matched");
      this.discards = this.discards.slice(cards.length);
    }
    const taken = asList(event[TAKES[kind] ?? ""]);
    this.#requireSame(this.draw.slice(0, taken.length), taken, kind === "cards_drawn" ? "drawn" : "taken", taken.length && kind === "cards_drawn" ? requiredMember(event, "seat") : 0);
    this.draw = this.draw.slice(taken.length);
    const gone = kind === "combat_resolved" ? asList([event.attack_card ?? null, event.defence_card ?? null]) : asList(event[DISCARDS[kind] ?? ""]);
    const [member, kept] = KEEPS[kind] ?? ["", ""];
    if (!member || event[member] !== kept) this.discards = [...gone.reverse(), ...this.discards];
  }

  /** Apply the events before the deal: shares, commitments and the start player's lot. @param {string} game @param {string} kind @param {any} event */
  #applySetup(game, kind, event) {
    if (kind === "game_created") this.lots = requiredMember(requiredMember(event, "rules"), "options").start_player === "seat_0" ? 0 : requiredMember(event, "players");
    else if (kind === "deal_agreed" && requiredMember(event, "level") === "duplicate") this.name = requiredMember(event, "contribution");
    else if (kind === "share_committed") this.bound.set(requiredMember(event, "seat"), requiredMember(event, "commitment"));
    else if (kind === "seat_taken" || kind === "share_revealed") {
      const [seat, share] = [requiredMember(event, "seat"), event.contribution ?? ""];
      this.shares.set(seat, share);
      requireThat(kind === "seat_taken" || commitmentTo("share", game, seat, share) === this.bound.get(seat), "other-share", { seat: seat + 1 });
    } else if (kind === "game_started" && this.seed && this.lots && (event.start_player ?? null) !== null) {
      const [first] = this.#shuffled("|lot|0", game, Array.from({ length: this.lots }, (_, seat) => seat));
      requireThat(first === event.start_player, "other-lot", { seat: Number(first) + 1 });
    }
  }

  /** @param {any} event */
  #deal(event) {
    const [places, cards] = [requiredMember(event, "places"), requiredMember(event, "cards")];
    requireThat(places.every((/** @type {number} */ place) => Number.isInteger(place) && place >= 0 && place < this.draw.length), "no-event");
    this.#requireSame(places.map((/** @type {number} */ place) => this.draw[place]), cards, "dealt", requiredMember(event, "seat"));
    this.draw = this.draw.filter((_, place) => !places.includes(place));
  }

  /** Require that these cards are the ones that lay there. A face-down card matches any. @param {Pile} there @param {Pile} cards @param {string} how @param {number} [seat] */
  #requireSame(there, cards, how, seat = 0) {
    const isSame = there.length === cards.length && there.every((card, k) => mayBeEqual(card, cards[k]));
    requireThat(isSame, `not-${how}`, { cards: cards.join(", "), there: there.join(", "), seat: seat + 1 });
  }

  /** @param {string} nonce @param {string} game @param {Pile} pile @returns {Pile} */
  #shuffled(nonce, game, pile) {
    const shares = [...this.shares.entries()].sort(([one], [other]) => one - other).map(([, share]) => share);
    return shuffle(/** @type {Uint8Array} */ (this.seed), (this.name || game) + nonce, shares, /** @type {string[]} */ (pile));
  }

  /** Apply a correction by an arbiter that moved cards from or to a pile. @param {string} origin @param {string} target @param {Pile} cards */
  #correct(origin, target, cards) {
    if (origin === "draw_pile") {
      this.#requireSame(this.draw.slice(0, cards.length), cards, "taken");
      this.draw = this.draw.slice(cards.length);
    }
    for (const card of origin === "discard_pile" ? cards : []) {
      const place = this.discards.indexOf(card);
      requireThat(place >= 0, "no-event");
      this.discards = this.discards.filter((_, k) => k !== place);
    }
    if (target === "draw_pile") this.draw = [...cards, ...this.draw];
    if (target === "draw_pile_bottom") this.draw = [...this.draw, ...cards];
    if (target === "discard_pile") this.discards = [...[...cards].reverse(), ...this.discards];
  }

  /** Apply a shuffle, and require the order that follows from the seed if it is known. @param {string} game @param {Pile} pile @param {Pile} order */
  #shuffle(game, pile, order) {
    const isSamePile = order.length === pile.length && (order.includes(HIDDEN) || pile.includes(HIDDEN) || sorted(order) === sorted(pile));
    requireThat(isSamePile, "other-pile");
    let expected = order;
    if (this.seed && !pile.includes(HIDDEN)) {
      expected = this.#shuffled(`|${this.shuffles}`, game, pile);
      const place = order.findIndex((card, k) => card !== HIDDEN && card !== expected[k]);
      requireThat(place < 0, "other-order", { place: place + 1, gives: expected[place], card: order[place] });
    }
    this.draw = expected;
    this.shuffles += 1;
  }
}
