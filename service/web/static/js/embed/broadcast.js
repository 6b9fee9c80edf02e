// @ts-check
// A game as a scene for a video stream: scores, table, and last event. Only keys control it, and it holds no token.
import "../lang.js";
import { html } from "../html.js";
import { openGame } from "../replay/init.js";
import { LiveChip } from "../replay/live.js";
import { CurrentTable } from "../replay/table_view.js";
import { isFault } from "../game/verdicts.js";
import { formatList, say } from "../i18n.js";
import { Coin, countOf } from "../table/cards.js";
import { hasBegun, describeState } from "../table/table.js";
import { makeReadOnly } from "./read_only.js";

/** @typedef {import("../game/game.js").Game} Game */

/** @param {{game: Game}} props */
function Scores({ game }) {
  const table = game.shown.value?.table;
  if (!table) return html`<header class="scores"></header>`;
  const active = table.ended || !hasBegun(table.turn) ? null : table.turn.seat;
  return html`
    <header class="scores" aria-label=${say("show-scores")}>
      <h1 class="visually-hidden">${formatList(game.seats.value.map((_, k) => game.name(k)))}</h1>
      ${table.seats.map((/** @type {any} */ seat, /** @type {number} */ k) => html`
        <p key=${k} class=${`score seat-${k % 7} ${k === active ? "active" : ""} ${table.winners?.includes(k) ? "won" : ""}`}>
          <span class="disc" aria-hidden="true">${k + 1}</span><span class="player">${game.name(k)}</span>
          <span class="purse"><${Coin} /><b>${countOf(seat.coins)}</b></span></p>`)}
    </header>`;
}

/** @param {{game: Game}} props */
function LastEvent({ game }) {
  const n = game.n.value;
  const verdict = game.verdicts.of(n);
  const wrong = isFault(verdict);
  return html`
    <footer class=${`last-event ${wrong ? "wrong" : ""}`}>
      <p class="whereabouts">${game.shown.value && describeState(game.shown.value.table, game.name)} <${LiveChip} game=${game} /></p>
      <p class="sentence" data-sentence data-n=${n}>${wrong ? "✗ " : ""}${game.sentences[n - 1]}${wrong ? html` <b>${say("replay-illegal")} ${verdict?.clause}</b>` : ""}</p>
    </footer>`;
}

const game = openGame((/** @type {{game: Game}} */ { game }) => html`
  <${Scores} game=${game} />
  <main class="scene" id="main"><${CurrentTable} game=${game} /></main>
  <${LastEvent} game=${game} />`);
makeReadOnly(game);
