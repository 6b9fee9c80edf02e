// One game as it is looked at: what is loaded of it, where in it we are, and how to move.
import * as address from "./address.js";
import { noVerdicts, withVerdicts } from "./audit.js";
import { ask, events, gamePath, insist, tokens, withQuery, words } from "./api.js";
import { Store, throttled } from "./store.js";
import { cut, grow } from "./timeline.js";

const LIVE = new Set(["open", "running"]);
const PAUSES = new Set(["paused", "resumed"]);
const CACHED = 600;

export class Game extends Store {
  #tables = new Map();
  #chasing = false;
  onLoaded = () => {};
  onLeft = () => {};

  constructor(game) {
    super({
      // Lists that grow with a live game are added to in place; `grown` is how many events there are, `judged` how many
      // of them have a verdict, and `era` says that all that is shown of them is to be drawn anew.
      game, ...address.read(), head: null, events: [], sentences: [], markers: [], series: [], ...noVerdicts(), audit: null,
      grown: 0, era: 0,
      table: null, late: "", forks: [], notes: [], following: false, playing: false, speed: 1, dialog: null, flash: "",
      typed: "", problem: null, connection: "off", legal: null, legalSeat: null, orders: null, owed: 0, sending: null,
    });
    this.refresh = throttled(() => this.#refresh(), 400);
    this.judge = throttled(() => this.#judge(), 8000);
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

  /** Whether the table that lies there is the one of the event that is told, in the view that is looked from. */
  get isInStep() {
    const { n, view, table } = this.state;
    return table?.n === n && table.view === view;
  }

  ask(rest, parameters = {}, options = {}) {
    return ask(withQuery(gamePath(this.state.game, rest), parameters), { token: this.token, ...options });
  }

  /** Loads everything for the address; called at the start, after a change of view, and by the browser's back. */
  async open() {
    try {
      const head = await insist(() => this.ask(""), { failed: (error) => this.set({ problem: words(error) }) });
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
    const wanted = () => view === this.state.view; // unless somebody looked elsewhere meanwhile
    const whole = () => Promise.all([
      events(this.state.game, { after: 0, as: view }, this.token),
      this.ask("/sentences", { lang, as: view }),
      this.ask("/timeline", { as: view }),
    ]);
    const [all, told, timeline] = await insist(whole, { wanted, failed: (error) => this.set({ flash: words(error) }) });
    if (!wanted()) return;
    // Each was answered at a moment of its own: what not all three tell, the stream will.
    all.length = Math.min(all.length, told.sentences.length, timeline.version);
    const n = Math.max(Math.min(this.state.n ?? all.length, all.length), 1);
    const orders = this.state.orders?.at === all.length ? this.state.orders : null;
    this.set({ events: all, sentences: told.sentences, ...cut(timeline, all.length), n, grown: all.length, orders });
    this.#anew();
    this.set({ following: this.isLive && n === all.length, flash: "" });
    address.write(this.state);
    this.#chase();
    this.judge();
    this.onLoaded();
  }

  /** All that is shown of the events may have changed. */
  #anew() {
    this.set({ era: this.state.era + 1 });
  }

  async #others() {
    const [forks, notes] = await Promise.allSettled([this.ask("/forks"), this.ask("/annotations")]);
    if (forks.status === "fulfilled") this.set({ forks: forks.value.forks });
    if (notes.status === "fulfilled") this.set({ notes: notes.value.annotations });
  }

  /** Judges with the eyes that see most: what a single seat cannot judge, is known to all once a game is over. */
  async #judge() {
    const { lang, audit: known } = this.state;
    const as = this.state.head.may.views.includes("omniscient") ? "omniscient" : this.state.view;
    const asked = { as, lang };
    const wanted = () => lang === this.state.lang && known === this.state.audit;
    const goesOn = known?.as === as && known.lang === lang;
    const after = goesOn ? this.state.judged : null;
    const audit = await insist(() => this.ask("/audit", { ...asked, after }), { wanted }).catch(() => null);
    if (!audit || !wanted()) return;
    this.set({ audit: { ...audit, ...asked }, ...withVerdicts(goesOn ? this.state : noVerdicts(), audit) });
    if (!goesOn) this.#anew();
  }

  /** The head, after something happened that is no event, or while seats are taken. */
  async #refresh() {
    const head = await insist(() => this.ask("")).catch(() => null);
    if (!head) return;
    const sawLess = head.may.views.length > this.state.head.may.views.length;
    this.set({ head });
    if (sawLess || !this.isLive) this.judge();
  }

  /** An event that the stream brought, with the table after it, the choices there, and its sentence. */
  arrived({ table, sentence, to_act, asked, legal, offers, ...envelope }) {
    const { events, sentences, following, view, head } = this.state;
    const { n, event } = envelope;
    if (n <= events.length) return;
    if (n > events.length + 1) {
      this.#load().catch((error) => this.set({ flash: words(error) }));
      return;
    }
    events.push(envelope);
    sentences[n - 1] = sentence;
    this.#keep(`${view}|${n}`, Promise.resolve(table));
    grow(this.state, n, event, table);
    this.set({ grown: n });
    if (table.settled) this.set({ head: { ...head, to_act, asked } });
    if (table.settled && legal) this.set({ orders: { legal, offers, at: n, position: table } });
    if (following) this.#show(n, true);
    if (head.status === "open") this.refresh(); // who has taken which seat
    if (event.type.startsWith("turn_started.")) this.judge();
  }

  /** Something that is no event: a pause, a remark, somebody else at a seat. */
  noticed({ kind, legal, offers }) {
    const { orders } = this.state;
    if (PAUSES.has(kind)) this.set({ orders: legal && orders?.at === this.version ? { ...orders, legal, offers } : null });
    if (kind === "remark") this.#others();
    this.refresh();
  }

  /** The stream was away: no event tells what else has changed meanwhile. */
  foundAgain() {
    this.set({ orders: null });
    this.#others();
    this.refresh();
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

  /** Jumps to the next marker of a kind. */
  next(kind) {
    const marked = this.state.markers.filter((marker) => marker.kind === kind);
    this.#round(marked.map((marker) => marker.n), `There is no ${kind} in this game${this.isLive ? " yet" : ""}.`);
  }

  nextFault() {
    const { audit } = this.state;
    if (!audit) this.set({ flash: "Still judging." });
    else this.#round(this.state.faults, "No event of this game breaks a rule.");
  }

  /** Jumps to the next of these events, after the last one round to the first; where there is none, that is said. */
  #round(all, none) {
    const { n } = this.state;
    const found = all.find((one) => one > n) ?? all[0];
    if (found === undefined) {
      this.set({ flash: none });
      return;
    }
    this.goTo(found, { push: true });
    if (found === n) this.set({ flash: "This is the only one." });
    else if (found < n) this.set({ flash: "There is none further on: this is the first one." });
  }

  async look(view) {
    if (!this.state.head?.may.views.includes(view)) return;
    this.onLeft(); // what the stream still brings is of another view
    this.set({ view, table: null, legal: null, orders: null });
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
    const wanted = () => lang === this.state.lang;
    this.onLoaded(); // the stream speaks it from here on
    const told = await insist(() => this.ask("/sentences", { lang, as: this.state.view }), { wanted }).catch(() => null);
    if (told && wanted()) {
      this.set({ sentences: [...told.sentences, ...this.state.sentences.slice(told.sentences.length)] });
      this.#anew();
    }
    this.judge();
  }

  /**
   * Loads the table of where we are, until it lies there. When we move on meanwhile, those in between are left out; when
   * the service does not answer, `late` says so, and it is asked again.
   */
  async #chase() {
    if (this.#chasing) return;
    this.#chasing = true;
    try {
      while (!this.isInStep) {
        const where = () => ({ n: this.state.n, view: this.state.view });
        let asked = where();
        const table = () => {
          asked = where();
          return this.tableAt(asked.n, asked.view);
        };
        try {
          const position = await insist(table, { failed: (error) => this.set({ late: words(error) }) });
          this.set({ table: { ...asked, position }, late: "" });
        } catch (error) {
          this.set({ late: words(error) });
          if (asked.n === this.state.n && asked.view === this.state.view) return; // asking again would mend nothing
        }
      }
    } finally {
      this.#chasing = false;
    }
    const { n, view } = this.state;
    if (n < this.version) this.tableAt(n + 1, view).catch(() => {});
  }

  /** The table after event n in a view; those seen lately are kept. */
  async tableAt(n, view) {
    const key = `${view}|${n}`;
    if (!this.#tables.has(key)) {
      const coming = this.ask("/table", { at: n, as: view });
      this.#keep(key, coming);
      coming.catch(() => this.#tables.delete(key));
    }
    return this.#tables.get(key);
  }

  #keep(key, table) {
    if (this.#tables.size >= CACHED) this.#tables.delete(this.#tables.keys().next().value);
    this.#tables.set(key, table);
  }
}
