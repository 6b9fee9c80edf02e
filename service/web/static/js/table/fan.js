// @ts-check
// The cards of a zone side by side; many cards overlap.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { FACE_DOWN, Face, cardName, cardClass } from "./cards.js";

/**
 * Show one card that can be pressed. With `isTabStop` the Tab key reaches it.
 * @param {{card: string, at: string, mark?: import("./position.js").Mark | null, front?: boolean, isTabStop?: boolean}} props
 */
export const CardButton = ({ card, at, mark = null, front = false, isTabStop = false }) => html`
  <button type="button" class=${`card ${cardClass(card)} ${front ? "front" : ""} ${mark?.look || ""}`} data-place=${at} data-card=${card} tabindex=${isTabStop ? 0 : -1}
    aria-disabled=${mark?.look.includes("grey") ? "true" : null} aria-pressed=${mark?.look.includes("picked") ? "true" : null}
    aria-label=${[cardName(card), front && say("table-front"), mark?.note].filter(Boolean).join(", ")} title=${mark?.note || cardName(card)}>
    <${Face} card=${card} known=${mark?.bean} /></button>`;

/**
 * Show the cards of a zone. A `quiet` zone has no title while it is empty.
 * @param {{zone: string, title: string, cards: string[], at: string, marks?: import("./position.js").Marks, front?: boolean, quiet?: boolean}} props
 */
export function Fan({ zone, title, cards, at, marks = {}, front = false, quiet = false }) {
  const mark = marks[at];
  const hidden = cards.length > 0 && cards.every((card) => card === FACE_DOWN);
  return html`
    <div class=${`zone fan-zone ${zone} ${mark?.look || ""} ${cards.length ? "" : "bare"}`} data-zone=${zone} data-place=${at}>
      ${(cards.length > 0 || !quiet) && html`<h4 title=${title}><span>${title}</span> <b>${cards.length}</b></h4>`}
      <ul class=${`fan ${hidden ? "hidden" : ""}`} aria-label=${title}>
        ${cards.map((card, i) => html`<li key=${i}><${CardButton} card=${card} at=${`${at}/${i}`} mark=${marks[`${at}/${i}`]} front=${front && i === 0 && card !== FACE_DOWN} isTabStop=${i === 0} /></li>`)}
      </ul>
    </div>`;
}
