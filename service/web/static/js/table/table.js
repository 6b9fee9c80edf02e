// The table: piles and offers in the middle, a strip for every seat, a board where there is one. Draws any position.
import { html } from "../html.js";
import { say } from "../say.js";
import { areasOf, phaseName } from "./areas.js";
import { Board } from "./board.js";
import { Middle } from "./middle.js";
import { Seat } from "./seat.js";
import { holding } from "./terrains.js";

/**
 * What is to be seen of a place of the table besides what lies there: classes (`came`, `left`, `glow`, `grey`, `picked`)
 * and a word on it. Places are JSON Pointers into the position, such as `/seats/1/hand/0`.
 * @typedef {Record<string, {look: string, note?: string}>} Marks
 */

/** @type {Marks} */
const NONE = {};

/** The marks of one seat; those of others do not draw it anew. @param {Marks} marks @param {number} k */
function ofSeat(marks, k) {
  const own = Object.entries(marks).filter(([place]) => place.startsWith(`/seats/${k}/`));
  return own.length ? Object.fromEntries(own) : NONE;
}

/**
 * `film` is the table of an event with what moved and what fields pay, `name` tells a seat, `eyes` is the seat whose view
 * it is, `you` whoever sits before the screen. `press(place, element)` hears which card, field or pile was pressed.
 * The second of two tables that are compared is `aside`: it carries no hooks of the one table.
 */
export function Table({ film, name, eyes = null, you = null, marks = NONE, press = null, aside = false, actions = null }) {
  const { table: position, pays } = film;
  const { seats, turn, edition, board } = position;
  const active = position.ended || !begun(turn) ? null : turn.seat;
  const hooks = aside ? { "data-compared": "" } : { "data-table": "", "data-n": film.n };
  const pressed = (event) => {
    const place = event.target.closest?.("[data-place]");
    if (press && place) press(place.dataset.place, place);
  };
  const war = Boolean(board?.cells?.length);
  return html`
    <div class=${`table of-${seats.length} ${war ? "war" : ""}`} ...${hooks} onClick=${pressed} onKeyDown=${walk}>
      <${Middle} ...${{ position, name, marks, actions }} />
      ${war && html`<${Board} position=${position} name=${name} marks=${marks} />`}
      <div class="seats">
        ${seats.map((seat, k) => html`<${Seat} key=${k} ...${{ seat, k, edition, aside }} name=${name(k)} pays=${pays?.[k]} marks=${ofSeat(marks, k)}
          active=${k === active} eyes=${k === eyes} you=${k === you} held=${war ? JSON.stringify(holding(position, k)) : null} won=${Boolean(position.winners?.includes(k))} />`)}
      </div>
    </div>`;
}

/** Whether somebody's move is awaited, be it before the first turn. */
export const begun = (turn) => turn.number > 0 || !["", "seating"].includes(turn.phase ?? "");

/** Where the game stands, in a line. */
export function whereabouts(position, name) {
  const { turn, edition, ended, winners } = position;
  if (ended) return winners?.length ? say("table-won", { names: winners.map(name).join(", ") }) : say("table-over");
  if (!begun(turn)) return say("table-seating");
  const phase = turn.phase ? phaseName(edition, turn.phase) : "";
  return turn.number ? say("table-turn", { turn: turn.number, name: name(turn.seat), phase }) : `${name(turn.seat)}: ${phase}`;
}

/** Up and down walk through the cards of a zone, of which one alone is a stop of the tabulator. */
function walk(event) {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const zone = by && event.target.closest?.("[data-zone]");
  if (!zone) return;
  const cards = [...zone.querySelectorAll("button[data-place]")];
  const next = cards[cards.indexOf(event.target) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
