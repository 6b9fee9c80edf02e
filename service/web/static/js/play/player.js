// @ts-check
// The player at this screen: the picked card, the possible commands, and the effects of presses on the table.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { tokens } from "../api.js";
import { say } from "../i18n.js";
import { offerButtons } from "./answers.js";
import { OfferDraft } from "./offer_state.js";
import { fieldAt, containerOf } from "./gestures.js";
import { CommandSender } from "./commands.js";
import { reasonFor } from "./reasons.js";
import { Shares } from "./shares.js";

/**
 * @typedef {import("./commands.js").Way} Way
 * @typedef {{place: string, element: HTMLElement}} Menu
 */

export class Player {
  /** The place of the picked card or terrain. */
  picked = signal(/** @type {string | null} */ (null));
  /** The open menu of actions at a place. */
  menu = signal(/** @type {Menu | null} */ (null));
  /** Why the pressed action is refused, in words with its clause. */
  reason = signal("");

  /** @param {import("../game/game.js").Game} game */
  constructor(game) {
    this.game = game;
    this.commands = new CommandSender(game);
    this.shares = new Shares(this.commands);
    this.offerDraft = new OfferDraft(this.commands);
    effect(() => {
      const ways = this.commands.ways.value;
      const ready = this.commands.isReady.value;
      untracked(() => this.#update(ways, ready));
    });
    effect(() => {
      const next = this.#nextSeat.value;
      if (next !== null) untracked(() => this.switchSeat(next));
    });
    effect(() => {
      if (this.isAwaited.value) untracked(() => this.commands.loadRefusals());
    });
  }

  /** Return the function that draws the buttons of open offers. */
  answers = () => offerButtons(this);

  /** Whether the viewer has a seat. */
  isSeated = computed(() => this.game.you.value !== null);

  /** Whether the game waits for this seat, or it may answer or make an offer. */
  isAwaited = computed(() => {
    const head = this.game.head.value;
    const you = this.game.you.value;
    return this.commands.isReady.value && you !== null && (this.isActing.value || head.asked.includes(you) || this.commands.bounds.value.length > 0);
  });

  /** Update the state after each event: a picked card may be gone, and some commands are sent automatically. @param {Way[]} ways @param {boolean} ready */
  #update(ways, ready) {
    const picked = this.picked.value;
    batch(() => {
      this.reason.value = "";
      if (picked && !ways.some((way) => way.from.includes(picked))) this.picked.value = null;
      if (this.menu.value && !this.commands.isAtPresent.value) this.menu.value = null;
      this.offerDraft.prune();
    });
    const seating = ways.find((way) => way.order.type === "TakeSeat");
    if (seating && ready) this.commands.send(seating.order);
    else if (ready) this.shares.update();
  }

  /** Load the choices when the stream starts; later, events bring them. */
  loadChoices() {
    this.commands.load();
  }

  /** Send the command of a way. @param {Way} way */
  async send(way) {
    batch(() => {
      this.picked.value = null;
      this.menu.value = null;
      this.reason.value = "";
    });
    await this.commands.send(way.order);
  }

  async propose() {
    if (this.offerDraft.isComplete.value && await this.commands.send(this.offerDraft.command())) this.offerDraft.clear();
  }

  /** The ways that start at the picked place. */
  onwardWays = computed(() => this.commands.ways.value.filter((way) => this.picked.value !== null && way.from.includes(this.picked.value)));

  /** Whether the game waits for this seat to act. */
  isActing = computed(() => this.game.you.value !== null && this.game.head.value.to_act.includes(this.game.you.value));

  /** Whether harvesting is the only option: no field takes the card that must be planted. */
  mustHarvest = computed(() => {
    if (!this.isActing.value) return false; // a waiting seat can only harvest, but need not
    const ways = this.commands.ways.value.filter(({ order }) => order.proposal === undefined && order.type !== "BuyThirdField");
    return ways.length > 0 && ways.every(({ order }) => order.type === "HarvestField");
  });

  /** Return the ways that start or end at a place. @param {string} place */
  waysAt(place) {
    const picked = this.picked.value;
    const front = `/seats/${this.game.you.value}/hand/0`;
    return this.commands.ways.value.filter((way) => way.from.includes(place) || (way.to === place && (picked === null ? way.from.includes(front) : way.from.includes(picked))));
  }

  /** Handle a press on the table. Return false if the place has no use for the player. @param {string} pressed @param {HTMLElement} element */
  press(pressed, element) {
    if (!this.commands.isAtPresent.value) return false;
    const place = this.commands.ways.value.some((way) => way.from.includes(pressed)) ? pressed : containerOf(pressed);
    const picked = this.picked.value;
    const you = /** @type {number} */ (this.game.you.value);
    this.reason.value = "";
    if (picked && place === picked) {
      const onward = this.onwardWays.value;
      if (onward.length === 1) this.send(onward[0]);
      else this.picked.value = null;
      return true;
    }
    const arriving = this.onwardWays.value.filter((way) => way.to === place);
    if (arriving.length === 1) this.send(arriving[0]);
    else if (arriving.length > 1 || fieldAt(place, you) !== null) this.openMenu(place, element);
    else if (this.commands.ways.value.some((way) => way.from.includes(place))) this.picked.value = place;
    else if (!this.offerDraft.toggle(place)) return this.#explain(place);
    return true;
  }

  /** Open the menu of actions beside a place. @param {string} place @param {HTMLElement} element */
  openMenu(place, element) {
    this.commands.loadRefusals();
    this.menu.value = { place, element };
  }

  /** Show why a card of the player cannot be used. Return whether there is a reason. @param {string} place */
  #explain(place) {
    if (!place.startsWith(`/seats/${this.game.you.value}/`)) return false;
    const reason = reasonFor(this.commands.refused.value, { from: place }, this.commands.position.value);
    if (reason) this.reason.value = reason;
    return Boolean(reason);
  }

  /** The marks of the table during play. @type {import("@preact/signals").ReadonlySignal<import("../table/table.js").Marks>} */
  marks = computed(() => {
    /** @type {import("../table/table.js").Marks} */
    const marks = {};
    const you = this.game.you.value;
    if (you === null || !this.commands.isAtPresent.value || this.game.head.value.paused) return marks;
    const picked = this.picked.value;
    const position = this.commands.position.value;
    if (!position) return marks; // the table is not loaded yet
    for (const way of this.commands.ways.value) {
      if (way.order.type === "BuyThirdField") marks[way.from[0]] = { look: "sale", note: way.words };
      else if (picked === null && this.isActing.value && (this.mustHarvest.value || fieldAt(way.from[0] ?? "", you) === null)) for (const place of way.from) marks[place] ??= { look: "glow", note: "" };
    }
    for (const one of this.commands.refused.value) {
      // The place of the next field is shown only if the game has a third field and the player has two.
      const place = one.type === "BuyThirdField" && one.in_phase && position.seats[you].fields.length === 2 ? `/seats/${you}/fields/2` : null;
      if (place) marks[place] ??= { look: "sale grey", note: `${one.words}. ${one.clause}` };
    }
    if (picked) {
      marks[picked] = { look: "picked", note: say("play-picked") };
      for (const way of this.onwardWays.value) if (way.to) marks[way.to] = { look: "glow", note: way.words };
      const plants = this.onwardWays.value.some((way) => fieldAt(way.to ?? "", you) !== null);
      position.seats[you].fields.forEach((/** @type {any} */ _, /** @type {number} */ i) => {
        const place = `/seats/${you}/fields/${i}`;
        if (plants) marks[place] ??= { look: "grey", note: reasonFor(this.commands.refused.value, { from: picked, to: place }, position) ?? "" };
      });
    }
    for (const place of [...this.offerDraft.given.value, ...this.offerDraft.wantedTurnedUp.value]) marks[place] = { look: "picked", note: say("play-in-offer") };
    return marks;
  });

  /** Return the seats whose tokens this browser holds. */
  heldSeats() {
    return tokens.seats(this.game.id).map(({ seat }) => seat);
  }

  /** The event at which the player switched the seat by hand; no automatic switch happens there. */
  #switchedAt = signal(0);

  /** The seat to switch to: one of this browser's seats that has to act, or null. */
  #nextSeat = computed(() => {
    const { game } = this;
    if (!this.commands.isReady.value || game.version.value === this.#switchedAt.value || !tokens.switchesSeats(game.id)) return null;
    const { to_act: acting } = game.head.value;
    const held = this.heldSeats();
    return acting.includes(game.you.value) ? null : acting.find((/** @type {number} */ seat) => held.includes(seat)) ?? null;
  });

  /** Switch to another seat of this browser. @param {number} seat */
  async switchSeat(seat, { byHand = false } = {}) {
    const { game } = this;
    if (byHand) this.#switchedAt.value = game.version.value;
    tokens.setActingSeat(game.id, seat);
    this.offerDraft.clear();
    await game.loadHead();
    await game.changeView(`seat:${seat}`);
  }
}
