// @ts-check
// A long list of lines that are all of one height; only those in sight are drawn, so that a long game costs no more than a short one.
import { Component } from "preact";
import { html } from "../html.js";

/** Heights in pixels: all lines are alike, so that where a line lies is a product. */
const LINE = 40;
/** So many lines are drawn at once beyond those in sight: to scroll by a few draws nothing anew. */
const ROOM = 8;

/**
 * `draw(row, i)` draws a row as an `<li>` with a key; the one `at` which we are is kept in sight; `none` is said where there is none.
 * @extends {Component<{label: string, rows: any[], at: number, draw: (row: any, i: number) => any, none?: string}, {top: number, height: number}>}
 */
export class Lines extends Component {
  state = { top: 0, height: 800 };
  /** @type {HTMLElement | null} */
  list = null;
  /** How far it is scrolled, and its height, in pixels; they are kept, since to ask the list would lay out the page. */
  scrolled = 0;
  height = 0;
  due = 0;
  /** The row, and the rows, that were last brought into sight. */
  last = { at: -1, rows: /** @type {any[]} */ ([]) };

  hold = (/** @type {HTMLElement | null} */ list) => {
    this.list = list;
  };

  componentDidMount() {
    this.seen = new ResizeObserver(() => this.look());
    if (this.list) this.seen.observe(this.list);
    this.look();
    this.keepInView();
  }

  componentWillUnmount() {
    this.seen?.disconnect();
    cancelAnimationFrame(this.due);
  }

  /** @param {unknown} _ @param {Lines["state"]} before */
  componentDidUpdate(_, before) {
    if (before.height !== this.state.height) this.last.at = -1;
    cancelAnimationFrame(this.due);
    this.due = requestAnimationFrame(() => this.keepInView()); // with all else that is laid out for the next picture
  }

  look = () => {
    const { list } = this;
    if (!list) return;
    const height = list.clientHeight;
    if (height && height !== this.height) this.last.at = -1; // it has another size, or was a sheet that was shut
    this.scrolled = list.scrollTop;
    this.height = height;
    const top = Math.floor(this.scrolled / LINE / ROOM) * ROOM;
    if (top !== this.state.top || height !== this.state.height) this.setState({ top, height });
  };

  /** Scrolls the list, and only the list, when we have moved out of its sight. */
  keepInView() {
    const { list, height, last } = this;
    const { at, rows } = this.props;
    if (!list || !height || (at === last.at && rows === last.rows)) return;
    const isLaidOut = last.at !== -1;
    this.last = { at, rows };
    const top = at * LINE;
    if (!isLaidOut) this.scrolled = list.scrollTop = Math.floor(this.scrolled / LINE) * LINE;
    if (top < this.scrolled + LINE || top > this.scrolled + height - 2 * LINE) this.scrolled = list.scrollTop = Math.max(0, top - Math.floor(height / 2 / LINE) * LINE);
  }

  /** @param {Lines["props"]} props @param {Lines["state"]} state */
  render({ label, rows, draw, none }, { top, height }) {
    const first = Math.max(Math.min(top, rows.length) - ROOM, 0);
    // Scrolled to its end, too, the list begins with a whole line.
    const rest = rows.length * LINE > height ? (((height - rows.length * LINE) % LINE) + LINE) % LINE : 0;
    const drawn = rows.slice(first, top + Math.ceil(height / LINE) + 2 * ROOM);
    return html`
      <div class="event-list" ref=${this.hold} onScroll=${this.look} tabindex="0" role="region" aria-label=${label}>
        <ol style=${{ height: `${rows.length * LINE + rest}px`, paddingTop: `${first * LINE}px` }}>${drawn.map((row, i) => draw(row, first + i))}</ol>
        ${!rows.length && none && html`<p class="nothing-here">${none}</p>`}
      </div>`;
  }
}
