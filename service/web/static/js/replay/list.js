// @ts-check
// The list of events in sentences, turn by turn.
import { html } from "../html.js";
import { say } from "../say.js";
import { isFault } from "../game/verdicts.js";
import { Clause } from "./clause.js";
import { Filters } from "./filters.js";
import { Lines } from "./lines.js";
import { rows as rowsOf, rowOf } from "./rows.js";

/** @typedef {import("../game/game.js").Game} Game */

/** @param {{game: Game}} props */
export function EventList({ game }) {
  const rows = rowsOf(game);
  return html`
    <div class="events">
      <${Filters} game=${game} />
      <${Lines} label=${say("replay-events")} rows=${rows} at=${rowOf(rows, game.n.value)} none=${say("replay-none-shown")}
        draw=${(/** @type {import("./rows.js").Row} */ row) => (row.turn === undefined ? html`<${Line} key=${row.n} n=${row.n} game=${game} />` : html`<${Turn} key=${`t${row.n}`} row=${row} game=${game} />`)} />
    </div>`;
}

const Turn = (/** @type {{row: import("./rows.js").Row, game: Game}} */ { row, game }) => html`
  <li class="turn-row"><button type="button" tabindex="-1" onClick=${() => game.goTo(row.n, { push: true })}>
    ${row.turn ? html`<b>${say("replay-turn", { turn: String(row.turn) })}</b> ${game.name(row.seat ?? 0)}` : html`<b>${say("replay-setting-up")}</b>`}</button></li>`;

/** @param {{n: number, game: Game}} props */
function Line({ n, game }) {
  const verdict = game.verdicts.of(n);
  const wrong = isFault(verdict);
  const current = n === game.n.value;
  const mark = !verdict ? "" : wrong ? "✗" : verdict.verdict === "unknown" ? "?" : "✓";
  const follows = !game.events[n - 1].cause;
  const go = () => {
    game.goTo(n, { push: true });
    game.sheet.value = false;
  };
  return html`
    <li class=${`line ${current ? "current" : ""} ${wrong ? "wrong" : ""} ${follows ? "follows" : ""}`}>
      <button type="button" aria-current=${current ? "step" : null} tabindex=${current ? 0 : -1} title=${game.sentences[n - 1]} onClick=${go}>
        <span class="n">${n}</span><span class="say">${game.sentences[n - 1]}${wrong && html` <span class="why">${verdict?.says}</span>`}</span>
        <span class="mark">${mark}<span class="visually-hidden">${verdict ? say(`replay-${verdict.verdict}`) : ""}</span></span></button>
      ${(current || wrong) && verdict?.clause && html`<${Clause} game=${game} verdict=${verdict} at="line" />`}
    </li>`;
}
