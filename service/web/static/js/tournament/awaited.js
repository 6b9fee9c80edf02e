// @ts-check
// The list of what tables wait for, with links to the table, or to the page of a dispute.
import { useEffect } from "preact/hooks";
import { html } from "../html.js";
import { say } from "../i18n.js";
import { localizedUrl } from "../links.js";
import { tokens } from "../tokens.js";
import { AskReason } from "./ask_reason.js";

/** The interval of polling, since a dispute is no event of the tournament. */
const POLL_MS = 15_000;
/** What needs no action: the game is being played, or the result comes automatically. */
const COMES_BY_ITSELF = ["end", "taking"];
/** What stops a game until an official lets it continue. */
const STANDS_STILL = ["time_up", "stopped"];
/** The class of a table that others with the same deal wait for. */
const HOLDS = "holds";
/** The maximum length of the reason for calling off a game. */
const REASON_MAX = 500;
/** What needs a decision by an arbiter of the game. */
const DISPUTED = ["ruling", "replay", "reopening"];

/** Return the waiting table. @param {import("./state.js").TournamentState} state @param {any} one */
const tableOf = (state, one) => state.latest.value?.rounds[one.round - 1]?.tables.find((/** @type {any} */ table) => table.table === one.table);

/** A page of a game; officials who may rule get an arbiter's token of the game first, unless another game took the place of the table's. @param {{state: import("./state.js").TournamentState, one: any, page: string, text: string}} props */
export function GamePage({ state, one, page, text }) {
  const link = html` <a href=${page}>${text}</a>`;
  if (tokens.get(one.game) || !state.may("director", "arbiter") || tableOf(state, one)?.game !== one.game) return link;
  const judge = async () => {
    const made = await state.send(`/rounds/${one.round}/tables/${one.table}/arbiter`, {});
    if (!made) return;
    tokens.add(one.game, { token: made.token });
    location.assign(page);
  };
  return html`${link} <button type="button" class="quiet" disabled=${state.busy.value} onClick=${judge}>${say("tournament-judge")}</button>`;
}

/** Link to the page where an official can act, unless the table itself is enough. @param {{state: import("./state.js").TournamentState, one: any}} props */
function WhereToAct({ state, one }) {
  const game = `/games/${encodeURIComponent(one.game)}`;
  if (STANDS_STILL.includes(one.awaits)) return html`<${GamePage} state=${state} one=${one} page=${localizedUrl(game)} text=${say("tournament-game")} />`;
  return DISPUTED.includes(one.awaits) && html`<${GamePage} state=${state} one=${one} page=${localizedUrl(`${game}/disputes`)} text=${say("tournament-disputes")} />`;
}

/** Offer to call off a game that keeps others with the same deal waiting. @param {{state: import("./state.js").TournamentState, one: any}} props */
function CallOff({ state, one }) {
  return state.may("director", "arbiter") && html` <${AskReason} label=${say("tournament-call-off")} most=${REASON_MAX} act=${(/** @type {string} */ reason) => state.callOff(one, reason)} />`;
}

/** Return what tables wait for. A table that others with the same deal wait for is highlighted. @param {import("./state.js").TournamentState} state @returns {any[]} */
function awaited(state) {
  const dealt = (/** @type {any} */ one) => tableOf(state, one)?.deal;
  const all = state.awaited.value;
  const waiting = new Set(all.filter((one) => one.awaits === "deal").map(dealt).filter(Boolean));
  return all.map((one) => (one.awaits === "end" && waiting.has(dealt(one)) ? { ...one, awaits: HOLDS } : one));
}

/** Leads to a table of the page, which is named with its round where there are several. @param {{state: import("./state.js").TournamentState, one: any, several: boolean}} props */
export const TableLink = ({ state, one, several }) => html`<button type="button" class="link" onClick=${() => state.shown.showTable(one.round, one.table)}>${several && `${say("tournament-round-short", { n: one.round })}, `}${say("tournament-table-short", { n: one.table })}</button>`;

/** @param {{state: import("./state.js").TournamentState}} props */
export function Awaited({ state }) {
  useEffect(() => {
    const timer = setInterval(() => document.hidden || state.loadAwaited().catch(() => {}), POLL_MS); // what is lost is told where all is loaded
    return () => clearInterval(timer);
  }, []);
  const open = awaited(state).filter((one) => !COMES_BY_ITSELF.includes(one.awaits));
  const words = [...new Set(open.map((one) => one.awaits))];
  const several = new Set(open.map((one) => one.round)).size > 1;
  return words.map((word) => html`<p class="awaited" key=${word}>${say(`tournament-awaits-${word}`)} ${open.filter((one) => one.awaits === word).map((one) => html`
    <span key=${`${one.round}-${one.table}`}><${TableLink} state=${state} one=${one} several=${several} /><${WhereToAct} state=${state} one=${one} />${word === HOLDS && html`<${CallOff} state=${state} one=${one} />`}</span> `)}</p>`);
}
