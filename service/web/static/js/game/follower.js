// @ts-check
// Follows the stream of a running game, taking it up again after the last event that came.
import { batch } from "@preact/signals";
import { gamePath, raw, withQuery } from "../api.js";
import { messages } from "./stream.js";

/** What each event brings along, so that nothing has to be asked for after it. */
const CARRIED = "table,moves,pays,lands,choices,words,sentence";

/** After what has come, the page gets so many milliseconds to draw it; what comes meanwhile is drawn together. */
const FRAME = 16;

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Follower {
  /** @type {AbortController | null} */
  #stop = null;
  #run = 0;

  /** @param {import("./game.js").Game} game */
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
    while (run === this.#run && this.game.isLive.value) {
      this.#stop = new AbortController();
      try {
        if (await this.#once(this.#stop.signal)) break;
        wait = 500;
      } catch (error) {
        if (run !== this.#run) return;
        if ([401, 403, 404].includes(/** @type {any} */ (error).problem?.status)) {
          this.game.shutOut(error);
          break;
        }
      }
      if (run !== this.#run) return;
      this.game.connection.value = "lost";
      await pause(wait);
      wait = Math.min(wait * 2, 15000);
    }
    if (run === this.#run) this.game.connection.value = "off";
  }

  /** One connection; true when the game has ended. @param {AbortSignal} signal */
  async #once(signal) {
    const { game } = this;
    const path = withQuery(gamePath(game.id, "/stream"), { after: game.version.value, as: game.view.value, with: CARRIED, lang: game.lang });
    const answer = await raw(path, /** @type {any} */ ({ token: game.token, headers: { Accept: "text/event-stream" }, signal }));
    if (game.connection.value === "lost") game.foundAgain();
    game.connection.value = "live";
    for await (const some of messages(/** @type {ReadableStream} */ (answer.body))) {
      if (signal.aborted) return false;
      if (batch(() => some.map((message) => this.#heard(message)).includes(true))) return true;
      await pause(FRAME);
    }
    return false;
  }

  /** True when it says that the game has ended. @param {{event: string, data: string}} message */
  #heard({ event, data }) {
    if (event === "event") this.game.arrived(JSON.parse(data));
    if (event === "notice") this.game.noticed(JSON.parse(data));
    if (event === "end") this.game.ended();
    return event === "end";
  }
}
