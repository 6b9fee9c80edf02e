// @ts-check
// The chips by which one asks for events of some kinds and some seats, in list and marks together.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { Glyph } from "./glyphs.js";
import { choices, isOpen, kinds, seats, toggled } from "./filter_state.js";

const GLYPH_OF = /** @type {Record<string, string>} */ ({ wrong: "fault", draw: "shuffle", plant: "third_field" });

/** @param {{game: import("../game/game.js").Game}} props */
export const Filters = ({ game }) => html`
  <div class="filters" role="group" aria-label=${say("replay-filter")}>
    ${choices(game).map((kind) => html`<button type="button" class="sieve" key=${kind} aria-pressed=${String(kinds.value.has(kind))} onClick=${() => { kinds.value = toggled(kinds.value, kind); }}>
      <${Glyph} kind=${GLYPH_OF[kind] ?? kind} />${say(`replay-only-${kind}`)}</button>`)}
    ${game.seats.value.map((_, k) => html`<button type="button" class=${`sieve of-seat seat-${k % 7}`} key=${k} aria-pressed=${String(seats.value.has(k))} title=${game.name(k)}
      onClick=${() => { seats.value = toggled(seats.value, k); }}><span class="disc" aria-hidden="true">${k + 1}</span><span class="visually-hidden">${game.name(k)}</span></button>`)}
    ${!isOpen() && html`<button type="button" class="sieve all" onClick=${() => { kinds.value = new Set(); seats.value = new Set(); }}>${say("replay-all")}</button>`}
  </div>`;
