// @ts-check
// The table of the guided game: a game of one seat whose every move the service judges, and which is stored nowhere.
import { batch, computed, signal } from "@preact/signals";
import { ask, insist, withQuery } from "../api.js";
import { GameState } from "../game/state.js";
import { lang } from "../i18n.js";
import { holder } from "../play/gestures.js";

/**
 * @typedef {{type: string, seat: number} & Record<string, any>} Command
 * @typedef {{key: string, clause: string, says: string, position: any, acts?: Command[], answers?: Command[], place?: string, tries?: Command}} Step
 */

/** What a seat that waits may do as well, and what answers others. */
const ANY_TIME = /^(HarvestField|BuyThirdField)$/;
const ANSWERS = /^(Accept|Decline)/;

/** Whether a command has all members of the one that is asked for. @param {any} asked @param {any} given @returns {boolean} */
function matches(asked, given) {
  if (asked === null || typeof asked !== "object") return asked === given;
  const names = Object.keys(asked);
  return given !== null && typeof given === "object" && (!Array.isArray(asked) || names.length === given.length) && names.every((name) => matches(asked[name], given[name]));
}

/** What the service says of commands at a table. @param {any} position @param {Command | Command[]} commands @param {string[]} names @returns {Promise<any>} */
export const judged = (position, commands, names) =>
  insist(() => ask(withQuery("/v1/positions:adjudicate", { with: "words,pays,choices", seat: 0, lang }), { method: "POST", body: { position, commands, names } }));

/** A table as seat 0 sees it. @param {any} table */
export const seen = (table) => ({ ...table, seats: table.seats.map((/** @type {any} */ seat, /** @type {number} */ k) => (k && Array.isArray(seat.hand) ? { ...seat, hand: seat.hand.length } : seat)) });

export class Exercise extends GameState {
  id = "";
  token = null;
  lang = lang;
  onLoaded = () => {};

  step = signal(/** @type {Step | null} */ (null));
  /** What is still to be done in this step. */
  left = signal(/** @type {Command[]} */ ([]));
  /** What came of the last move, in words, and whether it was another than was asked for. */
  told = signal("");
  other = signal(false);
  tried = signal(/** @type {{clause: string, says: string} | null} */ (null));
  isDone = computed(() => Boolean(this.step.value && this.shown.value) && (this.step.value?.tries ? this.tried.value !== null : this.left.value.length === 0));

  /** The table as the service has it, hidden cards as well. @type {any} */
  #position = null;
  /** @type {any} */
  #choices = null;

  /** @param {string[]} names */
  constructor(names) {
    super();
    this.head.value = { status: "running", seats: names.map((name, seat) => ({ seat, name, kind: seat ? "bot" : "human" })), may: { seat: 0, views: ["seat:0"] }, to_act: [], asked: [], paused: false };
    this.view.value = "seat:0";
    this.following.value = true;
  }

  /** Lays the table of a step. @param {Step} step */
  async begin(step) {
    batch(() => {
      this.step.value = step;
      this.left.value = step.acts ?? [];
      this.tried.value = null;
      this.told.value = "";
      this.other.value = false;
      this.shown.value = null;
    });
    const verdict = await judged(step.position, [], this.#names);
    if (this.step.value === step) this.#put(verdict);
  }

  get #names() {
    return this.head.value.seats.map((/** @type {{name: string}} */ { name }) => name);
  }

  /** What the page asks of a game: what this seat may do. @returns {Promise<any>} */
  async ask() {
    return this.#choices;
  }

  /** Gives an order, which is done if this step asks for it. @param {Record<string, any>} order */
  async command(order) {
    const step = /** @type {Step} */ (this.step.value);
    const left = this.left.value;
    const i = left.findIndex((act) => matches(act, order));
    const last = i >= 0 && left.length === 1;
    const verdict = await judged(this.#position, [/** @type {Command} */ (order), ...(last ? step.answers ?? [] : [])], this.#names);
    if (this.step.value !== step) return { version: this.version.value };
    batch(() => {
      this.other.value = i < 0;
      this.told.value = i < 0 ? verdict.orders[0] : (verdict.sentences ?? []).join(" ");
      if (i < 0) return;
      this.left.value = left.filter((_act, at) => at !== i);
      this.#put(verdict);
    });
    return { version: this.version.value };
  }

  /** Hears a press on the table: the place of a try has it judged. @param {string} place */
  async touched(place) {
    const step = this.step.value;
    if (!step?.tries || holder(place) !== step.place) return;
    const { clause, says } = await judged(this.#position, step.tries, this.#names);
    if (this.step.value === step) this.tried.value = { clause, says };
  }

  /** @param {any} verdict */
  #put({ table, pays, choices }) {
    const n = this.version.value + 1;
    this.#position = table;
    this.#choices = { ...choices, n };
    const types = choices.legal.map((/** @type {Command} */ { type }) => type).filter((/** @type {string} */ type) => !ANY_TIME.test(type));
    const acts = types.some((/** @type {string} */ type) => !ANSWERS.test(type)) || table.turn.seat === 0;
    batch(() => {
      this.head.value = { ...this.head.value, to_act: [acts ? 0 : table.turn.seat], asked: types.some((/** @type {string} */ type) => ANSWERS.test(type)) ? [0] : [] };
      this.version.value = this.n.value = n;
      this.shown.value = { n, table: { ...seen(table), n }, pays, moves: [], lands: null, view: this.view.value };
    });
    this.onLoaded();
  }
}
