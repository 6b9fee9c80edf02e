// @ts-check
// What else can be done with a game: what the button in the head of the page opens.
import { html } from "../html.js";
import { say } from "../say.js";
import { Dialog } from "./dialog.js";

/**
 * An entry is the key of its words, the dialog that it opens, and when it is there. Whoever makes another adds a line.
 * @type {{words: string, dialog: string, when?: (game: import("../game/game.js").Game) => boolean}[]}
 */
const ENTRIES = [
  { words: "show-share", dialog: "share" },
  { words: "branch-what-if", dialog: "fork" },
  { words: "replay-values", dialog: "values" },
  { words: "replay-keys", dialog: "keys" },
];

/** @param {{game: import("../game/game.js").Game}} props */
export const Menu = ({ game }) => html`
  <${Dialog} game=${game} label=${say("replay-menu")}>
    <ul class="menu-entries">${ENTRIES.filter(({ when }) => !when || when(game)).map(({ words, dialog }) => html`
      <li key=${dialog}><button type="button" class="quiet" onClick=${() => { game.dialog.value = dialog; }}>${say(words)}</button></li>`)}</ul>
  <//>`;
