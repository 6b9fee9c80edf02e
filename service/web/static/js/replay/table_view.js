// @ts-check
// The table on the page, with highlights of the latest event and animated cards.
import { Component } from "preact";
import { effect } from "@preact/signals";
import { html } from "../html.js";
import { say } from "../i18n.js";
import { sizeObserver } from "../table/element_size.js";
import { animateCards, measureCards } from "../table/motion.js";
import { Table, describeState } from "../table/table.js";
import { cardPlaceAt } from "../table/hit_test.js";
import { mergeMarks, moveMarks } from "../table/move_highlight.js";

/**
 * What handles presses on the table: a player or a correction. `preview` is a table that is not recorded yet.
 * @typedef {{press: (place: string, element: HTMLElement) => boolean, marks: import("@preact/signals").ReadonlySignal<import("../table/table.js").Marks>, answers: () => any, preview?: import("@preact/signals").ReadonlySignal<any>}} PressHandler
 */

/**
 * Show the current table of a game. `player` handles presses. `isSecond` marks the second of two compared tables.
 * `more` are marks besides those of the latest event, such as differences from another table.
 * @param {{game: import("../game/game.js").Game, player?: PressHandler | null, isSecond?: boolean, more?: import("../table/table.js").Marks}} props
 */
export function CurrentTable({ game, player = null, isSecond = false, more = {} }) {
  const snapshot = player?.preview?.value ?? game.shown.value;
  const isCurrent = game.isCurrent.value;
  if (!snapshot) return html`<div class="felt waiting" aria-busy="true"></div>`;
  const marks = [game.knownCards.marks(snapshot.n), more, player?.marks.value ?? {}].reduce(mergeMarks, moveMarks(snapshot, game.isWrong(snapshot.n)));
  const press = (/** @type {string} */ place, /** @type {HTMLElement} */ element) => {
    const card = !player?.press(place, element) && cardPlaceAt(snapshot.table, place);
    if (card) game.pressed.value = { place: card, n: snapshot.n, element };
  };
  return html`
    <div class=${`felt ${isCurrent ? "" : "stale"}`} aria-busy=${String(!isCurrent)}>
      <h2 class="visually-hidden">${describeState(snapshot.table, game.name)}</h2>
      <${AnimatedTable} game=${game} snapshot=${snapshot}>
        <${Table} snapshot=${snapshot} name=${game.name} eyes=${game.viewSeat.value} you=${game.you.value} marks=${marks} isSecond=${isSecond} press=${isSecond ? null : press} actions=${player && player.answers()} />
      <//>
      ${!isCurrent && html`<p class="lagging" role="status">${say("replay-lagging", { shown: String(snapshot.n), n: String(game.n.value) })} <b>${game.loadError.value}</b></p>`}
    </div>`;
}

/** Measures the cards before the table is drawn again, when no layout is pending, and animates them afterwards. */
export class AnimatedTable extends Component {
  /** @type {HTMLElement | null} */
  table = null;

  observeSize = sizeObserver();

  hold = (/** @type {HTMLElement | null} */ table) => {
    this.table = table;
    this.observeSize(table);
  };

  /** @type {import("../table/motion.js").CardMotion[] | null} */
  motions = null;

  componentDidMount() {
    this.stop = effect(() => {
      const after = this.props.game.shown.value;
      this.motions = this.table && after && measureCards(this.table, this.props.snapshot, after);
    });
  }

  componentWillUnmount() {
    this.stop?.();
  }

  componentDidUpdate() {
    if (this.table && this.motions) animateCards(this.table, this.motions);
    this.motions = null;
  }

  /** @param {any} props */
  render({ children }) {
    return html`<div class="moving" ref=${this.hold}>${children}</div>`;
  }
}
