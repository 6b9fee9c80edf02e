// @ts-check
// What a seat may do here and what not, by clause: the service tells it, in its own words.
import { Component } from "preact";
import { effect, signal } from "@preact/signals";
import { data, html } from "../html.js";
import { say } from "../i18n.js";
import { AskArbiter } from "./arbiter.js";
import { Clause } from "./clause.js";
import { byClause } from "./refusals.js";
import { trouble } from "../error_messages.js";

/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("./refusals.js").Choices} Choices */

/** While events go by, nobody is asked about each of them. */
const SETTLED = 250;
/** So many ways of being refused by one clause are told. */
const MOST = 6;

/** The seats about which one may ask: those whose hand one may see. @param {Game} game */
export const askable = (game) => game.seats.value.map((_, k) => k).filter((k) => game.head.value.may.views.includes(`seat:${k}`));

/** @extends {Component<{game: Game}>} */
export class Legal extends Component {
  /** The seat that is asked about; null for the one whose turn it is. */
  chosen = signal(/** @type {number | null} */ (null));
  choices = signal(/** @type {Choices | null} */ (null));
  problem = signal("");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /** The seat that is asked about, if one may. */
  get seat() {
    const { game } = this.props;
    const may = /** @type {number[]} */ (askable(game));
    const wanted = /** @type {(number | null | undefined)[]} */ ([this.chosen.value, game.eyes.value, game.shown.value?.table.turn.seat]);
    return wanted.find((k) => k !== null && k !== undefined && may.includes(k)) ?? may[0] ?? null;
  }

  componentDidMount() {
    this.stop = effect(() => {
      const [seat, n] = [this.seat, this.props.game.n.value];
      clearTimeout(this.timer);
      if (seat !== null && n) this.timer = setTimeout(() => this.#ask(seat, n), SETTLED);
    });
  }

  componentWillUnmount() {
    clearTimeout(this.timer);
    this.stop?.();
  }

  /** @param {number} seat @param {number} n */
  async #ask(seat, n) {
    const { game } = this.props;
    try {
      const choices = await game.ask("/legal-commands", { seat, at: n, include: "blocked", lang: game.lang });
      // The table of that event tells which fields and offers there are.
      const table = game.tables.at(n)?.table;
      if (table && seat === this.seat && n === game.n.value) this.choices.value = { ...choices, table };
      this.problem.value = "";
    } catch (error) {
      this.problem.value = trouble(error);
    }
  }

  render(/** @type {{game: Game}} */ { game }) {
    const { seat } = this;
    if (seat === null) return html`<p class="nothing-here">${say("replay-legal-closed")}</p>`;
    const choices = this.choices.value;
    const isHere = choices?.n === game.n.value && choices.seat === seat;
    return html`
      <div class="legal" aria-busy=${String(!isHere)}>
        <label class="whose">${say("replay-legal-who")} <select value=${String(seat)} onChange=${(/** @type {any} */ event) => { this.chosen.value = Number(event.target.value); }}>
          ${askable(game).map((k) => html`<option value=${k}>${game.name(k)}</option>`)}</select></label>
        <p><${AskArbiter} game=${game} /></p>
        ${this.problem.value && html`<p class="error">${this.problem.value}</p>`}
        ${choices && html`<div class=${isHere ? "" : "stale"}><${May} choices=${choices} /><${MayNot} game=${game} choices=${choices} /></div>`}
      </div>`;
  }
}

/** @param {{choices: Choices}} props */
function May({ choices: { legal, offers, words } }) {
  const orders = [...legal.map(({ type }, i) => words?.legal[i] ?? type), ...offers.map(({ type }, i) => words?.offers[i] ?? type)];
  return html`<h3>${say("replay-may")}</h3>
    ${orders.length ? html`<ul class="may">${[...new Set(orders)].map((order) => html`<li>${order}</li>`)}</ul>` : html`<p class="nothing-here">${say("replay-may-nothing")}</p>`}`;
}

/** @param {{game: Game, choices: Choices}} props */
function MayNot({ game, choices }) {
  const groups = byClause(choices, choices.table, data().editions?.[choices.table.edition]?.commands ?? {});
  return groups.length > 0 && html`<h3>${say("replay-may-not")}</h3>
    <ul class="why-not">${groups.map((group) => html`<li key=${group.clause}>
      <span class="refused">${group.orders.slice(0, MOST).map((order) => html`<span>${order}</span>`)}${group.orders.length > MOST && html`<span class="small">${say("replay-and-more", { count: group.orders.length - MOST })}</span>`}</span>
      <${Clause} game=${game} verdict=${group} at="legal" /></li>`)}</ul>`;
}
