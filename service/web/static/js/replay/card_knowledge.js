// @ts-check
// What somebody can know here of the cards that they do not see: the service counts, for whoever's eyes one may look with.
import { Component } from "preact";
import { effect, signal } from "@preact/signals";
import { html } from "../html.js";
import { say } from "../i18n.js";
import { Bean, cardName } from "../table/cards.js";
import { trouble } from "../error_messages.js";

/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {{variety: string, least: number, most: number}} Bounds */
/** @typedef {{place: string, seat: number | null, hidden: number, says: string, varieties: Bounds[]}} HiddenZone */
/** @typedef {{n: number, as: string, zones: HiddenZone[], sure: {card: string, variety: string, offered: number}[]}} Known */

/** While events go by, nobody is asked about each of them. */
const SETTLED = 250;

/** @extends {Component<{game: Game}>} */
export class Knows extends Component {
  chosen = signal(/** @type {string | null} */ (null));
  known = signal(/** @type {Known | null} */ (null));
  problem = signal("");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /** Whose eyes one may ask about, the omniscient's not: there nothing is hidden. @returns {string[]} */
  get views() {
    return this.props.game.head.value.may.views.filter((/** @type {string} */ view) => view !== "omniscient");
  }

  get view() {
    const wanted = [this.chosen.value, this.props.game.view.value];
    return wanted.find((view) => view && this.views.includes(view)) ?? this.views[0];
  }

  componentDidMount() {
    this.stop = effect(() => {
      const [view, n] = [this.view, this.props.game.n.value];
      clearTimeout(this.timer);
      if (n) this.timer = setTimeout(() => this.#ask(view, n), SETTLED);
    });
  }

  componentWillUnmount() {
    clearTimeout(this.timer);
    this.stop?.();
  }

  /** @param {string} as @param {number} n */
  async #ask(as, n) {
    const { game } = this.props;
    try {
      const known = await game.ask("/knowledge", { at: n, as, lang: game.lang });
      if (as === this.view && n === game.n.value) this.known.value = { ...known, as };
      this.problem.value = "";
    } catch (error) {
      this.problem.value = trouble(error);
    }
  }

  render(/** @type {{game: Game}} */ { game }) {
    const { view } = this;
    const known = this.known.value;
    const isHere = known?.n === game.n.value && known.as === view;
    const called = (/** @type {string} */ one) => (one === "spectator" ? say("replay-knows-all") : game.name(Number(one.slice("seat:".length))));
    return html`
      <div class="legal knows" aria-busy=${String(!isHere)}>
        <label class="whose">${say("replay-knows-who")} <select value=${view} onChange=${(/** @type {any} */ event) => { this.chosen.value = event.target.value; }}>
          ${this.views.map((one) => html`<option value=${one}>${called(one)}</option>`)}</select></label>
        ${this.problem.value && html`<p class="error">${this.problem.value}</p>`}
        ${known && html`<div class=${isHere ? "" : "stale"}>
          ${known.zones.length ? known.zones.map((zone) => html`<${Zone} key=${zone.place} zone=${zone} />`) : html`<p class="nothing-here">${say("replay-knows-nothing-hidden")}</p>`}
        </div>`}
      </div>`;
  }
}

/** A share of the hidden cards, for the style sheet. @param {number} count @param {number} hidden */
const share = (count, hidden) => `${hidden ? Math.round((100 * count) / hidden) : 0}%`;

/** How many of each variety may be among the hidden cards: in numbers, and as a bar whose full part is certain. @param {{zone: HiddenZone}} props */
const Zone = ({ zone: { hidden, says, varieties } }) => html`
  <h3>${say("replay-labelled", { name: says, says: say("replay-knows-hidden", { count: hidden }) })}</h3>
  <ul class="bounds">${varieties.map(({ variety, least, most }) => html`<li class=${least ? "some" : ""}><${Bean} card=${variety} /><span>${cardName(variety)}</span> <b>${least === most ? least : `${least}–${most}`}</b><span class="share" aria-hidden="true" style=${{ "--least": share(least, hidden), "--most": share(most, hidden) }}></span></li>`)}</ul>`;
