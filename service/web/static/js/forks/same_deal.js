// @ts-check
// The dialog with the other games of the same deal, each to be compared with this one.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { Dialog } from "../replay/dialog.js";
import { compare } from "./compare_loader.js";

/** @typedef {import("../game/game.js").Game} Game */

/** Return the other games of the same deal, once all of them have ended. @param {Game} game @returns {string[]} */
export function gamesOfDeal(game) {
  const grouped = game.events.slice(0, 3).find(({ event }) => event.type.startsWith("game_grouped."));
  const isOpen = game.events.some(({ event }) => event.type.startsWith("game_opened."));
  return grouped && isOpen ? grouped.event.tables.filter((/** @type {string} */ id) => id !== game.id) : [];
}

/** @param {{game: Game}} props */
export const SameDealDialog = ({ game }) => html`
  <${Dialog} game=${game} label=${say("branch-same-deal")}>
    <p class="small">${say("branch-same-deal-how")}</p>
    <ul class="menu-entries">${gamesOfDeal(game).map((id) => {
      const compared = game.comparison.value?.other.id === id;
      return html`<li key=${id}><button type="button" class="quiet" aria-pressed=${String(compared)} onClick=${() => { compare(game, compared ? null : id); game.dialog.value = null; game.sheet.value = false; }}>${id}</button></li>`;
    })}</ul>
  <//>`;
