// The table on the page: with the trace of the latest event, and cards that fly where they go.
import { Component } from "preact";
import { html } from "../html.js";
import { say } from "../say.js";
import { cardAt } from "./life.js";
import { fly, measured } from "../table/motion.js";
import { Table } from "../table/table.js";
import { traceOf } from "../table/trace.js";

/** @param {{game: import("../game/game.js").Game}} props */
export function Stage({ game }) {
  const film = game.shown.value;
  const inStep = game.isInStep.value;
  if (!film) return html`<div class="felt waiting" aria-busy="true"></div>`;
  const trace = traceOf(film, game.isWrong(film.n));
  return html`
    <div class=${`felt ${inStep ? "" : "stale"}`} aria-busy=${String(!inStep)}>
      <${Moving} film=${film}>
        <${Table} film=${film} name=${game.name} eyes=${game.eyes.value} you=${game.you.value} marks=${trace} press=${(place, element) => { const card = cardAt(film.table, place); if (card) game.pressed.value = { place: card, n: film.n, element }; }} />
      <//>
      ${!inStep && html`<p class="lagging" role="status">${say("replay-lagging", { shown: String(film.n), n: String(game.n.value) })} <b>${game.late.value}</b></p>`}
    </div>`;
}

/** Measures where cards are before the table is drawn anew, and lets them fly afterwards. */
class Moving extends Component {
  getSnapshotBeforeUpdate(before) {
    return measured(this.base, before.film, this.props.film);
  }

  componentDidUpdate(_before, _state, flights) {
    if (flights) fly(this.base, flights);
  }

  render({ children }) {
    return html`<div class="moving">${children}</div>`;
  }
}
