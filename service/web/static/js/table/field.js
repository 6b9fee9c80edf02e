// @ts-check
// A field: its cards as one pile with their count, and below it the beanometer, which shows what a harvest would pay.
import { PureComponent, html } from "../html.js";
import { say } from "../i18n.js";
import { FACE_DOWN, Face, countByVariety, describeCards, cardClass } from "./cards.js";

/** The maximum number of cards that are drawn as edges below the top card. */
const EDGES_MAX = 4;

export class Field extends PureComponent {
  /** @param {{field: string[], i: number, at: string, pay: import("./position.js").Pay | null, mark: import("./position.js").Mark | null}} props */
  render({ field, i, at, pay, mark }) {
    const top = field.at(-1) ?? FACE_DOWN;
    const kinds = countByVariety(field);
    const description = field.length ? `${describeCards(field)}. ${pay ? describePay(pay) : ""}` : say("table-field-empty");
    return html`
      <div class="field">
        <div class="stack">
          <button type="button" class=${`plot ${mark?.look || ""} ${field.length ? "" : "slot"}`} data-place=${at} data-card=${field.length ? top : null} tabindex=${i === 0 ? 0 : -1}
            aria-disabled=${mark?.look.includes("grey") ? "true" : null} aria-label=${`${say("table-field", { field: i + 1 })}: ${description}${mark?.note ? `, ${mark.note}` : ""}`} title=${mark?.note || description}>
            ${field.length > 0 && html`<span class=${`card edges-${Math.min(field.length - 1, EDGES_MAX)} ${cardClass(top)}`}><${Face} card=${top} /></span>`}</button>
          ${field.length > 1 && html`<span class="many" aria-hidden="true">${kinds.length > 1 ? kinds.map(([card, count]) => html`<i class=${cardClass(card)}>${count}</i>`) : field.length}</span>`}
          ${pay && html`<span class=${`worth ${pay.coins ? "" : "naught"}`} aria-hidden="true">${pay.coins}</span>`}
          ${pay?.doubled && html`<span class="twice" aria-hidden="true">×2</span>`}
        </div>
        ${pay && html`<${Meter} pay=${pay} />`}
      </div>`;
  }
}

/** Describe what a field pays now, and how many more cards make it pay more. @param {import("./position.js").Pay} pay */
export function describePay({ coins, cards, next, meter }) {
  const now = say("table-pays", { coins });
  return next ? `${now}, ${say("table-pays-next", { coins: next.coins, cards: next.cards, more: next.cards - cards })}` : now;
}

/** Draw the beanometer: a rail with a coin at each step, filled as far as the field has cards. @param {{pay: import("./position.js").Pay}} props */
function Meter({ pay }) {
  const { cards, steps } = pay;
  if (!steps?.length) return html`<p class="meter"></p>`;
  const most = steps[steps.length - 1][0];
  const cell = 100 / most;
  return html`
    <svg class="meter" viewBox="0 0 108 14" aria-hidden="true">
      <path class="rail" d="M4 7H104" /><path class="grown" d=${`M4 7H${4 + Math.min(cards, most) * cell}`} />
      ${steps.map(([needed, value]) => html`<circle class=${needed <= cards ? "paid" : ""} cx=${4 + needed * cell - 3} cy="7" r="6.500" /><text x=${4 + needed * cell - 3} y="10.500">${value}</text>`)}
    </svg>`;
}
