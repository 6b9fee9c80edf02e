// @ts-check
// The legal and blocked commands of a seat at an event, as the service describes them, with clauses.
import { Component } from "preact";
import { effect, signal } from "@preact/signals";
import { data, html } from "../html.js";
import { say } from "../i18n.js";
import { AskArbiter } from "./arbiter.js";
import { Clause } from "./clause.js";
import { groupByClause } from "./refusals.js";
import { errorMessage } from "../error_messages.js";

/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("./refusals.js").Choices} Choices */

/** The delay before a request, so that fast stepping does not send one for each event. */
const DELAY_MS = 250;
/** The maximum number of blocked commands that are listed for one clause. */
const COMMANDS_MAX = 6;

/** Return the seats whose commands may be listed: those whose hand the viewer may see. @param {Game} game */
export const listableSeats = (game) => game.seats.value.map((_, k) => k).filter((k) => game.head.value.may.views.includes(`seat:${k}`));

/** @extends {Component<{game: Game}>} */
export class Legal extends Component {
  /** The chosen seat; null for the seat whose turn it is. */
  chosen = signal(/** @type {number | null} */ (null));
  choices = signal(/** @type {Choices | null} */ (null));
  problem = signal("");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /** The seat whose commands are listed, or null. */
  get seat() {
    const { game } = this.props;
    const may = /** @type {number[]} */ (listableSeats(game));
    const wanted = /** @type {(number | null | undefined)[]} */ ([this.chosen.value, game.viewSeat.value, game.shown.value?.table.turn.seat]);
    return wanted.find((k) => k !== null && k !== undefined && may.includes(k)) ?? may[0] ?? null;
  }

  componentDidMount() {
    this.stop = effect(() => {
      const [seat, n] = [this.seat, this.props.game.n.value];
      clearTimeout(this.timer);
      if (seat !== null && n) this.timer = setTimeout(() => this.#load(seat, n), DELAY_MS);
    });
  }

  componentWillUnmount() {
    clearTimeout(this.timer);
    this.stop?.();
  }

  /** @param {number} seat @param {number} n */
  async #load(seat, n) {
    const { game } = this.props;
    try {
      const choices = await game.ask("/legal-commands", { seat, at: n, include: "blocked", lang: game.lang });
      // The table of the event is needed for its fields and offers.
      const table = game.tables.at(n)?.table;
      if (table && seat === this.seat && n === game.n.value) this.choices.value = { ...choices, table };
      this.problem.value = "";
    } catch (error) {
      this.problem.value = errorMessage(error);
    }
  }

  render(/** @type {{game: Game}} */ { game }) {
    const { seat } = this;
    if (seat === null) return html`<p class="nothing-here">${say("replay-legal-closed")}</p>`;
    const choices = this.choices.value;
    const isCurrent = choices?.n === game.n.value && choices.seat === seat;
    return html`
      <div class="legal" aria-busy=${String(!isCurrent)}>
        <label class="whose">${say("replay-legal-who")} <select value=${String(seat)} onChange=${(/** @type {any} */ event) => { this.chosen.value = Number(event.target.value); }}>
          ${listableSeats(game).map((k) => html`<option value=${k}>${game.name(k)}</option>`)}</select></label>
        <p><${AskArbiter} game=${game} /></p>
        ${this.problem.value && html`<p class="error">${this.problem.value}</p>`}
        ${choices && html`<div class=${isCurrent ? "" : "stale"}><${LegalCommands} choices=${choices} /><${BlockedCommands} game=${game} choices=${choices} /></div>`}
      </div>`;
  }
}

/** @param {{choices: Choices}} props */
function LegalCommands({ choices: { legal, offers, words } }) {
  const commands = [...legal.map(({ type }, i) => words?.legal[i] ?? type), ...offers.map(({ type }, i) => words?.offers[i] ?? type)];
  return html`<h3>${say("replay-may")}</h3>
    ${commands.length ? html`<ul class="may">${[...new Set(commands)].map((command) => html`<li>${command}</li>`)}</ul>` : html`<p class="nothing-here">${say("replay-may-nothing")}</p>`}`;
}

/** @param {{game: Game, choices: Choices}} props */
function BlockedCommands({ game, choices }) {
  const groups = groupByClause(choices, choices.table, data().editions?.[choices.table.edition]?.commands ?? {});
  return groups.length > 0 && html`<h3>${say("replay-may-not")}</h3>
    <ul class="why-not">${groups.map((group) => html`<li key=${group.clause}>
      <span class="refused">${group.commands.slice(0, COMMANDS_MAX).map((command) => html`<span>${command}</span>`)}${group.commands.length > COMMANDS_MAX && html`<span class="small">${say("replay-and-more", { count: group.commands.length - COMMANDS_MAX })}</span>`}</span>
      <${Clause} game=${game} verdict=${group} at="legal" /></li>`)}</ul>`;
}
