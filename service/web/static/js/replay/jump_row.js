// @ts-check
// Navigation without a keyboard: to an event by its number, and to the next trade, harvest or moment.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { goToNextMarker, goToNextMoment } from "../game/navigation.js";
import { moments } from "../game/moments.js";
import { kindsOf } from "./filter_state.js";
import { Glyph } from "./glyphs.js";
import { goToEvent } from "./keys.js";

/** @typedef {import("../game/game.js").Game} Game */

/** [glyph, message key, action, whether the game has any] @type {[string, string, (game: Game) => void, (game: Game) => boolean][]} */
const JUMPS = [
  ["trade", "replay-next-trade", (game) => goToNextMarker(game, "trade"), () => true],
  ["harvest", "replay-next-harvest", (game) => goToNextMarker(game, "harvest"), () => true],
  ["attack", "replay-next-attack", (game) => goToNextMarker(game, "attack"), (game) => kindsOf(game).includes("attack")],
  ["lead", "replay-next-moment", (game) => goToNextMoment(game), (game) => moments(game).length > 0],
];

/** @param {{game: Game}} props */
export function JumpRow({ game }) {
  const go = (/** @type {any} */ event) => {
    event.preventDefault();
    const field = event.currentTarget.elements.n;
    const n = Number(field.value);
    if (!n) return;
    game.playing.value = false;
    goToEvent(game, n);
    field.value = "";
    game.sheet.value = false;
  };
  return html`
    <form class="jump-row" onSubmit=${go}>
      <label><span class="visually-hidden">${say("replay-go-to")}</span><input name="n" type="number" min="1" max=${game.isStory.value ? null : game.version.value} inputmode="numeric" placeholder=${say("replay-go-to")} /></label>
      <button class="quiet">${say("replay-go")}</button>
      ${JUMPS.map(([glyph, words, act, exists]) => exists(game) && html`<button type="button" class="quiet" key=${words} aria-label=${say(words)} title=${say(words)}
        onClick=${() => { game.playing.value = false; act(game); }}><${Glyph} kind=${glyph} /><span aria-hidden="true">›</span></button>`)}
    </form>`;
}
