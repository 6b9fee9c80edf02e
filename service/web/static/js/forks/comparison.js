// @ts-check
// A second game beside the one of the page, which follows it event by event or turn by turn.
import { computed, effect, signal, untracked } from "@preact/signals";
import { Follower } from "../game/event_stream.js";
import { Game } from "../game/game.js";
import { beside, stemOf } from "./alignment.js";
import { differing, gains } from "./differences.js";

/** @typedef {import("../table/table.js").Marks} Marks */

export class Comparison {
  step = signal(/** @type {import("./alignment.js").Step} */ ("event"));
  /** What a narrow window shows: this game, the other, or the list of both. */
  pane = signal(/** @type {"here" | "there" | "list"} */ ("here"));

  /** @param {Game} game that of the page @param {string} id the other's */
  constructor(game, id) {
    this.game = game;
    this.other = new Game(id, { n: game.n.value || game.place.n, view: game.view.value ?? game.place.view, result: game.result.value, compare: null, layout: null }, game.lang);
    this.other.write = () => {};
    this.follower = new Follower(this.other);
    this.other.onLeft = () => this.follower.stop();
    this.other.onLoaded = () => {
      if (this.other.isLive.value) this.follower.start();
      else this.follower.stop();
      this.#follow(); // it went to the event that it was opened at
    };
    this.stop = effect(() => this.#follow());
    this.stopParting = effect(() => { if (this.isHere.value && !this.stem.value) this.step.value = "turn"; }); // games of one deal share no event
    this.other.open();
  }

  isHere = computed(() => this.game.version.value > 0 && this.other.version.value > 0);
  stem = computed(() => (this.isHere.value ? stemOf(this.game.events.slice(0, this.game.version.value), this.other.events.slice(0, this.other.version.value)) : 0));
  /** The last events of both that may be listed: no further than one has looked, while the result is kept back. */
  limits = computed(() => {
    const { game, other } = this;
    return /** @type {[number, number]} */ (game.isStory.value ? [game.furthest.value, this.#beside(game.furthest.value)] : [game.version.value, other.version.value]);
  });
  /** Both tables, while they belong together. */
  #both = computed(() => {
    const [a, b] = [this.game, this.other].map((one) => (one.isInStep.value ? one.shown.value : null));
    return a && b ? { here: a.table, there: b.table } : null;
  });
  /** The places in which they differ. */
  places = computed(() => (this.#both.value ? differing(this.#both.value.here, this.#both.value.there) : []));
  gains = computed(() => (this.#both.value ? gains(this.#both.value.here, this.#both.value.there) : []));

  /** The event of the other that belongs beside event n. @param {number} n */
  #beside(n) {
    const { game, other } = this;
    return beside(n, { stem: this.stem.value, step: this.step.value, here: game.events, there: other.events, limit: other.version.value });
  }

  /** Looks with the same eyes at the event that belongs beside that of the page. */
  #follow() {
    const { game, other } = this;
    const [n, view] = [game.n.value, game.view.value];
    if (!this.isHere.value || !n) return;
    const target = this.#beside(n);
    untracked(() => {
      if (view && view !== other.view.value && other.head.value.may.views.includes(view)) other.look(view);
      else if (target !== other.n.value) other.goTo(target);
    });
  }

  /** Goes to an event of the other game, and to the one of this game that belongs beside it. @param {number} m */
  goThere(m) {
    const { game, other } = this;
    const n = beside(m, { stem: this.stem.value, step: this.step.value, here: other.events, there: game.events, limit: game.version.value });
    game.goTo(n, { push: true });
    other.goTo(m);
  }

  end() {
    this.stop();
    this.stopParting();
    this.follower.stop();
  }
}
