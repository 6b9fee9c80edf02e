// @ts-check
// A plot with the same data as a table: arrow keys move between points, and the data can be downloaded.
import { useState } from "preact/hooks";
import { html } from "../html.js";
import { lang, say } from "../i18n.js";

/** @typedef {{says: string, href?: string}} Point */

/** Format a number in the language of the page. @param {number} value @param {number} [digits] */
export const number = (value, digits = 1) => value.toLocaleString(lang, { maximumFractionDigits: digits, minimumFractionDigits: Number.isInteger(value) ? 0 : digits });
/** Format a share as a percentage. @param {number} value */
export const percent = (value) => value.toLocaleString(lang, { style: "percent", maximumFractionDigits: 1 });
/** Convert an exact number such as 7/2. @param {string} text */
export function exact(text) {
  const [over, under = 1] = text.split("/").map(Number);
  return over / under;
}
/** Return the address of another page, in the language of this one. @param {string} path @param {Record<string, string | number | null | undefined>} [query] */
export function pageAt(path, query = {}, fragment = "") {
  const all = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== null && value !== undefined && value !== "") all.set(name, String(value));
  if (location.search.includes("lang=")) all.set("lang", lang);
  const text = all.toString();
  return `${path}${text && `?${text}`}${fragment && `#${fragment}`}`;
}
export const gamePage = (/** @type {string} */ game) => pageAt(`/games/${encodeURIComponent(game)}`);
export const playerPage = (/** @type {string} */ player) => pageAt(`/players/${encodeURIComponent(player)}`);
/** Format the date of a time. @param {string} text */
export const day = (text) => new Date(text).toLocaleDateString(lang, { dateStyle: "medium" });

const cell = (/** @type {unknown} */ value) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
/** @param {Record<string, unknown>[]} rows */
const csv = (rows) => [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map((row) => row.map(cell).join(",")).join("\r\n");

/**
 * @param {{title: string, says?: string, file: string, rows: Record<string, unknown>[], points: Point[], label: string,
 *   plot: (at: number | null, choose: (at: number) => void) => any, table: any, onPoint?: (at: number) => void}} props
 */
export function Figure({ title, says, file, rows, points, label, plot, table, onPoint }) {
  const [at, choose] = useState(/** @type {number | null} */ (null));
  const go = (/** @type {number} */ to) => {
    choose(to);
    onPoint?.(to);
  };
  /** @param {KeyboardEvent} event */
  function move(event) {
    const last = points.length - 1;
    const steps = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 });
    if (event.key in steps) go(Math.min(last, Math.max(0, (at ?? (steps[event.key] > 0 ? -1 : last + 1)) + steps[event.key])));
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(last);
    else if (event.key === "Enter" && at !== null && points[at].href) location.assign(/** @type {string} */ (points[at].href));
    else return;
    event.preventDefault();
  }
  const point = at === null ? null : points[at];
  return html`
    <section class="panel figure"><h2>${title}</h2>${says && html`<p class="small">${says}</p>`}
      ${points.length > 0 && html`
        <div class="plot" tabindex="0" role="application" aria-roledescription=${say("statistics-plot")} aria-label=${`${label} ${say("statistics-keys")}`} onKeyDown=${move}>${plot(at, go)}</div>
        <p class="point small" aria-live="polite">${point ? html`${point.says}${point.href && html` <a href=${point.href}>${say("statistics-games-of")}</a>`}` : html`<span class="by-keys">${say("statistics-keys")}</span>`}</p>`}
      <div class="scroll">${table}</div>
      <p class="small no-print"><a download=${`${file}.csv`} href=${`data:text/csv;charset=utf-8,${encodeURIComponent(csv(rows))}`}>${say("statistics-csv")}</a></p>
    </section>`;
}
