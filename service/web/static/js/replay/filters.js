// @ts-check
// The filter buttons for kinds and seats, which apply to the list and to the marks.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { Glyph } from "./glyphs.js";
import { kindsOf, isUnfiltered, kinds, seats, withToggled } from "./filter_state.js";

const GLYPH_OF = /** @type {Record<string, string>} */ ({ wrong: "fault", draw: "shuffle", plant: "third_field" });

/** @param {{game: import("../game/game.js").Game}} props */
export const Filters = ({ game }) => html`
  <div class="filters" role="group" aria-label=${say("replay-filter")}>
    ${kindsOf(game).map((kind) => html`<button type="button" class="sieve" key=${kind} aria-pressed=${String(kinds.value.has(kind))} onClick=${() => { kinds.value = withToggled(kinds.value, kind); }}>
      <${Glyph} kind=${GLYPH_OF[kind] ?? kind} />${say(`replay-only-${kind}`)}</button>`)}
    ${game.seats.value.map((_, k) => html`<button type="button" class=${`sieve of-seat seat-${k % 7}`} key=${k} aria-pressed=${String(seats.value.has(k))} title=${game.name(k)}
      onClick=${() => { seats.value = withToggled(seats.value, k); }}><span class="disc" aria-hidden="true">${k + 1}</span><span class="visually-hidden">${game.name(k)}</span></button>`)}
    ${!isUnfiltered() && html`<button type="button" class="sieve all" onClick=${() => { kinds.value = new Set(); seats.value = new Set(); }}>${say("replay-all")}</button>`}
  </div>`;
