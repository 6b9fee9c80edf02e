// @ts-check
// The table: piles and offers in the middle, a strip for every seat, and a board if the game has one. Draws any position.
import { html, lazy } from "../html.js";
import { say } from "../i18n.js";
import { areasOf, phaseName } from "./areas.js";
import { Middle } from "./middle.js";
import { Seat } from "./seat.js";

/** Loaded on demand, because few games have a board. */
const Board = lazy(async () => (await import("./board.js")).Board);

/** @typedef {import("./position.js").Marks} Marks */
/** @typedef {import("./position.js").Position} Position */

/** @type {Marks} */
const NONE = {};

/** Return the marks of one seat, so that marks of other seats do not draw it again. @param {Marks} marks @param {number} k */
function marksOfSeat(marks, k) {
  const own = Object.entries(marks).filter(([place]) => place.startsWith(`/seats/${k}/`));
  return own.length ? Object.fromEntries(own) : NONE;
}

/**
 * Draw a snapshot of a game. `name` returns the name of a seat. `eyes` is the seat whose view is shown. `you` is the
 * seat of the person at the screen. `press(place, element)` is called for a pressed card, field or pile. `isSecond` marks
 * the second of two compared tables, which lacks the data attributes by which scripts find the main table.
 * @param {{snapshot: import("../game/tables.js").Snapshot, name: import("./position.js").Name, eyes?: number | null, you?: number | null, marks?: Marks,
 *   press?: ((place: string, element: HTMLElement) => void) | null, isSecond?: boolean, actions?: import("./offers.js").Actions | null}} props
 */
export function Table({ snapshot, name, eyes = null, you = null, marks = NONE, press = null, isSecond = false, actions = null }) {
  const { table: position, pays, lands } = snapshot;
  const { seats, turn, edition, board } = position;
  const active = position.ended || !hasBegun(turn) ? null : turn.seat;
  const attributes = isSecond ? { "data-compared": "" } : { "data-table": "", "data-n": snapshot.n };
  const handleClick = (/** @type {Event} */ event) => {
    const place = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-place]"));
    if (press && place) press(place.dataset.place || "", place);
  };
  const hasBoard = Boolean(board?.cells?.length);
  return html`
    <div class=${`table of-${seats.length} ${hasBoard ? "war" : ""}`} ...${attributes} onClick=${handleClick} onKeyDown=${handleKey}>
      <${Middle} ...${{ position, name, marks, actions }} />
      ${hasBoard && html`<${Board} ...${{ position, lands, name, marks }} />`}
      <div class="seats">
        ${seats.map((/** @type {import("./position.js").SeatState} */ seat, /** @type {number} */ k) => html`<${Seat} key=${k} ...${{ seat, k, edition, isSecond }} name=${name(k)} pays=${pays?.[k]} marks=${marksOfSeat(marks, k)}
          isActive=${k === active} isViewer=${k === eyes} isYou=${k === you} held=${lands?.seats[k] ?? null} hasWon=${Boolean(position.winners?.includes(k))} />`)}
      </div>
    </div>`;
}

/** Return whether a seat has to move, even before the first turn. @param {Position["turn"]} turn */
export const hasBegun = (turn) => turn.number > 0 || !["", "seating"].includes(turn.phase ?? "");

/** Describe the state of the game in one line: the turn, the seat and the phase, or the winners. @param {Position} position @param {import("./position.js").Name} name */
export function describeState(position, name) {
  const { turn, edition, ended, winners } = position;
  if (ended) return winners?.length ? say("table-won", { names: winners.map(name).join(", ") }) : say("table-over");
  if (!hasBegun(turn)) return say("table-seating");
  const phase = turn.phase ? phaseName(edition, turn.phase) : "";
  return turn.number ? say("table-turn", { turn: turn.number, name: name(turn.seat), phase }) : `${name(turn.seat)}: ${phase}`;
}

/**
 * Move the focus with up and down through the cards of a zone, since the Tab key reaches only one of them.
 * Enter and Space press a terrain, because an SVG group is no button for the browser.
 * @param {KeyboardEvent} event
 */
function handleKey(event) {
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
