// @ts-check
// Comments of spectators that were not read on this device, on the desk: each table leads to those on its game.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { localizedUrl } from "../links.js";
import { unread } from "../seen_comments.js";
import { GamePage, TableLink } from "./awaited.js";

/** @param {{state: import("./state.js").TournamentState}} props */
export function NewComments({ state }) {
  const all = state.comments.value.map((one) => ({ ...one, fresh: unread(one) })).filter((one) => one.fresh > 0);
  const several = new Set(all.map((one) => one.round)).size > 1;
  return all.length > 0 && html`<p class="awaited">${say("tournament-new-comments")} ${all.map((one) => html`
    <span key=${one.game}><${TableLink} state=${state} one=${one} several=${several} /> <b class="chip">${one.fresh}</b><${GamePage} state=${state} one=${one} page=${`${localizedUrl(`/games/${encodeURIComponent(one.game)}`)}#comments`} text=${say("tournament-read-comments")} /></span> `)}</p>`;
}
