// @ts-check
// One game as it is looked at: what is loaded of it, where in it we are, and how to move.
import { batch } from "@preact/signals";
import { events, insist, tokens } from "../api.js";
import { say } from "../i18n.js";
import { afterStep } from "./quiet.js";
import * as address from "./url_state.js";
import { Showing } from "./current_table.js";
import { throttled } from "./throttled.js";
import { trouble } from "../error_messages.js";

export class Game extends Showing {
  /** What hears of changes that others make: the stream begins anew, the orders too. */
  onLoaded = () => {};
  onLeft = () => {};
  onArrived = (/** @type {any} */ _message) => {};
  onNotice = (/** @type {any} */ _notice) => {};
  /** Begins to watch together with others, where the page can. */
  watch = async () => {};
  /** Begins to set the table right, where the page can. @type {(dispute?: string | null) => void} */
  correct = () => {};

  /** Where it is written down where we are; the other of two games that are compared stands in no address of its own. */
  write = address.write;

  /** @param {string} id @param {address.Place} place @param {string} lang */
  constructor(id, place, lang) {
    super(id, lang);
    this.place = place;
    this.result.value = place.result;
    this.turnTo(place.view);
  }

  /** Loads everything for the address; called at the start. */
  async open() {
    try {
      const head = await insist(() => this.ask(""), { failed: (error) => { this.problem.value = trouble(error); } });
      this.head.value = head;
      this.turnTo(this.#allowed(this.view.value));
      await this.#load(this.place.n);
      this.others();
    } catch (error) {
      if (/** @type {any} */ (error).problem?.code === "auth.invalid" && this.token) {
        tokens.drop(this.id); // it was revoked: look on as anybody may
        await this.open();
        this.flash.value = say("replay-link-expired");
        return;
      }
      this.problem.value = trouble(error);
    }
  }

  /** The view asked for, or the best that is allowed. @param {string | null} view */
  #allowed(view) {
    const { views, seat } = this.head.value.may;
    if (view && views.includes(view)) return view;
    if (seat !== null && seat !== undefined && this.isLive.value) return `seat:${seat}`;
    if (view) this.flash.value = say("replay-view-closed");
    return views.includes("omniscient") ? "omniscient" : views[0];
  }

  /** Loads the game in the present view, and goes to an event, or to where one begins. @param {number | null} wantedN */
  async #load(wantedN) {
    const view = this.view.value;
    const flash = this.flash.value;
    const wanted = () => view === this.view.value; // unless somebody looked elsewhere meanwhile
    const whole = () => Promise.all([
      events(this.id, { after: 0, as: view }, this.token),
      this.ask("/sentences", { lang: this.lang, as: view }),
      this.ask("/timeline", { as: view }),
    ]);
    const says = this.version.value ? this.flash : this.problem; // as long as there is no table, the page shows nothing else
    const [all, told, timeline] = await insist(whole, { wanted, failed: (error) => { says.value = trouble(error); } });
    if (!wanted()) return;
    // Each was answered at a moment of its own: what not all three tell, the stream will.
    const version = Math.min(all.length, told.sentences.length, timeline.version);
    this.events = all.slice(0, version);
    this.sentences = told.sentences.slice(0, version);
    this.timeline.begin(timeline, version);
    const start = this.isStory.value ? Math.max((this.timeline.turns[0] ?? 2) - 1, 1) : version;
    const isThere = wantedN === null || wantedN <= version;
    const n = isThere ? wantedN ?? start : start;
    batch(() => {
      this.version.value = version;
      this.problem.value = "";
      this.flash.value = isThere ? flash : say("replay-no-such-event", { n: String(wantedN) });
      this.furthest.value = Math.max(this.furthest.value, n);
    });
    this.show(n, this.isLive.value && n === version);
    this.#write();
    this.judge();
    this.#recall().catch(() => {}); // then only what events bring from now on is marked
    this.onLoaded();
  }

  /** Asks for the story of a game that is over. */
  async #recount() {
    if (this.isLive.value || this.story.value) return;
    const told = await this.ask("/story", { lang: this.lang }).catch(() => null);
    if (told?.story) this.story.value = told;
  }

  async others() {
    this.#recount();
    const [forks, notes] = await Promise.allSettled([this.ask("/forks"), this.ask("/annotations")]);
    if (forks.status === "fulfilled") this.forks.value = forks.value.forks;
    if (notes.status === "fulfilled") this.hearsSpectators.value = notes.value.open;
    if (notes.status === "fulfilled") this.notes.value = notes.value.annotations.filter((/** @type {any} */ { code }) => code !== "seat.named"); // names are seen at the seats
  }

  /** Asks for an audit of what has happened, some seconds apart: the stream brings the verdicts on what happens. */
  judge = throttled(() => this.#judge(), 8000);

  /** The eyes that see most: what a single seat cannot judge, is known to all once a game is over. */
  get #judgesAs() {
    return this.head.value.may.views.includes("omniscient") ? "omniscient" : this.view.value;
  }

  async #judge() {
    const as = this.#judgesAs;
    const known = this.verdicts.audit.value;
    const wanted = () => known === this.verdicts.audit.value && as === this.#judgesAs;
    const answer = await insist(() => this.ask("/audit", { as, lang: this.lang }), { wanted }).catch(() => null);
    if (!answer || !wanted()) return;
    batch(() => this.verdicts.add({ ...answer, as }));
  }

  /** Asks for the lines of the audit, which the stream does not bring, if events have come since. */
  summarise() {
    if (this.isLive.value && this.verdicts.audit.value?.events < this.version.value) this.judge();
  }

  /** Asks of which backs the variety is known: the stream brings what becomes known. */
  async #recall() {
    const view = this.view.value;
    if (view === "omniscient") return;
    const wanted = () => view === this.view.value;
    const answer = await insist(() => this.ask("/backs", { as: view }), { wanted });
    if (wanted()) this.backs.learn(answer);
  }

  /** Asks for the head, soon. */
  refresh = throttled(() => this.renew(), 400);

  /** The head, after something happened that is no event, or while seats are taken. */
  async renew() {
    const head = await insist(() => this.ask("")).catch(() => null);
    if (!head) return;
    const seesMore = head.may.views.length > this.head.value.may.views.length;
    if (head.seats.some((/** @type {any} */ { name }, /** @type {number} */ k) => name !== this.names.value[k])) await this.#retell();
    this.head.value = head;
    this.#recount();
    if (seesMore || !this.isLive.value) this.judge();
  }

  /** Tells again what has happened, in which somebody has another name from now on. */
  async #retell() {
    const view = this.view.value;
    const told = await insist(() => this.ask("/sentences", { lang: this.lang, as: view }), { wanted: () => view === this.view.value }).catch(() => null);
    if (!told || view !== this.view.value) return; // in another view all is told anew
    told.sentences.slice(0, this.version.value).forEach((/** @type {string} */ says, /** @type {number} */ i) => { this.sentences[i] = says; });
    this.events = [...this.events]; // the list is drawn again
  }

  /** The game has ended while we looked: of what is over, more may be seen. */
  ended() {
    this.result.value = true;
    this.refresh();
    this.#write();
  }

  /** An event that the stream brought, with the table after it and its sentence. @param {any} message */
  arrived(message) {
    const { n, at, event, cause, table, moves = [], pays = [], lands, clock, sentence, verdicts = [], backs = [] } = message;
    if (n <= this.version.value) return;
    if (n > this.version.value + 1) {
      this.#load(this.following.value ? null : this.n.value).catch((error) => { this.flash.value = trouble(error); });
      return;
    }
    this.events.push({ n, at, event, cause });
    this.sentences[n - 1] = sentence;
    const film = { n, table, moves, pays, lands, clock };
    this.tables.keep(film);
    this.timeline.add(event, film);
    batch(() => {
      this.backs.arrived(n, backs);
      this.verdicts.arrived(n, verdicts, this.view.value);
      this.version.value = n;
      if (table.settled) this.head.value = { ...this.head.value, to_act: message.to_act, asked: message.asked, asked_until: message.asked_until };
    });
    this.onArrived(message);
    if (this.following.value) this.show(n, true);
    if (this.head.value.status === "open") this.refresh(); // who has taken which seat
    // An arbiter who looks with less than all eyes: their audit judges with all, the stream does not.
    if (this.#judgesAs !== this.view.value && event.type.startsWith("turn_started.")) this.judge();
  }

  /** Something that is no event: a pause, a remark, somebody else at a seat. @param {any} notice */
  noticed(notice) {
    this.onNotice(notice);
    if (["remark", "dispute"].includes(notice.kind)) this.others();
    this.refresh();
  }

  /** The stream was away: no event tells what else has changed meanwhile. */
  foundAgain() {
    this.onNotice({ kind: "found" });
    this.others();
    this.refresh();
  }

  /** One may look no longer as one did. @param {unknown} error */
  shutOut(error) {
    this.flash.value = trouble(error);
  }

  /** @param {number} n */
  goTo(n, { push = false } = {}) {
    const bounded = Math.max(1, Math.min(n, this.version.value));
    this.flash.value = "";
    this.show(bounded, this.isLive.value && bounded === this.version.value);
    this.#write(push);
  }

  #write(push = false) {
    const n = this.following.value ? null : this.n.value;
    this.write({ n, view: this.view.value, result: this.result.value, compare: this.place.compare }, push);
  }

  /** One step on or back, past events that move no card. @param {number} by */
  step(by) {
    this.goTo(afterStep(this, by));
  }

  /** Shows how a game ended, or tells no more of it than was seen. @param {boolean} shown */
  reveal(shown) {
    batch(() => {
      this.result.value = shown;
      if (!shown) this.furthest.value = this.n.value;
    });
    this.#write();
  }

  /** @param {string} view */
  async look(view) {
    if (!this.head.value?.may.views.includes(view) || view === this.view.value) return;
    this.onLeft(); // what the stream still brings is of another view
    const n = this.following.value ? null : this.n.value;
    this.turnTo(view);
    await this.#load(n).catch((error) => { this.problem.value = trouble(error); });
  }

  /** The browser went back or forth. @param {address.Place} place */
  returned(place) {
    this.place = place;
    this.result.value = place.result;
    if (place.view && place.view !== this.view.value) {
      this.n.value = place.n ?? this.n.value;
      this.look(place.view);
    } else this.goTo(place.n ?? this.version.value);
  }
}
