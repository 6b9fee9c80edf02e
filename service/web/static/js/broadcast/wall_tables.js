// @ts-check
// All tables of a round, each with its players, their coins and fields, and the last event.
import { html } from "../html.js";
import { Bean, Coin, cardName } from "../table/cards.js";

/** @typedef {import("./slot.js").SlotField} SlotField */

/** @param {{shown: SlotField, below?: (table: number) => any}} props `below` is what else stands at a table */
export const WallTables = ({ shown, below = () => null }) => html`<ul class="live-tables">${shown.tables.map((table) => html`
  <li key=${table.table} class=${table.over ? "over" : ""} data-table-number=${table.table} data-n=${table.n}><b class="wall-table">${table.table}</b>
    <ol>${table.players.map((one) => html`<li key=${one.player} class=${one.to_move ? "active" : ""}>
      <span class="player">${one.name ?? one.player}</span>
      <span class="piles">${one.fields.map((pile, i) => html`<span key=${i} class="pile" title=${cardName(pile.card)}><${Bean} card=${pile.card} />${pile.count}</span>`)}</span>
      ${one.coins !== null && html`<span class="purse"><${Coin} /><b>${one.coins}</b></span>`}</li>`)}</ol>
    ${table.sentence && !table.over && html`<p class="sentence">${table.sentence}</p>`}${below(table.table)}</li>`)}</ul>`;
