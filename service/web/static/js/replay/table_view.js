// @ts-check
// The table on the page: with the trace of the latest event, and cards that fly where they go.
import { Component } from "preact";
import { effect } from "@preact/signals";
import { html } from "../html.js";
import { say } from "../i18n.js";
import { fitting } from "../table/element_size.js";
import { fly, measured } from "../table/motion.js";
import { Table, whereabouts } from "../table/table.js";
import { cardAt } from "../table/hit_test.js";
import { joined, traceOf } from "../table/move_highlight.js";

/**
 * Whoever presses what lies on the table, to play or to set it right; `preview` is a table that is not there yet.
 * @typedef {{press: (place: string, element: HTMLElement) => boolean, marks: import("@preact/signals").ReadonlySignal<import("../table/table.js").Marks>, answers: () => any, preview?: import("@preact/signals").ReadonlySignal<any>}} Presser
 */

/**
 * `player` is whoever plays at this screen, if anybody does; the second of two tables stands `aside`; `more` are marks
 * beside the trace, such as where another table differs.
 * @param {{game: import("../game/game.js").Game, player?: Presser | null, aside?: boolean, more?: import("../table/table.js").Marks}} props
 */
export function Stage({ game, player = null, aside = false, more = {} }) {
  const film = player?.preview?.value ?? game.shown.value;
  const inStep = game.isInStep.value;
  if (!film) return html`<div class="felt waiting" aria-busy="true"></div>`;
  const marks = [game.backs.marks(film.n), more, player?.marks.value ?? {}].reduce(joined, traceOf(film, game.isWrong(film.n)));
  const press = (/** @type {string} */ place, /** @type {HTMLElement} */ element) => {
    const card = !player?.press(place, element) && cardAt(film.table, place);
    if (card) game.pressed.value = { place: card, n: film.n, element };
  };
  return html`
    <div class=${`felt ${inStep ? "" : "stale"}`} aria-busy=${String(!inStep)}>
      <h2 class="visually-hidden">${whereabouts(film.table, game.name)}</h2>
      <${Moving} game=${game} film=${film}>
        <${Table} film=${film} name=${game.name} eyes=${game.eyes.value} you=${game.you.value} marks=${marks} aside=${aside} press=${aside ? null : press} actions=${player && player.answers()} />
      <//>
      ${!inStep && html`<p class="lagging" role="status">${say("replay-lagging", { shown: String(film.n), n: String(game.n.value) })} <b>${game.late.value}</b></p>`}
    </div>`;
}

/** Measures where cards are before anything is drawn anew, which costs nothing then, and lets them fly afterwards. */
export class Moving extends Component {
  /** @type {HTMLElement | null} */
  table = null;

  fit = fitting();

  hold = (/** @type {HTMLElement | null} */ table) => {
    this.table = table;
    this.fit(table);
  };

  /** @type {import("../table/motion.js").Flight[] | null} */
  flights = null;

  componentDidMount() {
    this.stop = effect(() => {
      const after = this.props.game.shown.value;
      this.flights = this.table && after && measured(this.table, this.props.film, after);
    });
  }

  componentWillUnmount() {
    this.stop?.();
  }

  componentDidUpdate() {
    if (this.table && this.flights) fly(this.table, this.flights);
    this.flights = null;
  }

  /** @param {any} props */
  render({ children }) {
    return html`<div class="moving" ref=${this.hold}>${children}</div>`;
  }
}
