// @ts-check
// The question of the arbiter's page: a table and a command, with the service's verdict on both, and undo.
import { batch, computed, effect, signal } from "@preact/signals";
import { Problem, ask, withRetries, withQuery } from "../api.js";
import { data } from "../html.js";
import { seatName } from "../seat_names.js";
import { lang } from "../i18n.js";
import { errorMessage } from "../error_messages.js";
import { missingMembers } from "./compose.js";
import { encodeQuestion } from "./fragment.js";
import { emptyPosition, drawable } from "./position.js";

/**
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("../play/gestures.js").Order} Order
 * @typedef {{position: Position, command: Order | null}} State
 */

/** The delay before a changed question is sent. */
const DELAY_MS = 150;
const UNDO_STEPS_MAX = 200;

export class Question {
  state = signal(/** @type {State | null} */ (null));
  /** The seat that gives the command, chosen before the command too. */
  seat = signal(0);
  /** What presses on the table edit: the `table` or the `command`. */
  mode = signal(/** @type {"table" | "command"} */ ("command"));
  /** The place whose cards are edited. */
  place = signal("/seats/0/hand");
  /** The member of the command that the next press fills. */
  wanted = signal(/** @type {string | null} */ (null));
  /** The place of the first press, for commands that need two. @type {string | null} */
  picked = null;
  /** The service's verdict on the table alone. */
  tableVerdict = signal(/** @type {any} */ (null));
  /** The service's verdict on the command. */
  verdict = signal(/** @type {any} */ (null));
  showsAfter = signal(false);
  problem = signal("");
  /** A message, such as for a link that cannot be read. */
  note = signal("");
  names = signal(/** @type {(string | null)[]} */ ([]));
  ruleset = signal(/** @type {any} */ (null));
  undoSteps = signal(/** @type {State[]} */ ([]));
  redoSteps = signal(/** @type {State[]} */ ([]));
  /** The game and the event that the question is about. */
  source = signal(/** @type {{game: string, n: number, view: string | null, first: number} | null} */ (null));
  /** @type {State | null} */
  original = null;

  position = computed(() => this.state.value?.position ?? null);
  command = computed(() => this.state.value?.command ?? null);
  /** The command if it has all required members, otherwise null. */
  complete = computed(() => {
    const { position, command } = this.state.value ?? {};
    return position && command && !missingMembers(position.edition, command).length ? command : null;
  });
  /** The table as the service completed it, if it fits this position. */
  completed = computed(() => (this.tableVerdict.value?.table?.edition === this.position.value?.edition && this.tableVerdict.value?.table?.seats.length === this.position.value?.seats.length ? this.tableVerdict.value.table : null));
  drawn = computed(() => /** @type {any} */ (this.position.value && drawable(this.position.value, this.completed.value)));
  snapshot = computed(() => ({ n: 0, table: this.drawn.value, moves: [], pays: this.tableVerdict.value?.of === this.position.value ? this.tableVerdict.value?.pays : null }));
  /** Whether the verdict belongs to the present question. */
  isAnswered = computed(() => this.verdict.value?.of === this.state.value && this.tableVerdict.value?.of === this.position.value);
  choices = computed(() => (this.tableVerdict.value?.of === this.position.value && this.tableVerdict.value?.seat === this.seat.value ? this.tableVerdict.value?.choices : null));

  name = (/** @type {number} */ k) => seatName(this.names.value, k);

  start() {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    effect(() => {
      const [state, seat] = [this.state.value, this.seat.value];
      clearTimeout(timer);
      if (state) timer = setTimeout(() => this.#update(state, seat), DELAY_MS);
    });
    effect(() => {
      const edition = this.position.value?.edition;
      if (edition && this.ruleset.peek()?.edition !== edition) this.#loadRuleset(edition);
    });
  }

  /** Wait until the service has judged the present table, or failed. @returns {Promise<void>} */
  whenJudged() {
    return new Promise((done) => {
      /** @type {(() => void) | undefined} */
      let stop;
      stop = effect(() => {
        if (!this.choices.value && !this.problem.value && this.tableVerdict.value?.of !== this.position.value) return;
        done();
        queueMicrotask(() => stop?.());
      });
    });
  }

  /** @param {string} edition */
  async #loadRuleset(edition) {
    const found = await withRetries(() => ask(withQuery(`/v1/rulesets/${encodeURIComponent(edition)}`, { lang }))).catch(() => null);
    if (!found || this.position.value?.edition !== edition) return;
    // Use the card names of this edition.
    Object.assign(data().names, Object.fromEntries(found.varieties.map((/** @type {{id: string, short: string}} */ { id, short }) => [id, short])));
    this.ruleset.value = found;
  }

  /** Let the service judge a table and a command. An invalid question gives the verdict "impossible". @param {Position} position @param {Order | null} command @param {number} seat @returns {Promise<any>} */
  async judge(position, command, seat) {
    const wanted = () => this.position.value === position;
    const parts = command ? "words,pays" : "line,pays,choices";
    const body = { position, commands: command ?? [], names: this.names.value };
    const path = withQuery("/v1/positions:adjudicate", { with: parts, lang, seat: command ? null : Math.min(seat, (position.seats?.length ?? 1) - 1) });
    try {
      return await withRetries(() => ask(path, { method: "POST", body }), { wanted, failed: (error) => { this.problem.value = errorMessage(error); } });
    } catch (error) {
      const { code = "", detail = "", errors = [] } = error instanceof Problem ? /** @type {any} */ (error.problem) : {};
      if (!["position.invalid", "option.unknown", "request.shape"].includes(code)) throw error;
      return { verdict: "impossible", says: detail, errors };
    }
  }

  /** @param {State} state @param {number} seat */
  async #update(state, seat) {
    const { position } = state;
    const command = this.complete.value;
    const wanted = () => this.state.value === state && this.seat.value === seat;
    try {
      const known = this.tableVerdict.value?.of === position && this.tableVerdict.value?.seat === seat;
      const [look, verdict] = await Promise.all([known ? this.tableVerdict.value : this.judge(position, null, seat), command ? this.judge(position, command, seat) : null]);
      if (!wanted()) return;
      batch(() => {
        this.tableVerdict.value = { ...look, of: position, seat };
        this.verdict.value = { ...(look.verdict === "impossible" ? look : verdict ?? { verdict: "open" }), of: state, command };
        this.showsAfter.value &&= verdict?.verdict === "legal";
        this.problem.value = "";
      });
    } catch (error) {
      if (wanted()) this.problem.value = errorMessage(error);
    }
  }

  /** Change the table or the command, with undo. @param {Partial<State>} change */
  change(change) {
    const before = this.state.value;
    if (!before) return;
    this.undoSteps.value = [...this.undoSteps.value.slice(-UNDO_STEPS_MAX), before];
    this.redoSteps.value = [];
    this.#setState({ ...before, ...change });
  }

  /** @param {State} state */
  #setState(state) {
    batch(() => {
      this.state.value = state;
      this.showsAfter.value = false;
      const seats = state.position.seats.length;
      this.seat.value = Math.min(state.command?.seat ?? this.seat.value, seats - 1);
      if (Number(/^\/seats\/([0-9]+)/.exec(this.place.value)?.[1] ?? 0) >= seats) this.place.value = "/seats/0/hand";
    });
    this.#writeAddress();
  }

  /** Undo or redo one change. @param {1 | -1} by */
  step(by) {
    const [from, to] = by < 0 ? [this.undoSteps, this.redoSteps] : [this.redoSteps, this.undoSteps];
    const state = from.value.at(-1);
    if (!state || !this.state.value) return;
    to.value = [...to.value, this.state.value];
    from.value = from.value.slice(0, -1);
    this.#setState(state);
  }

  /** Start with a question. `original` is true if the rest of the address already stands for it. @param {State} state @param {boolean} original */
  begin(state, original = false) {
    batch(() => {
      this.undoSteps.value = [];
      this.redoSteps.value = [];
      this.seat.value = state.command?.seat ?? state.position.turn?.seat ?? 0;
      this.state.value = state;
      if (original) this.original = state;
    });
  }

  /** Start with an empty table, completed by the service. @param {string} edition @param {number} players */
  async startEmpty(edition, players) {
    const position = emptyPosition(edition, players, data().editions[edition].course[0]);
    const looked = await this.judge(position, null, 0).catch(() => null);
    const laid = looked?.table ? { ...looked.table, turn: { ...looked.table.turn, ...position.turn } } : position;
    this.names.value = [];
    if (this.state.value) this.change({ position: laid, command: null });
    else this.begin({ position: laid, command: null }, true);
  }

  async #writeAddress() {
    const state = this.state.value;
    const isOriginal = this.original && JSON.stringify(state) === JSON.stringify(this.original);
    const text = isOriginal || !state ? "" : await encodeQuestion(state).catch(() => "");
    if (state === this.state.value) history.replaceState(null, "", location.pathname + location.search + (text && `#${text}`));
  }
}
