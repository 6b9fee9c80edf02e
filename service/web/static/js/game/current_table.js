// @ts-check
// The table that is shown: the one of the event where we are, or said to be late; those that come next are fetched ahead.
import { batch } from "@preact/signals";
import { ask, command, gamePath, insist, isApart, tokens, withQuery } from "../api.js";
import { GameState } from "./state.js";
import { AHEAD, Tables } from "./tables.js";
import { trouble } from "../error_messages.js";

/** Until there is nothing more urgent to do. */
const idle = () => new Promise((done) => ("requestIdleCallback" in globalThis ? requestIdleCallback(done, { timeout: 500 }) : setTimeout(done, 50)));

export class Showing extends GameState {
  tables = this.#seenBy(null);

  /** @param {string} id @param {string} lang */
  constructor(id, lang) {
    super();
    this.id = id;
    this.lang = lang;
  }

  get token() {
    return isApart ? null : tokens.get(this.id);
  }

  /** @param {string} rest @param {Record<string, unknown>} [parameters] @param {Record<string, unknown>} [options] */
  ask(rest, parameters = {}, options = {}) {
    return ask(withQuery(gamePath(this.id, rest), parameters), { token: this.token, ...options });
  }

  /** Gives an order. @param {Record<string, any>} order @param {string} key makes a repeated request harmless */
  command(order, key) {
    return command(this.id, order, this.token, key);
  }

  /** @param {string | null} view */
  #seenBy(view) {
    return new Tables(async (after, limit) => (await this.ask("/tables", { after, limit, as: view, with: "moves,pays,lands,clock" })).tables);
  }

  /** Looks with these eyes: no table that others have seen is shown any more, nor one that is still on its way. @param {string | null} view */
  turnTo(view) {
    this.view.value = view;
    this.backs.forget();
    this.verdicts.forget();
    this.tables = this.#seenBy(view);
  }

  /** @param {number} n @param {boolean} following */
  show(n, following) {
    batch(() => {
      this.n.value = n;
      this.following.value = following;
      this.furthest.value = Math.max(this.furthest.value, n);
      const film = this.tables.at(n);
      if (film) this.#put(film);
    });
    this.#chase();
  }

  /** @param {import("./tables.js").Film} film */
  #put(film) {
    this.shown.value = { ...film, view: this.view.value };
    this.late.value = "";
  }

  #chasing = false;

  /**
   * Loads the table of where we are, until it lies there, and then those that come next. When we move on meanwhile, those
   * in between are left out; when the service does not answer, `late` says so, and it is asked again.
   */
  async #chase() {
    if (this.#chasing) return;
    this.#chasing = true;
    try {
      while (!this.isInStep.value) {
        const [n, view] = [this.n.value, this.view.value];
        try {
          await insist(() => this.tables.fetch(this.n.value, this.version.value), { failed: (error) => { this.late.value = trouble(error); } });
        } catch (error) {
          this.late.value = trouble(error);
          if (n === this.n.value && view === this.view.value) return; // asking again would mend nothing
        }
        const film = this.tables.at(this.n.value);
        if (film) this.#put(film);
      }
    } finally {
      this.#chasing = false;
    }
    this.#lookAhead();
  }

  #looking = false;

  /** Fetches the other tables while nothing else is to be done, so that to step on asks for nothing. */
  async #lookAhead() {
    if (this.#looking) return;
    this.#looking = true;
    const { tables } = this;
    try {
      for (let n; !this.following.value && tables === this.tables && (n = tables.lacking(this.n.value, this.version.value)); ) {
        await idle();
        await tables.fetch(n, this.version.value, AHEAD);
      }
    } catch {
      // They are asked for again when they are needed, and then it is said what is wrong.
    } finally {
      this.#looking = false;
    }
  }
}
