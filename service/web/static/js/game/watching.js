// @ts-check
// Watching together: how many do, whom one follows or leads, how people react. All by one small request, now and then.
import { computed, effect, signal } from "@preact/signals";
import { ask, freshKey, gamePath } from "../api.js";
import { isShown, shown } from "./visibility.js";

/** So many milliseconds lie between two signs of somebody who only looks on. */
const BEAT = 20_000;
/** The same for somebody who follows, leads or sees reactions. */
const CLOSE = 1000;
export const REACTIONS = ["applause", "laughter", "surprise"];
const SHOWN = "haricot:reactions";

/** @param {number} ms @param {AbortSignal} [signal] ends it at once */
const pause = (ms, signal) => new Promise((/** @type {(value?: unknown) => void} */ done) => {
  const timer = setTimeout(done, signal?.aborted ? 0 : ms);
  signal?.addEventListener("abort", () => { clearTimeout(timer); done(); });
});

export class Watching {
  count = signal(0);
  /** The id by which others follow this page. */
  lead = signal("");
  leads = signal(false);
  /** Whose id this page follows, and whether they are still there. */
  follows = signal(/** @type {string | null} */ (null));
  isLed = signal(true);
  /** Whether reactions are shown and sent: off until somebody wants them. */
  reacts = signal(localStorage.getItem(SHOWN) === "on");
  reactions = signal(/** @type {Record<string, number>} */ ({}));
  isClose = computed(() => this.leads.value || this.follows.value !== null || this.reacts.value);

  /** A secret by which this page is counted once. */
  #watcher = freshKey();
  #ledTo = 0;
  /** @type {string | null} */
  #owed = null;
  #rest = new AbortController();

  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.game = game;
    this.follows.value = new URLSearchParams(location.search).get("follow")?.match(/^[0-9a-f]{16}$/)?.[0] ?? null;
    effect(() => { if (this.isClose.value) this.#rest.abort(); });
    effect(() => { if (this.leads.value && game.n.value) this.#rest.abort(); });
    effect(() => localStorage.setItem(SHOWN, this.reacts.value ? "on" : "off"));
    this.#go();
  }

  async #go() {
    for (;;) {
      if (!isShown()) await shown();
      this.#rest = new AbortController();
      if (this.game.head.value) await this.#say().catch(() => {}); // the next sign is another
      await pause(CLOSE / 4); // however fast somebody steps
      await pause(this.isClose.value ? CLOSE : BEAT, this.#rest.signal);
    }
  }

  async #say() {
    const { game } = this;
    const reaction = this.#owed;
    this.#owed = null;
    const sign = {
      watcher: this.#watcher,
      ...(this.leads.value && { n: game.n.value }),
      ...(this.follows.value && { follows: this.follows.value }),
      ...(reaction && { reaction, reacts_to: game.n.value }),
    };
    const { watching, lead, led_to: to, reactions } = await ask(gamePath(game.id, "/watch"), { method: "PUT", body: sign, token: game.token });
    this.count.value = watching;
    this.lead.value = lead;
    this.reactions.value = Object.fromEntries(reactions.map((/** @type {any} */ one) => [one.reaction, one.count]));
    if (!this.follows.value) return;
    this.isLed.value = to !== null;
    if (to === null || to === this.#ledTo || to > game.version.value) return; // what is not here yet is gone to later
    this.#ledTo = to;
    game.goTo(to);
  }

  /** @param {string} reaction */
  react(reaction) {
    this.#owed = reaction;
    this.#rest.abort();
  }

  /** Goes one's own way again. */
  leave() {
    this.follows.value = null;
    const query = new URLSearchParams(location.search);
    query.delete("follow");
    history.replaceState(history.state, "", `${location.pathname}?${query}`);
  }
}
