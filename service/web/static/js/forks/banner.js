// @ts-check
// The banner above a fork: its origin, a link back, and a button that compares both games.
import { html } from "../html.js";
import { formatList, say } from "../i18n.js";
import { compare } from "./compare_loader.js";
import { addressOf } from "./fork.js";

/** @param {{game: import("../game/game.js").Game}} props */
export function ForkBanner({ game }) {
  const origin = game.head.value.forked_from;
  if (!origin) return null;
  const names = formatList(game.seats.value.map((_, k) => game.name(k)));
  const compared = game.comparison.value?.other.id === origin.game;
  return html`
    <aside class="whatif-banner" aria-label=${say("branch-what-if")}>
      <p title=${names}><b>${say("branch-what-if")}</b> <span>${say("branch-origin", { n: String(origin.at), names })}</span></p>
      <a class="button quiet" href=${addressOf(game, origin.game, Math.min(game.n.value, origin.at), { view: null })}>${say("branch-back")}</a>
      <button type="button" class="quiet" aria-pressed=${String(compared)} onClick=${() => compare(game, compared ? null : origin.game)}>${say("branch-compare")}</button>
    </aside>`;
}
