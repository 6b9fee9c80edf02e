// @ts-check
// The wall of a tournament: pairings and standings in large letters, with automatic scrolling and one stream.
import "../lang.js";
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fieldPath, followField } from "../broadcast/slot.js";
import { WallTables } from "../broadcast/wall_tables.js";
import { data, html, render } from "../html.js";
import { say } from "../i18n.js";
import { ClockOfGames } from "./game_clock.js";
import { Clock } from "./round_clock.js";
import { formatExact } from "./numbers.js";
import { TournamentState } from "./state.js";
import { withoutTable } from "./without_table.js";

/** Pixels a second; slow enough to find a name. */
const SPEED = 28;
/** Seconds of rest at both ends. */
const REST = 5;

/** The tables of the round as they are played, all from one stream; null while none of them has a game. @type {import("@preact/signals").Signal<import("../broadcast/slot.js").SlotField | null>} */
const live = signal(null);

/** Show the remaining time of a table with added time. @param {any} round @param {number} number */
function clockOfTable(round, number) {
  const table = round?.tables.find((/** @type {any} */ one) => one.table === number);
  return table && !table.result?.confirmed && table.seconds_added > 0 && html`<p class="time-left"><${Clock} round=${round} table=${table} /></p>`;
}

/** @param {{state: TournamentState}} props */
function Wall({ state }) {
  useEffect(startScrolling, []);
  const answer = state.answer.value;
  if (!answer) return html`<p role="status">${state.lost.value || say("tournament-loading")}</p>`;
  const round = answer.rounds.findLast((/** @type {any} */ one) => one.state !== "draft"); // an official may open the wall, and a whole room reads it
  return html`
    <h1>${answer.title}${round && html` · ${say("tournament-round", { n: round.round })}`}</h1>
    ${round && html`<p><${Clock} round=${round} /></p>`}
    ${round?.state === "released" && html`<${ClockOfGames} round=${round} />`}
    ${live.value && html`<${WallTables} shown=${live.value} below=${(/** @type {number} */ number) => clockOfTable(round, number)} />`}
    ${round && !live.value && html`<ul class="wall-tables">${round.tables.map((/** @type {any} */ table) => html`
      <li key=${table.table}><b class="wall-table">${table.table}</b>
        <ol>${table.players.map((/** @type {string} */ player, /** @type {number} */ k) => html`<li>${state.name(player)}${table.result?.confirmed && html` <b>${table.result.scores[k]}</b>`}</li>`)}</ol>
        ${!table.result?.confirmed && html`<${Clock} round=${round} table=${table} />`}</li>`)}</ul>`}
    ${round && withoutTable(round).map(([word, players]) => html`<p key=${word}>${say(word)} ${players.map(state.name).join(", ")}</p>`)}
    <h2>${say("tournament-tab-standings")}</h2>
    <ol class="wall-standings">${(state.standings.value?.standings ?? []).map((/** @type {any} */ line) => html`
      <li key=${line.player}><span class="rank">${line.rank}</span> <span class="who">${line.name ?? line.player}</span> <b>${formatExact(line.points)}</b></li>`)}</ol>`;
}

/** Scroll down, pause, and start again. Manual scrolling or reduced motion stops it. */
function startScrolling() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined;
  let rest = REST;
  let place = 0;
  let before = performance.now();
  let frame = 0;
  const step = (/** @type {number} */ now) => {
    const seconds = Math.min((now - before) / 1000, 0.1);
    before = now;
    const bottom = document.documentElement.scrollHeight - innerHeight;
    if (rest > 0) rest -= seconds;
    else if (place >= bottom) {
      place = 0;
      rest = REST;
      scrollTo(0, 0);
    } else {
      place = Math.min(place + SPEED * seconds, bottom);
      if (place >= bottom) rest = REST;
      scrollTo(0, place);
    }
    frame = requestAnimationFrame(step);
  };
  const stop = () => cancelAnimationFrame(frame);
  frame = requestAnimationFrame(step);
  addEventListener("wheel", stop, { once: true });
  addEventListener("touchmove", stop, { once: true });
  return stop;
}

const state = new TournamentState(data().tournament, null);
const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();
render(html`<${Wall} state=${state} />`, root);
state.load().then(() => state.follow());
followField(fieldPath(data().tournament, "wall", "wall"), (shown) => { live.value = shown.tables.some((table) => table.n !== null) ? shown : null; });
