// The bar at the bottom: graph and scrubber in one, and the buttons that move through the game.
import { html } from "../html.js";
import { Icon } from "../icons.js";
import { say } from "../say.js";
import { turn } from "../game/journey.js";
import { SPEEDS } from "./keys.js";

/** @typedef {import("../game/game.js").Game} Game */

/** [icon, words, what to do, whether it is of use] */
const MOVES = /** @type {[string, string, (game: Game) => void, (game: Game) => boolean][]} */ ([
  ["first", "replay-first", (game) => game.goTo(1), (game) => game.n.value > 1],
  ["turnBack", "replay-turn-back", (game) => turn(game, -1), (game) => game.n.value > 1],
  ["back", "replay-back", (game) => game.step(-1), (game) => game.n.value > 1],
  ["play", "replay-play", (game) => { game.playing.value = !game.playing.value; }, () => true],
  ["next", "replay-next", (game) => game.step(1), (game) => game.n.value < game.version.value],
  ["turnNext", "replay-turn-next", (game) => turn(game, 1), (game) => game.n.value < game.version.value],
  ["last", "replay-last", (game) => game.goTo(game.version.value), (game) => game.n.value < game.version.value],
]);

/** @param {{game: Game}} props */
export function Bar({ game }) {
  const playing = game.playing.value;
  return html`
    <footer class="bar" data-bar>
      <${Scrubber} game=${game} />
      <div class="moves" role="group" aria-label=${say("replay-controls")}>
        ${MOVES.map(([icon, key, act, useful]) => {
          const isPlay = icon === "play";
          const said = isPlay && playing ? say("replay-pause") : say(key);
          return html`<button type="button" key=${icon} class=${isPlay ? "main" : "quiet"} aria-label=${said} title=${said} aria-disabled=${String(!useful(game))}
            onClick=${() => { if (!isPlay) game.playing.value = false; act(game); }}><${Icon} name=${isPlay && playing ? "pause" : icon} /></button>`;
        })}
        <label class="speed"><span class="visually-hidden">${say("replay-speed")}</span>
          <select value=${String(game.speed.value)} onChange=${(event) => { game.speed.value = Number(event.target.value); }}>
            ${SPEEDS.map((value) => html`<option value=${value}>${value}×</option>`)}</select></label>
        <span class="where">${game.typed.value ? html`→ <b>${game.typed.value}</b>` : game.isStory.value ? html`<b>${game.n.value}</b>` : html`<b>${game.n.value}</b> / ${game.version.value}`}</span>
        ${!game.isLive.value && html`<button type="button" class="quiet reveal" onClick=${() => game.reveal(!game.result.value)}>${say(game.result.value ? "replay-hide-result" : "replay-show-result")}</button>`}
      </div>
    </footer>`;
}

function Scrubber({ game }) {
  const n = game.n.value;
  const limit = Math.max(game.limit.value, 2);
  return html`
    <div class="scrubber">
      <input type="range" min="1" max=${limit} step="1" value=${n} aria-label=${say("replay-event")}
        aria-valuetext=${`${n}: ${game.sentences[n - 1] || ""}`} onInput=${(event) => { game.playing.value = false; game.goTo(Number(event.target.value)); }} />
    </div>`;
}
