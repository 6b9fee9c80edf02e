// @ts-check
// Somebody who plays: what they have picked, what that lets them do, and what their presses on the table come to.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { tokens } from "../api.js";
import { say } from "../i18n.js";
import { answersOf } from "./answers.js";
import { Barter } from "./offer_state.js";
import { fieldAt, holder } from "./gestures.js";
import { Orders } from "./commands.js";
import { reasonFor } from "./reasons.js";
import { Shares } from "./shares.js";

/**
 * @typedef {import("./commands.js").Way} Way
 * @typedef {{place: string, element: HTMLElement}} Menu
 */

export class Player {
  /** The place of the card or terrain that was pressed first. */
  picked = signal(/** @type {string | null} */ (null));
  /** What may be done at a place, opened there. */
  menu = signal(/** @type {Menu | null} */ (null));
  /** Why something pressed cannot be done, in words with its clause. */
  reason = signal("");

  /** @param {import("../game/game.js").Game} game */
  constructor(game) {
    this.game = game;
    this.orders = new Orders(game);
    this.shares = new Shares(this.orders);
    this.barter = new Barter(this.orders);
    effect(() => {
      const ways = this.orders.ways.value;
      const ready = this.orders.ready.value;
      untracked(() => this.#settle(ways, ready));
    });
    effect(() => {
      const next = this.#next.value;
      if (next !== null) untracked(() => this.sit(next));
    });
    effect(() => {
      if (this.isAwaited.value) untracked(() => this.orders.wonder());
    });
  }

  /** What may be done with each open offer. */
  answers = () => answersOf(this);

  /** Whether somebody plays at this screen. */
  plays = computed(() => this.game.you.value !== null);

  /** Whether the game waits for this seat, or it has an offer to answer. */
  isAwaited = computed(() => {
    const head = this.game.head.value;
    const you = this.game.you.value;
    return this.orders.ready.value && you !== null && (this.isActing.value || head.asked.includes(you) || this.orders.bounds.value.length > 0);
  });

  /** After each event: what was picked may be there no more. @param {Way[]} ways @param {boolean} ready */
  #settle(ways, ready) {
    const picked = this.picked.value;
    batch(() => {
      this.reason.value = "";
      if (picked && !ways.some((way) => way.from.includes(picked))) this.picked.value = null;
      if (this.menu.value && !this.orders.present.value) this.menu.value = null;
      this.barter.prune();
    });
    const seating = ways.find((way) => way.order.type === "TakeSeat");
    if (seating && ready) this.orders.give(seating.order);
    else if (ready) this.shares.settle();
  }

  /** The stream begins: what may be done is asked for, until an event brings it. */
  loaded() {
    this.orders.load();
  }

  /** @param {Way} way */
  async do(way) {
    batch(() => {
      this.picked.value = null;
      this.menu.value = null;
      this.reason.value = "";
    });
    await this.orders.give(way.order);
  }

  async propose() {
    if (this.barter.complete.value && await this.orders.give(this.barter.order())) this.barter.clear();
  }

  /** What may be done with what is picked. */
  onward = computed(() => this.orders.ways.value.filter((way) => this.picked.value !== null && way.from.includes(this.picked.value)));

  /** Whether the game waits for this seat to act. */
  isActing = computed(() => this.game.you.value !== null && this.game.head.value.to_act.includes(this.game.you.value));

  /** Whether nothing is left but to harvest: no field takes the card that is to be planted. */
  mustHarvest = computed(() => {
    if (!this.isActing.value) return false; // a seat that waits may harvest, and nothing else
    const ways = this.orders.ways.value.filter(({ order }) => order.proposal === undefined && order.type !== "BuyThirdField");
    return ways.length > 0 && ways.every(({ order }) => order.type === "HarvestField");
  });

  /** What begins or ends at a place. @param {string} place */
  at(place) {
    const picked = this.picked.value;
    const front = `/seats/${this.game.you.value}/hand/0`;
    return this.orders.ways.value.filter((way) => way.from.includes(place) || (way.to === place && (picked === null ? way.from.includes(front) : way.from.includes(picked))));
  }

  /** Hears a press on the table; false when it is of no use for playing. @param {string} pressed @param {HTMLElement} element */
  press(pressed, element) {
    if (!this.orders.present.value) return false;
    const place = this.orders.ways.value.some((way) => way.from.includes(pressed)) ? pressed : holder(pressed);
    const picked = this.picked.value;
    const you = /** @type {number} */ (this.game.you.value);
    this.reason.value = "";
    if (picked && place === picked) {
      const alone = this.onward.value;
      if (alone.length === 1) this.do(alone[0]);
      else this.picked.value = null;
      return true;
    }
    const arriving = this.onward.value.filter((way) => way.to === place);
    if (arriving.length === 1) this.do(arriving[0]);
    else if (arriving.length > 1 || fieldAt(place, you) !== null) this.choose(place, element);
    else if (this.orders.ways.value.some((way) => way.from.includes(place))) this.picked.value = place;
    else if (!this.barter.toggle(place)) return this.#explain(place);
    return true;
  }

  /** Opens what may be done at a place, beside it. @param {string} place @param {HTMLElement} element */
  choose(place, element) {
    this.orders.wonder();
    this.menu.value = { place, element };
  }

  /** Says why nothing can be done with an own card. @param {string} place */
  #explain(place) {
    if (!place.startsWith(`/seats/${this.game.you.value}/`)) return false;
    const found = reasonFor(this.orders.refused.value, { from: place }, this.orders.position.value);
    if (found) this.reason.value = found;
    return Boolean(found);
  }

  /** What is to be seen of places while playing. @type {import("@preact/signals").ReadonlySignal<import("../table/table.js").Marks>} */
  marks = computed(() => {
    /** @type {import("../table/table.js").Marks} */
    const marks = {};
    const you = this.game.you.value;
    if (you === null || !this.orders.present.value || this.game.head.value.paused) return marks;
    const picked = this.picked.value;
    const position = this.orders.position.value;
    if (!position) return marks; // a table that has yet to come
    for (const way of this.orders.ways.value) {
      if (way.order.type === "BuyThirdField") marks[way.from[0]] = { look: "sale", note: way.words };
      else if (picked === null && this.isActing.value && (this.mustHarvest.value || fieldAt(way.from[0] ?? "", you) === null)) for (const place of way.from) marks[place] ??= { look: "glow", note: "" };
    }
    for (const one of this.orders.refused.value) {
      // The place where a field would lie is there for whoever asks; one that this game has not is no next field.
      const place = one.type === "BuyThirdField" && one.in_phase && position.seats[you].fields.length === 2 ? `/seats/${you}/fields/2` : null;
      if (place) marks[place] ??= { look: "sale grey", note: `${one.words}. ${one.clause}` };
    }
    if (picked) {
      marks[picked] = { look: "picked", note: say("play-picked") };
      for (const way of this.onward.value) if (way.to) marks[way.to] = { look: "glow", note: way.words };
      const plants = this.onward.value.some((way) => fieldAt(way.to ?? "", you) !== null);
      position.seats[you].fields.forEach((/** @type {any} */ _, /** @type {number} */ i) => {
        const place = `/seats/${you}/fields/${i}`;
        if (plants) marks[place] ??= { look: "grey", note: reasonFor(this.orders.refused.value, { from: picked, to: place }, position) ?? "" };
      });
    }
    for (const place of [...this.barter.give.value, ...this.barter.wantUp.value]) marks[place] = { look: "picked", note: say("play-in-offer") };
    return marks;
  });

  /** The seats whose tokens this browser holds. */
  held() {
    return tokens.seats(this.game.id).map(({ seat }) => seat);
  }

  /** At which event a seat was taken by hand: none is taken by itself there. */
  #taken = signal(0);

  /** The seat of ours that is to act instead of this one. */
  #next = computed(() => {
    const { game } = this;
    if (!this.orders.ready.value || game.version.value === this.#taken.value || !tokens.follows(game.id)) return null;
    const { to_act: acting } = game.head.value;
    const held = this.held();
    return acting.includes(game.you.value) ? null : acting.find((/** @type {number} */ seat) => held.includes(seat)) ?? null;
  });

  /** Plays from another seat of ours. @param {number} seat */
  async sit(seat, { byHand = false } = {}) {
    const { game } = this;
    if (byHand) this.#taken.value = game.version.value;
    tokens.act(game.id, seat);
    this.barter.clear();
    await game.renew();
    await game.look(`seat:${seat}`);
  }
}
