// @ts-check
// What tables wait for, on the desk: each leads to its table; a dispute leads to its page, where an arbiter rules.
import { useEffect } from "preact/hooks";
import { html } from "../html.js";
import { say } from "../i18n.js";
import { here } from "../links.js";
import { tokens } from "../tokens.js";

/** So many milliseconds pass until it is asked for again: a dispute is no event of the tournament. */
const AGAIN = 15_000;
/** What nobody can do anything about: the game or another of its deal is played, or the result is about to come. */
const COMES_BY_ITSELF = ["end", "deal", "taking"];
/** What an arbiter of the game decides. */
const DISPUTED = ["ruling", "replay", "reopening"];

/** The page of the disputes about a game; officials who may rule get an arbiter's token of the game first. @param {{state: import("./state.js").TournamentState, one: any}} props */
function Disputes({ state, one }) {
  const page = here(`/games/${encodeURIComponent(one.game)}/disputes`);
  if (tokens.get(one.game) || !state.may("director", "arbiter")) return html` <a href=${page}>${say("tournament-disputes")}</a>`;
  const judge = async () => {
    const made = await state.send(`/rounds/${one.round}/tables/${one.table}/arbiter`, {});
    if (!made) return;
    tokens.keep(one.game, { token: made.token });
    location.assign(page);
  };
  return html` <a href=${page}>${say("tournament-disputes")}</a> <button type="button" class="quiet" disabled=${state.busy.value} onClick=${judge}>${say("tournament-judge")}</button>`;
}

/** @param {{state: import("./state.js").TournamentState}} props */
export function Awaited({ state }) {
  useEffect(() => {
    const timer = setInterval(() => document.hidden || state.loadAwaited().catch(() => {}), AGAIN); // what is lost is told where all is loaded
    return () => clearInterval(timer);
  }, []);
  const open = state.awaited.value.filter((one) => !COMES_BY_ITSELF.includes(one.awaits));
  const words = [...new Set(open.map((one) => one.awaits))];
  const several = new Set(open.map((one) => one.round)).size > 1;
  return words.map((word) => html`<p class="awaited" key=${word}>${say(`tournament-awaits-${word}`)} ${open.filter((one) => one.awaits === word).map((one) => html`
    <span key=${`${one.round}-${one.table}`}><button type="button" class="link" onClick=${() => state.shown.showTable(one.round, one.table)}>${several && `${say("tournament-round-short", { n: one.round })}, `}${say("tournament-table-short", { n: one.table })}</button>${DISPUTED.includes(word) && html`<${Disputes} state=${state} one=${one} />`}</span> `)}</p>`);
}
