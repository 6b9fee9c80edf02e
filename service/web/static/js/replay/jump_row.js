// @ts-check
// Ways through a game for who has no keyboard: to an event by its number, to the next trade, harvest, moment.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { next, nextMoment } from "../game/navigation.js";
import { moments } from "../game/moments.js";
import { choices } from "./filter_state.js";
import { Glyph } from "./glyphs.js";
import { jump } from "./keys.js";

/** @typedef {import("../game/game.js").Game} Game */

/** [glyph, words, what to do, whether there is any] @type {[string, string, (game: Game) => void, (game: Game) => boolean][]} */
const WAYS = [
  ["trade", "replay-next-trade", (game) => next(game, "trade"), () => true],
  ["harvest", "replay-next-harvest", (game) => next(game, "harvest"), () => true],
  ["attack", "replay-next-attack", (game) => next(game, "attack"), (game) => choices(game).includes("attack")],
  ["lead", "replay-next-moment", (game) => nextMoment(game), (game) => moments(game).length > 0],
];

/** @param {{game: Game}} props */
export function JumpRow({ game }) {
  const go = (/** @type {any} */ event) => {
    event.preventDefault();
    const field = event.currentTarget.elements.n;
    const n = Number(field.value);
    if (!n) return;
    game.playing.value = false;
    jump(game, n);
    field.value = "";
    game.sheet.value = false;
  };
  return html`
    <form class="jump-row" onSubmit=${go}>
      <label><span class="visually-hidden">${say("replay-go-to")}</span><input name="n" type="number" min="1" max=${game.isStory.value ? null : game.version.value} inputmode="numeric" placeholder=${say("replay-go-to")} /></label>
      <button class="quiet">${say("replay-go")}</button>
      ${WAYS.map(([glyph, words, act, isThere]) => isThere(game) && html`<button type="button" class="quiet" key=${words} aria-label=${say(words)} title=${say(words)}
        onClick=${() => { game.playing.value = false; act(game); }}><${Glyph} kind=${glyph} /><span aria-hidden="true">›</span></button>`)}
    </form>`;
}
