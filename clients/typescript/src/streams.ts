// Streams over any number of connections, each message once; they read lines, and open no connection.
import * as calls from "./endpoints.js";
import { type Call, LOST, type Query, type Reply } from "./request.js";
import type { FeedLine, StreamLine } from "./models.js";
import { mayRetry, Backoff } from "./retry.js";
import { problemOf } from "./problems.js";

/** How far a stream was followed, and the request that continues it. */
export abstract class Stream<Message> {
  over = false;
  readonly #call: Call<unknown>;
  readonly #backoff = new Backoff();
  #last: Reply = LOST;

  constructor(
    call: Call<unknown>,
    protected after: string | null,
  ) {
    this.#call = call;
  }

  /** Return whether a line is a message that has not come before, and remember it. */
  protected abstract isNew(message: Message): boolean;

  /** Return the request for the rest. */
  call(): Call<unknown> {
    if (this.after === null) return this.#call;
    return { ...this.#call, headers: { ...this.#call.headers, "Last-Event-ID": this.after } };
  }

  /** Return whether lines follow; throw a HaricotProblem where a retry would not help. */
  opened(reply: Reply): boolean {
    this.#last = reply;
    if (reply.status === 200) return true;
    if (reply.status !== null && !mayRetry(reply)) throw problemOf(reply.status, reply);
    return false;
  }

  /** Return the message of a line, null for a heartbeat or a repeated line. */
  message(line: string): Message | null {
    if (line.trim() === "") return null;
    const message = JSON.parse(line) as Message;
    if (!this.isNew(message)) return null;
    this.#backoff.reset();
    return message;
  }

  /** Return how many seconds to wait before the next connection. */
  pause(): number {
    const last = this.#last;
    this.#last = LOST;
    return this.#backoff.after(last);
  }
}

/** One game, from its first table to its end. */
export class GameStream extends Stream<StreamLine> {
  constructor(game: string, query: Query, after?: number) {
    super(calls.stream(game, query), after === undefined ? null : `${after}`);
  }

  protected override isNew(message: StreamLine): boolean {
    if ("problem" in message) return false; // why this connection ends; the game goes on
    if ("end" in message) this.over = true;
    else if ("event" in message) {
      if (this.after !== null && message.n <= Number(this.after)) return false;
      this.after = `${message.n}`;
    } else if ("table" in message) {
      this.after = `${message.table.n ?? 0}`; // it replaces all events so far: the next connection must not begin later
    }
    return true;
  }
}

/** The feed of all games, which has no end. */
export class FeedStream extends Stream<FeedLine> {
  constructor(query: Query, after: string | null) {
    super(calls.feed(query), after);
  }

  protected override isNew({ cursor }: FeedLine): boolean {
    this.after = cursor;
    return true;
  }
}
