// @ts-check
// The glyphs of marks, which differ in shape. Canvas and legend use the same paths.
import { html } from "../html.js";

/**
 * Paths in a square of 16 pixels. `colour` is a CSS variable of the page; `solid` glyphs are filled.
 * @type {Record<string, {path: string, colour: string, solid?: boolean}>}
 */
export const GLYPHS = {
  harvest: { path: "M8 2a6 6 0 1 1 0 12a6 6 0 1 1 0-12zM8 5v6M6 6.500h3M6.500 9.500h3", colour: "--gold-text" },
  trade: { path: "M2 5.500h10M9 2.500l3.500 3L9 8.500M14 10.500H4M7 7.500l-3.500 3L7 13.500", colour: "--ink" },
  donation: { path: "M2 8h11M8.500 3.500L13.500 8l-5 4.500", colour: "--ink" },
  shuffle: { path: "M3 13L6 3M8 13V3M13 13L10 3M2 14.500h12", colour: "--muted" },
  third_field: { path: "M2.500 2.500h11v11h-11zM8 5v6M5 8h6", colour: "--accent" },
  lead: { path: "M2.500 12.500L1.500 4l4 3.500L8 2.500l2.500 5 4-3.500-1 8.500z", colour: "--gold-text", solid: true },
  attack: { path: "M3 13l2-2M3.500 9.500l3 3M5 11L13 3V2.500h-2.500L4.500 9", colour: "--bad" },
  fault: { path: "M3 3l10 10M13 3L3 13", colour: "--bad" },
  note: { path: "M2 3h12v8H8l-3.500 3v-3H2z", colour: "--focus", solid: true },
  fork: { path: "M5 14V2M5 9c0-3 6-2 6-6M8.500 5L11 2.500 13.500 5", colour: "--accent" },
  end: { path: "M4 15V2M4 2.500h9l-2.500 3 2.500 3H4", colour: "--ink", solid: true },
};
const OTHER = { path: "M8 5.500a2.500 2.500 0 1 1 0 5a2.500 2.500 0 1 1 0-5z", colour: "--muted", solid: true };

/** @param {string} kind */
export const glyphOf = (kind) => GLYPHS[kind] ?? OTHER;

/** Show a glyph in the text of the page. @param {{kind: string}} props */
export function Glyph({ kind }) {
  const { path, colour, solid } = glyphOf(kind);
  return html`<svg class="glyph" viewBox="0 0 16 16" aria-hidden="true" style=${{ color: `var(${colour})` }} fill=${solid ? "currentColor" : "none"}
    stroke="currentColor" stroke-width="1.800" stroke-linecap="round" stroke-linejoin="round"><path d=${path} /></svg>`;
}

/** @type {Map<string, Path2D>} */
const paths = new Map();

/** Draw a glyph centred at a point of a canvas. @param {CanvasRenderingContext2D} ctx @param {string} kind @param {number} x @param {number} y @param {number} size @param {(name: string) => string} colourOf */
export function draw(ctx, kind, x, y, size, colourOf) {
  const { path, colour, solid } = glyphOf(kind);
  if (!paths.has(path)) paths.set(path, new Path2D(path));
  const shape = /** @type {Path2D} */ (paths.get(path));
  ctx.save();
  ctx.translate(x - size / 2, y - size / 2);
  ctx.scale(size / 16, size / 16);
  ctx.lineWidth = 1.8;
  ctx.lineCap = ctx.lineJoin = "round";
  ctx.strokeStyle = ctx.fillStyle = colourOf(colour);
  if (solid) ctx.fill(shape);
  ctx.stroke(shape);
  ctx.restore();
}
