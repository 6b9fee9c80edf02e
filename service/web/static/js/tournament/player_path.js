// @ts-check
// The path of one player through a tournament: in each round the table, the result and the points, with their reasons.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { formatExact } from "./numbers.js";
import { RoundClock } from "./round_clock.js";
import { Table } from "./round_view.js";
import { Why } from "./standings.js";
import { withoutTable } from "./without_table.js";

/** A round as one player meets it. @param {{state: import("./state.js").TournamentState, round: any, player: string, why: any[]}} props */
function PlayedRound({ state, round, player, why }) {
  const table = round.tables.find((/** @type {any} */ one) => one.players.includes(player) || one.counts_for.includes(player));
  const [word] = withoutTable(round).find(([, players]) => players.includes(player)) ?? ["tournament-not-drawn"];
  return html`<section class="path-round" aria-label=${say("tournament-round", { n: round.round })}>
    <h3>${say("tournament-round", { n: round.round })} <span class=${`chip ${round.state === "confirmed" ? "good" : ""}`}>${say(`tournament-round-${round.state}`)}</span></h3>
    ${table && html`<${RoundClock} state=${state} round=${round} />`}
    ${table ? html`<ul class="round-tables"><${Table} state=${state} round=${round} table=${table} marked=${player} /></ul>` : html`<p>${say(word)} ${state.name(player)}</p>`}
    ${!state.isSpoilerFree.value && html`<${Why} player=${player} why=${why} state=${state} />`}
  </section>`;
}

/** Comes and goes, as the player themselves says. @param {{state: import("./state.js").TournamentState, entrant: any}} props */
function Presence({ state, entrant }) {
  if (!state.may("player") || entrant.player !== state.own.value) return null;
  const type = entrant.checked_in ? "Withdraw" : "CheckIn";
  return html` <button type="button" class="quiet no-print" disabled=${state.busy.value || entrant.excluded} onClick=${() => state.command({ type, player: entrant.player })}>${say(entrant.checked_in ? "tournament-withdraw" : "tournament-check-in")}</button>`;
}

/** @param {{state: import("./state.js").TournamentState}} props */
export function PlayerPath({ state }) {
  const { players, rounds } = state.answer.value;
  const player = state.shown.player.value;
  const entrant = players.find((/** @type {any} */ one) => one.player === player);
  if (!entrant) return html`<p class="empty">${say("tournament-no-such-player")}</p>`;
  const line = state.standings.value?.standings.find((/** @type {any} */ one) => one.player === player);
  const why = line?.why ?? [];
  const known = rounds.filter((/** @type {any} */ one) => one.state !== "draft");
  const elsewhere = why.filter((/** @type {any} */ one) => !known.some((/** @type {any} */ round) => round.round === one.round));
  return html`
    <h2>${state.name(player)}</h2>
    <p>${entrant.checked_in ? html`<span class="chip good">${say("tournament-present")}</span>` : html`<span class="chip">${say(entrant.excluded ? "tournament-excluded" : "tournament-absent")}</span>`}
      ${line && !state.isSpoilerFree.value && html` <b>${say("tournament-stands", { rank: line.rank, points: formatExact(line.points) })}</b>`}<${Presence} state=${state} entrant=${entrant} /></p>
    ${known.length === 0 && html`<p class="empty">${say("tournament-no-rounds")}</p>`}
    ${[...known].reverse().map((/** @type {any} */ round) => html`<${PlayedRound} key=${round.round} state=${state} round=${round} player=${player} why=${why.filter((/** @type {any} */ one) => one.round === round.round)} />`)}
    ${elsewhere.length > 0 && !state.isSpoilerFree.value && html`<${Why} player=${player} why=${elsewhere} state=${state} />`}`;
}
