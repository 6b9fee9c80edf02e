// A field: its cards as one pile with their number, and the beanometer beneath, which shows what a harvest would pay.
import { Still, html } from "../html.js";
import { say } from "../say.js";
import { Coin, Face, cardName, counted, inWords, paint } from "./cards.js";

/** Up to so many cards show as edges beneath the top one. */
const EDGES = 4;

export class Field extends Still {
  render({ field, i, at, pay, mark }) {
    const top = field.at(-1);
    const kinds = counted(field);
    const said = field.length ? `${inWords(field)}. ${pay ? paid(pay) : ""}` : say("table-field-empty");
    return html`
      <div class="field">
        <button type="button" class=${`plot ${mark?.look || ""} ${field.length ? "" : "slot"}`} data-place=${at} tabindex=${i === 0 ? 0 : -1}
          aria-disabled=${mark?.look.includes("grey") ? "true" : null} aria-label=${`${say("table-field", { field: i + 1 })}: ${said}${mark?.note ? `, ${mark.note}` : ""}`} title=${mark?.note || said}>
          ${field.length > 0 && html`<span class=${`card edges-${Math.min(field.length - 1, EDGES)} ${paint(top)}`}><${Face} card=${top} /></span>`}
          ${field.length > 1 && html`<span class="many">${kinds.length > 1 ? kinds.map(([card, count]) => html`<i class=${paint(card)} title=${cardName(card)}>${count}</i>`) : field.length}</span>`}
          ${pay?.doubled && html`<span class="twice">×2</span>`}
        </button>
        ${pay && html`<${Meter} pay=${pay} />`}
      </div>`;
  }
}

/** What a field pays, and when it pays more, in words. */
export function paid({ coins, cards, next, meter }) {
  const now = say("table-pays", { coins });
  return next ? `${now}, ${say("table-pays-next", { coins: next.coins, cards: next.cards, more: next.cards - cards })}` : now;
}

/** The beanometer: as many cells as its highest step has cards, a coin at each step, and what is earned already. */
function Meter({ pay }) {
  const { coins, cards, steps } = pay;
  const now = html`<span class=${`now ${coins ? "" : "naught"}`}><${Coin} />${coins}</span>`;
  if (!steps?.length) return html`<p class="meter" aria-hidden="true">${now}</p>`;
  const most = steps.at(-1)[0];
  const cell = 100 / most;
  const filled = Math.min(cards, most);
  return html`
    <p class="meter" aria-hidden="true">${now}
      <svg viewBox="-5 0 110 16">
        <rect class="rail" x="0" y="6" width="100" height="4" rx="2" />
        <rect class="grown" x="0" y="6" width=${filled * cell} height="4" rx="2" />
        ${steps.map(([needed, value]) => html`<circle class=${needed <= cards ? "paid" : ""} cx=${needed * cell} cy="8" r="5.500" /><text x=${needed * cell} y="10.800">${value}</text>`)}
      </svg></p>`;
}
