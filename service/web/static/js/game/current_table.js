// @ts-check
// Loads the table that is shown, and prefetches the tables of the next events.
import { batch } from "@preact/signals";
import { ask, sendCommand, gamePath, withRetries, isEmbedded, tokens, withQuery } from "../api.js";
import { GameState } from "./state.js";
import { PREFETCH_BATCHES, Tables } from "./tables.js";
import { errorMessage } from "../error_messages.js";

/** Wait until the browser is idle, at most half a second. */
const browserIdle = () => new Promise((done) => ("requestIdleCallback" in globalThis ? requestIdleCallback(done, { timeout: 500 }) : setTimeout(done, 50)));

export class GameWithTables extends GameState {
  tables = this.#tablesOf(null);

  /** @param {string} id @param {string} lang */
  constructor(id, lang) {
    super();
    this.id = id;
    this.lang = lang;
  }

  get token() {
    return isEmbedded ? null : tokens.get(this.id);
  }

  /** @param {string} rest @param {Record<string, unknown>} [parameters] @param {Record<string, unknown>} [options] */
  ask(rest, parameters = {}, options = {}) {
    return ask(withQuery(gamePath(this.id, rest), parameters), { token: this.token, ...options });
  }

  /** Send a command. @param {Record<string, any>} order the command @param {string} key makes a repeated request harmless */
  command(order, key) {
    return sendCommand(this.id, order, this.token, key);
  }

  /** @param {string | null} view */
  #tablesOf(view) {
    return new Tables(async (after, limit) => (await this.ask("/tables", { after, limit, as: view, with: "moves,pays,lands,clock" })).tables);
  }

  /** Change the view. Tables of the former view are dropped, also those still being loaded. @param {string | null} view */
  setView(view) {
    this.view.value = view;
    this.knownCards.clear();
    this.verdicts.clearStreamed();
    this.tables = this.#tablesOf(view);
  }

  /** Show the table after event n, and load it first if necessary. @param {number} n @param {boolean} following */
  show(n, following) {
    batch(() => {
      this.n.value = n;
      this.following.value = following;
      this.lastShown.value = Math.max(this.lastShown.value, n);
      const snapshot = this.tables.at(n);
      if (snapshot) this.#display(snapshot);
    });
    this.#loadCurrent();
  }

  /** @param {import("./tables.js").Snapshot} snapshot */
  #display(snapshot) {
    this.shown.value = { ...snapshot, view: this.view.value };
    this.loadError.value = "";
  }

  #isLoading = false;

  /**
   * Load the table of the current event until it is shown, then prefetch. Events that the user passed meanwhile are
   * skipped. If the service does not answer, `late` holds the reason, and the request is repeated.
   */
  async #loadCurrent() {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      while (!this.isCurrent.value) {
        const [n, view] = [this.n.value, this.view.value];
        try {
          await withRetries(() => this.tables.fetch(this.n.value, this.version.value), { failed: (error) => { this.loadError.value = errorMessage(error); } });
        } catch (error) {
          this.loadError.value = errorMessage(error);
          if (n === this.n.value && view === this.view.value) return; // a repeated request would fail too
        }
        const snapshot = this.tables.at(this.n.value);
        if (snapshot) this.#display(snapshot);
      }
    } finally {
      this.#isLoading = false;
    }
    this.#prefetch();
  }

  #isPrefetching = false;

  /** Prefetch the missing tables while the browser is idle, so that stepping needs no request. */
  async #prefetch() {
    if (this.#isPrefetching) return;
    this.#isPrefetching = true;
    const { tables } = this;
    try {
      for (let n; !this.following.value && tables === this.tables && (n = tables.nextMissing(this.n.value, this.version.value)); ) {
        await browserIdle();
        await tables.fetch(n, this.version.value, PREFETCH_BATCHES);
      }
    } catch {
      // The table is requested again when it is needed, and the error is shown then.
    } finally {
      this.#isPrefetching = false;
    }
  }
}
