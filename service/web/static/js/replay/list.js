// @ts-check
// The list of events in sentences, turn by turn; only those in sight are drawn, so that a long game costs no more than a short one.
import { Component } from "preact";
import { html } from "../html.js";
import { say } from "../say.js";
import { isFault } from "../game/verdicts.js";
import { Clause } from "./clause.js";
import { Filters } from "./filters.js";
import { rows as rowsOf, rowOf } from "./rows.js";

/** @typedef {import("../game/game.js").Game} Game */

/** Heights in pixels: all lines are alike, so that where a line lies is a product. */
const LINE = 40;
const ROOM = 8;

/** @extends {Component<{game: Game}, {top: number, height: number}>} */
export class EventList extends Component {
  state = { top: 0, height: 800 };
  /** @type {HTMLElement | null} */
  list = null;
  /** @type {import("./rows.js").Row[]} */
  rows = [];
  /** The event, and the rows, that were last brought into sight. */
  last = { n: 0, rows: this.rows };

  hold = (/** @type {HTMLElement | null} */ list) => {
    this.list = list;
  };

  componentDidMount() {
    this.seen = new ResizeObserver(() => this.look());
    if (this.list) this.seen.observe(this.list);
    this.keepInView();
  }

  componentWillUnmount() {
    this.seen?.disconnect();
  }

  componentDidUpdate() {
    this.keepInView();
  }

  look = () => {
    const { list } = this;
    if (!list) return;
    const top = Math.floor(list.scrollTop / LINE);
    const height = list.clientHeight;
    if (height && !this.state.height) this.last.n = 0; // it was out of sight, as a sheet that is shut
    if (top !== this.state.top || height !== this.state.height) this.setState({ top, height });
  };

  /** Scrolls the list, and only the list, when we have moved out of its sight. */
  keepInView() {
    const { list, last, rows } = this;
    const n = this.props.game.n.value;
    if (!list?.clientHeight || (n === last.n && rows === last.rows)) return;
    this.last = { n, rows };
    const at = rowOf(rows, n) * LINE;
    if (at < list.scrollTop + LINE || at > list.scrollTop + list.clientHeight - 2 * LINE) list.scrollTop = at - list.clientHeight / 2;
  }

  render(/** @type {{game: Game}} */ { game }, /** @type {{top: number, height: number}} */ { top, height }) {
    this.rows = rowsOf(game);
    const first = Math.max(Math.min(top, this.rows.length) - ROOM, 0);
    const drawn = this.rows.slice(first, top + Math.ceil(height / LINE) + ROOM);
    return html`
      <div class="events">
        <${Filters} game=${game} />
        <div class="event-list" ref=${this.hold} onScroll=${this.look} tabindex="0" role="region" aria-label=${say("replay-events")}>
          <ol style=${{ height: `${this.rows.length * LINE}px`, paddingTop: `${first * LINE}px` }}>
            ${drawn.map((row) => (row.turn === undefined ? html`<${Line} key=${row.n} n=${row.n} game=${game} />` : html`<${Turn} key=${`t${row.n}`} row=${row} game=${game} />`))}
          </ol>
          ${!this.rows.length && html`<p class="nothing-here">${say("replay-none-shown")}</p>`}
        </div>
      </div>`;
  }
}

const Turn = (/** @type {{row: import("./rows.js").Row, game: Game}} */ { row, game }) => html`
  <li class="turn-row"><button type="button" tabindex="-1" onClick=${() => game.goTo(row.n, { push: true })}>
    ${row.turn ? html`<b>${say("replay-turn", { turn: String(row.turn) })}</b> ${game.name(row.seat ?? 0)}` : html`<b>${say("replay-setting-up")}</b>`}</button></li>`;

/** @param {{n: number, game: Game}} props */
function Line({ n, game }) {
  const verdict = game.verdicts.of(n);
  const wrong = isFault(verdict);
  const current = n === game.n.value;
  const mark = !verdict ? "" : wrong ? "✗" : verdict.verdict === "unknown" ? "?" : "✓";
  const follows = !game.events[n - 1].cause;
  const go = () => {
    game.goTo(n, { push: true });
    game.sheet.value = false;
  };
  return html`
    <li class=${`line ${current ? "current" : ""} ${wrong ? "wrong" : ""} ${follows ? "follows" : ""}`}>
      <button type="button" aria-current=${current ? "step" : null} tabindex=${current ? 0 : -1} title=${game.sentences[n - 1]} onClick=${go}>
        <span class="n">${n}</span><span class="say">${game.sentences[n - 1]}${wrong && html` <span class="why">${verdict?.says}</span>`}</span>
        <span class="mark">${mark}<span class="visually-hidden">${verdict ? say(`replay-${verdict.verdict}`) : ""}</span></span></button>
      ${(current || wrong) && verdict?.clause && html`<${Clause} game=${game} verdict=${verdict} at="line" />`}
    </li>`;
}
