// @ts-check
// Comparisons of tables with the same deal: the results of the same seat, and both games side by side.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { localizedUrl } from "../links.js";
import { formatExact } from "./numbers.js";

/** @typedef {import("./state.js").TournamentState} TournamentState */

/** Return the other tables of a round with the same deal and a result. @param {any} round @param {any} table @returns {any[]} */
export const withSameDeal = (round, table) => (table.deal
  ? round.tables.filter((/** @type {any} */ one) => one.table !== table.table && one.deal === table.deal && one.result && one.voided === null && one.result.source !== "paper")
  : []);

/** Return the address that compares two games, in the view of a seat. @param {string} game @param {string} other @param {number | null} [seat] */
export const sideBySide = (game, other, seat = null) => localizedUrl(`/games/${encodeURIComponent(game)}?compare=${encodeURIComponent(other)}${seat === null ? "" : `&as=seat:${seat}`}`);

/** Show links from a table to the others with the same deal. @param {{round: any, table: any}} props */
export function OtherTables({ round, table }) {
  const others = table.result ? withSameDeal(round, table) : [];
  if (!others.length || !table.game) return null;
  return html`<details class="same-deal small"><summary>${say("tournament-same-deal", { count: others.length })}</summary>
    <p>${others.map((one) => html`<a key=${one.table} href=${sideBySide(table.game, one.game)}>${say("tournament-table", { n: one.table })}</a> `)}</p></details>`;
}

/** Show how the points of a table follow from the comparison in duplicate. @param {{state: TournamentState, player: string, reason: any}} props */
export function Compared({ state, player, reason }) {
  const { comparison } = reason;
  const round = state.answer.value?.rounds[reason.round - 1];
  const table = round?.tables[reason.table - 1];
  const seat = table?.counts_for.indexOf(player) ?? -1;
  const mean = { coins: comparison.coins, mean: formatExact(comparison.mean), others: comparison.others };
  if (!comparison.tables.length) return html`<p class="same-deal small">${say("tournament-compared-alone", mean)}</p>`;
  const others = table && seat >= 0 ? withSameDeal(round, table) : [];
  return html`<details class="same-deal small"><summary>${say("tournament-compared", mean)}</summary>
    <ul>${others.map((one) => html`<li key=${one.table}><a href=${sideBySide(table.game, one.game, seat)}>${say("tournament-compared-line", { table: one.table, name: state.name(one.counts_for[seat]), coins: one.result.scores[seat] })}</a></li>`)}</ul></details>`;
}
