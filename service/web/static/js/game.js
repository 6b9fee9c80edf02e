// One game as it is looked at: what is loaded of it, where in it we are, and how to move.
import * as address from "./address.js";
import { ask, events, gamePath, tokens, withQuery, words } from "./api.js";
import { Store, throttled } from "./store.js";

const LIVE = new Set(["open", "running"]);
const CACHED = 600;

export class Game extends Store {
  #tables = new Map();
  #fetching = false;
  onLoaded = () => {};

  constructor(game) {
    super({
      game, ...address.read(), head: null, events: [], sentences: [], markers: [], series: [], verdicts: new Map(), audit: null,
      table: null, forks: [], notes: [], following: false, playing: false, speed: 1, dialog: null, flash: "",
      typed: "", problem: null, connection: "off", legal: null, legalSeat: null, orders: null, sending: null,
    });
    this.refresh = throttled(() => this.#refresh(), 400);
    this.judge = throttled(() => this.#judge(), 4000);
  }

  get token() {
    return tokens.get(this.state.game);
  }

  get version() {
    return this.state.events.length;
  }

  get isLive() {
    return LIVE.has(this.state.head?.status);
  }

  ask(rest, parameters = {}, options = {}) {
    return ask(withQuery(gamePath(this.state.game, rest), parameters), { token: this.token, ...options });
  }

  /** Loads everything for the address; called at the start, after a change of view, and by the browser's back. */
  async open() {
    try {
      const head = await this.ask("");
      const view = this.#allowed(this.state.view, head);
      this.set({ head, view, problem: null });
      await this.#load();
      this.#others();
    } catch (error) {
      if (error.problem?.code === "auth.invalid" && this.token) {
        tokens.drop(this.state.game); // it was revoked: look on as anybody may
        this.set({ flash: "Your token for this game is no longer valid." });
        await this.open();
        return;
      }
      this.set({ problem: words(error) });
    }
  }

  /** The view asked for, or the best that is allowed. */
  #allowed(view, head) {
    const views = head.may?.views || ["spectator"];
    if (view && views.includes(view)) return view;
    if (head.may?.seat !== null && head.may?.seat !== undefined) return `seat:${head.may.seat}`;
    if (view) this.set({ flash: `${view} is not open to you here.` });
    return views.includes("omniscient") ? "omniscient" : views[0];
  }

  async #load() {
    const { view, lang } = this.state;
    const [all, told, timeline] = await Promise.all([
      events(this.state.game, { after: 0, as: view }, this.token),
      this.ask("/sentences", { lang, as: view }),
      this.ask("/timeline", { as: view }),
    ]);
    if (view !== this.state.view) return; // somebody looked elsewhere meanwhile
    const wanted = this.state.n ?? all.length;
    const n = Math.max(Math.min(wanted, all.length), 1);
    this.set({ events: all, sentences: told.sentences, markers: timeline.markers, series: timeline.series, n });
    this.set({ following: this.isLive && n === all.length });
    address.write(this.state);
    this.#chase();
    this.judge();
    this.onLoaded();
  }

  async #others() {
    const [forks, notes] = await Promise.allSettled([this.ask("/forks"), this.ask("/annotations")]);
    if (forks.status === "fulfilled") this.set({ forks: forks.value.forks });
    if (notes.status === "fulfilled") this.set({ notes: notes.value.annotations });
  }

  async #judge() {
    const audit = await this.ask("/audit", { as: this.state.view }).catch(() => null);
    if (audit) this.set({ audit, verdicts: new Map(audit.verdicts.map((verdict) => [verdict.n, verdict])) });
  }

  /** What grows with a live game, after events have come. */
  async #refresh() {
    const { view, lang } = this.state;
    const [head, told, timeline] = await Promise.allSettled([
      this.ask(""), this.ask("/sentences", { lang, as: view }), this.ask("/timeline", { as: view }),
    ]);
    if (head.status === "fulfilled") this.set({ head: head.value });
    if (told.status === "fulfilled") this.set({ sentences: told.value.sentences });
    if (timeline.status === "fulfilled") this.set({ markers: timeline.value.markers, series: timeline.value.series });
  }

  /** An event that the stream brought. */
  arrived(envelope) {
    const { events: all, following } = this.state;
    if (envelope.n <= all.length) return;
    if (envelope.n > all.length + 1) {
      this.#load().catch((error) => this.set({ flash: words(error) }));
      return;
    }
    this.set({ events: [...all, envelope] });
    if (following) this.#show(envelope.n, true);
    this.refresh();
    this.judge();
  }

  goTo(n, { push = false } = {}) {
    const bounded = Math.max(1, Math.min(n, this.version));
    this.#show(bounded, this.isLive && bounded === this.version);
    address.write(this.state, push);
  }

  #show(n, following) {
    this.set({ n, following, legal: null, flash: "" });
    if (following) address.write(this.state);
    this.#chase();
  }

  step(by) {
    this.goTo(this.state.n + by);
  }

  turn(by) {
    const turns = this.state.markers.filter((marker) => marker.kind === "turn").map((marker) => marker.n);
    const { n } = this.state;
    const target = by > 0 ? turns.find((start) => start > n) : turns.findLast((start) => start < n);
    this.goTo(target ?? (by > 0 ? this.version : 1));
  }

  /** Jumps to the next marker of a kind, or says that there is none. */
  next(kind) {
    const found = this.state.markers.find((marker) => marker.kind === kind && marker.n > this.state.n);
    if (found) this.goTo(found.n, { push: true });
    else this.set({ flash: `No ${kind} after event ${this.state.n}.` });
  }

  nextFault() {
    const wrong = this.state.audit?.verdicts.find(
      (verdict) => verdict.n > this.state.n && ["illegal", "differs"].includes(verdict.verdict),
    );
    if (wrong) this.goTo(wrong.n, { push: true });
    else this.set({ flash: this.state.audit ? `No illegal event after event ${this.state.n}.` : "Still judging." });
  }

  async look(view) {
    if (!this.state.head?.may.views.includes(view)) return;
    this.set({ view, table: null, legal: null });
    address.write(this.state);
    await this.#load().catch((error) => this.set({ problem: words(error) }));
  }

  cycleView() {
    const views = this.state.head?.may.views || [];
    if (views.length > 1) this.look(views[(views.indexOf(this.state.view) + 1) % views.length]);
    else this.set({ flash: "Only this view is open to you." });
  }

  async speak(lang) {
    this.set({ lang });
    address.write(this.state);
    const told = await this.ask("/sentences", { lang, as: this.state.view }).catch(() => null);
    if (told) this.set({ sentences: told.sentences });
  }

  /** Loads the table of where we are; when we move on meanwhile, those in between are left out. */
  async #chase() {
    if (this.#fetching) return;
    this.#fetching = true;
    try {
      for (;;) {
        const { n, view, table } = this.state;
        const key = `${view}|${n}`;
        if (table?.key === key) break;
        const position = await this.#position(n, view);
        this.set({ table: { key, n, position } });
      }
    } catch (error) {
      this.set({ flash: words(error) });
    } finally {
      this.#fetching = false;
    }
    const { n, view } = this.state;
    if (n < this.version) this.#position(n + 1, view).catch(() => {});
  }

  async #position(n, view) {
    const key = `${view}|${n}`;
    if (!this.#tables.has(key)) {
      if (this.#tables.size >= CACHED) this.#tables.delete(this.#tables.keys().next().value);
      const coming = this.ask("/table", { at: n, as: view });
      this.#tables.set(key, coming);
      coming.catch(() => this.#tables.delete(key));
    }
    return this.#tables.get(key);
  }
}
