// @ts-check
// The open trades and gifts, each as cards between two seats.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { Bean, Coin, FACE_DOWN, cardName, countByVariety } from "./cards.js";

/** @typedef {(proposal: number) => any} Actions returns the buttons that answer an offer */

/** Show cards and coins in small size, each variety once with its count. @param {{cards?: string[], coins?: number}} props */
export const Goods = ({ cards = [], coins = 0 }) => html`
  <span class="goods">${countByVariety(cards).map(([card, count]) => html`
    <span class=${`mini ${card === FACE_DOWN ? "back" : ""}`} title=${cardName(card)}>${card === FACE_DOWN ? "?" : html`<${Bean} card=${card} />`}${count > 1 && html`<b>${count}</b>`}<span class="visually-hidden">${cardName(card)}</span></span>`)}
    ${coins > 0 && html`<span class="mini"><${Coin} /><b>${coins}</b></span>`}
    ${!cards.length && !coins && html`<span class="nothing">${say("table-nothing")}</span>`}</span>`;

/** @param {{k: number | null, name: import("./position.js").Name}} props */
const Who = ({ k, name }) => (k === null ? html`<span class="who-mini">${say("table-anyone")}</span>`
  : html`<span class=${`who-mini seat-${k % 7}`}><span class="disc" aria-hidden="true">${k + 1}</span>${name(k)}</span>`);

/** Return the varieties of the cards that a proposal gives. @param {import("./position.js").Proposal["give"]} cards */
export const givenVarieties = (cards) => cards.map((card) => card.variety || FACE_DOWN);
/** Return the varieties of the cards that a proposal asks for. @param {import("./position.js").Proposal} offer */
export const wantedVarieties = (offer) => [...Object.entries(offer.want || {}).flatMap(([card, count]) => Array(count).fill(card)), ...(offer.want_turned_up || [])];

/** @param {{position: import("./position.js").Position, name: import("./position.js").Name, actions?: Actions | null}} props */
export function Offers({ position, name, actions }) {
  const { proposals = [], donations = [] } = position;
  return html`
    <ul class="offers" aria-label=${say("table-offers")}>
      ${proposals.map((offer) => html`<li key=${offer.proposal} class="offer" data-proposal=${offer.proposal}>
        <${Who} k=${offer.seat} name=${name} /><${Goods} cards=${givenVarieties(offer.give)} coins=${offer.give_coins} />
        <span class="swap" aria-label=${say("table-for")}>⇄</span>
        <${Goods} cards=${wantedVarieties(offer)} coins=${offer.want_coins} /><${Who} k=${offer.with} name=${name} />${actions?.(offer.proposal)}</li>`)}
      ${donations.map((offer) => html`<li key=${offer.proposal} class="offer" data-proposal=${offer.proposal}>
        <${Who} k=${offer.seat} name=${name} /><${Goods} cards=${givenVarieties(offer.cards)} coins=${offer.coins} />
        <span class="swap" aria-label=${say("table-gives-to")}>→</span><${Who} k=${offer.to} name=${name} />${actions?.(offer.proposal)}</li>`)}
    </ul>`;
}
