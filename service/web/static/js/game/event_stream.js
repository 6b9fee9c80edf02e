// @ts-check
// Follows a running game after the last event that came: by a stream where one is free for this tab, else by polls.
import { batch } from "@preact/signals";
import { gamePath, raw, withQuery } from "../api.js";
import { messages } from "./sse_parser.js";
import { acquire } from "./stream_slots.js";
import { abortWhenHidden, isShown, shown } from "./visibility.js";

/** What each event brings along, so that nothing has to be asked for after it. */
const CARRIED = "table,moves,pays,lands,choices,words,sentence,verdicts,backs,clock";

/** After what has come, the page gets so many milliseconds to draw it; what comes meanwhile is drawn together. */
const FRAME = 16;
/** So many milliseconds lie between two polls: more where nothing is new, but one is never two seconds behind. */
const POLL = 1000;
const POLL_MOST = 1700;
const SLOWER = 1.15;
/** After what is no event one looks so often at most, in milliseconds, where only events say that something is new. */
const BESIDE = 5000;

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Follower {
  /** @type {AbortController | null} */
  #stop = null;
  #run = 0;
  /** How long this tab rests after a poll. */
  #rest = POLL;
  /** What the service called all that it told in the last poll. */
  #etag = "";
  /** Whether something was noted meanwhile of which nothing is known here, as far as an ETag can tell. */
  #isBehind = false;
  /** When what is no event was looked at last. */
  #beside = 0;

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
    this.#etag = "";
    const run = this.#run;
    const { game } = this;
    let wait = 500;
    let away = false;
    while (run === this.#run && game.isLive.value) {
      if (!isShown()) {
        away = true;
        await shown();
        continue;
      }
      const stop = this.#stop = new AbortController();
      const off = abortWhenHidden(stop);
      try {
        if (away && await this.#poll(stop.signal)) break; // before a slot is looked for
        if (away) game.foundAgain();
        away = false;
        if (await this.#follow(stop)) break;
        wait = 500;
        if (!stop.signal.aborted) continue;
      } catch (error) {
        if (run !== this.#run) return;
        if ([401, 403, 404].includes(/** @type {any} */ (error).problem?.status)) {
          game.shutOut(error);
          break;
        }
        if (!stop.signal.aborted) {
          game.connection.value = "lost";
          await pause(Math.max(wait, 1000 * (/** @type {any} */ (error).problem?.retry ?? 0)));
          wait = Math.min(wait * 2, 15000);
        }
      } finally {
        off();
      }
    }
    if (run === this.#run) game.connection.value = "off";
  }

  /** Follows by a stream if there is a slot, else by one poll; true when the game has ended. @param {AbortController} stop */
  async #follow(stop) {
    const slot = await acquire();
    try {
      if (stop.signal.aborted) return false;
      if (!slot) {
        const over = await this.#poll(stop.signal);
        if (!over) await pause(this.#rest);
        return over;
      }
      this.#etag = "";
      let lost = false;
      slot.lost.addEventListener("abort", () => {
        lost = true;
        stop.abort();
      });
      if (await this.#read(await this.#ask(stop.signal, true), stop.signal)) return true;
      if (!lost && !stop.signal.aborted) throw new Error("the stream broke off");
      return false;
    } finally {
      slot?.release();
    }
  }

  /** Asks for all that is new, at once; true when the game has ended. @param {AbortSignal} signal */
  async #poll(signal) {
    const { game } = this;
    const before = this.#etag;
    const version = game.version.value;
    const answer = await this.#ask(signal, false);
    this.#rest = answer.status === 304 ? Math.min(this.#rest * SLOWER, POLL_MOST) : POLL;
    if (answer.status !== 304 && await this.#read(answer, signal)) return true;
    if (signal.aborted) return false;
    this.#etag = answer.headers.get("ETag") ?? "";
    this.#isBehind ||= before !== "" && before !== this.#etag;
    // Something is new that is no event, or may be: its notice went to nobody.
    if (this.#isBehind && (game.version.value === version || performance.now() > this.#beside + BESIDE)) {
      this.#isBehind = false;
      this.#beside = performance.now();
      game.foundAgain();
    }
    return false;
  }

  /** @param {AbortSignal} signal @param {boolean} follow */
  async #ask(signal, follow) {
    const { game } = this;
    const path = withQuery(gamePath(game.id, "/stream"), { after: game.version.value, as: game.view.value, with: CARRIED, lang: game.lang, ...(!follow && { follow }) });
    /** @type {Record<string, string>} */
    const headers = { Accept: "text/event-stream", ...(!follow && this.#etag && { "If-None-Match": this.#etag }) };
    const answer = await raw(path, { token: game.token, headers, signal });
    if (game.connection.value === "lost") game.foundAgain();
    game.connection.value = "live";
    return answer;
  }

  /** Reads an answer to its end; true when the game has ended. @param {Response} answer @param {AbortSignal} signal */
  async #read(answer, signal) {
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
    if (event === "notice") this.#noticed(JSON.parse(data));
    if (event === "end") this.game.ended();
    return event === "end";
  }

  /** The last pause, which is told each time. */
  #pause = "";

  /** @param {any} notice */
  #noticed(notice) {
    const { kind, at } = notice;
    if (["paused", "resumed"].includes(kind)) {
      if (this.#pause === `${kind} ${at}`) return;
      this.#pause = `${kind} ${at}`;
    }
    this.game.noticed(notice);
  }
}
