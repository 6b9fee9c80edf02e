// @ts-check
// Follows a running game: by an event stream if this tab gets a stream slot, otherwise by polling.
import { batch } from "@preact/signals";
import { gamePath, sendRequest, withQuery } from "../api.js";
import { readMessages } from "./sse_parser.js";
import { acquireSlot } from "./stream_slots.js";
import { abortWhenHidden, isVisible, whenVisible } from "./visibility.js";

/** What each message of the stream contains, so that no further request is needed. */
const STREAM_PARTS = "table,moves,pays,lands,choices,words,sentence,verdicts,backs,clock";

/** The pause after each batch of messages, in which the page is drawn. Messages that come meanwhile are drawn together. */
const FRAME_MS = 16;
/** The interval of polling. It grows while nothing is new, but stays below two seconds. */
const POLL_MS = 1000;
const POLL_MS_MAX = 1700;
const POLL_BACKOFF = 1.15;
/** The minimum interval of reloading what is no event, such as comments, while polls also bring events. */
const RELOAD_MS = 5000;

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Follower {
  /** @type {AbortController | null} */
  #stop = null;
  #run = 0;
  /** The present interval of polling, in milliseconds. */
  #pollInterval = POLL_MS;
  /** The ETag of the last poll. */
  #etag = "";
  /** Whether a changed ETag showed a change that is not loaded yet. */
  #isBehind = false;
  /** When what is no event was last reloaded. */
  #reloadedAt = 0;

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
    let retryDelay = 500;
    let wasHidden = false;
    while (run === this.#run && game.isLive.value) {
      if (!isVisible()) {
        wasHidden = true;
        await whenVisible();
        continue;
      }
      const stop = this.#stop = new AbortController();
      const removeListener = abortWhenHidden(stop);
      try {
        if (wasHidden && await this.#poll(stop.signal)) break; // catch up at once, before waiting for a slot
        if (wasHidden) game.reconnected();
        wasHidden = false;
        if (await this.#follow(stop)) break;
        retryDelay = 500;
        if (!stop.signal.aborted) continue;
      } catch (error) {
        if (run !== this.#run) return;
        if ([401, 403, 404].includes(/** @type {any} */ (error).problem?.status)) {
          game.handleAccessLost(error);
          break;
        }
        if (!stop.signal.aborted) {
          game.connection.value = "lost";
          await pause(Math.max(retryDelay, 1000 * (/** @type {any} */ (error).problem?.retry ?? 0)));
          retryDelay = Math.min(retryDelay * 2, 15000);
        }
      } finally {
        removeListener();
      }
    }
    if (run === this.#run) game.connection.value = "off";
  }

  /** Follow by a stream if there is a slot, otherwise poll once. Return true if the game has ended. @param {AbortController} stop */
  async #follow(stop) {
    const slot = await acquireSlot();
    try {
      if (stop.signal.aborted) return false;
      if (!slot) {
        const hasEnded = await this.#poll(stop.signal);
        if (!hasEnded) await pause(this.#pollInterval);
        return hasEnded;
      }
      this.#etag = "";
      let lost = false;
      slot.lost.addEventListener("abort", () => {
        lost = true;
        stop.abort();
      });
      if (await this.#read(await this.#request(stop.signal, true), stop.signal)) return true;
      if (!lost && !stop.signal.aborted) throw new Error("the stream broke off");
      return false;
    } finally {
      slot?.release();
    }
  }

  /** Request everything new once. Return true if the game has ended. @param {AbortSignal} signal */
  async #poll(signal) {
    const { game } = this;
    const formerEtag = this.#etag;
    const version = game.version.value;
    const response = await this.#request(signal, false);
    this.#pollInterval = response.status === 304 ? Math.min(this.#pollInterval * POLL_BACKOFF, POLL_MS_MAX) : POLL_MS;
    if (response.status !== 304 && await this.#read(response, signal)) return true;
    if (signal.aborted) return false;
    this.#etag = response.headers.get("ETag") ?? "";
    this.#isBehind ||= formerEtag !== "" && formerEtag !== this.#etag;
    // Something other than events may have changed. Polls receive no notices of such changes, so they are loaded again.
    if (this.#isBehind && (game.version.value === version || performance.now() > this.#reloadedAt + RELOAD_MS)) {
      this.#isBehind = false;
      this.#reloadedAt = performance.now();
      game.reconnected();
    }
    return false;
  }

  /** Request the events after the last known one. With `follow` the response stays open. @param {AbortSignal} signal @param {boolean} follow */
  async #request(signal, follow) {
    const { game } = this;
    const path = withQuery(gamePath(game.id, "/stream"), { after: game.version.value, as: game.view.value, with: STREAM_PARTS, lang: game.lang, ...(!follow && { follow }) });
    /** @type {Record<string, string>} */
    const headers = { Accept: "text/event-stream", ...(!follow && this.#etag && { "If-None-Match": this.#etag }) };
    const response = await sendRequest(path, { token: game.token, headers, signal });
    if (game.connection.value === "lost") game.reconnected();
    game.connection.value = "live";
    return response;
  }

  /** Read a response to its end. Return true if the game has ended. @param {Response} response @param {AbortSignal} signal */
  async #read(response, signal) {
    for await (const received of readMessages(/** @type {ReadableStream} */ (response.body))) {
      if (signal.aborted) return false;
      if (batch(() => received.map((message) => this.#handle(message)).includes(true))) return true;
      await pause(FRAME_MS);
    }
    return false;
  }

  /** Handle one message. Return true if the game has ended. @param {{event: string, data: string}} message */
  #handle({ event, data }) {
    if (event === "event") this.game.addEvent(JSON.parse(data));
    if (event === "notice") this.#handleNotice(JSON.parse(data));
    if (event === "end") this.game.ended();
    return event === "end";
  }

  /** The last pause or resumption. The service repeats its notice on each connection. */
  #lastPause = "";

  /** @param {any} notice */
  #handleNotice(notice) {
    const { kind, at } = notice;
    if (["paused", "resumed"].includes(kind)) {
      if (this.#lastPause === `${kind} ${at}`) return;
      this.#lastPause = `${kind} ${at}`;
    }
    this.game.handleNotice(notice);
  }
}
