// @ts-check
// A long list of lines that are all of one height; only those in sight are drawn, so that a long game costs no more than a short one.
import { Component } from "preact";
import { html } from "../html.js";

/** Heights in pixels: all lines are alike, so that where a line lies is a product. */
const LINE = 40;
const ROOM = 8;

/**
 * `draw(row, i)` draws a row as an `<li>` with a key; the one `at` which we are is kept in sight; `none` is said where there is none.
 * @extends {Component<{label: string, rows: any[], at: number, draw: (row: any, i: number) => any, none?: string}, {top: number, height: number}>}
 */
export class Lines extends Component {
  state = { top: 0, height: 800 };
  /** @type {HTMLElement | null} */
  list = null;
  /** The row, and the rows, that were last brought into sight. */
  last = { at: -1, rows: /** @type {any[]} */ ([]) };

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
    if (height && !this.state.height) this.last.at = -1; // it was out of sight, as a sheet that is shut
    if (top !== this.state.top || height !== this.state.height) this.setState({ top, height });
  };

  /** Scrolls the list, and only the list, when we have moved out of its sight. */
  keepInView() {
    const { list, last } = this;
    const { at, rows } = this.props;
    if (!list?.clientHeight || (at === last.at && rows === last.rows)) return;
    this.last = { at, rows };
    const top = at * LINE;
    if (top < list.scrollTop + LINE || top > list.scrollTop + list.clientHeight - 2 * LINE) list.scrollTop = top - list.clientHeight / 2;
  }

  /** @param {Lines["props"]} props @param {Lines["state"]} state */
  render({ label, rows, draw, none }, { top, height }) {
    const first = Math.max(Math.min(top, rows.length) - ROOM, 0);
    const drawn = rows.slice(first, top + Math.ceil(height / LINE) + ROOM);
    return html`
      <div class="event-list" ref=${this.hold} onScroll=${this.look} tabindex="0" role="region" aria-label=${label}>
        <ol style=${{ height: `${rows.length * LINE}px`, paddingTop: `${first * LINE}px` }}>${drawn.map((row, i) => draw(row, first + i))}</ol>
        ${!rows.length && none && html`<p class="nothing-here">${none}</p>`}
      </div>`;
  }
}
