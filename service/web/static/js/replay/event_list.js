// @ts-check
// The list of events as sentences, grouped by turn.
import { PureComponent, html } from "../html.js";
import { say } from "../i18n.js";
import { isFault } from "../game/verdicts.js";
import { Clause } from "./clause.js";
import { Filters } from "./filters.js";
import { JumpRow } from "./jump_row.js";
import { VirtualList } from "./virtual_list.js";
import { rowsOf, rowIndex } from "./rows.js";

/** @typedef {import("../game/game.js").Game} Game */

/** @param {{game: Game}} props */
export function EventList({ game }) {
  const rows = rowsOf(game);
  const current = game.n.value;
  return html`
    <div class="events">
      <div><${JumpRow} game=${game} /><${Filters} game=${game} /></div>
      <${VirtualList} label=${say("replay-events")} rows=${rows} at=${rowIndex(rows, current)} none=${say("replay-none-shown")}
        draw=${(/** @type {import("./rows.js").Row} */ row) => (row.turn === undefined ? drawLine(game, row.n, row.n === current) : html`<${Turn} key=${`t${row.n}`} row=${row} game=${game} />`)} />
    </div>`;
}

const Turn = (/** @type {{row: import("./rows.js").Row, game: Game}} */ { row, game }) => html`
  <li class="turn-row"><button type="button" tabindex="-1" onClick=${() => game.goTo(row.n, { push: true })}>
    ${row.turn ? html`<b>${say("replay-turn", { turn: String(row.turn) })}</b> ${game.name(row.seat ?? 0)}` : html`<b>${say("replay-setting-up")}</b>`}</button></li>`;

/** Draw the line of event n. @param {Game} game @param {number} n @param {boolean} current */
const drawLine = (game, n, current) => html`
  <${Line} key=${n} n=${n} game=${game} current=${current} verdict=${game.verdicts.of(n)} says=${game.sentences[n - 1]} follows=${!game.events[n - 1].cause} />`;

/** A line of the list. It is drawn again only if its properties change: a step changes two lines. */
class Line extends PureComponent {
  /** @param {{game: Game, n: number, current: boolean, verdict: import("../game/verdicts.js").Verdict | undefined, says: string, follows: boolean}} props */
  render({ game, n, current, verdict, says, follows }) {
    const wrong = isFault(verdict);
    const mark = !verdict ? "" : wrong ? "✗" : verdict.verdict === "unknown" ? "?" : "✓";
    const go = () => {
      game.goTo(n, { push: true });
      game.sheet.value = false;
    };
    return html`
      <li class=${`line ${current ? "current" : ""} ${wrong ? "wrong" : ""} ${follows ? "follows" : ""}`}>
        <button type="button" aria-current=${current ? "step" : null} tabindex=${current ? 0 : -1} title=${wrong ? `${says} ${verdict?.says}` : says} onClick=${go}>
          <span class="n">${n}</span><span class="say">${says}${wrong && html` <span class="why">${verdict?.says}</span>`}</span>
          <span class="mark">${mark}<span class="visually-hidden">${verdict ? say(`replay-${verdict.verdict}`) : ""}</span></span></button>
        ${(current || wrong) && verdict?.clause && html`<${Clause} game=${game} verdict=${verdict} at="line" />`}
      </li>`;
  }
}
