// @ts-check
// How the game has ended, and where to go from there: once more, from the start, or away.
import { ask, tokens } from "../api.js";
import { html } from "../html.js";
import { Icon } from "../icons.js";
import { freshPerson, ownPerson } from "../person.js";
import { canSay, listed, say } from "../i18n.js";
import { Coin } from "../table/cards.js";
import { trouble } from "../error_messages.js";

/** @typedef {import("./player.js").Player} Player */

/** @param {{player: Player}} props */
export function Result({ player }) {
  const { game } = player;
  const { winners, scores, status } = game.head.value;
  if (!game.result.value) return html`<div class="guide"><p class="task">${say("play-over")}</p></div><div class="orders"><button type="button" onClick=${() => game.reveal(true)}>${say("replay-show-result")}</button></div>`;
  const order = [...(scores ?? []).keys()].sort((a, b) => scores[b] - scores[a]);
  const names = listed((winners ?? []).map(game.name));
  return html`
    <div class="guide"><p class="task" role="status">${winners?.includes(game.you.value) && winners.length === 1 ? say("play-you-won") : winners?.length ? say("table-won", { names }) : say(status === "voided" ? "play-voided" : "table-over")}</p>
      <ol class="scores">${order.map((k) => html`<li key=${k} class=${`seat-${k % 7} ${winners?.includes(k) ? "won" : ""}`}><span class="disc" aria-hidden="true">${k + 1}</span>${game.name(k)} ${game.shown.value?.lands ? html`<${Icon} name="flag" />` : html`<${Coin} />`}<b>${scores[k]}</b></li>`)}</ol>
      <p class=${`because ${player.reason.value ? "refusal" : ""}`} role="status">${player.reason.value || tieOf(game)}</p></div>
    <div class="orders">
      <button type="button" class="main" onClick=${() => rematch(player)}>${say("play-rematch")}</button>
      <button type="button" class="quiet" onClick=${() => { game.reveal(true); game.goTo(game.timeline.turns[0] ?? 1, { push: true }); }}>${say("play-from-start")}</button>
      <a class="button quiet" href="/">${say("play-leave")}</a>
    </div>`;
}

/** What decided between those with most, if something had to. @param {import("../game/game.js").Game} game */
function tieOf(game) {
  const key = `play-tie-${game.events.findLast(({ event }) => event.type.startsWith("game_ended."))?.event.tie_break ?? ""}`;
  return canSay(key) ? say(key) : "";
}

/** The same game once more: the same edition, options and sitters, with ourselves where we sat. @param {Player} player */
async function rematch(player) {
  const { game } = player;
  const { rules, seats, practice, private: hidden } = game.head.value;
  const you = game.you.value;
  const body = {
    edition: rules.edition,
    players: seats.length,
    options: rules.options,
    seats: seats.map((/** @type {any} */ { kind, bot, name }, /** @type {number} */ k) => ({ kind, ...(kind === "bot" ? { bot: bot ?? "trader" } : { person: player.held().includes(k) ? ownPerson() : freshPerson() }), name })),
    person: ownPerson(),
    start: seats.filter((/** @type {any} */ { kind }) => kind === "human").length > 1 ? "when_seated" : "now",
    practice, private: hidden, pace: 1,
  };
  try {
    const made = await ask("/v1/games", { method: "POST", body });
    const own = made.tokens.filter((/** @type {{seat: number}} */ { seat }) => player.held().includes(seat));
    tokens.keepMade({ ...made, tokens: own });
    if (you !== null) tokens.act(made.game, you);
    location.assign(`/games/${encodeURIComponent(made.game)}${you === null ? "" : `?as=seat:${you}`}`);
  } catch (error) {
    player.reason.value = trouble(error);
  }
}
