// @ts-check
// An offer that is being made: the cards given, what is wanted for them, with whom.
import { computed, signal } from "@preact/signals";

/**
 * @typedef {import("./commands.js").Bound} Bound
 * @typedef {{source: "hand", slot: number} | {source: "turned_up", variety: string}} CardRef
 */

export class Barter {
  open = signal(false);
  /** The places of the cards that are given. */
  give = signal(/** @type {string[]} */ ([]));
  /** How many of each variety are wanted. */
  want = signal(/** @type {Record<string, number>} */ ({}));
  /** The places of turned-up cards of somebody else that are wanted. */
  wantUp = signal(/** @type {string[]} */ ([]));
  giveCoins = signal(0);
  wantCoins = signal(0);
  /** With whom: a seat, or anyone. */
  whom = signal(/** @type {number | null} */ (null));

  /** @param {import("./commands.js").Orders} orders */
  constructor(orders) {
    this.orders = orders;
  }

  trade = computed(() => this.orders.bounds.value.find((bound) => bound.type === "ProposeTrade") ?? null);
  gift = computed(() => this.orders.bounds.value.find((bound) => bound.type === "OfferDonation") ?? null);
  /** Whether offers of one's own may be made at all. */
  possible = computed(() => Boolean(this.trade.value || this.gift.value));
  /** The seats that may be addressed. */
  seats = computed(() => this.trade.value?.with ?? this.gift.value?.to ?? []);
  /** How many coins may be given; undefined where coins are not traded. */
  coins = computed(() => (this.trade.value ?? this.gift.value)?.coins);
  /** Nothing is wanted: that is a gift. */
  isGift = computed(() => !Object.keys(this.want.value).length && !this.wantUp.value.length && !this.wantCoins.value);
  /** Whether it gives exactly what it wants: nothing would change hands. */
  isSame = computed(() => {
    const given = this.give.value.map((place) => this.variety(place)).sort().join();
    const wanted = [...Object.entries(this.want.value).flatMap(([card, count]) => Array(count).fill(card)), ...this.wantUp.value.map((place) => this.variety(place))].sort().join();
    return given !== "" && given === wanted && this.giveCoins.value === this.wantCoins.value;
  });
  /** Whether enough is said for it to be offered. */
  complete = computed(() => {
    const gives = this.give.value.length > 0 || this.giveCoins.value > 0;
    return this.isGift.value ? gives && this.whom.value !== null && Boolean(this.gift.value) : gives && !this.isSame.value && Boolean(this.trade.value);
  });

  /** The card at a place as an offer names it, if it may be given. @param {string} place @returns {CardRef | null} */
  card(place) {
    const position = this.orders.position.value;
    const seat = this.orders.game.you.value;
    const bound = this.trade.value ?? this.gift.value;
    const [, zone, i] = place.match(/^(\/seats\/[0-9]+\/hand|\/turned_up)\/([0-9]+)$/) ?? [];
    if (!bound || seat === null || !zone) return null;
    if (zone === "/turned_up") {
      const variety = position.turned_up[Number(i)];
      return bound.turned_up.includes(variety) ? { source: "turned_up", variety } : null;
    }
    const slot = zone === `/seats/${seat}/hand` ? position.seats[seat].hand_slots[Number(i)] : null;
    return slot !== null && bound.from_hand.includes(slot) ? { source: "hand", slot } : null;
  }

  /** Whether a turned-up card of somebody else may be asked for. @param {string} place */
  askable(place) {
    const position = this.orders.position.value;
    return Boolean(this.trade.value) && place.startsWith("/turned_up/") && position.turn.seat !== this.orders.game.you.value;
  }

  /** Takes a card into the offer, or out again; true when this place is of use for it. @param {string} place */
  toggle(place) {
    const list = this.card(place) ? this.give : this.askable(place) ? this.wantUp : null;
    if (!list) return false;
    this.begin();
    list.value = list.value.includes(place) ? list.value.filter((one) => one !== place) : [...list.value, place];
    return true;
  }

  begin() {
    this.open.value = true;
    const seats = this.seats.value;
    if (this.whom.value === null && seats.length === 1) this.whom.value = seats[0];
  }

  /** @param {string} variety @param {number} by */
  wish(variety, by) {
    const count = Math.max((this.want.value[variety] ?? 0) + by, 0);
    const { [variety]: _, ...rest } = this.want.value;
    this.want.value = count ? { ...rest, [variety]: count } : rest;
  }

  clear() {
    this.open.value = false;
    this.give.value = [];
    this.want.value = {};
    this.wantUp.value = [];
    this.giveCoins.value = 0;
    this.wantCoins.value = 0;
    this.whom.value = null;
  }

  /** The table has changed: what is not there any more is not given. */
  prune() {
    if (!this.possible.value) {
      this.clear();
      return;
    }
    this.give.value = this.give.value.filter((place) => this.card(place));
    this.wantUp.value = this.wantUp.value.filter((place) => this.askable(place) && this.variety(place));
  }

  /** The variety at a place of hand or turned-up cards. @param {string} place @returns {string} */
  variety(place) {
    return place.split("/").slice(1).reduce((at, name) => at?.[name], this.orders.position.value);
  }

  /** What is offered, as an order. */
  order() {
    const seat = this.orders.game.you.value;
    const cards = this.give.value.map((place) => this.card(place));
    const coins = this.giveCoins.value;
    if (this.isGift.value) return { type: "OfferDonation", seat, to: this.whom.value, cards, ...(coins ? { coins } : {}) };
    const wanted = this.wantUp.value.map((place) => this.variety(place));
    return {
      type: "ProposeTrade", seat, with: this.whom.value, give: cards, want: this.want.value,
      ...(wanted.length ? { want_turned_up: wanted } : {}),
      ...(coins ? { give_coins: coins } : {}), ...(this.wantCoins.value ? { want_coins: this.wantCoins.value } : {}),
    };
  }

  /** Begins with what would answer an offer of somebody: what they want for what they give. @param {any} offer */
  counter(offer) {
    this.clear();
    const position = this.orders.position.value;
    const seat = /** @type {number} */ (this.orders.game.you.value);
    this.whom.value = this.seats.value.includes(offer.seat) ? offer.seat : null;
    const given = offer.give ?? offer.cards;
    for (const { source, variety } of given) {
      if (source === "hand") this.wish(variety, 1);
      else {
        const i = position.turned_up.findIndex((/** @type {string} */ card, /** @type {number} */ at) => card === variety && !this.wantUp.value.includes(`/turned_up/${at}`));
        if (i >= 0) this.wantUp.value = [...this.wantUp.value, `/turned_up/${i}`];
      }
    }
    const missing = Object.entries(/** @type {Record<string, number>} */ (offer.want ?? {})).flatMap(([card, count]) => Array(count).fill(card));
    position.seats[seat].hand.forEach((/** @type {string} */ card, /** @type {number} */ i) => {
      if (missing.includes(card)) this.give.value = [...this.give.value, `/seats/${seat}/hand/${i}`];
      if (missing.includes(card)) missing.splice(missing.indexOf(card), 1);
    });
    this.begin();
  }
}
