// @ts-check
// The open trades and gifts, as cards between two seats.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { Bean, Coin, FACE_DOWN, cardName, counted } from "./cards.js";

/** @typedef {(proposal: number) => any} Actions the buttons that answer an offer */

/** A few cards, small, each variety once with its number. @param {{cards?: string[], coins?: number}} props */
export const Goods = ({ cards = [], coins = 0 }) => html`
  <span class="goods">${counted(cards).map(([card, count]) => html`
    <span class=${`mini ${card === FACE_DOWN ? "back" : ""}`} title=${cardName(card)}>${card === FACE_DOWN ? "?" : html`<${Bean} card=${card} />`}${count > 1 && html`<b>${count}</b>`}<span class="visually-hidden">${cardName(card)}</span></span>`)}
    ${coins > 0 && html`<span class="mini"><${Coin} /><b>${coins}</b></span>`}
    ${!cards.length && !coins && html`<span class="nothing">${say("table-nothing")}</span>`}</span>`;

/** @param {{k: number | null, name: import("./position.js").Name}} props */
const Who = ({ k, name }) => (k === null ? html`<span class="who-mini">${say("table-anyone")}</span>`
  : html`<span class=${`who-mini seat-${k % 7}`}><span class="disc" aria-hidden="true">${k + 1}</span>${name(k)}</span>`);

/** @param {import("./position.js").Proposal["give"]} cards */
export const handed = (cards) => cards.map((card) => card.variety || FACE_DOWN);
/** @param {import("./position.js").Proposal} offer */
export const wanted = (offer) => [...Object.entries(offer.want || {}).flatMap(([card, count]) => Array(count).fill(card)), ...(offer.want_turned_up || [])];

/** @param {{position: import("./position.js").Position, name: import("./position.js").Name, actions?: Actions | null}} props */
export function Offers({ position, name, actions }) {
  const { proposals = [], donations = [] } = position;
  return html`
    <ul class="offers" aria-label=${say("table-offers")}>
      ${proposals.map((offer) => html`<li key=${offer.proposal} class="offer" data-proposal=${offer.proposal}>
        <${Who} k=${offer.seat} name=${name} /><${Goods} cards=${handed(offer.give)} coins=${offer.give_coins} />
        <span class="swap" aria-label=${say("table-for")}>⇄</span>
        <${Goods} cards=${wanted(offer)} coins=${offer.want_coins} /><${Who} k=${offer.with} name=${name} />${actions?.(offer.proposal)}</li>`)}
      ${donations.map((offer) => html`<li key=${offer.proposal} class="offer" data-proposal=${offer.proposal}>
        <${Who} k=${offer.seat} name=${name} /><${Goods} cards=${handed(offer.cards)} coins=${offer.coins} />
        <span class="swap" aria-label=${say("table-gives-to")}>→</span><${Who} k=${offer.to} name=${name} />${actions?.(offer.proposal)}</li>`)}
    </ul>`;
}
