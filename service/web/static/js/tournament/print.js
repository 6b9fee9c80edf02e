// @ts-check
// The printable pages of a tournament: pairings by table and by name, result slips, table cards, standings.
import "../lang.js";
import { useState } from "preact/hooks";
import { data, html, render } from "../html.js";
import { lang, say } from "../i18n.js";
import { ClockOfGames } from "./game_clock.js";
import { PrintedTimes } from "./round_clock.js";
import { formatExact } from "./numbers.js";
import { TournamentState } from "./state.js";
import { withoutTable } from "./without_table.js";

/** @param {{state: TournamentState, round: any}} props */
const Pairings = ({ state, round }) => html`
  <${PrintedTimes} round=${round} /><${ClockOfGames} round=${round} />
  <ul class="round-tables">${round.tables.map((/** @type {any} */ table) => html`
    <li class="round-table" key=${table.table}><h3>${say("tournament-table", { n: table.table })}</h3><ol class="sitting">${table.players.map((/** @type {string} */ player) => html`<li>${state.name(player)}</li>`)}</ol></li>`)}</ul>
  ${withoutTable(round).map(([word, players]) => html`<p key=${word}>${say(word)} ${players.map(state.name).join(", ")}</p>`)}`;

/** List the players by name with their tables. @param {{state: TournamentState, round: any}} props */
function ByName({ state, round }) {
  const seats = round.tables.flatMap((/** @type {any} */ table) => table.players.map((/** @type {string} */ player) => ({ name: state.name(player), table: table.table })));
  seats.sort((/** @type {any} */ one, /** @type {any} */ other) => one.name.localeCompare(other.name, lang));
  return html`<${PrintedTimes} round=${round} /><${ClockOfGames} round=${round} /><ol class="by-name">${seats.map((/** @type {any} */ one) => html`<li><span>${one.name}</span> <b>${say("tournament-table", { n: one.table })}</b></li>`)}</ol>`;
}

/** @param {{state: TournamentState, round: any}} props */
const Slips = ({ state, round }) => html`
  <ul class="slips">${round.tables.map((/** @type {any} */ table) => html`
    <li key=${table.table}><p><b>${state.answer.value.title}</b> · ${say("tournament-round", { n: round.round })} · ${say("tournament-table", { n: table.table })}</p><${PrintedTimes} round=${round} table=${table} />
      <table><thead><tr><th>${say("tournament-player")}</th><th class="number">${say("tournament-slip-score")}</th><th class="number">${say("tournament-slip-place")}</th><th>${say("tournament-slip-signature")}</th></tr></thead>
      <tbody>${table.players.map((/** @type {string} */ player) => html`<tr><td>${state.name(player)}</td><td /><td /><td /></tr>`)}</tbody></table></li>`)}</ul>`;

/** @param {{state: TournamentState, round: any}} props */
const Cards = ({ round }) => html`<ul class="table-cards">${round.tables.map((/** @type {any} */ table) => html`<li key=${table.table}>${table.table}</li>`)}</ul>`;

/** @param {{state: TournamentState}} props */
const Ranks = ({ state }) => html`
  <table><thead><tr><th class="number">${say("tournament-slip-place")}</th><th>${say("tournament-player")}</th><th class="number">${say("tournament-points")}</th></tr></thead>
  <tbody>${(state.standings.value?.standings ?? []).map((/** @type {any} */ line) => html`<tr key=${line.player}><td class="number">${line.rank}</td><td>${line.name ?? line.player}</td><td class="number">${formatExact(line.points)}</td></tr>`)}</tbody></table>`;

const PARTS = { pairings: Pairings, names: ByName, slips: Slips, cards: Cards, standings: Ranks };

/** @param {{state: TournamentState}} props */
function Sheets({ state }) {
  const [part, setPart] = useState(/** @type {keyof typeof PARTS} */ ("pairings"));
  const answer = state.answer.value;
  if (!answer) return html`<p role="status">${state.lost.value || say("tournament-loading")}</p>`;
  const round = answer.rounds.at(-1);
  const Part = PARTS[part];
  return html`
    <h1>${answer.title}${round && part !== "standings" && html` · ${say("tournament-round", { n: round.round })}`}</h1>
    <p class="actions no-print">${Object.keys(PARTS).map((name) => html`<button type="button" key=${name} class=${name === part ? "" : "quiet"} aria-pressed=${String(name === part)} onClick=${() => setPart(/** @type {keyof typeof PARTS} */ (name))}>${say(`tournament-print-${name}`)}</button>`)}
      <button type="button" class="gold" onClick=${() => print()}>${say("tournament-print")}</button></p>
    ${round || part === "standings" ? html`<${Part} state=${state} round=${round} />` : html`<p class="empty">${say("tournament-no-rounds")}</p>`}`;
}

const state = new TournamentState(data().tournament, null);
const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();
render(html`<${Sheets} state=${state} />`, root);
state.load();
