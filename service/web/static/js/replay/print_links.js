// @ts-check
// Links to the printed pages of a game: the report of an event for the arbiter, and the score sheet to sign.
import { addressOf } from "../game/url_state.js";
import { html } from "../html.js";
import { Icon } from "../icons.js";
import { say } from "../i18n.js";
import { isEmbedded } from "../data_source.js";

/** @typedef {import("../game/game.js").Game} Game */

/** Return the address of a printed page, with the language of this page's address. @param {string} game @param {{n: number | null, view: string | null, result?: boolean}} place */
export function sheetAddress(game, { n, view, result = false }, page = "sheet") {
  const lang = new URLSearchParams(location.search).get("lang");
  return addressOf(`/games/${encodeURIComponent(game)}/${page}`, lang ? `?lang=${encodeURIComponent(lang)}` : "", { n, view, result, compare: null });
}

/** Return the address of the report of an event, in the present view. @param {Game} game @param {number} n */
export const sheetOf = (game, n) => sheetAddress(game.id, { n, view: game.view.value, result: game.result.value });

/** Return the address of the game's score sheet. @param {Game} game */
export const protocolOf = (game) => sheetAddress(game.id, { n: null, view: null }, "protocol");

/** Return the address of the disputes about the game. @param {Game} game */
export const disputesOf = (game) => sheetAddress(game.id, { n: null, view: null }, "disputes");

/** @param {{game: Game, n: number}} props */
export const SheetLink = ({ game, n }) => (isEmbedded ? null : html`<a class="sheet-link" href=${sheetOf(game, n)} aria-label=${say("replay-sheet")} title=${say("replay-sheet")}><${Icon} name="print" /></a>`);
