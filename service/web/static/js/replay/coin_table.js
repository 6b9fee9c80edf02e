// @ts-check
// The graph as an accessible table: the coins of every seat at the start of each turn.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { valueAt } from "../game/timeline.js";
import { Dialog } from "./dialog.js";

/** @param {{game: import("../game/game.js").Game}} props */
export function CoinTable({ game }) {
  const limit = game.limit.value;
  const { series, markers } = game.timeline;
  const turns = markers.filter(({ kind, n }) => kind === "turn" && n <= limit);
  const lines = [...turns.map(({ n, turn }) => ({ n, title: say("replay-turn", { turn: String(turn) }) })), { n: limit, title: say("replay-event-number", { n: String(limit) }) }];
  const jump = (/** @type {number} */ n) => {
    game.dialog.value = null;
    game.goTo(n, { push: true });
  };
  return html`
    <${Dialog} game=${game} label=${say("replay-values")}>
      <p class="small">${say("replay-values-says")}</p>
      <div class="wide" tabindex="0" role="region" aria-label=${say("replay-values")}><table class="values">
        <thead><tr><td></td>${series.map(({ seat }) => html`<th scope="col" class="number">${game.name(seat)}</th>`)}</tr></thead>
        <tbody>${lines.map(({ n, title }) => html`<tr key=${n}><th scope="row"><button type="button" class="jump" onClick=${() => jump(n)}>${title}</button></th>
          ${series.map(({ coins, harvest_now: now }) => html`<td class="number">${valueAt(coins, n)} <span class="more">+${valueAt(now, n)}</span></td>`)}</tr>`)}</tbody>
      </table></div>
    <//>`;
}
