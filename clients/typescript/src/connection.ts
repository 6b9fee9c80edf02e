// The connection to a service: calls with retries, streams with reconnects.
import { type Call, LOST, type Reply } from "./request.js";
import { Lines } from "./ndjson.js";
import { mayRetry, Backoff, pause } from "./retry.js";
import { NoAnswer, problemOf } from "./problems.js";
import type { Stream } from "./streams.js";

export interface Asking {
  /** Aborts the request, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Aborts a request when its caller does, or when nothing came for some time. */
class Watch {
  readonly #end = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly seconds: number,
    readonly caller?: AbortSignal,
  ) {
    if (caller?.aborted) this.end();
    caller?.addEventListener("abort", this.end);
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Return the promised value, null where the connection breaks or times out; throw where the caller aborts. */
  async patiently<Value>(promised: Promise<Value>): Promise<Value | null> {
    this.#timer = setTimeout(this.end, 1000 * this.seconds);
    try {
      return await promised;
    } catch {
      this.caller?.throwIfAborted();
      return null;
    } finally {
      clearTimeout(this.#timer);
    }
  }

  readonly end = (): void => {
    clearTimeout(this.#timer);
    this.caller?.removeEventListener("abort", this.end);
    this.#end.abort();
  };
}

export class Connection {
  readonly #address: string;

  constructor(
    address: string,
    readonly token: string | undefined,
    readonly attempts: number,
    readonly silence: number,
  ) {
    const { origin, pathname } = new URL(address);
    this.#address = origin + pathname.replace(/\/+$/, "");
  }

  /** Send a call until it is answered. Every call is safe to retry: those that change something keep their key. */
  async ask<Answer>(call: Call<Answer>, { signal }: Asking = {}): Promise<Answer> {
    const backoff = new Backoff();
    let reply = LOST;
    for (let attempt = 1; attempt <= this.attempts; attempt += 1) {
      if (attempt > 1) await pause(backoff.after(reply), signal);
      const wasLost = attempt > 1 && reply.status === null;
      reply = await this.#reply(call, signal);
      if (reply.status === null || mayRetry(reply)) continue;
      const isGone = reply.status === 404 && call.method === "DELETE" && wasLost; // by an unanswered attempt
      if (reply.status < 400 || isGone) return call.read(reply);
      break;
    }
    if (reply.status !== null) throw problemOf(reply.status, reply);
    throw new NoAnswer(`${call.method} ${call.path}: no answer in ${this.attempts} attempts`);
  }

  /** Yield every message of a stream to its end, with reconnects. */
  async *follow<Message>(stream: Stream<Message>, { signal }: Asking = {}): AsyncGenerator<Message, void, undefined> {
    while (!stream.over) {
      const watch = new Watch(this.silence, signal);
      try {
        const response = await watch.patiently(fetch(this.#request(stream.call(), watch.signal)));
        const refused = response === null || response.status === 200 ? "" : await watch.patiently(response.text());
        const reply = response === null || refused === null ? LOST : { ...partsOf(response), body: refused };
        if (stream.opened(reply) && response?.body) {
          for await (const line of linesOf(response.body, watch)) {
            const message = stream.message(line);
            if (message !== null) yield message;
          }
        }
      } finally {
        watch.end();
      }
      if (!stream.over) await pause(stream.pause(), signal);
    }
  }

  async #reply(call: Call<unknown>, signal: AbortSignal | undefined): Promise<Reply> {
    const watch = new Watch(this.silence, signal);
    try {
      const response = await watch.patiently(fetch(this.#request(call, watch.signal)));
      const body = response === null ? null : await watch.patiently(response.text());
      return response === null || body === null ? LOST : { ...partsOf(response), body };
    } finally {
      watch.end();
    }
  }

  /** Separate from its fetch, so that an impossible request is an error, and no lost connection. */
  #request({ method, path, query, headers, body }: Call<unknown>, signal: AbortSignal): Request {
    const asked = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value != null) asked.set(name, `${value}`);
    const sent = new Headers(headers);
    if (this.token !== undefined) sent.set("Authorization", `Bearer ${this.token}`);
    if (body !== undefined) sent.set("Content-Type", "application/json");
    const url = `${this.#address}${path}${asked.size > 0 ? `?${asked}` : ""}`;
    return new Request(url, { method, headers: sent, signal, ...(body !== undefined && { body: JSON.stringify(body) }) });
  }
}

function partsOf({ status, headers }: Response): Pick<Reply, "status" | "headers"> {
  return { status, headers };
}

/** Yield the lines of a body, up to its end or its interruption. */
async function* linesOf(body: ReadableStream<Uint8Array>, watch: Watch): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const lines = new Lines();
  for (;;) {
    const piece = await watch.patiently(reader.read());
    if (piece === null || piece.value === undefined) return;
    yield* lines.add(piece.value);
  }
}
