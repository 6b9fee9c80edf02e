// @ts-check
// The events of two compared games: the common stem, then side by side, in a virtual list.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { VirtualList } from "../replay/virtual_list.js";
import { rowOf, pairEvents } from "./alignment.js";

/** @typedef {import("../game/game.js").Game} Game */

/** @param {{game: Game}} props */
export function EventPairs({ game }) {
  const comparison = /** @type {import("./comparison.js").Comparison} */ (game.comparison.value);
  const { other } = comparison;
  if (!comparison.isLoaded.value) return html`<aside class="rail event-pairs"></aside>`;
  const lines = pairEvents({ stem: comparison.stem.value, step: comparison.step.value, here: game.events, there: other.events, limits: comparison.limits.value });
  return html`
    <aside class="rail event-pairs" aria-label=${say("branch-list")}>
      <${VirtualList} label=${say("branch-list")} rows=${lines} at=${rowOf(lines, game.n.value)} draw=${(/** @type {any} */ pair, /** @type {number} */ i) => html`<${Line} key=${i} game=${game} comparison=${comparison} pair=${pair} />`} />
    </aside>`;
}

/** @param {{game: Game, comparison: import("./comparison.js").Comparison, pair: import("./alignment.js").Pair}} props */
function Line({ game, comparison, pair: { a, b, common, turn } }) {
  const { other } = comparison;
  const here = () => a !== null && game.goTo(a, { push: true });
  if (turn !== undefined) return html`<li class="turn-row"><button type="button" tabindex="-1" onClick=${() => (a === null && b !== null ? comparison.goToOther(b) : here())}><b>${turn ? say("replay-turn", { turn }) : say("replay-setting-up")}</b></button></li>`;
  if (common) return html`<li class=${a === game.n.value ? "current" : ""}><${Cell} game=${game} n=${a} go=${here} /></li>`;
  return html`
    <li class="apart">
      <${Cell} game=${game} n=${a} go=${here} />
      <${Cell} game=${other} n=${b} go=${() => b !== null && comparison.goToOther(b)} />
    </li>`;
}

/** @param {{game: Game, n: number | null, go: () => void}} props */
function Cell({ game, n, go }) {
  if (n === null) return html`<span class="no-event"></span>`;
  const current = n === game.n.value;
  return html`<button type="button" class=${`${current ? "current" : ""} ${game.isWrong(n) ? "wrong" : ""}`} aria-current=${current ? "step" : null} tabindex=${current ? 0 : -1} title=${game.sentences[n - 1]} onClick=${go}>
    <span class="n">${n}</span><span class="say">${game.sentences[n - 1]}</span></button>`;
}
