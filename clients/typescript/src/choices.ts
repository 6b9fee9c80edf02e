// What a seat is offered while its game goes on.
import type { Command, Offer, Position, StreamLine } from "./models.js";

/** What a seat may do: the table before it, whole commands that can be sent as they are, and what an offer may contain. */
export interface Choice {
  readonly n: number;
  readonly table: Position;
  readonly to_act: readonly number[];
  readonly asked: readonly number[];
  /** Until when a bot leaves its trading open for an answer, by the seats that it asked. */
  readonly asked_until: Readonly<Record<string, string>>;
  readonly legal: readonly Command[];
  readonly offers: readonly Offer[];
}

export type Choose = (choice: Choice) => Command | null | undefined | Promise<Command | null | undefined>;

/** Reads the messages of one seat, and knows when it is to move. */
export class Turns {
  /** The last event of one's own last command: what was offered before it is past. */
  moved = 0;
  #table: Position | null = null;

  /** What a message offers a seat that is to move, null where there is nothing, or it came before its last move. */
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
