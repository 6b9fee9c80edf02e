// Cards, beans and coins as they are drawn everywhere.
import { data, html } from "./html.js";

const { names, drawn, editions, phases, assets } = data();
const known = new Set(drawn);

export const FACE_DOWN = "face_down";

/** The address of a drawing of ours, such as beans.svg#coin. */
export const art = (name) => assets + name;

/** The cards of a zone; one that is written as a number holds as many face down. */
export const cardsOf = (zone) => (typeof zone === "number" ? Array(zone).fill(FACE_DOWN) : zone || []);

/** The English name of a variety as it stands on a card. */
export const cardName = (card) => names[card] || card.replaceAll("_", " ");

/** A variety without a drawing of its own gets the plain bean, in a colour that follows from its name. */
const hue = (card) => `hue-${[...card].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 8, 0)}`;

export const Bean = ({ card }) => html`
  <svg class=${`bean ${known.has(card) ? "" : hue(card)}`} viewBox="0 0 48 48" aria-hidden="true">
    <use href=${art(`beans.svg#bean-${known.has(card) ? card : "other"}`)} />
  </svg>`;

export const Back = () => html`
  <div class="card back"><svg viewBox="0 0 48 66" preserveAspectRatio="none" aria-hidden="true"><use href=${art("beans.svg#back")} /></svg></div>`;

export const Coin = () => html`
  <svg class="coin-art" viewBox="0 0 24 24" aria-hidden="true"><use href=${art("beans.svg#coin")} /></svg>`;

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

const paid = (steps, count) => steps.findLast(([cards]) => cards <= count)?.[1] ?? 0;
const count = (field, card) => field.filter((one) => one === card).length;

/** Ways of counting a field of several varieties: [cards that count, steps of the meter], for each meter that pays. */
const COUNTING = {
  all_cards: (field, steps) => [[field.length, steps(field.at(-1)).steps]],
  last_variety: (field, steps) => [[count(field, field.at(-1)), steps(field.at(-1)).own_steps]],
  each_variety: (field, steps) => [...new Set(field)].map((card) => [count(field, card), steps(card).own_steps]),
};

/**
 * What a field pays if sold now, and how many cards its meter needs to pay more; null when it cannot be told here.
 * The last card's meter pays, unless an option says otherwise; in a field of several varieties it is named.
 */
export function worth(edition, field, options = {}) {
  const steps = (card) => editions[edition]?.varieties.find((one) => one.id === card) || {};
  const meters = COUNTING[options.sissi_counting || "all_cards"]?.(field, steps);
  if (!meters?.every(([, meter]) => meter)) return null;
  const coins = meters.reduce((sum, [cards, meter]) => sum + paid(meter, cards), 0);
  const [[cards, meter]] = meters;
  const next = meters.length === 1 ? meter.find(([needed]) => needed > cards) : null;
  return {
    coins: Math.min(coins, field.length),
    next: next ? { cards: next[0], coins: next[1] } : null,
    meter: new Set(field).size > 1 && meters.length === 1 ? field.at(-1) : null,
  };
}

/** Whether two neighbours in a field are both royal or both captains, in an edition that knows royals. */
export function doubled(edition, field) {
  const royal = editions[edition]?.numbers.royal;
  return Boolean(royal) && field.slice(1).some((card, i) => (card === royal) === (field[i] === royal));
}

export const phaseName = (edition, phase) =>
  editions[edition]?.phases[phase] || phases[phase] || phase || "not begun";
