// @ts-check
// The link from an event to the arbiter's page, which judges its command on the table before it.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { isEmbedded } from "../data_source.js";

/** @param {{game: import("../game/game.js").Game}} props */
export function AskArbiter({ game }) {
  if (isEmbedded) return null; // files and frames have no link to the service's pages
  const { view } = game;
  const query = new URLSearchParams({ game: game.id, n: String(game.n.value), ...(view.value ? { as: view.value } : {}) });
  const lang = new URLSearchParams(location.search).get("lang");
  if (lang) query.set("lang", lang);
  return html`<a class="ask-arbiter" href=${`/adjudicate?${query.toString().replaceAll("%3A", ":")}`} aria-label=${say("replay-ask")} title=${say("replay-ask")}>
    <span aria-hidden="true">?</span><span class="full" aria-hidden="true">${say("replay-ask")}</span></a>`;
}
