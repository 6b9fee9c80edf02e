// The list of events in sentences, turn by turn; only those in sight are drawn, so that a long game costs no more than a short one.
import { Component } from "preact";
import { html } from "../html.js";
import { say } from "../say.js";
import { isFault } from "../game/verdicts.js";
import { rows as rowsOf, rowOf } from "./rows.js";

/** Heights in pixels: all lines are alike, so that where a line lies is a product. */
const LINE = 40;
const ROOM = 8;

export class Rail extends Component {
  state = { top: 0, height: 800 };
  /** @type {HTMLElement | null} */
  list = null;
  last = 0;

  hold = (list) => {
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
    if (top !== this.state.top || list.clientHeight !== this.state.height) this.setState({ top, height: list.clientHeight });
  };

  /** Scrolls the list, and only the list, when we have moved out of its sight. */
  keepInView() {
    const { list } = this;
    const { game } = this.props;
    const n = game.n.value;
    if (!list || n === this.last) return;
    this.last = n;
    const at = rowOf(this.rows, n) * LINE;
    if (at < list.scrollTop + LINE || at > list.scrollTop + list.clientHeight - 2 * LINE) list.scrollTop = at - list.clientHeight / 2;
  }

  render({ game }, { top, height }) {
    const limit = game.limit.value;
    this.rows = rowsOf(game.events, limit);
    const first = Math.max(top - ROOM, 0);
    const drawn = this.rows.slice(first, top + Math.ceil(height / LINE) + ROOM);
    return html`
      <aside class="rail" aria-label=${say("replay-events")}>
        <div class="event-list" ref=${this.hold} onScroll=${this.look} tabindex="0" role="region" aria-label=${say("replay-events")}>
          <ol style=${{ height: `${this.rows.length * LINE}px`, paddingTop: `${first * LINE}px` }}>
            ${drawn.map((row) => (row.turn === undefined ? html`<${Line} key=${row.n} n=${row.n} game=${game} />` : html`<${Turn} key=${`t${row.turn}`} row=${row} game=${game} />`))}
          </ol>
        </div>
      </aside>`;
  }
}

const Turn = ({ row, game }) => html`
  <li class="turn-row"><button type="button" tabindex="-1" onClick=${() => game.goTo(row.n, { push: true })}>
    ${row.turn ? html`<b>${say("replay-turn", { turn: row.turn })}</b> ${game.name(row.seat)}` : html`<b>${say("replay-setting-up")}</b>`}</button></li>`;

function Line({ n, game }) {
  const verdict = game.verdicts.of(n);
  const wrong = isFault(verdict);
  const current = n === game.n.value;
  const mark = !verdict ? "" : wrong ? "✗" : verdict.verdict === "unknown" ? "?" : "✓";
  const follows = !game.events[n - 1].cause;
  return html`
    <li class=${`line ${current ? "current" : ""} ${wrong ? "wrong" : ""} ${follows ? "follows" : ""}`}>
      <button type="button" aria-current=${current ? "step" : null} tabindex=${current ? 0 : -1} title=${game.sentences[n - 1]} onClick=${() => game.goTo(n, { push: true })}>
        <span class="n">${n}</span><span class="say">${game.sentences[n - 1]}</span>
        <span class="mark" title=${verdict?.clause || ""}>${mark}<span class="visually-hidden">${verdict ? say(`replay-${verdict.verdict}`) : ""}</span></span></button>
    </li>`;
}
