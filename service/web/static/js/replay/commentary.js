// @ts-check
// The commentary on the current event, with its marks and arrows on the table.
import { useEffect, useState } from "preact/hooks";
import { html } from "../html.js";

/** @typedef {{place: string, to?: string | null}} Mark a mark at a place, or an arrow from there */
/** @typedef {{id: string, n: number, kind: string, text: string, marks: Mark[]}} CommentaryNote */

/** Arrows are measured again after the animation of the cards. */
const ANIMATION_MS = 450;

/** Return the commentary on event n. @param {import("../game/game.js").Game} game @param {number} n @returns {CommentaryNote[]} */
export const commentaryOn = (game, n) => game.notes.value.filter((note) => note.kind === "commentary" && note.n === n);

/** Return marks for all places that commentary refers to. @param {Mark[]} marks @returns {import("../table/position.js").Marks} */
export const commentaryMarks = (marks) => Object.fromEntries(marks.flatMap(({ place, to }) => [place, ...(to ? [to] : [])]).map((place) => [place, { look: "spoken" }]));

/** Return the element of a place, or of the nearest place that contains it. @param {Element} table @param {string} place @returns {Element | null} */
function elementAt(table, place) {
  for (let at = place; at; at = at.slice(0, at.lastIndexOf("/"))) {
    const found = table.querySelector(`[data-place="${CSS.escape(at)}"]`);
    if (found) return found;
  }
  return null;
}

/** Draw the arrows of these marks over the table. @param {{marks: Mark[], n: number}} props */
export function Arrows({ marks, n }) {
  const [lines, setLines] = useState(/** @type {number[][]} */ ([]));
  const marksKey = JSON.stringify(marks);
  useEffect(() => {
    const measure = () => {
      const table = document.querySelector("[data-table]");
      if (!table) return;
      const frame = table.getBoundingClientRect();
      const centre = (/** @type {string} */ place) => {
        const box = elementAt(table, place)?.getBoundingClientRect();
        return box ? [box.x + box.width / 2 - frame.x, box.y + box.height / 2 - frame.y] : null;
      };
      setLines(marks.flatMap(({ place, to }) => {
        const [start, end] = [centre(place), to ? centre(to) : null];
        return start && end ? [[...start, ...end]] : [];
      }));
    };
    measure();
    const timer = setTimeout(measure, ANIMATION_MS);
    addEventListener("resize", measure);
    return () => {
      clearTimeout(timer);
      removeEventListener("resize", measure);
    };
  }, [marksKey, n]);
  if (!lines.length) return null;
  return html`<svg class="arrows" aria-hidden="true"><defs><marker id="arrow-head" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="4" markerHeight="4" orient="auto"><path d="M0 0L10 5L0 10z" /></marker></defs>
    ${lines.map(([x1, y1, x2, y2], i) => html`<line key=${i} x1=${x1} y1=${y1} x2=${x2} y2=${y2} marker-end="url(#arrow-head)" />`)}</svg>`;
}

/** Show the commentary on the current event below the table, and its arrows over the table. @param {{game: import("../game/game.js").Game}} props */
export function Commentary({ game }) {
  const n = game.n.value;
  const notes = commentaryOn(game, n);
  if (!notes.length) return null;
  return html`<${Arrows} marks=${notes.flatMap(({ marks }) => marks)} n=${n} />
    <div class="commentary" aria-live="polite">${notes.map((one) => html`<p key=${one.id}>${one.text}</p>`)}</div>`;
}
