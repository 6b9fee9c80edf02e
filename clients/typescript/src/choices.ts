// The choices of a seat while its game is played.
import type { Command, Offer, Position, StreamLine } from "./models.js";

/** What a seat may do: the table in its view, whole commands to submit as they are, and what an offer may contain. */
export interface Choice {
  readonly n: number;
  readonly table: Position;
  readonly to_act: readonly number[];
  readonly asked: readonly number[];
  /** Until when a bot keeps its trading open for an answer, by the seats with an offer. */
  readonly asked_until: Readonly<Record<string, string>>;
  readonly legal: readonly Command[];
  readonly offers: readonly Offer[];
}

export type Choose = (choice: Choice) => Command | null | undefined | Promise<Command | null | undefined>;

/** Reads the messages of one seat, and decides when it is to move. */
export class Turns {
  /** The last event of the seat's own last command; earlier choices are out of date. */
  moved = 0;
  #table: Position | null = null;

  /** Return the choices in a message for a seat that is to move; null without any, or before its last move. */
  offered(message: StreamLine): Choice | null {
    if ("end" in message || "problem" in message) return null;
    const state = "notice" in message ? message.notice : message;
    if ("table" in state && state.table) this.#table = state.table;
    const n = "n" in state ? state.n : state.table.n;
    const { legal = [], offers = [], to_act = [], asked = [], asked_until = {} } = state;
    const seat = legal[0]?.seat;
    if (this.#table === null || n == null || n < this.moved || seat === undefined) return null;
    if (![...to_act, ...asked].includes(seat)) return null;
    return { n, table: this.#table, to_act, asked, asked_until, legal, offers };
  }
}
