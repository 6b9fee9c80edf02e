// @ts-check
// A second game beside that of the page, which follows it by event or by turn.
import { computed, effect, signal, untracked } from "@preact/signals";
import { Follower } from "../game/event_stream.js";
import { Game } from "../game/game.js";
import { alignedEvent, stemOf } from "./alignment.js";
import { differingPlaces, coinDifferences } from "./differences.js";

/** @typedef {import("../table/table.js").Marks} Marks */

export class Comparison {
  step = signal(/** @type {import("./alignment.js").Step} */ ("event"));
  /** The pane that a narrow window shows: this game, the other, or the list of both. */
  pane = signal(/** @type {"here" | "there" | "list"} */ ("here"));

  /** @param {Game} game the game of the page @param {string} id the id of the other game */
  constructor(game, id) {
    this.game = game;
    this.other = new Game(id, { n: game.n.value || game.place.n, view: game.view.value ?? game.place.view, result: game.result.value, compare: null, layout: null }, game.lang);
    this.other.write = () => {};
    this.follower = new Follower(this.other);
    this.other.onViewChange = () => this.follower.stop();
    this.other.onLoaded = () => {
      if (this.other.isLive.value) this.follower.start();
      else this.follower.stop();
      this.#showAligned(); // loading showed the event of the address
    };
    this.stop = effect(() => this.#showAligned());
    this.stopParting = effect(() => { if (this.isLoaded.value && !this.stem.value) this.step.value = "turn"; }); // games of the same deal have no common events
    this.other.open();
  }

  isLoaded = computed(() => this.game.version.value > 0 && this.other.version.value > 0);
  stem = computed(() => (this.isLoaded.value ? stemOf(this.game.events.slice(0, this.game.version.value), this.other.events.slice(0, this.other.version.value)) : 0));
  /** The last events of both games that the list may show; in story mode, those already seen. */
  limits = computed(() => {
    const { game, other } = this;
    return /** @type {[number, number]} */ (game.isStory.value ? [game.lastShown.value, this.#aligned(game.lastShown.value)] : [game.version.value, other.version.value]);
  });
  /** Both tables, if both are loaded for their current events. */
  #both = computed(() => {
    const [a, b] = [this.game, this.other].map((one) => (one.isCurrent.value ? one.shown.value : null));
    return a && b ? { here: a.table, there: b.table } : null;
  });
  /** The places in which the tables differ. */
  places = computed(() => (this.#both.value ? differingPlaces(this.#both.value.here, this.#both.value.there) : []));
  gains = computed(() => (this.#both.value ? coinDifferences(this.#both.value.here, this.#both.value.there) : []));

  /** Return the event of the other game that is aligned with event n. @param {number} n */
  #aligned(n) {
    const { game, other } = this;
    return alignedEvent(n, { stem: this.stem.value, step: this.step.value, here: game.events, there: other.events, limit: other.version.value });
  }

  /** Show the aligned event of the other game, in the same view. */
  #showAligned() {
    const { game, other } = this;
    const [n, view] = [game.n.value, game.view.value];
    if (!this.isLoaded.value || !n) return;
    const target = this.#aligned(n);
    untracked(() => {
      if (view && view !== other.view.value && other.head.value.may.views.includes(view)) other.changeView(view);
      else if (target !== other.n.value) other.goTo(target);
    });
  }

  /** Go to an event of the other game, and to the aligned event of this game. @param {number} m */
  goToOther(m) {
    const { game, other } = this;
    const n = alignedEvent(m, { stem: this.stem.value, step: this.step.value, here: other.events, there: game.events, limit: game.version.value });
    game.goTo(n, { push: true });
    other.goTo(m);
  }

  end() {
    this.stop();
    this.stopParting();
    this.follower.stop();
  }
}
