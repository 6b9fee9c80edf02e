// @ts-check
// The state of one tournament on a page: the loaded data, the shown event, and the last request.
import { batch, computed, signal } from "@preact/signals";
import { ask, randomKey, gamePath, withRetries, Problem, sendRequest, withQuery } from "../api.js";
import { readMessages } from "../game/sse_parser.js";
import { acquireSlot } from "../game/stream_slots.js";
import { errorMessage } from "../error_messages.js";
import { ShownPart } from "./shown_part.js";
import { setRole, currentRole, removeToken, storedTokens } from "./tokens.js";

/** So many milliseconds pass before a lost stream, or news without a stream, is asked for again. */
const AGAIN = 2000;
/** The delay in which events are collected, so that they are drawn together. */
const GATHER = 60;

export class TournamentState {
  /** `isApart`: in a frame of another page, which holds no token and keeps nothing. @param {string} id @param {number | null} n @param {{isApart?: boolean}} [where] */
  constructor(id, n, { isApart = false } = {}) {
    this.id = id;
    this.isApart = isApart;
    this.path = `/v1/tournaments/${encodeURIComponent(id)}`;
    /** The event after which it is shown; null is the last one. */
    this.n = signal(n);
    this.role = signal(isApart ? null : currentRole(id));
    this.answer = signal(/** @type {any} */ (null));
    /** The tournament as of its last event, whatever is shown: it knows every name. */
    this.latest = signal(/** @type {any} */ (null));
    this.standings = signal(/** @type {any} */ (null));
    this.events = signal(/** @type {any[]} */ ([]));
    this.audit = signal(/** @type {any} */ (null));
    /** Why what was sent last was refused, and why nothing new can be loaded. */
    this.problem = signal("");
    this.lost = signal("");
    this.done = signal("");
    this.busy = signal(false);
    /** The standings that a fork is compared with: those of the original now. */
    this.original = signal(/** @type {any} */ (null));
    /** Whether results are kept back: spectators may read the rest without knowing how it ends. */
    this.isSpoilerFree = signal(!isApart && sessionStorage.getItem("haricot:tournament-results") === "hidden");
    this.version = computed(() => this.events.value.length);
    /** Whether the present is shown, in which officials act. */
    this.isNow = computed(() => this.n.value === null || this.n.value >= this.version.value);
    this.names = computed(() => new Map((this.latest.value?.players ?? []).map((/** @type {any} */ one) => [one.player, one.name ?? one.player])));
    this.round = computed(() => this.answer.value?.rounds.at(-1) ?? null);
    /** What tables wait for, as officials are told. */
    this.awaited = signal(/** @type {any[]} */ ([]));
    /** The tables with comments of spectators, as those officials are told who may remove them. */
    this.comments = signal(/** @type {any[]} */ ([]));
    /** The player whose token this browser acts with. */
    this.own = signal("");
    this.shown = new ShownPart();
    this.stop = new AbortController();
    this.loads = 0;
  }

  get token() {
    const role = this.role.value;
    return role ? storedTokens(this.id)[role] ?? null : null;
  }

  /** What a player is called. @param {string} player @returns {string} */
  name = (player) => this.names.value.get(player) ?? player;

  /** Whether this tab acts in one of these roles, in the present. @param {...string} roles */
  may = (...roles) => this.isNow.value && roles.includes(this.role.value ?? "");

  /** Load everything for the chosen event. */
  async load() {
    const { token } = this;
    const load = ++this.loads;
    try {
      await this.#moreEvents();
      const at = this.n.value === null ? null : Math.min(this.n.value, this.version.value);
      const [answer, standings, latest] = await Promise.all([
        ask(withQuery(this.path, { at }), { token }),
        ask(withQuery(`${this.path}/standings`, { at }), { token }),
        at === null ? null : ask(this.path, { token }),
      ]);
      const origin = !this.isApart && answer.forked_from?.tournament;
      const original = origin && await ask(`/v1/tournaments/${encodeURIComponent(origin)}/standings`, { token: storedTokens(origin).director }).catch(() => null);
      if (load !== this.loads) return; // a later one has come, or comes
      batch(() => {
        this.original.value = original || null;
        this.answer.value = answer;
        this.latest.value = latest ?? answer;
        this.standings.value = standings;
        this.lost.value = "";
      });
      await Promise.all([this.loadAwaited(), this.#loadOwn()]);
    } catch (error) {
      if (load === this.loads) this.lost.value = this.#failure(error);
    }
  }

  /** Loads what tables wait for and where spectators have commented, which officials are told. */
  async loadAwaited() {
    const { token } = this;
    const { tables, comments } = this.may("director", "arbiter", "scorer") ? await ask(`${this.path}/awaited`, { token }) : { tables: [], comments: [] };
    if (token !== this.token) return;
    batch(() => {
      this.awaited.value = tables;
      this.comments.value = comments;
    });
  }

  /** Load the player of the token, whose path is shown first. */
  async #loadOwn() {
    const { token } = this;
    if (this.role.value !== "player" || this.own.value || !token) return;
    const { pseudonym } = await ask("/v1/tokens/me", { token });
    if (token !== this.token) return;
    this.own.value = pseudonym;
    if (!this.shown.player.value && !location.hash) this.shown.showPlayer(pseudonym);
  }

  async #moreEvents() {
    for (;;) {
      const page = await ask(withQuery(`${this.path}/events`, { after: this.events.value.length, limit: 500 }), { token: this.token });
      // Another load may have brought them meanwhile.
      const more = page.events.filter((/** @type {any} */ one) => one.n > this.events.value.length);
      if (more.length) this.events.value = [...this.events.value, ...more];
      if (this.events.value.length >= page.version || !page.events.length) return;
    }
  }

  /** What went wrong, in words. A token that is valid no more is forgotten. @param {unknown} error */
  #failure(error) {
    const role = this.role.value;
    if (role && error instanceof Problem && error.problem.status === 401) {
      removeToken(this.id, role);
      this.changeRole("");
    }
    return errorMessage(error);
  }

  /** Change the role; an empty role is that of spectators. @param {string} role */
  changeRole(role) {
    setRole(this.id, role);
    batch(() => {
      this.role.value = role || null;
      this.events.value = [];
      this.audit.value = null;
      this.own.value = "";
    });
    this.stop.abort();
    this.stop = new AbortController();
    this.load().then(() => this.follow());
  }

  /** Return the names of the other players at a table of a round. @param {number} round @param {number} table @param {string} player @returns {string[]} */
  partners(round, table, player) {
    const players = this.answer.value?.rounds[round - 1]?.tables[table - 1]?.players ?? [];
    return players.filter((/** @type {string} */ one) => one !== player).map(this.name);
  }

  /** Hide or show results. @param {boolean} hidden */
  setResultsHidden(hidden) {
    sessionStorage.setItem("haricot:tournament-results", hidden ? "hidden" : "shown");
    this.isSpoilerFree.value = hidden;
  }

  /** Show the tournament after an event; null is the latest one. @param {number | null} n */
  go(n) {
    this.n.value = n === null || n >= this.version.value ? null : Math.max(n, 1);
    const url = new URL(location.href);
    if (this.n.value === null) url.searchParams.delete("n");
    else url.searchParams.set("n", String(this.n.value));
    history.replaceState(null, "", url);
    return this.load();
  }

  /** Follow the tournament: by a stream if a slot is free, otherwise by polling. */
  async follow() {
    const { stop } = this;
    while (!stop.signal.aborted) {
      const slot = await acquireSlot();
      try {
        if (slot) {
          // Another tab may have the slot by right: this one then asks every few seconds.
          const signal = AbortSignal.any([stop.signal, slot.lost]);
          const answer = await sendRequest(withQuery(`${this.path}/stream`, { after: this.version.value }), { token: this.token, headers: { Accept: "text/event-stream" }, signal });
          if (answer.status === 204) return;
          for await (const _ of readMessages(/** @type {ReadableStream} */ (answer.body))) {
            await new Promise((done) => { setTimeout(done, GATHER); });
            await this.load();
          }
        } else {
          await this.load();
        }
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error instanceof Problem) this.lost.value = this.#failure(error);
        if (error instanceof Problem && [401, 403, 404].includes(error.problem.status)) return;
      } finally {
        slot?.release();
      }
      await new Promise((done) => { setTimeout(done, AGAIN); });
    }
  }

  /** Load an audit with a verdict for every event. */
  async loadAudit() {
    try {
      this.audit.value = await ask(`${this.path}/audit`, { token: this.token });
    } catch (error) {
      this.problem.value = this.#failure(error);
    }
  }

  /**
   * Send a change of the tournament; return null if it is refused. Without a response it is repeated with the same
   * idempotency key.
   * @param {string} rest @param {object} body @param {string | null} [token] @returns {Promise<any>}
   */
  send = (rest, body, token = this.token) => this.#post(`${this.path}${rest}`, body, token);

  /** @param {string} path @param {object} body @param {string | null} token @returns {Promise<any>} */
  async #post(path, body, token) {
    if (this.busy.value) return null;
    const headers = { "Idempotency-Key": randomKey() };
    this.busy.value = true;
    this.problem.value = this.done.value = "";
    try {
      const answer = await withRetries(() => ask(path, { method: "POST", body, token, headers }), { failed: (error) => { this.problem.value = errorMessage(error); } });
      this.problem.value = "";
      await this.load();
      return answer;
    } catch (error) {
      this.problem.value = this.#failure(error);
      return null;
    } finally {
      this.busy.value = false;
    }
  }

  /** Send commands, which take effect all or none. @param {...object} commands */
  command = (...commands) => this.send("/commands", { commands });

  /** End the game of a table without a result, as its arbiter. @param {{round: number, table: number, game: string}} where @param {string} reason */
  async callOff({ round, table, game }, reason) {
    const made = await this.send(`/rounds/${round}/tables/${table}/arbiter`, {});
    return made && this.#post(gamePath(game, "/void"), { reason }, made.token);
  }

  /**
   * Enter a result. A director who also holds a scorer's token confirms it at once, since the players signed the slip.
   * @param {{round: number, table: number, scores: number[], places: number[]}} result
   */
  async enter(result) {
    const { scorer } = storedTokens(this.id);
    const both = this.role.value === "director" && scorer;
    const done = await this.send("/commands", { commands: [{ type: "EnterResult", ...result }] }, both ? scorer : this.token);
    return done && both ? this.command({ type: "ConfirmTableResult", round: result.round, table: result.table }) : done;
  }
}
