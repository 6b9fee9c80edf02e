// @ts-check
// The deal again: the draw pile and the discard pile as events tell of them, each shuffle by the seed where it is known.
import { hex, sha256 } from "../deal/sha256.js";
import { shuffled } from "../deal/shuffle.js";
import { canonical } from "./canonical.js";
import { HIDDEN } from "./disclosures.js";
import { utf8 } from "./notes.js";
import { need } from "./findings.js";

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

/** The hash that commits to something of a deal. @param {...unknown} parts */
export const bound = (...parts) => hex(sha256(utf8(canonical(["haricot-shuffle/1", ...parts]))));
const alike = (/** @type {string | number} */ one, /** @type {string | number} */ other) => one === other || one === HIDDEN || other === HIDDEN;
const sorted = (/** @type {Pile} */ pile) => [...pile].map(String).sort().join();

/** @param {unknown} cards one, several or none @returns {Pile} */
function listed(cards) {
  if (typeof cards === "string") return [cards];
  need(cards === undefined || cards === null || Array.isArray(cards), "no-event");
  return (cards ?? []).filter((card) => card !== null);
}

/** A member that the event must have. @param {any} event @param {string} name */
export function told(event, name) {
  need(event && Object.hasOwn(event, name), "no-event");
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

  /** Moves the cards of an event; Wrong when they did not lie there, or were shuffled otherwise. @param {string} game @param {string} kind @param {any} event */
  move(game, kind, event) {
    this.#begins(game, kind, event);
    if (kind === "deck_shuffled") {
      const first = told(event, "reason") === "setup";
      this.#shuffle(game, first ? this.deck : this.discards, told(event, "order"));
      this.discards = first ? this.discards : [];
    } else if (kind === "pile_shuffled") this.#shuffle(game, this.draw, told(event, "order"));
    else if (kind === "table_corrected") this.#correct(told(event, "origin"), told(event, "target"), told(event, "cards"));
    else if (kind === "cards_dealt") this.#deal(event);
    else if (kind === "game_forked" && event.table) [this.draw, this.discards] = [event.table.draw_pile ?? [], event.table.discard_pile ?? []];
    else if (kind === "discard_matched") {
      const cards = told(event, "cards");
      this.#same(this.discards.slice(0, cards.length), cards, "matched");
      this.discards = this.discards.slice(cards.length);
    }
    const taken = listed(event[TAKES[kind] ?? ""]);
    this.#same(this.draw.slice(0, taken.length), taken, kind === "cards_drawn" ? "drawn" : "taken", taken.length && kind === "cards_drawn" ? told(event, "seat") : 0);
    this.draw = this.draw.slice(taken.length);
    const gone = kind === "combat_resolved" ? listed([event.attack_card ?? null, event.defence_card ?? null]) : listed(event[DISCARDS[kind] ?? ""]);
    const [member, kept] = KEEPS[kind] ?? ["", ""];
    if (!member || event[member] !== kept) this.discards = [...gone.reverse(), ...this.discards];
  }

  /** What the shares, the lots and their names come to, before cards lie. @param {string} game @param {string} kind @param {any} event */
  #begins(game, kind, event) {
    if (kind === "game_created") this.lots = told(told(event, "rules"), "options").start_player === "seat_0" ? 0 : told(event, "players");
    else if (kind === "deal_agreed" && told(event, "level") === "duplicate") this.name = told(event, "contribution");
    else if (kind === "share_committed") this.bound.set(told(event, "seat"), told(event, "commitment"));
    else if (kind === "seat_taken" || kind === "share_revealed") {
      const [seat, share] = [told(event, "seat"), event.contribution ?? ""];
      this.shares.set(seat, share);
      need(kind === "seat_taken" || bound("share", game, seat, share) === this.bound.get(seat), "other-share", { seat: seat + 1 });
    } else if (kind === "game_started" && this.seed && this.lots && (event.start_player ?? null) !== null) {
      const [first] = this.#drawn("|lot|0", game, Array.from({ length: this.lots }, (_, seat) => seat));
      need(first === event.start_player, "other-lot", { seat: Number(first) + 1 });
    }
  }

  /** @param {any} event */
  #deal(event) {
    const [places, cards] = [told(event, "places"), told(event, "cards")];
    need(places.every((/** @type {number} */ place) => Number.isInteger(place) && place >= 0 && place < this.draw.length), "no-event");
    this.#same(places.map((/** @type {number} */ place) => this.draw[place]), cards, "dealt", told(event, "seat"));
    this.draw = this.draw.filter((_, place) => !places.includes(place));
  }

  /** That these cards are the ones that lay there; one that is face down may be any. @param {Pile} there @param {Pile} cards @param {string} how @param {number} [seat] */
  #same(there, cards, how, seat = 0) {
    const fine = there.length === cards.length && there.every((card, k) => alike(card, cards[k]));
    need(fine, `not-${how}`, { cards: cards.join(", "), there: there.join(", "), seat: seat + 1 });
  }

  /** @param {string} nonce @param {string} game @param {Pile} pile @returns {Pile} */
  #drawn(nonce, game, pile) {
    const shares = [...this.shares.entries()].sort(([one], [other]) => one - other).map(([, share]) => share);
    return shuffled(/** @type {Uint8Array} */ (this.seed), (this.name || game) + nonce, shares, /** @type {string[]} */ (pile));
  }

  /** An arbiter moved cards off or onto a pile. @param {string} origin @param {string} target @param {Pile} cards */
  #correct(origin, target, cards) {
    if (origin === "draw_pile") {
      this.#same(this.draw.slice(0, cards.length), cards, "taken");
      this.draw = this.draw.slice(cards.length);
    }
    for (const card of origin === "discard_pile" ? cards : []) {
      const place = this.discards.indexOf(card);
      need(place >= 0, "no-event");
      this.discards = this.discards.filter((_, k) => k !== place);
    }
    if (target === "draw_pile") this.draw = [...cards, ...this.draw];
    if (target === "draw_pile_bottom") this.draw = [...this.draw, ...cards];
    if (target === "discard_pile") this.discards = [...[...cards].reverse(), ...this.discards];
  }

  /** The deck, the discards, or the draw pile by an arbiter: shuffled in the order that follows from the seed. @param {string} game @param {Pile} pile @param {Pile} order */
  #shuffle(game, pile, order) {
    const fine = order.length === pile.length && (order.includes(HIDDEN) || pile.includes(HIDDEN) || sorted(order) === sorted(pile));
    need(fine, "other-pile");
    let follows = order;
    if (this.seed && !pile.includes(HIDDEN)) {
      follows = this.#drawn(`|${this.shuffles}`, game, pile);
      const place = order.findIndex((card, k) => card !== HIDDEN && card !== follows[k]);
      need(place < 0, "other-order", { place: place + 1, gives: follows[place], card: order[place] });
    }
    this.draw = follows;
    this.shuffles += 1;
  }
}
