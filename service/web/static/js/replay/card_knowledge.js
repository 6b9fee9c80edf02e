// @ts-check
// What a player can deduce about hidden cards at an event. The service computes it, for each allowed view.
import { Component } from "preact";
import { effect, signal } from "@preact/signals";
import { html } from "../html.js";
import { say } from "../i18n.js";
import { Bean, cardName } from "../table/cards.js";
import { errorMessage } from "../error_messages.js";

/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {{variety: string, least: number, most: number}} Bounds */
/** @typedef {{place: string, seat: number | null, hidden: number, says: string, varieties: Bounds[]}} HiddenZone */
/** @typedef {{n: number, as: string, zones: HiddenZone[], sure: {card: string, variety: string, offered: number}[]}} Known */

/** The delay before a request, so that fast stepping does not send one for each event. */
const DELAY_MS = 250;

/** @extends {Component<{game: Game}>} */
export class CardKnowledge extends Component {
  chosen = signal(/** @type {string | null} */ (null));
  known = signal(/** @type {Known | null} */ (null));
  problem = signal("");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /** The allowed views, without the omniscient one, which hides nothing. @returns {string[]} */
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
      if (n) this.timer = setTimeout(() => this.#load(view, n), DELAY_MS);
    });
  }

  componentWillUnmount() {
    clearTimeout(this.timer);
    this.stop?.();
  }

  /** @param {string} as @param {number} n */
  async #load(as, n) {
    const { game } = this.props;
    try {
      const known = await game.ask("/knowledge", { at: n, as, lang: game.lang });
      if (as === this.view && n === game.n.value) this.known.value = { ...known, as };
      this.problem.value = "";
    } catch (error) {
      this.problem.value = errorMessage(error);
    }
  }

  render(/** @type {{game: Game}} */ { game }) {
    const { view } = this;
    const known = this.known.value;
    const isCurrent = known?.n === game.n.value && known.as === view;
    const nameOf = (/** @type {string} */ one) => (one === "spectator" ? say("replay-knows-all") : game.name(Number(one.slice("seat:".length))));
    return html`
      <div class="legal knows" aria-busy=${String(!isCurrent)}>
        <label class="whose">${say("replay-knows-who")} <select value=${view} onChange=${(/** @type {any} */ event) => { this.chosen.value = event.target.value; }}>
          ${this.views.map((one) => html`<option value=${one}>${nameOf(one)}</option>`)}</select></label>
        ${this.problem.value && html`<p class="error">${this.problem.value}</p>`}
        ${known && html`<div class=${isCurrent ? "" : "stale"}>
          ${known.zones.length ? known.zones.map((zone) => html`<${Zone} key=${zone.place} zone=${zone} />`) : html`<p class="nothing-here">${say("replay-knows-nothing-hidden")}</p>`}
        </div>`}
      </div>`;
  }
}

/** Return a count as a percentage of the hidden cards, for the style sheet. @param {number} count @param {number} hidden */
const percentage = (count, hidden) => `${hidden ? Math.round((100 * count) / hidden) : 0}%`;

/** Show how many cards of each variety may be hidden: as numbers, and as a bar whose solid part is certain. @param {{zone: HiddenZone}} props */
const Zone = ({ zone: { hidden, says, varieties } }) => html`
  <h3>${say("replay-labelled", { name: says, says: say("replay-knows-hidden", { count: hidden }) })}</h3>
  <ul class="bounds">${varieties.map(({ variety, least, most }) => html`<li class=${least ? "some" : ""}><${Bean} card=${variety} /><span>${cardName(variety)}</span> <b>${least === most ? least : `${least}–${most}`}</b><span class="share" aria-hidden="true" style=${{ "--least": percentage(least, hidden), "--most": percentage(most, hidden) }}></span></li>`)}</ul>`;
