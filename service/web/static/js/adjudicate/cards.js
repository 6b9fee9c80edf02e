// @ts-check
// The editor of the cards of one place: a palette adds cards or replaces the chosen card.
import { data, html } from "../html.js";
import { say } from "../i18n.js";
import { Bean, FACE_DOWN, cardName, cardsOf, cardClass } from "../table/cards.js";
import { valueAt, mayCount, mayHide, withCards, withFields, withoutCard } from "./position.js";
import { countAt, describePlace, zoneOf, zoneTitle, zonesOf } from "./places.js";

/** @typedef {import("./question.js").Question} Question */

/** More cards than this are shown only as a number. */
const CARDS_MAX = 40;

/** @param {{question: Question}} props */
export function Cards({ question }) {
  const drawn = question.drawn.value;
  if (!drawn) return null;
  const [zone, i] = zoneOf(question.place.value);
  const cards = cardsOf(valueAt(drawn, zone));
  const { edition } = drawn;
  const change = (/** @type {import("./position.js").Position} */ position) => question.change({ position });
  const put = (/** @type {string} */ card) => {
    const replaces = i !== null && i < cards.length;
    change(withCards(drawn, zone, replaces ? cards.map((old, j) => (j === i ? card : old)) : [...cards, card]));
    if (replaces) question.place.value = zone;
  };
  const palette = [...data().editions[edition].varieties.map((/** @type {{id: string}} */ { id }) => id), ...(mayHide(zone) ? [FACE_DOWN] : [])];
  const isCountOnly = mayCount(zone) && cards.every((card) => card === FACE_DOWN);
  return html`
    <div class="zone-cards" role="group" aria-label=${describePlace(zone, edition, question.name)}>
      <label class="which">${say("ask-place")} <select value=${zone} onChange=${(/** @type {any} */ event) => { question.place.value = event.target.value; }}>
        ${zonesOf(drawn).map((one) => html`<option value=${one}>${`${describePlace(one, edition, question.name)} (${countAt(drawn, one)})`}</option>`)}</select></label>
      ${mayCount(zone) && html`<label>${say("ask-how-many")} <input type="number" min="0" max="200" value=${cards.length}
        onChange=${(/** @type {any} */ event) => change(withCards(drawn, zone, withLength(cards, Number(event.target.value))))} /></label>`}
      ${!isCountOnly && cards.length <= CARDS_MAX && html`<ol class="lying" aria-label=${zoneTitle(zone, edition)}>${cards.map((card, j) => html`<li key=${j}>
        <button type="button" class=${`mini ${cardClass(card)}`} aria-pressed=${String(j === i)} title=${cardName(card)} aria-label=${`${say("ask-card-number", { n: j + 1 })}: ${cardName(card)}`}
          onClick=${() => { question.place.value = j === i ? zone : `${zone}/${j}`; }}><${Sign} card=${card} /></button>
        <button type="button" class="less" aria-label=${say("ask-take-away", { card: cardName(card), n: j + 1 })} title=${say("ask-take-away", { card: cardName(card), n: j + 1 })} onClick=${() => { question.place.value = zone; change(withoutCard(drawn, zone, j)); }}>×</button></li>`)}</ol>`}
      <p class="small">${say(i !== null && i < cards.length ? "ask-replace" : "ask-add")}</p>
      <div class="palette">${palette.map((card) => html`<button type="button" key=${card} class=${`mini ${cardClass(card)}`} data-add=${card} aria-label=${cardName(card)} onClick=${() => put(card)}><${Sign} card=${card} /><span>${cardName(card)}</span></button>`)}
        ${cards.length > 0 && html`<button type="button" class="quiet" onClick=${() => { question.place.value = zone; change(withCards(drawn, zone, [])); }}>${say("ask-clear")}</button>`}
        <${FieldCount} question=${question} zone=${zone} change=${change} /></div>
    </div>`;
}

/** @param {{card: string}} props */
const Sign = ({ card }) => (card === FACE_DOWN ? html`<b aria-hidden="true">?</b>` : html`<${Bean} card=${card} />`);

/** Return a list of `count` cards: new ones are face down, surplus ones are removed from the end. @param {string[]} cards @param {number} count */
const withLength = (cards, count) => Array.from({ length: Math.max(0, Math.min(Math.floor(count) || 0, 200)) }, (_, j) => cards[j] ?? FACE_DOWN);

/** Show the buttons that add a field or remove the last one. @param {{question: Question, zone: string, change: (position: any) => void}} props */
function FieldCount({ question, zone, change }) {
  const [, seat] = /^\/seats\/([0-9]+)\/fields/.exec(zone) ?? [];
  const drawn = question.drawn.value;
  if (seat === undefined || !drawn) return null;
  const k = Number(seat);
  const { fields } = drawn.seats[k];
  const most = data().editions[drawn.edition].max_fields;
  const fewer = () => {
    question.place.value = `/seats/${k}/fields/0`;
    change(withFields(drawn, k, fields.slice(0, -1)));
  };
  return html`
    ${fields.length < most && html`<button type="button" class="quiet" onClick=${() => change(withFields(drawn, k, [...fields, []]))}>${say("ask-field-more")}</button>`}
    ${fields.length > 1 && html`<button type="button" class="quiet" onClick=${fewer}>${say("ask-field-less")}</button>`}`;
}
