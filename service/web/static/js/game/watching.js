// @ts-check
// Watching together: the number of viewers, following and leading, and reactions. One periodic request carries all of it.
import { computed, effect, signal } from "@preact/signals";
import { ask, randomKey, gamePath } from "../api.js";
import { isVisible, whenVisible } from "./visibility.js";

/** The interval of heartbeats of a viewer who only watches. */
const HEARTBEAT_MS = 20_000;
/** The interval for a viewer who follows, leads or sees reactions. */
const ACTIVE_HEARTBEAT_MS = 1000;
export const REACTIONS = ["applause", "laughter", "surprise"];
const STORAGE_KEY = "haricot:reactions";

/** Wait for a time, or until the signal is aborted. @param {number} ms @param {AbortSignal} [signal] */
const pause = (ms, signal) => new Promise((/** @type {(value?: unknown) => void} */ done) => {
  const timer = setTimeout(done, signal?.aborted ? 0 : ms);
  signal?.addEventListener("abort", () => { clearTimeout(timer); done(); });
});

export class Watching {
  count = signal(0);
  /** The id by which others follow this page. */
  followId = signal("");
  isLeading = signal(false);
  /** The id that this page follows. */
  followedId = signal(/** @type {string | null} */ (null));
  /** Whether the followed viewer is still there. */
  isLeaderPresent = signal(true);
  /** Whether reactions are shown and sent; off by default. */
  showsReactions = signal(localStorage.getItem(STORAGE_KEY) === "on");
  reactions = signal(/** @type {Record<string, number>} */ ({}));
  isActive = computed(() => this.isLeading.value || this.followedId.value !== null || this.showsReactions.value);

  /** A secret id, so that this page is counted once. */
  #watcher = randomKey();
  #ledTo = 0;
  /** The reaction to send with the next heartbeat. @type {string | null} */
  #pendingReaction = null;
  /** Aborted to send the next heartbeat early. */
  #waiting = new AbortController();

  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.game = game;
    this.followedId.value = new URLSearchParams(location.search).get("follow")?.match(/^[0-9a-f]{16}$/)?.[0] ?? null;
    effect(() => { if (this.isActive.value) this.#waiting.abort(); });
    effect(() => { if (this.isLeading.value && game.n.value) this.#waiting.abort(); });
    effect(() => localStorage.setItem(STORAGE_KEY, this.showsReactions.value ? "on" : "off"));
    this.#run();
  }

  async #run() {
    for (;;) {
      if (!isVisible()) await whenVisible();
      this.#waiting = new AbortController();
      if (this.game.head.value) await this.#sendHeartbeat().catch(() => {}); // the next heartbeat tries again
      await pause(ACTIVE_HEARTBEAT_MS / 4); // the minimum interval, also for fast stepping
      await pause(this.isActive.value ? ACTIVE_HEARTBEAT_MS : HEARTBEAT_MS, this.#waiting.signal);
    }
  }

  async #sendHeartbeat() {
    const { game } = this;
    const reaction = this.#pendingReaction;
    this.#pendingReaction = null;
    const heartbeat = {
      watcher: this.#watcher,
      ...(this.isLeading.value && { n: game.n.value }),
      ...(this.followedId.value && { follows: this.followedId.value }),
      ...(reaction && { reaction, reacts_to: game.n.value }),
    };
    const { watching, lead, led_to: to, reactions } = await ask(gamePath(game.id, "/watch"), { method: "PUT", body: heartbeat, token: game.token });
    this.count.value = watching;
    this.followId.value = lead;
    this.reactions.value = Object.fromEntries(reactions.map((/** @type {any} */ one) => [one.reaction, one.count]));
    if (!this.followedId.value) return;
    this.isLeaderPresent.value = to !== null;
    if (to === null || to === this.#ledTo || to > game.version.value) return; // the event is not loaded yet: the next heartbeat goes there
    this.#ledTo = to;
    game.goTo(to);
  }

  /** @param {string} reaction */
  react(reaction) {
    this.#pendingReaction = reaction;
    this.#waiting.abort();
  }

  /** Stop following. */
  stopFollowing() {
    this.followedId.value = null;
    const query = new URLSearchParams(location.search);
    query.delete("follow");
    history.replaceState(history.state, "", `${location.pathname}?${query}`);
  }
}
