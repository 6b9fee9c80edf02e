// @ts-check
// Cards, beans and coins as they are drawn everywhere, by drawings that stand in the page: another file would be drawn one picture later.
import { data, html } from "../html.js";
import { say } from "../i18n.js";

const { names = {}, drawn = [] } = data();
const known = new Set(drawn);

export const FACE_DOWN = "face_down";

/** The cards of a zone; one that is written as a number holds as many face down. @param {number | string[] | null | undefined} zone */
export const cardsOf = (zone) => (typeof zone === "number" ? /** @type {string[]} */ (Array(zone).fill(FACE_DOWN)) : zone || []);

/** How many cards a zone holds. @param {number | string[] | null | undefined} zone */
export const countOf = (zone) => (typeof zone === "number" ? zone : zone?.length || 0);

/** The name of a variety as it stands on a card. @param {string} card */
export const cardName = (card) => (card === FACE_DOWN ? say("table-face-down") : names[card] || card.replaceAll("_", " "));

/** A variety without a drawing of its own gets the plain bean, in a colour that follows from its name. @param {string} card */
const hue = (card) => `hue-${[...card].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) || 0)) % 8, 0)}`;

/** The colours of a variety, as a class. @param {string} card */
export const paint = (card) => (card === FACE_DOWN ? "back" : `v-${known.has(card) ? card : hue(card)}`);

/** @param {{card: string, small?: boolean}} props */
export const Bean = ({ card, small = false }) => html`
  <svg class=${`bean ${small ? "corner" : ""} ${known.has(card) ? "" : hue(card)}`} viewBox="0 0 48 48" aria-hidden="true">
    <use href=${`#bean-${known.has(card) ? card : "other"}`} />
  </svg>`;

export const Coin = () => html`
  <svg class="coin-art" viewBox="0 0 24 24" aria-hidden="true"><use href="#coin" /></svg>`;

/** What is drawn upon a card: a bean, a small one in the corner that shows in a fan, and its name; or the back, with the bean that it is known to be. @param {{card: string, known?: string}} props */
export const Face = ({ card, known: bean }) =>
  card === FACE_DOWN
    ? html`<svg class="back-art" viewBox="0 0 48 66" preserveAspectRatio="none" aria-hidden="true"><use href="#back" /></svg>${bean && html`<${Bean} card=${bean} small />`}`
    : html`<${Bean} card=${card} small /><${Bean} card=${card} /><span class=${`card-name ${cardName(card).length > 8 ? "long" : ""}`}>${cardName(card)}</span>`;

/** Cards of a list, each variety once with its number, in the order of their first. @param {string[]} cards */
export function counted(cards) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) || 0) + 1);
  return [...counts];
}

/** Cards counted by variety, in words. @param {string[]} cards */
export const inWords = (cards) =>
  counted(cards).map(([card, count]) => (count === 1 ? cardName(card) : `${count} × ${cardName(card)}`)).join(", ") || say("table-none");
