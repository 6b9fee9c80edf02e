// @ts-check
// The table in words, zone by zone, for print and for screen readers.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { describeState } from "../table/table.js";
import { FACE_DOWN, cardName, cardsOf, describeCards } from "../table/cards.js";
import { valueAt } from "./position.js";
import { zoneTitle, zonesOf } from "./places.js";

/** @param {{question: import("./question.js").Question}} props */
export function Inventory({ question }) {
  const drawn = question.drawn.value;
  if (!drawn) return null;
  const all = zonesOf(drawn);
  const line = (/** @type {string} */ zone) => {
    const cards = cardsOf(valueAt(drawn, zone));
    return cards.length > 0 && html`<li key=${zone}>${zoneTitle(zone, drawn.edition)}: ${cards.every((card) => card === FACE_DOWN) ? cards.length : /\/(hand|fields\/[0-9]+)$/.test(zone) && new Set(cards).size > 1 ? cards.map(cardName).join(", ") : describeCards(cards)}</li>`;
  };
  const own = (/** @type {number} */ k) => all.filter((zone) => zone.startsWith(`/seats/${k}/`));
  return html`
    <details class="inventory"><summary>${say("ask-in-words")}</summary>
      <p>${describeState(drawn, question.name)}</p>
      <ul>${all.filter((zone) => !zone.startsWith("/seats/")).map(line)}</ul>
      ${drawn.seats.map((/** @type {any} */ _, /** @type {number} */ k) => html`<h4 key=${k}>${question.name(k)}</h4><ul>${own(k).map(line)}</ul>`)}
    </details>`;
}
