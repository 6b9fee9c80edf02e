// @ts-check
// The plots, as SVG: means with intervals, bars, and lines over time. A table beside each has the same data.
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../html.js";

/** Return the present width of an element in CSS pixels, so that text in a plot keeps its size. */
function useWidth() {
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  const [width, setWidth] = useState(320);
  useEffect(() => {
    const seen = /** @type {HTMLElement} */ (element.current);
    const watch = new ResizeObserver(() => setWidth(Math.max(seen.clientWidth, 200)));
    watch.observe(seen);
    return () => watch.disconnect();
  }, []);
  return /** @type {const} */ ([element, width]);
}

/** Return round numbers for an axis, from 0 or the lowest value to the highest. @param {number} low @param {number} high */
export function ticks(low, high, count = 4) {
  const raw = (high - low || 1) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = /** @type {number} */ ([1, 2, 5, 10].find((one) => one * power >= raw)) * power;
  const found = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-6; k++) found.push(Number((k * step).toPrecision(12)));
  return found;
}

/** @param {{chosen: boolean, at: number, choose: (at: number) => void}} of */
const pointAttributes = ({ chosen, at, choose }) => ({ class: chosen ? "mark chosen" : "mark", onClick: () => choose(at), onPointerEnter: () => choose(at) });

/** The estimated width of a character of a label, in pixels. */
const LETTER = 8;
/** Shorten a label to a number of characters. @param {string} label @param {number} most */
const shorten = (label, most) => (label.length > most ? `${label.slice(0, Math.max(Math.floor(most) - 1, 1)).trimEnd()}…` : label);

/** @typedef {{label: string, value: number, low?: number, high?: number}} Row */

/**
 * Draw rows with a dot for the mean and a line for its interval; `reference` is a common dashed line.
 * @param {{rows: Row[], at: number | null, choose: (at: number) => void, format: (value: number) => string, reference?: number, bars?: boolean}} props
 */
export function Rows({ rows, at, choose, format, reference, bars = false }) {
  const [element, width] = useWidth();
  const [row, left, right, axis] = [34, Math.min(Math.max(...rows.map(({ label }) => label.length)) * LETTER + 14, width * 0.4), 52, 26];
  const most = Math.max(...rows.map(({ value, high }) => high ?? value), reference ?? 0) || 1;
  const x = (/** @type {number} */ value) => left + (value / most) * (width - left - right);
  const height = rows.length * row + axis;
  return html`<div ref=${element}><svg width=${width} height=${height} aria-hidden="true" class="rows">
    ${ticks(0, most, width < 500 ? 3 : 5).map((value) => html`<g key=${value}><line class="grid" x1=${x(value)} x2=${x(value)} y1="0" y2=${height - axis} /><text x=${x(value)} y=${height - 8} text-anchor="middle">${format(value)}</text></g>`)}
    ${reference !== undefined && html`<line class="reference" x1=${x(reference)} x2=${x(reference)} y1="0" y2=${height - axis} />`}
    ${rows.map(({ label, value, low, high }, k) => html`<g key=${k} ...${pointAttributes({ chosen: k === at, at: k, choose })} transform=${`translate(0 ${k * row})`}>
      <rect class="band" x="0" y="1" width=${width} height=${row - 2} rx="6" />
      <text class="label" x=${left - 8} y=${row / 2 + 5} text-anchor="end">${shorten(label, (left - 14) / LETTER)}</text>
      ${bars && html`<rect class="bar" x=${left} y="8" width=${Math.max(x(value) - left, 1)} height=${row - 16} rx="3" />`}
      ${low !== undefined && high !== undefined && html`<line class="interval" x1=${x(low)} x2=${x(high)} y1=${row / 2} y2=${row / 2} />`}
      ${!bars && html`<circle class="dot" cx=${x(value)} cy=${row / 2} r="6" />`}
      <text class="value" x=${x(high ?? value) + 10} y=${row / 2 + 5}>${format(value)}</text></g>`)}
  </svg></div>`;
}

/**
 * Draw vertical bars over integers.
 * @param {{bars: {x: number, y: number}[], at: number | null, choose: (at: number) => void}} props
 */
export function Columns({ bars, at, choose }) {
  const [element, width] = useWidth();
  const [height, left, below] = [170, 34, 24];
  const [first, last] = [bars[0].x, bars[bars.length - 1].x];
  const most = Math.max(...bars.map(({ y }) => y));
  const step = (width - left - 8) / (last - first + 1);
  const x = (/** @type {number} */ value) => left + (value - first) * step;
  const y = (/** @type {number} */ value) => 8 + (1 - value / most) * (height - below - 8);
  return html`<div ref=${element}><svg width=${width} height=${height} aria-hidden="true">
    ${ticks(0, most, 3).filter(Number.isInteger).map((value) => html`<g key=${value}><line class="grid" x1=${left} x2=${width} y1=${y(value)} y2=${y(value)} /><text x=${left - 6} y=${y(value) + 4} text-anchor="end">${value}</text></g>`)}
    ${ticks(first, last, width < 500 ? 5 : 10).filter(Number.isInteger).map((value) => html`<text key=${value} x=${x(value) + step / 2} y=${height - 6} text-anchor="middle">${value}</text>`)}
    ${bars.map((bar, k) => html`<g key=${bar.x} ...${pointAttributes({ chosen: k === at, at: k, choose })}><rect class="band" x=${x(bar.x)} y="0" width=${step} height=${height - below} /><rect class="bar" x=${x(bar.x) + step * 0.1} y=${y(bar.y)} width=${step * 0.8} height=${Math.max(height - below - y(bar.y), 1)} /></g>`)}
  </svg></div>`;
}

/**
 * Draw lines over time, each with a band of uncertainty. The points of the first can be chosen.
 * @param {{lines: {label: string, points: {x: number, y: number, spread: number}[]}[], at: number | null, choose: (at: number) => void}} props
 */
export function Lines({ lines, at, choose }) {
  const [element, width] = useWidth();
  const [height, left, below] = [230, 34, 12];
  const all = lines.flatMap(({ points }) => points);
  const [begin, end] = [Math.min(...all.map((one) => one.x)), Math.max(...all.map((one) => one.x))];
  const [low, high] = [Math.min(...all.map((one) => one.y - one.spread)), Math.max(...all.map((one) => one.y + one.spread))];
  const x = (/** @type {number} */ value) => left + 8 + ((value - begin) / (end - begin || 1)) * (width - left - 20);
  const y = (/** @type {number} */ value) => 8 + ((high - value) / (high - low || 1)) * (height - below - 8);
  const path = (/** @type {[number, number][]} */ places) => places.map(([one, other], k) => `${k ? "L" : "M"}${one.toFixed(1)} ${other.toFixed(1)}`).join("");
  return html`<div ref=${element}><svg width=${width} height=${height} aria-hidden="true">
    ${ticks(low, high, 5).map((value) => html`<g key=${value}><line class="grid" x1=${left} x2=${width} y1=${y(value)} y2=${y(value)} /><text x=${left - 6} y=${y(value) + 4} text-anchor="end">${value}</text></g>`)}
    ${lines.map(({ label, points }, k) => html`<g key=${label} class=${`line line-${k}`}>
      <path class="spread" d=${`${path(points.map((one) => [x(one.x), y(one.y + one.spread)]))}${path([...points].reverse().map((one) => /** @type {[number, number]} */ ([x(one.x), y(one.y - one.spread)]))).replace("M", "L")}Z`} />
      <path class="course" d=${path(points.map((one) => [x(one.x), y(one.y)]))} /></g>`)}
    ${(lines[0]?.points ?? []).map((one, k) => html`<circle key=${k} ...${pointAttributes({ chosen: k === at, at: k, choose })} cx=${x(one.x)} cy=${y(one.y)} r=${k === at ? 7 : 4} />`)}
  </svg></div>`;
}

/** Draw the coins of all seats of a game in small size. @param {{series: {seat: number, coins: [number, number][]}[], own: number, last: number}} props */
export function Thumbnail({ series, own, last }) {
  const [width, height] = [96, 36];
  const most = Math.max(1, ...series.flatMap(({ coins }) => coins.map(([, value]) => value)));
  const path = (/** @type {[number, number][]} */ coins) => {
    const places = coins.map(([n, value]) => [(n / last) * width, height - 3 - (value / most) * (height - 6)]);
    return `M0 ${height - 3}${places.map(([x, y]) => `H${x.toFixed(1)}V${y.toFixed(1)}`).join("")}H${width}`;
  };
  return html`<svg class="thumbnail" width=${width} height=${height} aria-hidden="true">${[...series].sort((one) => (one.seat === own ? 1 : -1)).map(({ seat, coins }) => html`<path key=${seat} class=${seat === own ? "own" : ""} d=${path(coins)} />`)}</svg>`;
}
