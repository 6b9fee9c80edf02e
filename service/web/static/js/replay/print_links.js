// @ts-check
// The ways to what is printed of a game: the sheet of an event for the arbiter, the protocol for all to sign.
import { written } from "../game/url_state.js";
import { html } from "../html.js";
import { Icon } from "../icons.js";
import { say } from "../i18n.js";
import { isApart } from "../data_source.js";

/** @typedef {import("../game/game.js").Game} Game */

/** The address of what is printed, in the language that this page was asked for. @param {string} game @param {{n: number | null, view: string | null, result?: boolean}} place */
export function sheetAddress(game, { n, view, result = false }, page = "sheet") {
  const lang = new URLSearchParams(location.search).get("lang");
  return written(`/games/${encodeURIComponent(game)}/${page}`, lang ? `?lang=${encodeURIComponent(lang)}` : "", { n, view, result, compare: null });
}

/** The sheet of an event as it is looked at. @param {Game} game @param {number} n */
export const sheetOf = (game, n) => sheetAddress(game.id, { n, view: game.view.value, result: game.result.value });

/** The protocol of the game, which is of no event. @param {Game} game */
export const protocolOf = (game) => sheetAddress(game.id, { n: null, view: null }, "protocol");

/** The disputes about the game. @param {Game} game */
export const disputesOf = (game) => sheetAddress(game.id, { n: null, view: null }, "disputes");

/** @param {{game: Game, n: number}} props */
export const SheetLink = ({ game, n }) => (isApart ? null : html`<a class="sheet-link" href=${sheetOf(game, n)} aria-label=${say("replay-sheet")} title=${say("replay-sheet")}><${Icon} name="print" /></a>`);
