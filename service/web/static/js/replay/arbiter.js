// @ts-check
// The way from an event to the arbiter, who is asked about it with the table before it and its command.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { isApart } from "../data_source.js";

/** @param {{game: import("../game/game.js").Game}} props */
export function AskArbiter({ game }) {
  if (isApart) return null; // in a file or a frame nobody is asked
  const { view } = game;
  const query = new URLSearchParams({ game: game.id, n: String(game.n.value), ...(view.value ? { as: view.value } : {}) });
  const lang = new URLSearchParams(location.search).get("lang");
  if (lang) query.set("lang", lang);
  return html`<a class="ask-arbiter" href=${`/adjudicate?${query.toString().replaceAll("%3A", ":")}`} aria-label=${say("replay-ask")} title=${say("replay-ask")}>
    <span aria-hidden="true">?</span><span class="full" aria-hidden="true">${say("replay-ask")}</span></a>`;
}
