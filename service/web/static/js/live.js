// Follows the stream of a running game. EventSource cannot send a token, so the stream is read by hand.
import { gamePath, raw, withQuery } from "./api.js";

/** What each event brings along, so that nothing has to be asked for after it. */
const CARRIED = "table,choices,sentence";

/** Splits a text/event-stream into messages {event, id, data}; comments are heartbeats and left out. */
export async function* messages(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + value).replaceAll("\r\n", "\n").split("\n\n");
      rest = blocks.pop();
      for (const block of blocks) {
        const message = { event: "message", id: null, data: "" };
        for (const line of block.split("\n")) {
          const [, field, text] = /^([^:]*):? ?(.*)$/.exec(line);
          if (field === "data") message.data += (message.data && "\n") + text;
          else if (field) message[field] = text;
        }
        if (message.data) yield message;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Reads the stream as long as the game lives, taking it up again after the last event that came. */
export class Follower {
  #stop = null;
  #run = 0;

  constructor(game) {
    this.game = game;
  }

  stop() {
    this.#run += 1;
    this.#stop?.abort();
  }

  async start() {
    this.stop();
    const run = this.#run;
    let wait = 500;
    while (run === this.#run && this.game.isLive) {
      this.#stop = new AbortController();
      try {
        if (await this.#once()) break;
        wait = 500;
      } catch (error) {
        if (run !== this.#run) return;
        if ([401, 403, 404].includes(error.problem?.status)) break;
      }
      if (run !== this.#run) return;
      this.game.set({ connection: "lost" });
      await pause(wait);
      wait = Math.min(wait * 2, 15000);
    }
    if (run === this.#run) this.game.set({ connection: "off" });
  }

  /** One connection; true when the game has ended. */
  async #once() {
    const { game, view, lang } = this.game.state;
    const path = withQuery(gamePath(game, "/stream"), { after: this.game.version, as: view, with: CARRIED, lang });
    const headers = { Accept: "text/event-stream" };
    const { signal } = this.#stop;
    const answer = await raw(path, { token: this.game.token, headers, signal });
    if (this.game.state.connection === "lost") this.game.foundAgain();
    this.game.set({ connection: "live" });
    for await (const message of messages(answer.body)) {
      if (signal.aborted) return false;
      if (message.event === "event") this.game.arrived(JSON.parse(message.data));
      if (message.event === "notice") this.game.noticed(JSON.parse(message.data));
      if (message.event === "end") {
        this.game.refresh(); // of what is over, more may be seen
        return true;
      }
    }
    return false;
  }
}
