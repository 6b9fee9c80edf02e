// Cards, beans and coins as they are drawn everywhere.
import { data, html } from "./html.js";

const { names, drawn, editions, phases } = data();
const known = new Set(drawn);

export const FACE_DOWN = "face_down";

/** The English name of a variety as it stands on a card. */
export const cardName = (card) => names[card] || card.replaceAll("_", " ");

/** A variety without a drawing of its own gets the plain bean, in a colour that follows from its name. */
const hue = (card) => `hue-${[...card].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 8, 0)}`;

export const Bean = ({ card }) => html`
  <svg class=${`bean ${known.has(card) ? "" : hue(card)}`} viewBox="0 0 48 48" aria-hidden="true">
    <use href=${`/assets/beans.svg#bean-${known.has(card) ? card : "other"}`} />
  </svg>`;

export const Back = () => html`
  <div class="card back"><svg viewBox="0 0 48 66" preserveAspectRatio="none" aria-hidden="true"><use href="/assets/beans.svg#back" /></svg></div>`;

export const Coin = () => html`
  <svg class="coin-art" viewBox="0 0 24 24" aria-hidden="true"><use href="/assets/beans.svg#coin" /></svg>`;

export const Card = ({ card, front }) =>
  card === FACE_DOWN
    ? html`<${Back} />`
    : html`<div class=${`card v-${known.has(card) ? card : hue(card)} ${front ? "front" : ""}`}>
        <${Bean} card=${card} /><span class=${`card-name ${cardName(card).length > 8 ? "long" : ""}`}>${cardName(card)}</span>
        ${front && html`<span class="front-mark">front</span>`}
      </div>`;

/** Cards counted by variety, in words. */
export function inWords(cards) {
  const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) || 0) + 1);
  const told = [...counts].map(([card, count]) => {
    const name = card === FACE_DOWN ? "face down" : cardName(card);
    return count === 1 ? name : `${count} × ${name}`;
  });
  return told.join(", ") || "none";
}

/** What a field pays if sold now, and how many cards it needs for one coin more; null when it cannot be told here. */
export function worth(edition, field) {
  const varieties = new Set(field);
  const variety = editions[edition]?.varieties.find((one) => one.id === field[0]);
  if (varieties.size !== 1 || !variety) return null;
  const reached = variety.steps.filter(([cards]) => cards <= field.length);
  const next = variety.steps.find(([cards]) => cards > field.length);
  return { coins: reached.length ? reached.at(-1)[1] : 0, next: next ? { cards: next[0], coins: next[1] } : null };
}

export const phaseName = (edition, phase) =>
  editions[edition]?.phases[phase] || phases[phase] || phase || "not begun";
