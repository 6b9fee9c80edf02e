// @ts-check
// The page of a tournament: rounds, standings, players and history for all; for officials also what is to do.
import "../lang.js";
import { data, html, render } from "../html.js";
import { say } from "../i18n.js";
import { Broadcast } from "../broadcast/desk.js";
import { pageAt } from "../statistics/figure.js";
import { Desk } from "./desk.js";
import { clockTerms } from "./game_clock.js";
import { History, Scrubber } from "./history.js";
import { PlayerPath } from "./player_path.js";
import { Officials, Players } from "./players.js";
import { Rounds } from "./round_view.js";
import { Standings } from "./standings.js";
import { TournamentState } from "./state.js";
import { storedTokens, addToken, tournamentPage } from "./tokens.js";

const TABS = { path: PlayerPath, rounds: Rounds, standings: Standings, players: Players, history: History };
/** @typedef {keyof typeof TABS} Tab */

/** @param {{state: TournamentState}} props */
function Roles({ state }) {
  const roles = Object.keys(storedTokens(state.id));
  if (!roles.length) return null;
  return html`<label class="roles no-print"><span>${say("tournament-acting-as")}</span>
    <select value=${state.role.value ?? ""} onChange=${(/** @type {any} */ event) => state.changeRole(event.target.value)}>
      ${roles.map((role) => html`<option value=${role}>${say(`tournament-role-${role}`)}</option>`)}
      <option value="">${say("tournament-role-spectator")}</option></select></label>`;
}

/** @param {{state: TournamentState}} props */
function App({ state }) {
  const answer = state.answer.value;
  const tab = /** @type {Tab} */ (state.shown.tab.value);
  if (!answer) return html`<p class=${state.lost.value ? "error" : "loading"} role="status">${state.lost.value || say("tournament-loading")}</p>`;
  const Part = TABS[tab];
  return html`
    <header class="tournament-head">
      <h1>${answer.title}</h1>
      <p class="small">${say("tournament-facts", { edition: data().names[answer.rules.edition] ?? answer.rules.edition, format: say(`tournament-format-${answer.rules.format}`), rounds: answer.rules.rounds, players: answer.players.length })}${answer.rules.duplicate && html` · ${say(`tournament-is-duplicate-${answer.rules.duplicate}`)}`}${answer.rules.clock && html` · ${clockTerms("tournament-clock", answer.rules.clock)}`}
        ${answer.forked_from && html` <a href=${tournamentPage(answer.forked_from.tournament, "", { n: answer.forked_from.at })}>${say("tournament-forked-from", { n: answer.forked_from.at })}</a>`}</p>
      <div class="actions no-print"><${Roles} state=${state} />
        <label class="check"><input type="checkbox" checked=${state.isSpoilerFree.value} onChange=${(/** @type {any} */ event) => state.setResultsHidden(event.target.checked)} /> ${say("tournament-spoiler-free")}</label></div>
    </header>
    <div aria-live="polite">${[state.problem.value, state.lost.value].map((says) => says && html`<p class="error">${says}</p>`)}${state.done.value && html`<p class="done">${state.done.value}</p>`}</div>
    ${state.may("director", "scorer", "arbiter") && html`<${Desk} state=${state} />`}
    <div class="tabs no-print" role="tablist">${Object.keys(TABS).filter((name) => name !== "path" || state.shown.player.value).map((name) => html`
      <button type="button" role="tab" id=${`tab-${name}`} key=${name} class=${name === tab ? "" : "quiet"} aria-selected=${String(name === tab)} aria-controls="part" onClick=${() => state.shown.showTab(name)}>${name === "path" && state.shown.player.value !== state.own.value ? state.name(state.shown.player.value) : say(`tournament-tab-${name}`)}</button>`)}</div>
    <${Scrubber} state=${state} />
    <section id="part" role="tabpanel" aria-labelledby=${`tab-${tab}`}><${Part} state=${state} /></section>
    ${!answer.private && state.may("director", "broadcaster") && html`<${Broadcast} key=${state.role.value} state=${state} />`}
    ${state.may("director") && html`<${Officials} state=${state} />`}
    <p class="small no-print">${!answer.private && html`${say("tournament-file-how")} <a href=${`${state.path}/file`}>${say("tournament-file")}</a> · <a href=${pageAt(`/statistics/${answer.rules.edition}`, { tournament: state.id })}>${say("tournament-statistics")}</a> · `}<a href=${tournamentPage(state.id, "/wall")}>${say("tournament-wall")}</a> · <a href=${tournamentPage(state.id, "/print")}>${say("tournament-print")}</a></p>`;
}

const { tournament } = data();
const [, token] = /^#token=(hrc_[a-z]+_[\w-]+)$/.exec(location.hash) ?? [];
if (token) {
  addToken(tournament, token);
  history.replaceState(null, "", location.pathname + location.search);
}
const asked = Number(new URLSearchParams(location.search).get("n"));
const state = new TournamentState(tournament, asked > 0 ? asked : null);
if (location.hash.slice(1) in TABS) state.shown.tab.value = location.hash.slice(1);
else if (state.shown.player.value) state.shown.tab.value = "path";
const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();
render(html`<${App} state=${state} />`, root);
addEventListener("keydown", (event) => {
  if (event.target instanceof HTMLElement && event.target.closest("input, textarea, select, button, a, summary")) return;
  const n = state.n.value ?? state.version.value;
  if (event.key === "ArrowLeft") state.go(n - 1);
  else if (event.key === "ArrowRight") state.go(n + 1);
  else if (event.key === "PageDown" || event.key === "PageUp") state.shown.turnRound(event.key === "PageDown" ? 1 : -1, state.round.value?.round ?? 1);
  else if (event.key === "]" || event.key === "[") state.shown.turnTable(event.key === "]" ? 1 : -1);
  else if (event.key === "Home") state.go(1);
  else if (event.key === "End") state.go(null);
});
state.load().then(() => state.follow());
