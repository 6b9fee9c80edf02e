// @ts-check
// A read-only tournament in a frame of another page: the tables of a round, and the standings, in the spectators' view.
import "../lang.js";
import { applyTheme } from "../embed/theme.js";
import { data, html, render } from "../html.js";
import { say } from "../i18n.js";
import { formatExact } from "./numbers.js";
import { Clock } from "./round_clock.js";
import { TournamentState } from "./state.js";
import { tournamentPage } from "./tokens.js";
import { withoutTable } from "./without_table.js";

const asked = new URLSearchParams(location.search);
const number = (/** @type {string} */ name) => (Number(asked.get(name)) > 0 ? Number(asked.get(name)) : null);
const shows = (/** @type {string} */ part) => asked.get("part") === part || !["round", "standings"].includes(asked.get("part") ?? "");

/** @param {{state: TournamentState, round: any}} props */
const Round = ({ state, round }) => html`<section><h2>${say("tournament-round", { n: round.round })}</h2>
  <p><${Clock} round=${round} /></p>
  <ul class="round-tables">${round.tables.map((/** @type {any} */ table) => html`<li class="round-table" key=${table.table}><h3>${say("tournament-table", { n: table.table })}</h3>
    <ol class="sitting">${table.players.map((/** @type {string} */ player, /** @type {number} */ k) => html`<li>${state.name(player)}${!state.isSpoilerFree.value && table.result && html` <b class="score number">${table.result.scores[k]}</b>`}</li>`)}</ol></li>`)}</ul>
  ${withoutTable(round).map(([word, players]) => html`<p key=${word}>${say(word)} ${players.map(state.name).join(", ")}</p>`)}</section>`;

/** @param {{state: TournamentState}} props */
const Standings = ({ state }) => html`<section><h2>${say("tournament-tab-standings")}</h2>
  ${state.isSpoilerFree.value
    ? html`<p class="empty">${say("tournament-frame-kept-back")}</p>`
    : html`<ol class="standings">${(state.standings.value?.standings ?? []).map((/** @type {any} */ line) => html`<li class="standing framed" key=${line.player}><span class="rank">${line.rank}</span><span class="who">${line.name ?? line.player}</span><b class="points">${formatExact(line.points)}</b></li>`)}</ol>`}</section>`;

/** @param {{state: TournamentState}} props */
function Frame({ state }) {
  const answer = state.answer.value;
  if (!answer) return html`<p role="status">${state.lost.value || say("tournament-loading")}</p>`;
  const rounds = answer.rounds.filter((/** @type {any} */ one) => one.state !== "draft");
  const round = rounds.find((/** @type {any} */ one) => one.round === number("round")) ?? rounds.at(-1);
  return html`<h1><a href=${tournamentPage(state.id)} target="_blank" rel="noopener">${answer.title}</a></h1>
    ${shows("round") && (round ? html`<${Round} state=${state} round=${round} />` : html`<p class="empty">${say("tournament-no-rounds")}</p>`)}
    ${shows("standings") && html`<${Standings} state=${state} />`}`;
}

applyTheme(asked.get("theme"));
const state = new TournamentState(data().tournament, number("n"), { isApart: true });
state.isSpoilerFree.value = asked.get("results") === "hidden";
const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();
render(html`<${Frame} state=${state} />`, root);
state.load().then(() => state.follow());
