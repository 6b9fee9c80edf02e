// @ts-check
// The middle of the table: the two piles, the cards turned up or on offer, and the open trades.
import { html, lazy } from "../html.js";
import { say } from "../i18n.js";
import { areasOf } from "./areas.js";
import { FACE_DOWN, Face, cardName, cardsOf, cardClass } from "./cards.js";
import { Fan } from "./fan.js";
import { Offers } from "./offers.js";

/** Loaded on demand, because few games have attacks. */
const Attack = lazy(async () => (await import("./attack.js")).Attack);

/** @param {{position: import("./position.js").Position, name: import("./position.js").Name, marks: import("./position.js").Marks, actions: import("./offers.js").Actions | null}} props */
export function Middle({ position, name, marks, actions }) {
  const { edition } = position;
  const areas = Object.entries(areasOf(edition, "table")).filter(([area]) => position[area]);
  return html`
    <div class="middle">
      <h3 class="visually-hidden">${say("table-middle")}</h3>
      <${Pile} zone="draw_pile" title=${say("table-draw-pile")} pile=${cardsOf(position.draw_pile)} face=${FACE_DOWN} mark=${marks["/draw_pile"]}
        exhaustions=${position.exhaustions} note=${position.exhaustions > 0 ? say("table-exhausted", { count: position.exhaustions }) : ""} />
      <${Pile} zone="discard_pile" title=${say("table-discards")} pile=${cardsOf(position.discard_pile)} face=${cardsOf(position.discard_pile)[0]} mark=${marks["/discard_pile"] || marks["/discard_pile/0"]} />
      <${Fan} zone="turned_up" title=${say("table-turned-up")} cards=${cardsOf(position.turned_up)} at="/turned_up" marks=${marks} />
      ${areas.map(([area, title]) => html`<${Fan} key=${area} zone=${area} title=${title} cards=${cardsOf(position[area])} at=${`/${area}`} marks=${marks} />`)}
      ${position.attack && html`<${Attack} position=${position} name=${name} />`}
      <${Offers} position=${position} name=${name} actions=${actions} />
    </div>`;
}

/** @param {{zone: string, title: string, pile: string[], face: string, mark?: import("./position.js").Mark, note?: string, exhaustions?: number}} props */
const Pile = ({ zone, title, pile, face, mark, note = "", exhaustions = 0 }) => html`
  <div class=${`zone pile ${zone}`} data-zone=${zone} data-place=${`/${zone}`}>
    <h4><span title=${title}>${title}</span> <b>${pile.length}</b></h4>
    <button type="button" class=${`card ${pile.length ? cardClass(face) : "slot"} ${pile.length > 1 ? "edges-3" : ""} ${mark?.look || ""}`} data-place=${`/${zone}`} data-card=${pile.length ? face : null}
      aria-label=${[`${title}: ${pile.length}`, pile.length > 0 && face !== FACE_DOWN && cardName(face), note, mark?.note].filter(Boolean).join(", ")} title=${mark?.note || note || title}>
      ${pile.length > 0 && html`<${Face} card=${face} />`}</button>
    ${exhaustions > 0 && html`<p class="pile-note" aria-hidden="true">↻ ${exhaustions}</p>`}
  </div>`;
