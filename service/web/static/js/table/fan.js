// @ts-check
// Cards side by side, which overlap where they are many.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { FACE_DOWN, Face, cardName, paint } from "./cards.js";

/**
 * One card that can be pressed; `stop` says that the tabulator stops there.
 * @param {{card: string, at: string, mark?: import("./position.js").Mark | null, front?: boolean, stop?: boolean}} props
 */
export const CardButton = ({ card, at, mark = null, front = false, stop = false }) => html`
  <button type="button" class=${`card ${paint(card)} ${front ? "front" : ""} ${mark?.look || ""}`} data-place=${at} data-card=${card} tabindex=${stop ? 0 : -1}
    aria-disabled=${mark?.look.includes("grey") ? "true" : null} aria-pressed=${mark?.look.includes("picked") ? "true" : null}
    aria-label=${[cardName(card), front && say("table-front"), mark?.note].filter(Boolean).join(", ")} title=${mark?.note || cardName(card)}>
    <${Face} card=${card} known=${mark?.bean} /></button>`;

/**
 * The cards of a zone. One that is always there keeps its room when it is empty; a `quiet` one says nothing then.
 * @param {{zone: string, title: string, cards: string[], at: string, marks?: import("./position.js").Marks, front?: boolean, quiet?: boolean}} props
 */
export function Fan({ zone, title, cards, at, marks = {}, front = false, quiet = false }) {
  const here = marks[at];
  const hidden = cards.length > 0 && cards.every((card) => card === FACE_DOWN);
  return html`
    <div class=${`zone fan-zone ${zone} ${here?.look || ""} ${cards.length ? "" : "bare"}`} data-zone=${zone} data-place=${at}>
      ${(cards.length > 0 || !quiet) && html`<h4 title=${title}><span>${title}</span> <b>${cards.length}</b></h4>`}
      <ul class=${`fan ${hidden ? "hidden" : ""}`} aria-label=${title}>
        ${cards.map((card, i) => html`<li key=${i}><${CardButton} card=${card} at=${`${at}/${i}`} mark=${marks[`${at}/${i}`]} front=${front && i === 0 && card !== FACE_DOWN} stop=${i === 0} /></li>`)}
      </ul>
    </div>`;
}
