// @ts-check
// The tooltip of the graph: the event, its mark, and the coins of every seat.
import { html } from "../html.js";
import { hasMessage, say } from "../i18n.js";
import { valueAt } from "../game/timeline.js";
import { Glyph } from "./glyphs.js";

/** @typedef {{n: number, x: number, mark?: import("./markers.js").Mark, isFocus?: boolean}} Pointed */

/** Return the name of a kind of mark. @param {string} kind */
export const markName = (kind) => (hasMessage(`replay-mark-${kind}`) ? say(`replay-mark-${kind}`) : kind.replaceAll("_", " "));

/** Show the tooltip. It is hidden from screen readers, since the slider's value text says the same. @param {{game: import("../game/game.js").Game, pointed: import("@preact/signals").Signal<Pointed | null>, width: import("@preact/signals").Signal<number>}} props */
export function Tooltip({ game, pointed, width }) {
  if (!pointed.value) return null;
  const { mark, isFocus } = pointed.value;
  const n = isFocus ? game.n.value : pointed.value.n;
  const half = Math.min(150, width.value / 2);
  const x = Math.max(half, Math.min(pointed.value.x, width.value - half));
  return html`
    <div class="hint" aria-hidden="true" style=${{ left: `${x}px` }}>
      <p><b>${n}</b> ${mark && html`<span class="hint-mark"><${Glyph} kind=${mark.kind} /> ${markName(mark.kind)}</span>`} ${game.sentences[n - 1]}</p>
      <ul>${game.timeline.series.map(({ seat, coins, harvest_now: now }) => html`
        <li key=${seat}><span class=${`swatch seat-line-${seat % 7}`}></span>${game.name(seat)} <b>${valueAt(coins, n)}</b>${valueAt(now, n) > 0 && html`<span class="more">+${valueAt(now, n)}</span>`}</li>`)}</ul>
    </div>`;
}
