// @ts-check
// The graph on its canvas: coins, and coins with a harvest now. Below are the marks and the numbers of turns.
import UPlot from "uplot";
import { TOP_MARGIN, leadIntervals, topValue } from "./chart_data.js";
import { draw as drawGlyph } from "./glyphs.js";
import { widthOf } from "./markers.js";

/**
 * @typedef {object} ChartData
 * @property {number[][]} columns events; then for each seat its coins, and its coins with a harvest now
 * @property {import("./chart_data.js").Scale} scale
 * @property {import("./markers.js").Placed[]} marks
 * @property {{n: number, turn: number}[]} turns
 */

/** Return all values that the drawing depends on. @param {ChartData} data */
const drawnValues = ({ columns, scale, marks, turns }) => [scale.last, turns.length, ...columns.flat(), ...marks.flatMap(({ x, kind, size, isSmall }) => [x, kind, size ?? -1, isSmall])];

/** Return whether two drawings look the same, since most events change nothing. @param {ChartData} one @param {ChartData} other */
function isSameDrawing(one, other) {
  const [values, others] = [drawnValues(one), drawnValues(other)];
  return values.length === others.length && values.every((value, i) => value === others[i]);
}

export class Chart {
  /** @type {Map<string, string>} */
  #colours = new Map();

  /** @param {HTMLElement} element @param {import("./chart_data.js").Sizes} sizes @param {ChartData} shown */
  constructor(element, sizes, shown) {
    this.element = element;
    this.sizes = sizes;
    this.shown = shown;
    this.darkMode = matchMedia("(prefers-color-scheme: dark)");
    this.darkMode.addEventListener("change", this.#repaint);
    this.font = `600 ${sizes.label}px ${getComputedStyle(element).fontFamily}`;
    this.plot = new UPlot(/** @type {any} */ (this.#options()), /** @type {any} */ (shown.columns), element);
  }

  destroy() {
    this.darkMode.removeEventListener("change", this.#repaint);
    this.plot.destroy();
  }

  /** @param {ChartData} shown */
  show(shown) {
    if (isSameDrawing(shown, this.shown)) return;
    this.shown = shown;
    this.plot.setData(/** @type {any} */ (shown.columns));
  }

  #repaint = () => {
    this.#colours.clear();
    this.plot.redraw();
  };

  #colour = (/** @type {string} */ name) => {
    if (!this.#colours.has(name)) this.#colours.set(name, getComputedStyle(this.element).getPropertyValue(name).trim());
    return /** @type {string} */ (this.#colours.get(name));
  };

  #options() {
    const { height, lane, turns, axis } = this.sizes;
    const { columns, scale } = this.shown;
    const stepped = /** @type {any} */ (UPlot.paths.stepped)({ align: 1 });
    const line = (/** @type {number} */ k, /** @type {object} */ look) => ({ stroke: () => this.#colour(`--line-${k % 7}`), paths: stepped, points: { show: false }, ...look });
    const width = this.element.clientWidth;
    return {
      width, height, legend: { show: false }, cursor: { show: false }, padding: [TOP_MARGIN, width - scale.left - scale.inner, 0, 0],
      scales: { x: { time: false, range: () => [1, this.shown.scale.last] }, y: { range: () => [0, topValue(this.shown.columns)] } },
      axes: [
        { size: lane + turns, splits: () => [], grid: { show: false }, ticks: { show: false } },
        { size: axis, show: true, space: 20, gap: 3, incrs: [1, 2, 5, 10, 20, 50], font: this.font, stroke: () => this.#colour("--muted"), values: axis > 10 ? undefined : () => [],
          grid: { stroke: () => this.#colour("--line"), width: 1 }, ticks: { show: false } },
      ],
      series: columns.map((_, i) => (i ? line((i - 1) >> 1, i % 2 ? { width: 2 } : { width: 1, dash: [3, 3] }) : {})),
      hooks: { draw: [() => this.#drawLane()] },
    };
  }

  /** Draw the marks, the numbers of turns and the leading seat below the lines, in CSS pixels. */
  #drawLane() {
    const { ctx } = this.plot;
    const { height, lane, turns } = this.sizes;
    const { marks, scale } = this.shown;
    ctx.save();
    ctx.scale(devicePixelRatio, devicePixelRatio);
    ctx.setLineDash([]); // reset the dashes of the last line
    const middle = height - turns - lane / 2;
    for (const { n, turn } of this.#numberedTurns()) this.#drawText(String(turn), scale.x(n), height - turns / 2);
    ctx.fillStyle = this.#colour("--muted");
    for (const { x, isSmall } of marks) if (isSmall) ctx.fillRect(x - 0.5, middle + 4, 1, 4);
    for (const mark of marks) if (!mark.isSmall) drawGlyph(ctx, mark.kind, mark.x, middle, widthOf(mark), this.#colour);
    for (const { from, to, seat } of leadIntervals(this.shown.columns)) {
      ctx.fillStyle = this.#colour(`--line-${seat % 7}`);
      ctx.fillRect(scale.x(from), height - turns - 2, scale.x(to) - scale.x(from), 2);
    }
    ctx.restore();
  }

  /** Return the turns whose numbers have room. */
  #numberedTurns() {
    const { turns, scale } = this.shown;
    let free = -Infinity;
    return this.sizes.turns ? turns.filter(({ n }) => {
      const x = scale.x(n);
      if (x < free) return false;
      free = x + 24;
      return true;
    }) : [];
  }

  /** @param {string} text @param {number} x @param {number} y */
  #drawText(text, x, y) {
    const { ctx } = this.plot;
    ctx.font = this.font;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillStyle = this.#colour("--muted");
    ctx.fillText(text, x, y);
  }
}
