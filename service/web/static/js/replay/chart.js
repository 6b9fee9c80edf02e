// @ts-check
// The graph on its canvas: coins and what a harvest now would pay, below them the lane of marks and the numbers of turns.
import UPlot from "uplot";
import { apart } from "./course.js";
import { draw as drawGlyph } from "./glyphs.js";

/**
 * @typedef {object} Shown what is drawn
 * @property {number[][]} columns events, then for each seat its coins and these with what a harvest would pay
 * @property {import("./course.js").Scale} scale
 * @property {import("./marks.js").Placed[]} marks
 * @property {{n: number, turn: number}[]} turns
 * @property {string[]} names of the seats
 */

export class Chart {
  /** @type {Map<string, string>} */
  #colours = new Map();

  /** @param {HTMLElement} element @param {import("./course.js").Sizes} sizes @param {Shown} shown */
  constructor(element, sizes, shown) {
    this.element = element;
    this.sizes = sizes;
    this.shown = shown;
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.dark.addEventListener("change", this.#repaint);
    this.font = `600 ${sizes.label}px ${getComputedStyle(element).fontFamily}`;
    this.plot = new UPlot(/** @type {any} */ (this.#options()), /** @type {any} */ (shown.columns), element);
  }

  destroy() {
    this.dark.removeEventListener("change", this.#repaint);
    this.plot.destroy();
  }

  /** @param {Shown} shown */
  show(shown) {
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
    const { scale, names } = this.shown;
    const stepped = /** @type {any} */ (UPlot.paths.stepped)({ align: 1 });
    const line = (/** @type {number} */ k, /** @type {object} */ look) => ({ stroke: () => this.#colour(`--line-${k % 7}`), paths: stepped, points: { show: false }, ...look });
    const width = this.element.clientWidth;
    return {
      width, height, legend: { show: false }, cursor: { show: false }, padding: [5, width - scale.left - scale.inner, 0, 0],
      scales: { x: { time: false, range: () => [1, this.shown.scale.last] }, y: { range: (/** @type {any} */ _, /** @type {number} */ __, /** @type {number} */ max) => [0, Math.max(max, 4)] } },
      axes: [
        { size: lane + turns, splits: () => [], grid: { show: false }, ticks: { show: false } },
        { size: axis, show: true, space: 20, gap: 3, incrs: [1, 2, 5, 10, 20, 50], font: this.font, stroke: () => this.#colour("--muted"), values: axis > 10 ? undefined : () => [],
          grid: { stroke: () => this.#colour("--line"), width: 1 }, ticks: { show: false } },
      ],
      series: [{}, ...names.flatMap((_, k) => [line(k, { width: 2 }), line(k, { width: 1, dash: [3, 3] })])],
      hooks: { draw: [() => this.#lane()] },
    };
  }

  /** What stands beside and below the lines, in CSS pixels. */
  #lane() {
    const { ctx } = this.plot;
    const { height, lane, turns } = this.sizes;
    const { marks, scale } = this.shown;
    ctx.save();
    ctx.scale(devicePixelRatio, devicePixelRatio);
    ctx.setLineDash([]); // as the last line left it
    const middle = height - turns - lane / 2;
    for (const { n, turn } of this.#spaced()) this.#text(String(turn), scale.x(n), height - turns / 2, "--muted", "center");
    ctx.fillStyle = this.#colour("--muted");
    for (const { x, isSmall } of marks) if (isSmall) ctx.fillRect(x - 0.5, middle + 4, 1, 4);
    for (const { x, kind, isSmall } of marks) if (!isSmall) drawGlyph(ctx, kind, x, middle, 13, this.#colour);
    this.#ends();
    ctx.restore();
  }

  /** The turns whose numbers have room. */
  #spaced() {
    const { turns, scale } = this.shown;
    let free = -Infinity;
    return this.sizes.turns ? turns.filter(({ n }) => {
      const x = scale.x(n);
      if (x < free) return false;
      free = x + 24;
      return true;
    }) : [];
  }

  /** The names of the seats where their lines end. */
  #ends() {
    const { columns, names, scale } = this.shown;
    const { height, label, turns } = this.sizes;
    const last = columns[0].length - 1;
    const wanted = names.map((_, k) => this.plot.valToPos(columns[2 * k + 1][last], "y") + this.plot.bbox.top / devicePixelRatio);
    const places = apart(wanted, label + 0.5, height - (names.length > 5 ? 0 : turns));
    const end = scale.x(columns[0][last]);
    names.forEach((name, k) => this.#text(name, end + 5, places[k], `--line-${k % 7}`, "left"));
  }

  /** @param {string} text @param {number} x @param {number} y @param {string} colour @param {CanvasTextAlign} align */
  #text(text, x, y, colour, align) {
    const { ctx } = this.plot;
    ctx.font = this.font;
    ctx.textAlign = align;
    ctx.textBaseline = "middle";
    ctx.fillStyle = this.#colour(colour);
    ctx.fillText(text, x, y);
  }
}
