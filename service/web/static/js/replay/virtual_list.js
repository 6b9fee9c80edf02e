// @ts-check
// A virtual list: all rows have the same height, and only the visible ones are drawn.
import { Component } from "preact";
import { html } from "../html.js";

/** The height of a row, in pixels. */
const ROW_HEIGHT = 40;
/** How many rows are drawn beyond the visible ones, so that small scrolls draw nothing. */
const EXTRA_ROWS = 8;

/**
 * `draw(row, i)` draws a row as an `<li>` with a key. Row `at` is kept visible. `none` is the text of an empty list.
 * @extends {Component<{label: string, rows: any[], at: number, draw: (row: any, i: number) => any, none?: string}, {top: number, height: number}>}
 */
export class VirtualList extends Component {
  state = { top: 0, height: 800 };
  /** @type {HTMLElement | null} */
  list = null;
  /** The scroll position and the height, in pixels. They are cached, since reading them from the list forces a layout. */
  scrolled = 0;
  height = 0;
  frame = 0;
  /** The index and the rows for which the list was last scrolled. */
  last = { at: -1, rows: /** @type {any[]} */ ([]) };

  hold = (/** @type {HTMLElement | null} */ list) => {
    this.list = list;
  };

  componentDidMount() {
    this.observer = new ResizeObserver(() => this.measure());
    if (this.list) this.observer.observe(this.list);
    this.measure();
    this.scrollToRow();
  }

  componentWillUnmount() {
    this.observer?.disconnect();
    cancelAnimationFrame(this.frame);
  }

  /** @param {unknown} _ @param {VirtualList["state"]} before */
  componentDidUpdate(_, before) {
    if (before.height !== this.state.height) this.last.at = -1;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.scrollToRow()); // together with the other layout of the next frame
  }

  measure = () => {
    const { list } = this;
    if (!list) return;
    const height = list.clientHeight;
    if (height && height !== this.height) this.last.at = -1; // the size has changed, or the rail was opened
    this.scrolled = list.scrollTop;
    this.height = height;
    const top = Math.floor(this.scrolled / ROW_HEIGHT / EXTRA_ROWS) * EXTRA_ROWS;
    if (top !== this.state.top || height !== this.state.height) this.setState({ top, height });
  };

  /** Scroll the list, not the page, if the current row is out of sight. */
  scrollToRow() {
    const { list, height, last } = this;
    const { at, rows } = this.props;
    if (!list || !height || (at === last.at && rows === last.rows)) return;
    const isLaidOut = last.at !== -1;
    this.last = { at, rows };
    const top = at * ROW_HEIGHT;
    if (!isLaidOut) this.scrolled = list.scrollTop = Math.floor(this.scrolled / ROW_HEIGHT) * ROW_HEIGHT;
    if (top < this.scrolled + ROW_HEIGHT || top > this.scrolled + height - 2 * ROW_HEIGHT) this.scrolled = list.scrollTop = Math.max(0, top - Math.floor(height / 2 / ROW_HEIGHT) * ROW_HEIGHT);
  }

  /** @param {VirtualList["props"]} props @param {VirtualList["state"]} state */
  render({ label, rows, draw, none }, { top, height }) {
    const first = Math.max(Math.min(top, rows.length) - EXTRA_ROWS, 0);
    // Padding, so that the list starts with a whole row when it is scrolled to its end.
    const rest = rows.length * ROW_HEIGHT > height ? (((height - rows.length * ROW_HEIGHT) % ROW_HEIGHT) + ROW_HEIGHT) % ROW_HEIGHT : 0;
    const drawn = rows.slice(first, top + Math.ceil(height / ROW_HEIGHT) + 2 * EXTRA_ROWS);
    return html`
      <div class="event-list" ref=${this.hold} onScroll=${this.measure} tabindex="0" role="region" aria-label=${label}>
        <ol style=${{ height: `${rows.length * ROW_HEIGHT + rest}px`, paddingTop: `${first * ROW_HEIGHT}px` }}>${drawn.map((row, i) => draw(row, first + i))}</ol>
        ${!rows.length && none && html`<p class="nothing-here">${none}</p>`}
      </div>`;
  }
}
