// @ts-check
// The legal and refused commands of the player's seat at the latest event, and sending a command.
import { computed, signal } from "@preact/signals";
import { randomKey, withRetries } from "../api.js";
import { stateSeat } from "../person.js";
import { say } from "../i18n.js";
import { gestureOf } from "./gestures.js";
import { errorMessage } from "../error_messages.js";

/**
 * @typedef {import("./gestures.js").Order} Order
 * @typedef {Order & {clause: string, says: string}} RefusedCommand
 * @typedef {{type: string, from_hand: number[], turned_up: string[], with?: number[], to?: number[], coins?: number}} OfferBounds
 * @typedef {{n: number, legal: Order[], offers: OfferBounds[], words?: {legal: string[], offers: string[], blocked?: string[]}, blocked?: RefusedCommand[]}} Choices
 * @typedef {import("./gestures.js").Gesture & {order: Order, words: string}} Way a legal command, with its gesture and its text
 */

/** Return the text of a command for which the service sends none: its type in words. @param {{type: string}} order */
export const commandName = ({ type }) => type.replace(/(?<=[a-z])(?=[A-Z])/g, " ");

export class CommandSender {
  choices = signal(/** @type {Choices | null} */ (null));
  /** The choices with the refused commands, at an event. They are loaded when needed. */
  refusals = signal(/** @type {Choices | null} */ (null));
  sending = signal(false);
  /** The service's last message about a command of this seat. */
  message = signal("");
  /** The offers for which a bot waits for this seat's answer. */
  #answerable = /** @type {Set<number>} */ (new Set());
  /** The offers of bots that lapsed before this seat answered. */
  #lapsed = /** @type {Set<number>} */ (new Set());
  /** The event that the last command led to. The next command waits until it is loaded. */
  #awaitedVersion = signal(0);

  /** @param {import("../game/game.js").Game} game */
  constructor(game) {
    this.game = game;
  }

  /** Whether the page shows the latest event in the view of this seat. */
  isAtPresent = computed(() => {
    const { game } = this;
    return game.isLive.value && game.you.value !== null && game.viewSeat.value === game.you.value && game.following.value;
  });

  /** Whether a command may be sent: choices and table are of the latest event, and no command is being sent. */
  isReady = computed(() => {
    const { game } = this;
    const n = game.version.value;
    return this.isAtPresent.value && game.isCurrent.value && this.choices.value?.n === n && n >= this.#awaitedVersion.value && !this.sending.value && !game.head.value.paused;
  });

  /** The table to which the commands apply. */
  position = computed(() => this.game.shown.value?.table ?? null);

  /** @type {import("@preact/signals").ReadonlySignal<Way[]>} */
  ways = computed(() => {
    const choices = this.choices.value;
    const position = this.position.value;
    if (!choices || !position || position.n !== choices.n || !this.isAtPresent.value) return [];
    return choices.legal.map((order, i) => ({ ...gestureOf(order, position), order, words: choices.words?.legal[i] ?? commandName(order) }));
  });

  /** The bounds of the offers that this seat may make. */
  bounds = computed(() => (this.isAtPresent.value && this.choices.value?.n === this.position.value?.n ? this.choices.value?.offers ?? [] : []));

  /** The refused commands, each with its clause; empty until they are loaded. @type {import("@preact/signals").ReadonlySignal<(RefusedCommand & {words: string})[]>} */
  refused = computed(() => {
    const why = this.refusals.value;
    if (!why?.blocked || why.n !== this.choices.value?.n || why.n !== this.position.value?.n) return [];
    return why.blocked.map((order, i) => ({ ...order, words: why.words?.blocked?.[i] ?? commandName(order) }));
  });

  /** Handle an event of the stream, with the choices after it. @param {any} message */
  addEvent({ n, legal, offers, words, event, table, asked_until }) {
    if (event?.reason === "trading_ended") this.#handleLapse(event.proposal, table.turn.seat);
    if (legal) this.#setChoices({ n, legal, offers, words }, asked_until);
    else this.load();
  }

  /** @param {Choices} choices @param {Record<string, string>} [until] until when a bot waits for each seat */
  #setChoices(choices, until) {
    this.choices.value = choices;
    const answers = until?.[`${this.game.you.value}`] ? choices.legal : [];
    if (choices.legal.length) this.#answerable = new Set(answers.flatMap(({ proposal, type }) => (type.startsWith("Decline") ? [proposal] : [])));
  }

  /** Handle an offer that lapsed with the trading: tell the player if a bot waited for the answer. @param {number} proposal @param {number} seat the active seat */
  #handleLapse(proposal, seat) {
    const { game } = this;
    if (!this.#answerable.has(proposal)) return;
    this.#lapsed.add(proposal);
    this.message.value = say("play-patience-over", { name: game.name(seat) });
  }

  /** Load the choices at the latest event. */
  async load() {
    const { game } = this;
    const seat = game.you.value;
    const n = game.version.value;
    if (seat === null || !game.isLive.value) return;
    const wanted = () => n === game.version.value && seat === game.you.value;
    const answer = await this.#request(seat, n, wanted);
    if (answer && wanted()) {
      this.#setChoices(answer, game.head.value.asked_until);
      this.refusals.value = answer;
    }
  }

  /** Load the refused commands, once for each event. */
  async loadRefusals() {
    const seat = this.game.you.value;
    const n = this.choices.value?.n;
    if (seat === null || n === undefined || this.refusals.value?.n === n || this.#requestedEvent === n) return;
    this.#requestedEvent = n;
    const answer = await this.#request(seat, n, () => n === this.choices.value?.n);
    if (answer && n === this.choices.value?.n) this.refusals.value = answer;
  }

  /** The event for which the refused commands were last requested. */
  #requestedEvent = 0;

  /** @param {number} seat @param {number} at @param {() => boolean} wanted @returns {Promise<Choices | null>} */
  async #request(seat, at, wanted) {
    try {
      return await withRetries(() => this.game.ask("/legal-commands", { seat, at, include: "blocked", lang: this.game.lang }), { wanted });
    } catch (error) {
      if (wanted()) this.message.value = errorMessage(error);
      return null;
    }
  }

  /** Send a command and show errors. Return whether it was accepted. @param {Record<string, any>} order */
  async send(order) {
    if (!this.isReady.value) return false;
    const { game } = this;
    this.sending.value = true;
    this.message.value = "";
    try {
      const key = randomKey();
      const { version } = await withRetries(() => game.command(order, key), { failed: (/** @type {unknown} */ error) => { this.message.value = errorMessage(error); } });
      this.#awaitedVersion.value = Math.max(version, this.#awaitedVersion.value);
      this.message.value = "";
      void stateSeat(game.id, game.you.value, game.token);
      return true;
    } catch (error) {
      if (!this.#lapsed.has(order.proposal)) this.message.value = `${errorMessage(error)} ${say("play-choose-again")}`;
      this.load();
      return false;
    } finally {
      this.sending.value = false;
    }
  }
}
