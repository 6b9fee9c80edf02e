// @ts-check
// Cards, beans and coins. Their drawings are embedded in the page, because a separate file would appear one frame late.
import { data, html } from "../html.js";
import { say } from "../i18n.js";

const { names = {}, drawn = [] } = data();
const drawnVarieties = new Set(drawn);

export const FACE_DOWN = "face_down";

/** Return the cards of a zone. A zone that is a number holds that many cards face down. @param {number | string[] | null | undefined} zone */
export const cardsOf = (zone) => (typeof zone === "number" ? /** @type {string[]} */ (Array(zone).fill(FACE_DOWN)) : zone || []);

/** Return how many cards a zone holds. @param {number | string[] | null | undefined} zone */
export const countOf = (zone) => (typeof zone === "number" ? zone : zone?.length || 0);

/** Return the name of a variety, as printed on its cards. @param {string} card */
export const cardName = (card) => (card === FACE_DOWN ? say("table-face-down") : names[card] || card.replaceAll("_", " "));

/** Return the colour class of a variety without a drawing. It is derived from the name. @param {string} card */
const hueClass = (card) => `hue-${[...card].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) || 0)) % 8, 0)}`;

/** Return the class that gives a card its colours. @param {string} card */
export const cardClass = (card) => (card === FACE_DOWN ? "back" : `v-${drawnVarieties.has(card) ? card : hueClass(card)}`);

/** @param {{card: string, small?: boolean}} props */
export const Bean = ({ card, small = false }) => html`
  <svg class=${`bean ${small ? "corner" : ""} ${drawnVarieties.has(card) ? "" : hueClass(card)}`} viewBox="0 0 48 48" aria-hidden="true">
    <use href=${`#bean-${drawnVarieties.has(card) ? card : "other"}`} />
  </svg>`;

export const Coin = () => html`
  <svg class="coin-art" viewBox="0 0 24 24" aria-hidden="true"><use href="#coin" /></svg>`;

/** Draw the face of a card: its bean, a small bean in the corner for fans, and its name. A back shows the bean that the viewer knows it to be. @param {{card: string, known?: string}} props */
export const Face = ({ card, known: bean }) =>
  card === FACE_DOWN
    ? html`<svg class="back-art" viewBox="0 0 48 66" preserveAspectRatio="none" aria-hidden="true"><use href="#back" /></svg>${bean && html`<${Bean} card=${bean} small />`}`
    : html`<${Bean} card=${card} small /><${Bean} card=${card} /><span class=${`card-name ${cardName(card).length > 8 ? "long" : ""}`}>${cardName(card)}</span>`;

/** Return each variety in a list of cards with its count, in the order of first appearance. @param {string[]} cards */
export function countByVariety(cards) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) || 0) + 1);
  return [...counts];
}

/** Describe cards in words, counted by variety. @param {string[]} cards */
export const describeCards = (cards) =>
  countByVariety(cards).map(([card, count]) => (count === 1 ? cardName(card) : `${count} × ${cardName(card)}`)).join(", ") || say("table-none");
