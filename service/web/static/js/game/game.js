// @ts-check
// One shown game: loads its data, keeps the current event and view, and moves between events.
import { batch } from "@preact/signals";
import { loadEvents, withRetries, tokens } from "../api.js";
import { say } from "../i18n.js";
import { afterStep } from "./quiet.js";
import * as address from "./url_state.js";
import { GameWithTables } from "./current_table.js";
import { throttle } from "./throttled.js";
import { errorMessage } from "../error_messages.js";

export class Game extends GameWithTables {
  /** Called by this class, set by other parts of the page: after loading, before the view changes, for events and notices. */
  onLoaded = () => {};
  onViewChange = () => {};
  onArrived = (/** @type {any} */ _message) => {};
  onNotice = (/** @type {any} */ _notice) => {};
  /** Start watching together with others, if the page supports it. */
  startWatching = async () => {};
  /** Start a correction of the table, if the page supports it. @type {(dispute?: string | null) => void} */
  startCorrection = () => {};

  /** Write the state into the address of the page. The second of two compared games replaces this. */
  write = address.write;

  /** @param {string} id @param {address.Place} place @param {string} lang */
  constructor(id, place, lang) {
    super(id, lang);
    this.place = place;
    this.result.value = place.result;
    this.setView(place.view);
  }

  /** Load everything for the address. */
  async open() {
    try {
      const head = await withRetries(() => this.ask(""), { failed: (error) => { this.problem.value = errorMessage(error); } });
      this.head.value = head;
      this.setView(this.#allowedView(this.view.value));
      await this.#load(this.place.n);
      this.loadExtras();
    } catch (error) {
      if (/** @type {any} */ (error).problem?.code === "auth.invalid" && this.token) {
        tokens.remove(this.id); // it was revoked, so the page continues as an anonymous client
        await this.open();
        this.flash.value = say("replay-link-expired");
        return;
      }
      this.problem.value = errorMessage(error);
    }
  }

  /** Return the requested view, or else the widest allowed one. @param {string | null} view */
  #allowedView(view) {
    const { views, seat } = this.head.value.may;
    if (view && views.includes(view)) return view;
    if (seat !== null && seat !== undefined && this.isLive.value) return `seat:${seat}`;
    if (view) this.flash.value = say("replay-view-closed");
    return views.includes("omniscient") ? "omniscient" : views[0];
  }

  /** Load the game in the present view, and go to an event, or to the start event of a reader. @param {number | null} wantedN */
  async #load(wantedN) {
    const view = this.view.value;
    const flash = this.flash.value;
    const wanted = () => view === this.view.value; // false once the user has changed the view
    const loadAll = () => Promise.all([
      loadEvents(this.id, { after: 0, as: view }, this.token),
      this.ask("/sentences", { lang: this.lang, as: view }),
      this.ask("/timeline", { as: view }),
    ]);
    const errorText = this.version.value ? this.flash : this.problem; // without a table the page shows only the problem
    const [all, answered, timeline] = await withRetries(loadAll, { wanted, failed: (error) => { errorText.value = errorMessage(error); } });
    if (!wanted()) return;
    // The three responses are of different moments: the stream brings the events that are not in all of them.
    const version = Math.min(all.length, answered.sentences.length, timeline.version);
    this.events = all.slice(0, version);
    this.sentences = answered.sentences.slice(0, version);
    this.timeline.load(timeline, version);
    const start = this.isStory.value ? Math.max((this.timeline.turns[0] ?? 2) - 1, 1) : version;
    const exists = wantedN === null || wantedN <= version;
    const n = exists ? wantedN ?? start : start;
    batch(() => {
      this.version.value = version;
      this.problem.value = "";
      this.flash.value = exists ? flash : say("replay-no-such-event", { n: String(wantedN) });
      this.lastShown.value = Math.max(this.lastShown.value, n);
    });
    this.show(n, this.isLive.value && n === version);
    this.#write();
    this.loadAudit();
    this.#loadKnownCards().catch(() => {}); // without them, only cards that later events reveal are marked
    this.onLoaded();
  }

  /** Load the story of a game that is over. */
  async #loadStory() {
    if (this.isLive.value || this.story.value) return;
    const answer = await this.ask("/story", { lang: this.lang }).catch(() => null);
    if (answer?.story) this.story.value = answer;
  }

  /** Load what is no event: the story, the forks and the comments. */
  async loadExtras() {
    this.#loadStory();
    const [forks, notes] = await Promise.allSettled([this.ask("/forks"), this.ask("/annotations")]);
    if (forks.status === "fulfilled") this.forks.value = forks.value.forks;
    if (notes.status === "fulfilled") this.allowsSpectatorComments.value = notes.value.open;
    if (notes.status === "fulfilled") this.notes.value = notes.value.annotations.filter((/** @type {any} */ { code }) => code !== "seat.named"); // the seats show the names
  }

  /** Load the audit of all events, at most every eight seconds. The stream brings the verdicts on new events. */
  loadAudit = throttle(() => this.#requestAudit(), 8000);

  /** The view of the audit: all cards if the viewer may see them, since a single seat cannot judge every event. */
  get #auditView() {
    return this.head.value.may.views.includes("omniscient") ? "omniscient" : this.view.value;
  }

  async #requestAudit() {
    const as = this.#auditView;
    const known = this.verdicts.audit.value;
    const wanted = () => known === this.verdicts.audit.value && as === this.#auditView;
    const answer = await withRetries(() => this.ask("/audit", { as, lang: this.lang }), { wanted }).catch(() => null);
    if (!answer || !wanted()) return;
    batch(() => this.verdicts.add({ ...answer, as }));
  }

  /** Load the summary of the audit again if events have come since. The stream does not bring it. */
  updateAuditSummary() {
    if (this.isLive.value && this.verdicts.audit.value?.events < this.version.value) this.loadAudit();
  }

  /** Load which face-down cards the viewer can know. The stream brings the changes. */
  async #loadKnownCards() {
    const view = this.view.value;
    if (view === "omniscient") return;
    const wanted = () => view === this.view.value;
    const answer = await withRetries(() => this.ask("/backs", { as: view }), { wanted });
    if (wanted()) this.knownCards.load(answer);
  }

  /** Load the head of the game soon, at most every 400 ms. */
  loadHeadSoon = throttle(() => this.loadHead(), 400);

  /** Load the head of the game: after a change that is no event, or while seats are being taken. */
  async loadHead() {
    const head = await withRetries(() => this.ask("")).catch(() => null);
    if (!head) return;
    const seesMore = head.may.views.length > this.head.value.may.views.length;
    if (head.seats.some((/** @type {any} */ { name }, /** @type {number} */ k) => name !== this.names.value[k])) await this.#reloadSentences();
    this.head.value = head;
    this.#loadStory();
    if (seesMore || !this.isLive.value) this.loadAudit();
  }

  /** Load the sentences again, because a player has another name now. */
  async #reloadSentences() {
    const view = this.view.value;
    const answer = await withRetries(() => this.ask("/sentences", { lang: this.lang, as: view }), { wanted: () => view === this.view.value }).catch(() => null);
    if (!answer || view !== this.view.value) return; // a change of the view loads all sentences
    answer.sentences.slice(0, this.version.value).forEach((/** @type {string} */ says, /** @type {number} */ i) => { this.sentences[i] = says; });
    this.events = [...this.events]; // a new array, so that the list is drawn again
  }

  /** Handle the end of the game: show the result, and load the head, since more views are allowed now. */
  ended() {
    this.result.value = true;
    this.loadHeadSoon();
    this.#write();
  }

  /** Add an event from the stream, with the table after it and its sentence. @param {any} message */
  addEvent(message) {
    const { n, at, event, cause, table, moves = [], pays = [], lands, clock, sentence, verdicts = [], backs = [] } = message;
    if (n <= this.version.value) return;
    if (n > this.version.value + 1) {
      this.#load(this.following.value ? null : this.n.value).catch((error) => { this.flash.value = errorMessage(error); });
      return;
    }
    this.events.push({ n, at, event, cause });
    this.sentences[n - 1] = sentence;
    const snapshot = { n, table, moves, pays, lands, clock };
    this.tables.store(snapshot);
    this.timeline.add(event, snapshot);
    batch(() => {
      this.knownCards.addEvent(n, backs);
      this.verdicts.addFromEvent(n, verdicts, this.view.value);
      this.version.value = n;
      if (table.settled) this.head.value = { ...this.head.value, to_act: message.to_act, asked: message.asked, asked_until: message.asked_until };
    });
    this.onArrived(message);
    if (this.following.value) this.show(n, true);
    if (this.head.value.status === "open") this.loadHeadSoon(); // to see which seats are taken
    // The stream judges in the present view. An arbiter's audit judges with all cards, so it is loaded each turn.
    if (this.#auditView !== this.view.value && event.type.startsWith("turn_started.")) this.loadAudit();
  }

  /** Handle a notice of what is no event: a pause, a remark, another player at a seat. @param {any} notice */
  handleNotice(notice) {
    this.onNotice(notice);
    if (["remark", "dispute"].includes(notice.kind)) this.loadExtras();
    this.loadHeadSoon();
  }

  /** Load what is no event after the connection was interrupted, since no notice came meanwhile. */
  reconnected() {
    this.onNotice({ kind: "reconnected" });
    this.loadExtras();
    this.loadHeadSoon();
  }

  /** Show that the viewer may not follow the game any longer. @param {unknown} error */
  handleAccessLost(error) {
    this.flash.value = errorMessage(error);
  }

  /** Go to event n; `push` adds an entry to the browser's history. @param {number} n */
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

  /** Go one step forwards or backwards, past events that move no card. @param {number} by */
  step(by) {
    this.goTo(afterStep(this, by));
  }

  /** Show how a game ended, or hide all events after the current one. @param {boolean} shown */
  setResultShown(shown) {
    batch(() => {
      this.result.value = shown;
      if (!shown) this.lastShown.value = this.n.value;
    });
    this.#write();
  }

  /** Change to another view. @param {string} view */
  async changeView(view) {
    if (!this.head.value?.may.views.includes(view) || view === this.view.value) return;
    this.onViewChange(); // the stream is of the former view
    const n = this.following.value ? null : this.n.value;
    this.setView(view);
    await this.#load(n).catch((error) => { this.problem.value = errorMessage(error); });
  }

  /** Handle a step of the browser's history, backwards or forwards. @param {address.Place} place */
  restorePlace(place) {
    this.place = place;
    this.result.value = place.result;
    if (place.view && place.view !== this.view.value) {
      this.n.value = place.n ?? this.n.value;
      this.changeView(place.view);
    } else this.goTo(place.n ?? this.version.value);
  }
}
