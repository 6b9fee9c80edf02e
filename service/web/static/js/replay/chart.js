// @ts-check
// The graph on its canvas: coins and what a harvest now would pay, below them the lane of marks and the numbers of turns.
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

/** The room above the lines, and how far apart the lines of the axis are at least, in CSS pixels. */
const HEAD = 5;
const SPACE = 20;
/** What the axis counts in, and how high it goes at least, in coins. */
const COUNTS = [1, 2, 5, 10, 20, 50];
const LEAST = 4;

export class Chart {
  /** @type {Map<string, string>} */
  #colours = new Map();

  /** @param {HTMLElement} element @param {import("./course.js").Sizes} sizes @param {number} width @param {Shown} shown */
  constructor(element, sizes, width, shown) {
    this.element = element;
    this.sizes = sizes;
    this.width = width;
    this.shown = shown;
    this.foot = sizes.height - sizes.lane - sizes.turns;
    this.font = `600 ${sizes.label}px ${getComputedStyle(element).fontFamily}`;
    this.canvas = element.appendChild(document.createElement("canvas"));
    Object.assign(this.canvas, { width: Math.round(width * devicePixelRatio), height: Math.round(sizes.height * devicePixelRatio) });
    this.ctx = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.dark.addEventListener("change", this.#repaint);
    this.#draw();
  }

  destroy() {
    this.dark.removeEventListener("change", this.#repaint);
    this.canvas.remove();
  }

  /** @param {Shown} shown */
  show(shown) {
    this.shown = shown;
    this.#draw();
  }

  #repaint = () => {
    this.#colours.clear();
    this.#draw();
  };

  #colour = (/** @type {string} */ name) => {
    if (!this.#colours.has(name)) this.#colours.set(name, getComputedStyle(this.element).getPropertyValue(name).trim());
    return /** @type {string} */ (this.#colours.get(name));
  };

  /** Everything, in CSS pixels. */
  #draw() {
    const { ctx, foot } = this;
    const lines = this.shown.columns.slice(1);
    const most = lines.reduce((high, line) => Math.max(high, ...line), LEAST);
    const y = (/** @type {number} */ value) => foot - (value / most) * (foot - HEAD);
    ctx.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    ctx.clearRect(0, 0, this.width, this.sizes.height);
    ctx.font = this.font;
    ctx.textBaseline = "middle";
    this.#axis(most, y);
    lines.forEach((line, i) => this.#line(line, y, `--line-${(i >> 1) % 7}`, i % 2 === 1));
    ctx.setLineDash([]);
    this.#lane();
    this.#ends(y);
  }

  /** @param {number} most @param {(value: number) => number} y */
  #axis(most, y) {
    const { ctx, sizes, shown: { scale } } = this;
    const by = COUNTS.find((count) => y(0) - y(count) >= SPACE) ?? 100;
    ctx.fillStyle = this.#colour("--line");
    for (let value = 0; value <= most; value += by) {
      ctx.fillRect(scale.left, Math.round(y(value)), scale.inner, 1);
      if (sizes.label < sizes.axis) this.#text(String(value), scale.left - 3, y(value), "--muted", "right");
      ctx.fillStyle = this.#colour("--line");
    }
  }

  /** A line that keeps its height until it changes; what is not earned yet is dashed. @param {number[]} line @param {(value: number) => number} y @param {string} colour @param {boolean} isDashed */
  #line(line, y, colour, isDashed) {
    const { ctx, shown: { columns: [events], scale } } = this;
    ctx.strokeStyle = this.#colour(colour);
    ctx.lineWidth = isDashed ? 1 : 2;
    ctx.setLineDash(isDashed ? [3, 3] : []);
    ctx.beginPath();
    ctx.moveTo(scale.x(events[0]), y(line[0]));
    line.forEach((value, i) => {
      if (value === line[i - 1] && i < line.length - 1) return;
      ctx.lineTo(scale.x(events[i]), y(line[i - 1] ?? value));
      ctx.lineTo(scale.x(events[i]), y(value));
    });
    ctx.stroke();
  }

  /** The marks, and below them the numbers of turns. */
  #lane() {
    const { ctx } = this;
    const { height, lane, turns } = this.sizes;
    const { marks, scale } = this.shown;
    const middle = height - turns - lane / 2;
    for (const { n, turn } of this.#spaced()) this.#text(String(turn), scale.x(n), height - turns / 2, "--muted", "center");
    ctx.fillStyle = this.#colour("--muted");
    for (const { x, isSmall } of marks) if (isSmall) ctx.fillRect(x - 0.5, middle + 4, 1, 4);
    for (const { x, kind, isSmall } of marks) if (!isSmall) drawGlyph(ctx, kind, x, middle, 13, this.#colour);
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

  /** The names of the seats where their lines end. @param {(value: number) => number} y */
  #ends(y) {
    const { columns, names, scale } = this.shown;
    const { height, label, turns } = this.sizes;
    const last = columns[0].length - 1;
    const places = apart(names.map((_, k) => y(columns[2 * k + 1][last])), label + 0.5, height - (names.length > 5 ? 0 : turns));
    const end = scale.x(columns[0][last]);
    names.forEach((name, k) => this.#text(name, end + 5, places[k], `--line-${k % 7}`, "left"));
  }

  /** @param {string} text @param {number} x @param {number} y @param {string} colour @param {CanvasTextAlign} align */
  #text(text, x, y, colour, align) {
    const { ctx } = this;
    ctx.textAlign = align;
    ctx.fillStyle = this.#colour(colour);
    ctx.fillText(text, x, y);
  }
}
