// @ts-check
// The table: piles and offers in the middle, a strip for every seat, a board where there is one. Draws any position.
import { html, later } from "../html.js";
import { say } from "../i18n.js";
import { areasOf, phaseName } from "./areas.js";
import { Middle } from "./middle.js";
import { Seat } from "./seat.js";

/** Few games have a board. */
const Board = later(async () => (await import("./board.js")).Board);

/** @typedef {import("./position.js").Marks} Marks */
/** @typedef {import("./position.js").Position} Position */

/** @type {Marks} */
const NONE = {};

/** The marks of one seat; those of others do not draw it anew. @param {Marks} marks @param {number} k */
function ofSeat(marks, k) {
  const own = Object.entries(marks).filter(([place]) => place.startsWith(`/seats/${k}/`));
  return own.length ? Object.fromEntries(own) : NONE;
}

/**
 * `film` is the table of an event with what moved, what fields pay and who holds which land, `name` tells a seat, `eyes` is the seat whose view
 * it is, `you` whoever sits before the screen. `press(place, element)` hears which card, field or pile was pressed.
 * The second of two tables that are compared is `aside`: it carries no hooks of the one table.
 * @param {{film: import("../game/tables.js").Film, name: import("./position.js").Name, eyes?: number | null, you?: number | null, marks?: Marks,
 *   press?: ((place: string, element: HTMLElement) => void) | null, aside?: boolean, actions?: import("./offers.js").Actions | null}} props
 */
export function Table({ film, name, eyes = null, you = null, marks = NONE, press = null, aside = false, actions = null }) {
  const { table: position, pays, lands } = film;
  const { seats, turn, edition, board } = position;
  const active = position.ended || !begun(turn) ? null : turn.seat;
  const hooks = aside ? { "data-compared": "" } : { "data-table": "", "data-n": film.n };
  const pressed = (/** @type {Event} */ event) => {
    const place = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-place]"));
    if (press && place) press(place.dataset.place || "", place);
  };
  const war = Boolean(board?.cells?.length);
  return html`
    <div class=${`table of-${seats.length} ${war ? "war" : ""}`} ...${hooks} onClick=${pressed} onKeyDown=${walk}>
      <${Middle} ...${{ position, name, marks, actions }} />
      ${war && html`<${Board} ...${{ position, lands, name, marks }} />`}
      <div class="seats">
        ${seats.map((/** @type {import("./position.js").SeatState} */ seat, /** @type {number} */ k) => html`<${Seat} key=${k} ...${{ seat, k, edition, aside }} name=${name(k)} pays=${pays?.[k]} marks=${ofSeat(marks, k)}
          active=${k === active} eyes=${k === eyes} you=${k === you} held=${lands?.seats[k] ?? null} won=${Boolean(position.winners?.includes(k))} />`)}
      </div>
    </div>`;
}

/** Whether somebody's move is awaited, be it before the first turn. @param {Position["turn"]} turn */
export const begun = (turn) => turn.number > 0 || !["", "seating"].includes(turn.phase ?? "");

/** Where the game stands, in a line. @param {Position} position @param {import("./position.js").Name} name */
export function whereabouts(position, name) {
  const { turn, edition, ended, winners } = position;
  if (ended) return winners?.length ? say("table-won", { names: winners.map(name).join(", ") }) : say("table-over");
  if (!begun(turn)) return say("table-seating");
  const phase = turn.phase ? phaseName(edition, turn.phase) : "";
  return turn.number ? say("table-turn", { turn: turn.number, name: name(turn.seat), phase }) : `${name(turn.seat)}: ${phase}`;
}

/**
 * Up and down walk through the cards of a zone, of which one alone is a stop of the tabulator. A terrain is no button of
 * the browser's: here it hears the keys that press one.
 * @param {KeyboardEvent} event
 */
function walk(event) {
  if (["Enter", " "].includes(event.key) && /** @type {Element} */ (event.target).matches("[role=button]")) {
    event.preventDefault();
    event.target?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }
  const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
  const card = /** @type {HTMLElement} */ (event.target);
  const zone = by && card.closest("[data-zone]");
  if (!zone) return;
  const cards = /** @type {HTMLElement[]} */ ([...zone.querySelectorAll("[data-place]:is(button, [role=button])")]);
  const next = cards[cards.indexOf(card) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
