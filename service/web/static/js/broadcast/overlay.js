// @ts-check
// A field of a slot as an overlay for a video mixer: large, on a transparent background, without controls.
import { signal } from "@preact/signals";
import { serverNow, formatDuration } from "../clock.js";
import { leftOf, leftOfTrading } from "../game/game_clock.js";
import { data, html, render } from "../html.js";
import { lang, say } from "../i18n.js";
import { applyTheme } from "../embed/theme.js";
import { Arrows, commentaryMarks } from "../replay/commentary.js";
import { AnimatedTable } from "../replay/table_view.js";
import { Coin, Face, cardName, cardClass } from "../table/cards.js";
import { ClockChip } from "../table/clock_chip.js";
import { mergeMarks, moveMarks } from "../table/move_highlight.js";
import { Table, describeState } from "../table/table.js";
import { formatExact } from "../tournament/numbers.js";
import { endOf } from "../tournament/round_clock.js";
import { fieldPath, followField } from "./slot.js";
import { WallTables } from "./wall_tables.js";

/** @typedef {import("./slot.js").SlotField} SlotField */

const called = (/** @type {{name: string | null, player: string}} */ one) => one.name ?? one.player;

/** The present time, updated four times a second. */
const time = signal(serverNow());
setInterval(() => { time.value = serverNow(); }, 250);

/** Show a player's remaining time, delayed like the overlay. @param {{table: import("./slot.js").SlotTable, k: number, name?: string}} props */
function SeatTime({ table, k, name = "" }) {
  const { clock, delay_ms: delay } = table;
  if (!clock) return null;
  const left = leftOf(clock, k, time.value - delay);
  return left.left !== null && html`<${ClockChip} left=${left} name=${name} passed=${clock.passed.includes(k)} />`;
}

/** Show the remaining time of the trading phase. @param {{table: import("./slot.js").SlotTable}} props */
function TradingTime({ table }) {
  const left = table.clock && leftOfTrading(table.clock, time.value - table.delay_ms);
  return left && html`<${ClockChip} left=${left} name=${say("clock-trading")} />`;
}

/** @param {{shown: SlotField}} props */
function Scores({ shown }) {
  return html`<ol class="scores">${shown.tables.flatMap((table) => table.players).map((one, k) => html`
    <li key=${one.player} class=${`score seat-${k % 7} ${one.to_move ? "active" : ""}`}>
      <span class="disc" aria-hidden="true">${k + 1}</span><span class="player">${called(one)}</span><${SeatTime} table=${shown.tables[0]} k=${k} />
      ${one.coins !== null && html`<span class="purse"><${Coin} /><b>${one.coins}</b></span>`}</li>`)}</ol>`;
}

/** @param {{shown: SlotField}} props */
function Hands({ shown }) {
  return html`<ol class="hands">${shown.tables.flatMap((table) => table.players).map((one, k) => html`
    <li key=${one.player} class=${`seat-${k % 7}`}><span class="player">${called(one)} <${SeatTime} table=${shown.tables[0]} k=${k} /></span>
      <span class="hand">${one.hand.map((card, i) => html`<span key=${i} class=${`card ${cardClass(card)}`} title=${cardName(card)}><${Face} card=${card} /></span>`)}</span></li>`)}</ol>
    ${shown.tables.map((table) => html`<p key=${table.table} class="times"><${TradingTime} table=${table} /></p>`)}`;
}

/** The shown snapshot, for the component that animates cards. */
const snapshot = signal(/** @type {any} */ (null));

/** @param {{shown: SlotField}} props */
function TableOnAir({ shown }) {
  const [table] = shown.tables;
  if (!table) return null;
  const name = (/** @type {number} */ seat) => called(table.players[seat] ?? { name: null, player: `${seat + 1}` });
  const at = snapshot.value;
  if (!at) return html`<${Scores} shown=${shown} />`;
  const said = shown.commentary.flatMap(({ marks }) => marks);
  return html`
    <div class="felt"><${AnimatedTable} game=${{ shown: snapshot }} snapshot=${at}><${Table} snapshot=${at} name=${name} marks=${mergeMarks(moveMarks(at, false), commentaryMarks(said))} /><//><${Arrows} marks=${said} n=${at.n} /></div>
    <footer class="last-event">${table.clock && html`<p class="times">${table.players.map((_, k) => html`<${SeatTime} key=${k} table=${table} k=${k} name=${name(k)} />`)}<${TradingTime} table=${table} /></p>`}
      <p class="whereabouts">${describeState(at.table, name)}</p><p class="sentence" data-sentence data-n=${at.n}>${table.sentence}</p></footer>`;
}

/** @param {{shown: SlotField}} props */
function NextRound({ shown }) {
  if (shown.round === null) return null;
  const opens = shown.clock?.opens;
  return html`<section class="card-on-air"><h1>${say("cast-round", { n: shown.round })}</h1>
    ${opens && html`<p>${say("cast-opens", { time: new Date(opens).toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit" }) })}</p>`}
    <ul class="pairings">${shown.tables.map((table) => html`<li key=${table.table}><b>${table.table}</b> ${table.players.map(called).join(", ")}</li>`)}</ul></section>`;
}

/** @param {{shown: SlotField}} props */
function Standings({ shown }) {
  if (!shown.standings.length) return null;
  return html`<section class="card-on-air"><h1>${say("cast-standings")}</h1>
    <ol class="lines">${shown.standings.map((line) => html`<li key=${line.player}><span class="rank">${line.rank}</span> <span class="player">${called(line)}</span> <b>${formatExact(line.points)}</b></li>`)}</ol></section>`;
}

/** @param {{shown: SlotField}} props */
function Clock({ shown }) {
  if (!shown.clock?.released) return null;
  const { released, seconds_added: added, delay_seconds: delay } = shown.clock;
  const [then, end] = [time.value - 1000 * delay, endOf(shown.clock)];
  return html`<p class="clock-on-air" role="timer"><span>${formatDuration(end === null ? then - Date.parse(released) : end - then)}</span>${added > 0 && html` <small>${say("cast-added", { count: Math.round(added / 60) })}</small>`}</p>`;
}

/** @param {{shown: SlotField}} props */
function Commentary({ shown }) {
  const last = shown.commentary.at(-1);
  return last ? html`<p class="commentary-on-air" key=${last.id}>${last.text}</p>` : null;
}

/** @type {Record<string, (props: {shown: SlotField}) => any>} */
const FIELDS = { table: TableOnAir, hands: Hands, scores: Scores, next: NextRound, standings: Standings, clock: Clock, commentary: Commentary, wall: WallTables };

const shown = signal(/** @type {SlotField | null} */ (null));
const { tournament, slot, field } = data();
const Field = FIELDS[field];
const Overlay = () => shown.value && Field && html`<${Field} shown=${shown.value} />`;

applyTheme(new URLSearchParams(location.search).get("theme"));
render(html`<${Overlay} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
followField(fieldPath(tournament, slot, field), (told) => {
  snapshot.value = told.position;
  shown.value = told;
});
