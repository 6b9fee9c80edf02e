// @ts-check
// A seat as a strip: the player's name, coins, fields, set-aside cards and hand.
import { PureComponent, html } from "../html.js";
import { Icon } from "../icons.js";
import { say } from "../i18n.js";
import { areasOf } from "./areas.js";
import { Coin, cardsOf, countOf, describeCards } from "./cards.js";
import { Field } from "./field.js";
import { Fan } from "./fan.js";
import { sizeObserver } from "./element_size.js";

const NOTHING = /** @type {string[]} */ ([]);

export class Seat extends PureComponent {
  observeSize = sizeObserver();

  /** @param {{seat: import("./position.js").SeatState, k: number, name: string, edition: string, pays?: (import("./position.js").Pay | null)[], marks: import("./position.js").Marks, isActive: boolean, isViewer: boolean, isYou: boolean, held: import("./position.js").Held | null, hasWon: boolean, isSecond: boolean}} props */
  render({ seat, k, name, edition, pays, marks, isActive, isViewer, isYou, held, hasWon, isSecond }) {
    const at = `/seats/${k}`;
    const hand = cardsOf(seat.hand);
    const areas = Object.entries(areasOf(edition, "seat")).filter(([area]) => seat[area] !== null && seat[area] !== undefined);
    const attributes = isSecond ? {} : { "data-seat": k };
    return html`
      <section ref=${this.observeSize} role="group" class=${`seat seat-${k % 7} ${isActive ? "active" : ""} ${isYou ? "you" : ""}`} ...${attributes} aria-label=${say("table-seat", { seat: k + 1, name })}>
        <header class="who">
          <span class="disc" aria-hidden="true">${k + 1}</span>
          <h3 class="name" title=${name}>${name}</h3>
          <span class="purse"><${Coins} coins=${seat.coins} at=${at} mark=${marks[`${at}/coins`]} />${held && html`<${Holding} held=${held} />`}</span>
          <span class="tags">
            ${isActive && html`<span class="tag turn">${say("table-active")}</span>`}
            ${isYou ? html`<span class="tag">${say("table-you")}</span>` : isViewer && html`<span class="tag">${say("table-eyes")}</span>`}
            ${hasWon && html`<span class="tag won">${say("table-winner")}</span>`}
          </span>
        </header>
        <div class="fields" data-zone="fields" data-place=${`${at}/fields`}>
          ${seat.fields.map((field, i) => html`<${Field} key=${i} ...${{ field, i, at: `${at}/fields/${i}`, pay: pays?.[i] ?? null, mark: mark(marks, `${at}/fields/${i}`) }} />`)}
          ${marks[`${at}/fields/${seat.fields.length}`] && html`<${Field} key="next" ...${{ field: NOTHING, i: seat.fields.length, at: `${at}/fields/${seat.fields.length}`, pay: null, mark: marks[`${at}/fields/${seat.fields.length}`] }} />`}
        </div>
        <${Fan} zone="aside" title=${say("table-set-aside")} cards=${cardsOf(seat.set_aside)} at=${`${at}/set_aside`} marks=${marks} quiet />
        ${areas.map(([area, title]) => html`<${Fan} key=${area} zone=${area} title=${title} cards=${cardsOf(seat[area])} at=${`${at}/${area}`} marks=${marks} />`)}
        <${Fan} zone="hand" title=${say("table-hand")} cards=${hand} at=${`${at}/hand`} marks=${marks} front />
      </section>`;
  }
}

/** Return the mark of a place, or of a place inside it. @param {import("./position.js").Marks} marks @param {string} place */
function mark(marks, place) {
  if (marks[place]) return marks[place];
  const inside = Object.keys(marks).find((one) => one.startsWith(`${place}/`));
  return inside ? marks[inside] : null;
}

/** @param {{coins: import("./position.js").Zone, at: string, mark?: import("./position.js").Mark}} props */
const Coins = ({ coins, at, mark }) => html`
  <button type="button" class=${`coins ${mark?.look || ""}`} data-zone="coins" data-place=${`${at}/coins`} tabindex=${Array.isArray(coins) && coins.length ? 0 : -1}
    aria-label=${say("table-coins", { count: countOf(coins) })} title=${Array.isArray(coins) && coins.length ? describeCards(coins) : say("table-coins", { count: countOf(coins) })}>
    <${Coin} /><b>${countOf(coins)}</b></button>`;

/** @param {{held: import("./position.js").Held}} props */
const Holding = ({ held: { count, points } }) =>
  html`<span class="holding" title=${say("table-holding", { count, points })}><${Icon} name="flag" /><b aria-hidden="true">${points}</b><span class="visually-hidden">${say("table-holding", { count, points })}</span></span>`;
