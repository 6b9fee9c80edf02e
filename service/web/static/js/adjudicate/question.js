// @ts-check
// The question: a table and a command that is put to it, with what the service says of both, and the way back.
import { batch, computed, effect, signal } from "@preact/signals";
import { Problem, ask, insist, withQuery } from "../api.js";
import { data } from "../html.js";
import { seatName } from "../seat_names.js";
import { lang } from "../i18n.js";
import { trouble } from "../error_messages.js";
import { missing } from "./compose.js";
import { packed } from "./fragment.js";
import { bare, drawable } from "./position.js";

/**
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("../play/gestures.js").Order} Order
 * @typedef {{position: Position, command: Order | null}} State
 */

const REST = 150;
const MOST_STEPS = 200;

export class Question {
  now = signal(/** @type {State | null} */ (null));
  /** Who gives the command, also before there is one. */
  seat = signal(0);
  /** What presses on the table change: the `table`, or the `command`. */
  mode = signal(/** @type {"table" | "command"} */ ("command"));
  /** The place whose cards are changed; the member that the next press fills. */
  place = signal("/seats/0/hand");
  wanted = signal(/** @type {string | null} */ (null));
  /** The place with which a command was begun, for one that ends at the next. @type {string | null} */
  picked = null;
  /** What the service says of the table alone, and of the command. */
  look = signal(/** @type {any} */ (null));
  verdict = signal(/** @type {any} */ (null));
  after = signal(false);
  problem = signal("");
  /** What else there is to say, such as of a link that cannot be read. */
  note = signal("");
  names = signal(/** @type {(string | null)[]} */ ([]));
  ruleset = signal(/** @type {any} */ (null));
  past = signal(/** @type {State[]} */ ([]));
  coming = signal(/** @type {State[]} */ ([]));
  /** The game and the event that it is asked about, and how it was then. */
  from = signal(/** @type {{game: string, n: number, view: string | null, first: number} | null} */ (null));
  /** @type {State | null} */
  original = null;

  position = computed(() => this.now.value?.position ?? null);
  command = computed(() => this.now.value?.command ?? null);
  /** The command, when nothing of it is missing. */
  complete = computed(() => {
    const { position, command } = this.now.value ?? {};
    return position && command && !missing(position.edition, command).length ? command : null;
  });
  /** The table as the service completed it, if it was of this position. */
  completed = computed(() => (this.look.value?.table?.edition === this.position.value?.edition && this.look.value?.table?.seats.length === this.position.value?.seats.length ? this.look.value.table : null));
  drawn = computed(() => /** @type {any} */ (this.position.value && drawable(this.position.value, this.completed.value)));
  film = computed(() => ({ n: 0, table: this.drawn.value, moves: [], pays: this.look.value?.of === this.position.value ? this.look.value?.pays : null }));
  /** Whether the answer is to what is asked now. */
  answered = computed(() => this.verdict.value?.of === this.now.value && this.look.value?.of === this.position.value);
  choices = computed(() => (this.look.value?.of === this.position.value && this.look.value?.seat === this.seat.value ? this.look.value?.choices : null));

  name = (/** @type {number} */ k) => seatName(this.names.value, k);

  start() {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    effect(() => {
      const [state, seat] = [this.now.value, this.seat.value];
      clearTimeout(timer);
      if (state) timer = setTimeout(() => this.#ask(state, seat), REST);
    });
    effect(() => {
      const edition = this.position.value?.edition;
      if (edition && this.ruleset.peek()?.edition !== edition) this.#learn(edition);
    });
  }

  /** Waits until the service has looked at the table as it is now, or cannot. @returns {Promise<void>} */
  looked() {
    return new Promise((done) => {
      /** @type {(() => void) | undefined} */
      let stop;
      stop = effect(() => {
        if (!this.choices.value && !this.problem.value && this.look.value?.of !== this.position.value) return;
        done();
        queueMicrotask(() => stop?.());
      });
    });
  }

  /** @param {string} edition */
  async #learn(edition) {
    const found = await insist(() => ask(withQuery(`/v1/rulesets/${encodeURIComponent(edition)}`, { lang }))).catch(() => null);
    if (!found || this.position.value?.edition !== edition) return;
    // Cards have the names that stand on those of this edition.
    Object.assign(data().names, Object.fromEntries(found.varieties.map((/** @type {{id: string, short: string}} */ { id, short }) => [id, short])));
    this.ruleset.value = found;
  }

  /** What the service says of a table and a command; what is wrong with them is an answer too. @param {Position} position @param {Order | null} command @param {number} seat @returns {Promise<any>} */
  async ruled(position, command, seat) {
    const wanted = () => this.position.value === position;
    const carry = command ? "words,pays" : "line,pays,choices";
    const body = { position, commands: command ?? [], names: this.names.value };
    const path = withQuery("/v1/positions:adjudicate", { with: carry, lang, seat: command ? null : Math.min(seat, (position.seats?.length ?? 1) - 1) });
    try {
      return await insist(() => ask(path, { method: "POST", body }), { wanted, failed: (error) => { this.problem.value = trouble(error); } });
    } catch (error) {
      const { code = "", detail = "", errors = [] } = error instanceof Problem ? /** @type {any} */ (error.problem) : {};
      if (!["position.invalid", "option.unknown", "request.shape"].includes(code)) throw error;
      return { verdict: "impossible", says: detail, errors };
    }
  }

  /** @param {State} state @param {number} seat */
  async #ask(state, seat) {
    const { position } = state;
    const command = this.complete.value;
    const wanted = () => this.now.value === state && this.seat.value === seat;
    try {
      const known = this.look.value?.of === position && this.look.value?.seat === seat;
      const [look, verdict] = await Promise.all([known ? this.look.value : this.ruled(position, null, seat), command ? this.ruled(position, command, seat) : null]);
      if (!wanted()) return;
      batch(() => {
        this.look.value = { ...look, of: position, seat };
        this.verdict.value = { ...(look.verdict === "impossible" ? look : verdict ?? { verdict: "open" }), of: state, command };
        this.after.value &&= verdict?.verdict === "legal";
        this.problem.value = "";
      });
    } catch (error) {
      if (wanted()) this.problem.value = trouble(error);
    }
  }

  /** Another table, or another command; the step can be taken back. @param {Partial<State>} change */
  change(change) {
    const before = this.now.value;
    if (!before) return;
    this.past.value = [...this.past.value.slice(-MOST_STEPS), before];
    this.coming.value = [];
    this.#put({ ...before, ...change });
  }

  /** @param {State} state */
  #put(state) {
    batch(() => {
      this.now.value = state;
      this.after.value = false;
      const seats = state.position.seats.length;
      this.seat.value = Math.min(state.command?.seat ?? this.seat.value, seats - 1);
      if (Number(/^\/seats\/([0-9]+)/.exec(this.place.value)?.[1] ?? 0) >= seats) this.place.value = "/seats/0/hand";
    });
    this.#write();
  }

  /** One step back, or forth again. @param {1 | -1} by */
  step(by) {
    const [from, to] = by < 0 ? [this.past, this.coming] : [this.coming, this.past];
    const state = from.value.at(-1);
    if (!state || !this.now.value) return;
    to.value = [...to.value, this.now.value];
    from.value = from.value.slice(0, -1);
    this.#put(state);
  }

  /** Begins with a question; `original` stands in the address otherwise. @param {State} state @param {boolean} original */
  begin(state, original = false) {
    batch(() => {
      this.past.value = [];
      this.coming.value = [];
      this.seat.value = state.command?.seat ?? state.position.turn?.seat ?? 0;
      this.now.value = state;
      if (original) this.original = state;
    });
  }

  /** An empty table, as the service lays it. @param {string} edition @param {number} players */
  async empty(edition, players) {
    const position = bare(edition, players, data().editions[edition].course[0]);
    const looked = await this.ruled(position, null, 0).catch(() => null);
    const laid = looked?.table ? { ...looked.table, turn: { ...looked.table.turn, ...position.turn } } : position;
    this.names.value = [];
    if (this.now.value) this.change({ position: laid, command: null });
    else this.begin({ position: laid, command: null }, true);
  }

  async #write() {
    const state = this.now.value;
    const same = this.original && JSON.stringify(state) === JSON.stringify(this.original);
    const text = same || !state ? "" : await packed(state).catch(() => "");
    if (state === this.now.value) history.replaceState(null, "", location.pathname + location.search + (text && `#${text}`));
  }
}
