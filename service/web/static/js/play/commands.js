// @ts-check
// What one's own seat may do at the latest event, and why not the rest; and the sending of an order.
import { computed, signal } from "@preact/signals";
import { freshKey, insist } from "../api.js";
import { stateSitting } from "../person.js";
import { say } from "../i18n.js";
import { gestureOf } from "./gestures.js";
import { trouble } from "../error_messages.js";

/**
 * @typedef {import("./gestures.js").Order} Order
 * @typedef {Order & {clause: string, says: string}} Refused
 * @typedef {{type: string, from_hand: number[], turned_up: string[], with?: number[], to?: number[], coins?: number}} Bound
 * @typedef {{n: number, legal: Order[], offers: Bound[], words?: {legal: string[], offers: string[], blocked?: string[]}, blocked?: Refused[]}} Choices
 * @typedef {import("./gestures.js").Gesture & {order: Order, words: string}} Way an order that may be given, how, and in words
 */

/** An order in words where the service tells none: by the name of its kind. @param {{type: string}} order */
export const named = ({ type }) => type.replace(/(?<=[a-z])(?=[A-Z])/g, " ");

export class Orders {
  choices = signal(/** @type {Choices | null} */ (null));
  /** Why what is not legal is refused, as of an event: asked for when somebody might wonder. */
  why = signal(/** @type {Choices | null} */ (null));
  sending = signal(false);
  /** What the service said last to an order of ours, in words. */
  said = signal("");
  /** The offers for our answer to which a bot waits, and those for which it waited in vain. */
  #answerable = /** @type {Set<number>} */ (new Set());
  #lapsed = /** @type {Set<number>} */ (new Set());
  /** An order of ours has led to this event: before it is here nothing else is ordered. */
  #owed = signal(0);

  /** @param {import("../game/game.js").Game} game */
  constructor(game) {
    this.game = game;
  }

  /** Whether this seat looks at the present with its own eyes. */
  present = computed(() => {
    const { game } = this;
    return game.isLive.value && game.you.value !== null && game.eyes.value === game.you.value && game.following.value;
  });

  /** Whether orders and table are of one event, the latest, and none is on its way: what one sees is what one orders. */
  ready = computed(() => {
    const { game } = this;
    const n = game.version.value;
    return this.present.value && game.isInStep.value && this.choices.value?.n === n && n >= this.#owed.value && !this.sending.value && !game.head.value.paused;
  });

  /** The table that the orders are of. */
  position = computed(() => this.game.shown.value?.table ?? null);

  /** @type {import("@preact/signals").ReadonlySignal<Way[]>} */
  ways = computed(() => {
    const choices = this.choices.value;
    const position = this.position.value;
    if (!choices || !position || position.n !== choices.n || !this.present.value) return [];
    return choices.legal.map((order, i) => ({ ...gestureOf(order, position), order, words: choices.words?.legal[i] ?? named(order) }));
  });

  /** What offers of one's own may contain. */
  bounds = computed(() => (this.present.value && this.choices.value?.n === this.position.value?.n ? this.choices.value?.offers ?? [] : []));

  /** What is refused here, each with its clause; nothing until it was asked for. @type {import("@preact/signals").ReadonlySignal<(Refused & {words: string})[]>} */
  refused = computed(() => {
    const why = this.why.value;
    if (!why?.blocked || why.n !== this.choices.value?.n || why.n !== this.position.value?.n) return [];
    return why.blocked.map((order, i) => ({ ...order, words: why.words?.blocked?.[i] ?? named(order) }));
  });

  /** An event has come, with what may be done after it. @param {any} message */
  arrived({ n, legal, offers, words: told, event, table, asked_until }) {
    if (event?.reason === "trading_ended") this.#lapses(event.proposal, table.turn.seat);
    if (legal) this.#take({ n, legal, offers, words: told }, asked_until);
    else this.load();
  }

  /** @param {Choices} choices @param {Record<string, string>} [until] until when a bot waits for whom */
  #take(choices, until) {
    this.choices.value = choices;
    const held = until?.[`${this.game.you.value}`] ? choices.legal : [];
    if (choices.legal.length) this.#answerable = new Set(held.flatMap(({ proposal, type }) => (type.startsWith("Decline") ? [proposal] : [])));
  }

  /** An offer is gone with the trading: says so where a bot waited for our answer to it. @param {number} proposal @param {number} seat whose trading it was */
  #lapses(proposal, seat) {
    const { game } = this;
    if (!this.#answerable.has(proposal)) return;
    this.#lapsed.add(proposal);
    this.said.value = say("play-patience-over", { name: game.name(seat) });
  }

  /** Asks what may be done at the latest event. */
  async load() {
    const { game } = this;
    const seat = game.you.value;
    const n = game.version.value;
    if (seat === null || !game.isLive.value) return;
    const wanted = () => n === game.version.value && seat === game.you.value;
    const answer = await this.#asked(seat, n, wanted);
    if (answer && wanted()) {
      this.#take(answer, game.head.value.asked_until);
      this.why.value = answer;
    }
  }

  /** Asks why the rest is refused, once for each event. */
  async wonder() {
    const seat = this.game.you.value;
    const n = this.choices.value?.n;
    if (seat === null || n === undefined || this.why.value?.n === n || this.#wondering === n) return;
    this.#wondering = n;
    const answer = await this.#asked(seat, n, () => n === this.choices.value?.n);
    if (answer && n === this.choices.value?.n) this.why.value = answer;
  }

  #wondering = 0;

  /** @param {number} seat @param {number} at @param {() => boolean} wanted @returns {Promise<Choices | null>} */
  async #asked(seat, at, wanted) {
    try {
      return await insist(() => this.game.ask("/legal-commands", { seat, at, include: "blocked", lang: this.game.lang }), { wanted });
    } catch (error) {
      if (wanted()) this.said.value = trouble(error);
      return null;
    }
  }

  /** Gives an order, and says what came of it; true when it was done. @param {Record<string, any>} order */
  async give(order) {
    if (!this.ready.value) return false;
    const { game } = this;
    this.sending.value = true;
    this.said.value = "";
    try {
      const key = freshKey();
      const { version } = await insist(() => game.command(order, key), { failed: (/** @type {unknown} */ error) => { this.said.value = trouble(error); } });
      this.#owed.value = Math.max(version, this.#owed.value);
      this.said.value = "";
      void stateSitting(game.id, game.you.value, game.token);
      return true;
    } catch (error) {
      if (!this.#lapsed.has(order.proposal)) this.said.value = `${trouble(error)} ${say("play-choose-again")}`;
      this.load();
      return false;
    } finally {
      this.sending.value = false;
    }
  }
}
