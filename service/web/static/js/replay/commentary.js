// @ts-check
// Commentary in step with the table: the words on the event where we are, what they mark, and arrows.
import { useEffect, useState } from "preact/hooks";
import { html } from "../html.js";

/** @typedef {{place: string, to?: string | null}} Mark a mark at a place, or an arrow from there */
/** @typedef {{id: string, n: number, kind: string, text: string, marks: Mark[]}} Said */

/** Arrows are drawn when the cards have come to rest, after so many milliseconds. */
const RESTING = 450;

/** The commentary on event n. @param {import("../game/game.js").Game} game @param {number} n @returns {Said[]} */
export const commentaryOn = (game, n) => game.notes.value.filter((note) => note.kind === "commentary" && note.n === n);

/** What a table is to mark: every place that is meant. @param {Mark[]} marks @returns {import("../table/position.js").Marks} */
export const spoken = (marks) => Object.fromEntries(marks.flatMap(({ place, to }) => [place, ...(to ? [to] : [])]).map((place) => [place, { look: "spoken" }]));

/** The element at a place, or that of what the place lies in. @param {Element} table @param {string} place @returns {Element | null} */
function elementAt(table, place) {
  for (let at = place; at; at = at.slice(0, at.lastIndexOf("/"))) {
    const found = table.querySelector(`[data-place="${CSS.escape(at)}"]`);
    if (found) return found;
  }
  return null;
}

/** The arrows of these marks, over the table. @param {{marks: Mark[], n: number}} props */
export function Arrows({ marks, n }) {
  const [lines, setLines] = useState(/** @type {number[][]} */ ([]));
  const wanted = JSON.stringify(marks);
  useEffect(() => {
    const measure = () => {
      const table = document.querySelector("[data-table]");
      if (!table) return;
      const around = table.getBoundingClientRect();
      const middle = (/** @type {string} */ place) => {
        const at = elementAt(table, place)?.getBoundingClientRect();
        return at ? [at.x + at.width / 2 - around.x, at.y + at.height / 2 - around.y] : null;
      };
      setLines(marks.flatMap(({ place, to }) => {
        const [from, where] = [middle(place), to ? middle(to) : null];
        return from && where ? [[...from, ...where]] : [];
      }));
    };
    measure();
    const timer = setTimeout(measure, RESTING);
    addEventListener("resize", measure);
    return () => {
      clearTimeout(timer);
      removeEventListener("resize", measure);
    };
  }, [wanted, n]);
  if (!lines.length) return null;
  return html`<svg class="arrows" aria-hidden="true"><defs><marker id="arrow-head" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="4" markerHeight="4" orient="auto"><path d="M0 0L10 5L0 10z" /></marker></defs>
    ${lines.map(([x1, y1, x2, y2], i) => html`<line key=${i} x1=${x1} y1=${y1} x2=${x2} y2=${y2} marker-end="url(#arrow-head)" />`)}</svg>`;
}

/** The words on the event where we are, below the table, with the arrows over it. @param {{game: import("../game/game.js").Game}} props */
export function Commentary({ game }) {
  const n = game.n.value;
  const said = commentaryOn(game, n);
  if (!said.length) return null;
  return html`<${Arrows} marks=${said.flatMap(({ marks }) => marks)} n=${n} />
    <div class="commentary" aria-live="polite">${said.map((one) => html`<p key=${one.id}>${one.text}</p>`)}</div>`;
}
