// @ts-check
// The table of the guided game: the service judges each command, and the game is not stored.
import { batch, computed, signal } from "@preact/signals";
import { ask, withRetries, withQuery } from "../api.js";
import { GameState } from "../game/state.js";
import { lang } from "../i18n.js";
import { containerOf } from "../play/gestures.js";

/**
 * @typedef {{type: string, seat: number} & Record<string, any>} Command
 * @typedef {{key: string, clause: string, says: string, position: any, acts?: Command[], answers?: Command[], place?: string, tries?: Command}} Step
 */

/** Commands that a waiting seat may send too. */
const ANY_TIME = /^(HarvestField|BuyThirdField)$/;
/** Commands that answer an offer. */
const ANSWERS = /^(Accept|Decline)/;

/** Return whether a command has all members of an expected one. @param {any} expected @param {any} actual @returns {boolean} */
function matches(expected, actual) {
  if (expected === null || typeof expected !== "object") return expected === actual;
  const names = Object.keys(expected);
  return actual !== null && typeof actual === "object" && (!Array.isArray(expected) || names.length === actual.length) && names.every((name) => matches(expected[name], actual[name]));
}

/** Let the service judge commands at a table. @param {any} position @param {Command | Command[]} commands @param {string[]} names @returns {Promise<any>} */
export const judge = (position, commands, names) =>
  withRetries(() => ask(withQuery("/v1/positions:adjudicate", { with: "words,pays,choices", seat: 0, lang }), { method: "POST", body: { position, commands, names } }));

/** Return a table as seat 0 may see it. @param {any} table */
export const visibleTable = (table) => ({ ...table, seats: table.seats.map((/** @type {any} */ seat, /** @type {number} */ k) => (k && Array.isArray(seat.hand) ? { ...seat, hand: seat.hand.length } : seat)) });

export class Exercise extends GameState {
  id = "";
  token = null;
  lang = lang;
  onLoaded = () => {};

  step = signal(/** @type {Step | null} */ (null));
  /** The remaining commands of this step. */
  remaining = signal(/** @type {Command[]} */ ([]));
  /** The result of the last command, in words. */
  resultText = signal("");
  /** Whether the last command was not one of this step. */
  isUnexpected = signal(false);
  /** The refusal of the command that this step tries. */
  refusal = signal(/** @type {{clause: string, says: string} | null} */ (null));
  isDone = computed(() => Boolean(this.step.value && this.shown.value) && (this.step.value?.tries ? this.refusal.value !== null : this.remaining.value.length === 0));

  /** The whole position, with hidden cards. @type {any} */
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

  /** Show the table of a step. @param {Step} step */
  async begin(step) {
    batch(() => {
      this.step.value = step;
      this.remaining.value = step.acts ?? [];
      this.refusal.value = null;
      this.resultText.value = "";
      this.isUnexpected.value = false;
      this.shown.value = null;
    });
    const verdict = await judge(step.position, [], this.#names);
    if (this.step.value === step) this.#show(verdict);
  }

  get #names() {
    return this.head.value.seats.map((/** @type {{name: string}} */ { name }) => name);
  }

  /** Return the choices of this seat, which is all that the player's script requests. @returns {Promise<any>} */
  async ask() {
    return this.#choices;
  }

  /** Judge a command. It takes effect only if this step expects it. @param {Record<string, any>} order */
  async command(order) {
    const step = /** @type {Step} */ (this.step.value);
    const left = this.remaining.value;
    const i = left.findIndex((act) => matches(act, order));
    const isLast = i >= 0 && left.length === 1;
    const verdict = await judge(this.#position, [/** @type {Command} */ (order), ...(isLast ? step.answers ?? [] : [])], this.#names);
    if (this.step.value !== step) return { version: this.version.value };
    batch(() => {
      this.isUnexpected.value = i < 0;
      this.resultText.value = i < 0 ? verdict.orders[0] : (verdict.sentences ?? []).join(" ");
      if (i < 0) return;
      this.remaining.value = left.filter((_act, at) => at !== i);
      this.#show(verdict);
    });
    return { version: this.version.value };
  }

  /** Handle a press on the table: at the place of a step's try, let the service judge the try. @param {string} place */
  async handlePress(place) {
    const step = this.step.value;
    if (!step?.tries || containerOf(place) !== step.place) return;
    const { clause, says } = await judge(this.#position, step.tries, this.#names);
    if (this.step.value === step) this.refusal.value = { clause, says };
  }

  /** @param {any} verdict */
  #show({ table, pays, choices }) {
    const n = this.version.value + 1;
    this.#position = table;
    this.#choices = { ...choices, n };
    const types = choices.legal.map((/** @type {Command} */ { type }) => type).filter((/** @type {string} */ type) => !ANY_TIME.test(type));
    const acts = types.some((/** @type {string} */ type) => !ANSWERS.test(type)) || table.turn.seat === 0;
    batch(() => {
      this.head.value = { ...this.head.value, to_act: [acts ? 0 : table.turn.seat], asked: types.some((/** @type {string} */ type) => ANSWERS.test(type)) ? [0] : [] };
      this.version.value = this.n.value = n;
      this.shown.value = { n, table: { ...visibleTable(table), n }, pays, moves: [], lands: null, view: this.view.value };
    });
    this.onLoaded();
  }
}
