// @ts-check
// The current event as a sentence, with the auditor's verdict and its clause.
import { html, lazy } from "../html.js";
import { say } from "../i18n.js";
import { notesAt } from "../game/moments.js";
import { isFault } from "../game/verdicts.js";
import { describeState } from "../table/table.js";
import { AskArbiter } from "./arbiter.js";
import { Clause } from "./clause.js";
import { Glyph } from "./glyphs.js";

/** Loaded on demand, because few games have an illegal event. */
const Banner = lazy(async () => (await import("./banner.js")).FaultBanner);
const SheetLink = lazy(async () => (await import("./print_links.js")).SheetLink);

/** @param {{game: import("../game/game.js").Game}} props */
export function EventCaption({ game }) {
  const n = game.n.value;
  const shown = game.shown.value;
  const verdict = game.verdicts.of(n);
  const wrong = isFault(verdict);
  const held = game.isKeyHeld.value;
  return html`
    ${game.verdicts.faults.value.length > 0 && html`<${Banner} game=${game} />`}
    <div class=${`telling ${wrong ? "wrong" : ""} ${shown && !shown.table.turn?.number ? "opening" : ""}`}><div class="strip">
      <p class="whereabouts">${shown && describeState(shown.table, game.name)}</p>
      <p class="sentence" data-sentence data-n=${n} aria-live=${game.playing.value || held ? "off" : "polite"}>
        <span class="line"><span class="tick" aria-hidden="true">${wrong ? "✗" : verdict && verdict.verdict !== "unknown" ? "✓" : ""}</span>
          <span class="says" key=${held ? "held" : "" /* a new key, so that screen readers announce the sentence once the key is released */}>${game.sentences[n - 1]}</span>
          ${notesAt(game, n).map((says) => html`<span class="moment-note" key=${says}><${Glyph} kind="lead" />${says}</span>`)}
          ${wrong && html` <strong class="verdict-word">${say(`replay-${verdict?.verdict}`)}</strong>`}</span>
        ${wrong && html`<span class="why">${verdict?.says}</span>`}
      </p>
      <div class="tools">
        ${verdict?.clause && html`<${Clause} game=${game} verdict=${verdict} at="telling" />`}
        <${AskArbiter} game=${game} />
        ${wrong && html`<${SheetLink} game=${game} n=${n} />`}
        <p class="flash" role="status">${game.flash.value}</p>
      </div>
    </div></div>`;
}
