// @ts-check
// The standings: each row opens to the reasons for its points, with links to the games.
import { useState } from "preact/hooks";
import { html } from "../html.js";
import { formatList, say } from "../i18n.js";
import { localizedUrl } from "../links.js";
import { formatExact } from "./numbers.js";
import { Compared } from "./same_deal.js";

/** Show each reason for a player's points, with the other players of the table. @param {{player: string, why: any[], state: import("./state.js").TournamentState}} props */
export const Why = ({ player, why, state }) => html`
  <ul class="why">${why.map((one) => html`
    <li><span class="number">${formatExact(one.points)}</span>
      <span>${say(`tournament-why-${one.kind}`)}${one.round !== null && html` · ${say("tournament-round-short", { n: one.round })}`}${one.table !== null && html`, ${say("tournament-table-short", { n: one.table })}`}${one.place !== null && html` · ${say("tournament-place", { n: one.place })}`}
        ${one.table !== null && state.partners(one.round, one.table, player).length > 0 && html` <span class="small">${say("tournament-with", { names: formatList(state.partners(one.round, one.table, player)) })}</span>`}</span>
      <span class="why-links">${one.game && html`<a href=${localizedUrl(`/games/${encodeURIComponent(one.game)}`)}>${say("tournament-game")}</a>`}
      <button type="button" class="link" onClick=${() => state.go(one.event)}>${say("tournament-event", { n: one.event })}</button></span>
      ${one.comparison && html`<${Compared} state=${state} player=${player} reason=${one} />`}
    </li>`)}</ul>`;

/** @param {{line: any, state: import("./state.js").TournamentState}} props */
function Line({ line, state }) {
  const [isOpen, open] = useState(false);
  const name = line.name ?? line.player;
  const before = state.original.value?.standings.find((/** @type {any} */ one) => one.player === line.player);
  return html`
    <li class=${line.excluded ? "standing excluded" : "standing"}>
      <button type="button" class="standing-line" aria-expanded=${String(isOpen)} onClick=${() => open(!isOpen)}>
        <span class="rank">${line.rank}</span><span class="who">${name}${before && html` <span class="small">${say("tournament-before", { rank: before.rank, points: formatExact(before.points) })}</span>`}</span>
        <span class="points">${formatExact(line.points)}</span>
      </button>
      ${isOpen && html`<div class="standing-why">
        <p><button type="button" class="link" onClick=${() => state.shown.showPlayer(line.player)}>${say("tournament-path", { name })}</button></p>
        <${Why} player=${line.player} why=${line.why} state=${state} />
        ${line.tie_breaks.length > 0 && html`<p class="small">${say("tournament-tie-breaks")} ${line.tie_breaks.map((/** @type {any} */ one) => html`<span class="chip" title=${one.trace.join(", ")}>${say(`tournament-tie-${one.name}`)} ${one.name === "place" ? one.value.split("/")[1] ?? one.value : formatExact(one.value)}</span> `)}</p>`}
      </div>`}
    </li>`;
}

/** @param {{state: import("./state.js").TournamentState}} props */
export function Standings({ state }) {
  const { standings } = state.standings.value ?? { standings: [] };
  if (state.isSpoilerFree.value) return html`<p class="empty">${say("tournament-kept-back")}</p>`;
  if (!standings.length) return html`<p class="empty">${say("tournament-no-standings")}</p>`;
  return html`
    <p class="small">${say("tournament-standings-how")} ${state.original.value && say("tournament-beside-original")}</p>
    <ol class="standings">${standings.map((/** @type {any} */ line) => html`<${Line} key=${line.player} line=${line} state=${state} />`)}</ol>`;
}
