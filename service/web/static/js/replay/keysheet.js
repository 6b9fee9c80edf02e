// @ts-check
// The key sheet: the shortcuts, a switch for single-character shortcuts, and the legend of the marks.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { Dialog } from "./dialog.js";
import { GLYPHS, Glyph } from "./glyphs.js";
import { skipsQuiet, setSkipsQuiet } from "../game/quiet.js";
import { markName } from "./tooltip.js";
import { KEYS, lettersOn, setLetters, keyLabel } from "./keys.js";

/** @param {{game: import("../game/game.js").Game}} props */
export const KeySheet = ({ game }) => html`
  <${Dialog} game=${game} label=${say("replay-keys")}>
    <label class="check"><input type="checkbox" checked=${lettersOn.value} onChange=${(/** @type {any} */ event) => setLetters(event.target.checked)} /> ${say("replay-keys-on")}</label>
    <label class="check"><input type="checkbox" checked=${skipsQuiet.value} onChange=${(/** @type {any} */ event) => setSkipsQuiet(event.target.checked)} /> ${say("replay-pass-quiet")}</label>
    <dl class="keys">${KEYS.map(([keys, words]) => html`<div key=${words}><dt>${keys.map((key) => html`<kbd>${keyLabel(key)}</kbd> `)}</dt><dd>${say(words)}</dd></div>`)}
      <div><dt><kbd>0</kbd>–<kbd>9</kbd> <kbd>↵</kbd></dt><dd>${say("replay-key-number")}</dd></div>
      <div><dt><kbd>Esc</kbd></dt><dd>${say("replay-key-close")}</dd></div></dl>
    <h3>${say("replay-legend")}</h3>
    <ul class="legend">${Object.keys(GLYPHS).map((kind) => html`<li key=${kind}><${Glyph} kind=${kind} /> ${markName(kind)}</li>`)}</ul>
    <p class="small">${say("replay-legend-lines")}</p>
  <//>`;
