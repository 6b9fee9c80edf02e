// @ts-check
// The offer that the player is composing: the cards given, the cards wanted, and the partner.
import { computed, signal } from "@preact/signals";

/**
 * @typedef {import("./commands.js").OfferBounds} Bound
 * @typedef {{source: "hand", slot: number} | {source: "turned_up", variety: string}} CardRef
 */

export class OfferDraft {
  isOpen = signal(false);
  /** The places of the given cards. */
  given = signal(/** @type {string[]} */ ([]));
  /** How many cards of each variety are wanted. */
  wanted = signal(/** @type {Record<string, number>} */ ({}));
  /** The places of wanted cards among another player's turned-up cards. */
  wantedTurnedUp = signal(/** @type {string[]} */ ([]));
  givenCoins = signal(0);
  wantedCoins = signal(0);
  /** The partner's seat; null for anyone. */
  partner = signal(/** @type {number | null} */ (null));

  /** @param {import("./commands.js").CommandSender} commands */
  constructor(commands) {
    this.commands = commands;
  }

  trade = computed(() => this.commands.bounds.value.find((bound) => bound.type === "ProposeTrade") ?? null);
  gift = computed(() => this.commands.bounds.value.find((bound) => bound.type === "OfferDonation") ?? null);
  /** Whether the player may make offers at all. */
  isPossible = computed(() => Boolean(this.trade.value || this.gift.value));
  /** The seats that an offer may address. */
  seats = computed(() => this.trade.value?.with ?? this.gift.value?.to ?? []);
  /** How many coins may be given; undefined if coins are not traded. */
  coins = computed(() => (this.trade.value ?? this.gift.value)?.coins);
  /** Whether the offer is a gift: nothing is wanted. */
  isGift = computed(() => !Object.keys(this.wanted.value).length && !this.wantedTurnedUp.value.length && !this.wantedCoins.value);
  /** Whether the offer gives exactly what it wants, so that it would change nothing. */
  isSame = computed(() => {
    const given = this.given.value.map((place) => this.variety(place)).sort().join();
    const wanted = [...Object.entries(this.wanted.value).flatMap(([card, count]) => Array(count).fill(card)), ...this.wantedTurnedUp.value.map((place) => this.variety(place))].sort().join();
    return given !== "" && given === wanted && this.givenCoins.value === this.wantedCoins.value;
  });
  /** Whether the offer can be sent. */
  isComplete = computed(() => {
    const gives = this.given.value.length > 0 || this.givenCoins.value > 0;
    return this.isGift.value ? gives && this.partner.value !== null && Boolean(this.gift.value) : gives && !this.isSame.value && Boolean(this.trade.value);
  });

  /** Return the card at a place as an offer names it, or null if it cannot be given. @param {string} place @returns {CardRef | null} */
  card(place) {
    const position = this.commands.position.value;
    const seat = this.commands.game.you.value;
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

  /** Return whether a place is a turned-up card of another player, which an offer can ask for. @param {string} place */
  canRequest(place) {
    const position = this.commands.position.value;
    return Boolean(this.trade.value) && place.startsWith("/turned_up/") && position.turn.seat !== this.commands.game.you.value;
  }

  /** Add a card to the offer, or remove it. Return false if the place cannot be part of an offer. @param {string} place */
  toggle(place) {
    const list = this.card(place) ? this.given : this.canRequest(place) ? this.wantedTurnedUp : null;
    if (!list) return false;
    this.begin();
    list.value = list.value.includes(place) ? list.value.filter((one) => one !== place) : [...list.value, place];
    return true;
  }

  begin() {
    this.isOpen.value = true;
    const seats = this.seats.value;
    if (this.partner.value === null && seats.length === 1) this.partner.value = seats[0];
  }

  /** Change how many cards of a variety are wanted. @param {string} variety @param {number} by */
  changeWanted(variety, by) {
    const count = Math.max((this.wanted.value[variety] ?? 0) + by, 0);
    const { [variety]: _, ...rest } = this.wanted.value;
    this.wanted.value = count ? { ...rest, [variety]: count } : rest;
  }

  clear() {
    this.isOpen.value = false;
    this.given.value = [];
    this.wanted.value = {};
    this.wantedTurnedUp.value = [];
    this.givenCoins.value = 0;
    this.wantedCoins.value = 0;
    this.partner.value = null;
  }

  /** Remove cards that are no longer available, after the table has changed. */
  prune() {
    if (!this.isPossible.value) {
      this.clear();
      return;
    }
    this.given.value = this.given.value.filter((place) => this.card(place));
    this.wantedTurnedUp.value = this.wantedTurnedUp.value.filter((place) => this.canRequest(place) && this.variety(place));
  }

  /** Return the variety at a place of the hand or of the turned-up cards. @param {string} place @returns {string} */
  variety(place) {
    return place.split("/").slice(1).reduce((at, name) => at?.[name], this.commands.position.value);
  }

  /** Return the command that makes the offer. */
  command() {
    const seat = this.commands.game.you.value;
    const cards = this.given.value.map((place) => this.card(place));
    const coins = this.givenCoins.value;
    if (this.isGift.value) return { type: "OfferDonation", seat, to: this.partner.value, cards, ...(coins ? { coins } : {}) };
    const wanted = this.wantedTurnedUp.value.map((place) => this.variety(place));
    return {
      type: "ProposeTrade", seat, with: this.partner.value, give: cards, want: this.wanted.value,
      ...(wanted.length ? { want_turned_up: wanted } : {}),
      ...(coins ? { give_coins: coins } : {}), ...(this.wantedCoins.value ? { want_coins: this.wantedCoins.value } : {}),
    };
  }

  /** Start a counter-offer to another player's offer: the same cards, with giving and wanting exchanged. @param {any} offer */
  startCounter(offer) {
    this.clear();
    const position = this.commands.position.value;
    const seat = /** @type {number} */ (this.commands.game.you.value);
    this.partner.value = this.seats.value.includes(offer.seat) ? offer.seat : null;
    const given = offer.give ?? offer.cards;
    for (const { source, variety } of given) {
      if (source === "hand") this.changeWanted(variety, 1);
      else {
        const i = position.turned_up.findIndex((/** @type {string} */ card, /** @type {number} */ at) => card === variety && !this.wantedTurnedUp.value.includes(`/turned_up/${at}`));
        if (i >= 0) this.wantedTurnedUp.value = [...this.wantedTurnedUp.value, `/turned_up/${i}`];
      }
    }
    const missing = Object.entries(/** @type {Record<string, number>} */ (offer.want ?? {})).flatMap(([card, count]) => Array(count).fill(card));
    position.seats[seat].hand.forEach((/** @type {string} */ card, /** @type {number} */ i) => {
      if (missing.includes(card)) this.given.value = [...this.given.value, `/seats/${seat}/hand/${i}`];
      if (missing.includes(card)) missing.splice(missing.indexOf(card), 1);
    });
    this.begin();
  }
}
