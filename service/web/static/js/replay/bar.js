// @ts-check
// The bar at the bottom: the graph with its scrubber, and the buttons for navigation.
import { html } from "../html.js";
import { Icon } from "../icons.js";
import { say } from "../i18n.js";
import { goToTurn } from "../game/navigation.js";
import { isEmbedded } from "../data_source.js";
import { SPEEDS } from "./autoplay.js";
import { Graph } from "./scrubber.js";

/** @typedef {import("../game/game.js").Game} Game */

const isAfter = (/** @type {Game} */ game) => game.n.value < game.version.value;
const isBefore = (/** @type {Game} */ game) => game.n.value > 1;

/** [icon, message key, action, whether it has an effect now] */
const BUTTONS = /** @type {[string, string, (game: Game) => void, (game: Game) => boolean][]} */ ([
  ["first", "replay-first", (game) => game.goTo(1), isBefore],
  ["turnBack", "replay-turn-back", (game) => goToTurn(game, -1), isBefore],
  ["back", "replay-back", (game) => game.step(-1), isBefore],
  ["play", "replay-play", (game) => { game.playing.value = !game.playing.value; }, () => true],
  ["next", "replay-next", (game) => game.step(1), isAfter],
  ["turnNext", "replay-turn-next", (game) => goToTurn(game, 1), isAfter],
  ["last", "replay-last", (game) => game.goTo(game.limit.value), (game) => game.n.value < game.limit.value],
]);

/** @param {{game: Game}} props */
export function NavigationBar({ game }) {
  const playing = game.playing.value;
  return html`
    <footer class="bar" data-bar>
      <${Bands} game=${game} />
      <div class="moves" role="group" aria-label=${say("replay-controls")}>
        <button type="button" class="quiet to-rail" aria-expanded=${String(game.sheet.value)} aria-label=${say("replay-events")} title=${say("replay-events")}
          onClick=${() => { game.sheet.value = !game.sheet.value; }}><${Icon} name="list" /></button>
        ${BUTTONS.map(([icon, key, act, isUseful]) => {
          const isPlay = icon === "play";
          const label = isPlay && playing ? say("replay-pause") : say(key);
          return html`<button type="button" key=${icon} class=${isPlay ? "main" : `quiet ${icon}`} aria-label=${label} title=${label} aria-disabled=${String(!isUseful(game))}
            onClick=${() => { if (!isPlay) game.playing.value = false; act(game); }}><${Icon} name=${isPlay && playing ? "pause" : icon} /></button>`;
        })}
        <label class="speed"><span class="visually-hidden">${say("replay-speed")}</span>
          <select value=${String(game.speed.value)} onChange=${(/** @type {any} */ event) => { game.speed.value = Number(event.target.value); }}>
            ${SPEEDS.map((value) => html`<option value=${value}>${value}×</option>`)}</select></label>
        <${EventNumber} game=${game} />
        ${!isEmbedded && html`<button type="button" class="quiet what-if-button" aria-haspopup="dialog" title=${say("branch-what-if-from", { n: String(game.n.value) })} onClick=${() => { game.dialog.value = "fork"; }}><${Icon} name="fork" /><span>${say("branch-what-if")}</span></button>`}
        ${!game.isLive.value && html`<button type="button" class="quiet reveal" onClick=${() => game.setResultShown(!game.result.value)}>${say(game.result.value ? "replay-hide-result" : "replay-show-result")}</button>`}
        <span class="asides">${[["values", "table"], ["keys", "keys"]].map(([dialog, icon]) => html`<button type="button" key=${dialog} class="quiet" aria-label=${say(`replay-${dialog}`)} title=${say(`replay-${dialog}`)}
          onClick=${() => { game.dialog.value = dialog; }}><${Icon} name=${icon} /></button>`)}</span>
      </div>
    </footer>`;
}

/** Show the graph of the game, and beside it that of a compared game. @param {{game: Game}} props */
function Bands({ game }) {
  const comparison = game.comparison.value;
  if (!comparison?.isLoaded.value) return html`<${Graph} game=${game} />`;
  const { other } = comparison;
  return html`
    <div class="bands" data-pane=${comparison.pane.value}>
      <${Graph} game=${game} />
      <${Graph} game=${other} label=${`${say("replay-event")} · ${other.id}`} go=${(/** @type {number} */ n) => comparison.goToOther(n)} />
    </div>`;
}

/** Show the number of the event and of all events. Story mode hides how many there are. @param {{game: Game}} props */
function EventNumber({ game }) {
  const n = html`<b>${game.n.value}</b>`;
  return html`<span class="where">${game.typedDigits.value ? html`→ <b>${game.typedDigits.value}</b>` : game.isStory.value ? n : html`${n} / ${game.version.value}`}</span>`;
}
