// @ts-check
// The result of the game, with buttons for a rematch, a replay and the lobby.
import { ask, tokens } from "../api.js";
import { html } from "../html.js";
import { Icon } from "../icons.js";
import { newPersonId, ownPersonId } from "../person.js";
import { hasMessage, formatList, say } from "../i18n.js";
import { Coin } from "../table/cards.js";
import { errorMessage } from "../error_messages.js";

/** @typedef {import("./player.js").Player} Player */

/** @param {{player: Player}} props */
export function Result({ player }) {
  const { game } = player;
  const { winners, scores, status } = game.head.value;
  if (!game.result.value) return html`<div class="guide"><p class="task">${say("play-over")}</p></div><div class="orders"><button type="button" onClick=${() => game.setResultShown(true)}>${say("replay-show-result")}</button></div>`;
  const order = [...(scores ?? []).keys()].sort((a, b) => scores[b] - scores[a]);
  const names = formatList((winners ?? []).map(game.name));
  return html`
    <div class="guide"><p class="task" role="status">${winners?.includes(game.you.value) && winners.length === 1 ? say("play-you-won") : winners?.length ? say("table-won", { names }) : say(status === "voided" ? "play-voided" : "table-over")}</p>
      <ol class="scores">${order.map((k) => html`<li key=${k} class=${`seat-${k % 7} ${winners?.includes(k) ? "won" : ""}`}><span class="disc" aria-hidden="true">${k + 1}</span>${game.name(k)} ${game.shown.value?.lands ? html`<${Icon} name="flag" />` : html`<${Coin} />`}<b>${scores[k]}</b></li>`)}</ol>
      <p class=${`because ${player.reason.value ? "refusal" : ""}`} role="status">${player.reason.value || describeTieBreak(game)}</p></div>
    <div class="orders">
      <button type="button" class="main" onClick=${() => rematch(player)}>${say("play-rematch")}</button>
      <button type="button" class="quiet" onClick=${() => { game.setResultShown(true); game.goTo(game.timeline.turns[0] ?? 1, { push: true }); }}>${say("play-from-start")}</button>
      <a class="button quiet" href="/">${say("play-leave")}</a>
    </div>`;
}

/** Describe what decided a tie, or return "". @param {import("../game/game.js").Game} game */
function describeTieBreak(game) {
  const key = `play-tie-${game.events.findLast(({ event }) => event.type.startsWith("game_ended."))?.event.tie_break ?? ""}`;
  return hasMessage(key) ? say(key) : "";
}

/** Create the same game again: the same edition, options, players and seats. @param {Player} player */
async function rematch(player) {
  const { game } = player;
  const { rules, seats, practice, private: hidden } = game.head.value;
  const you = game.you.value;
  const body = {
    edition: rules.edition,
    players: seats.length,
    options: rules.options,
    seats: seats.map((/** @type {any} */ { kind, bot, name }, /** @type {number} */ k) => ({ kind, ...(kind === "bot" ? { bot: bot ?? "trader" } : { person: player.heldSeats().includes(k) ? ownPersonId() : newPersonId() }), name })),
    person: ownPersonId(),
    start: seats.filter((/** @type {any} */ { kind }) => kind === "human").length > 1 ? "when_seated" : "now",
    practice, private: hidden, pace: 1,
  };
  try {
    const made = await ask("/v1/games", { method: "POST", body });
    const own = made.tokens.filter((/** @type {{seat: number}} */ { seat }) => player.heldSeats().includes(seat));
    tokens.addNewGame({ ...made, tokens: own });
    if (you !== null) tokens.setActingSeat(made.game, you);
    location.assign(`/games/${encodeURIComponent(made.game)}${you === null ? "" : `?as=seat:${you}`}`);
  } catch (error) {
    player.reason.value = errorMessage(error);
  }
}
