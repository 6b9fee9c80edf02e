// @ts-check
// The open attack: the attacker, the target, and the cards committed so far.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { Face, cardClass } from "./cards.js";
import { placeName } from "./terrains.js";

/** Show the open attack: the attacker, the target, and the cards committed so far. @param {{position: import("./position.js").Position, name: import("./position.js").Name}} props */
export function Attack({ position, name }) {
  const { attack, board, edition, turn } = position;
  if (!attack) return null;
  const owner = board?.terrains.find((terrain) => terrain.id === attack.target)?.owner ?? null;
  const { attack: ours, defence: theirs } = attack.committed || {};
  const riding = attack.riders && (attack.round ?? 1) === 1;
  return html`
    <section role="group" class="attack" aria-label=${say("board-attack")}>
      <p><strong>${say("board-attacks", { name: name(turn.seat), place: placeName(edition, attack.target) })}</strong>
        <span class="small"> ${owner === null ? say("board-neutral") : name(owner)}${(attack.round ?? 1) > 1 ? `, ${say("board-round", { round: attack.round ?? 1 })}` : ""}</span></p>
      <${Side} title=${say("board-attack")} commitment=${ours} none=${riding ? say("board-riders-of", { place: placeName(edition, attack.riders ?? "") }) : say("board-to-commit")} />
      <${Side} title=${say("board-defence")} commitment=${theirs} none=${say("board-to-commit")} />
    </section>`;
}

/** @param {{title: string, commitment?: import("./position.js").Commitment, none: string}} props */
const Side = ({ title, commitment, none }) => html`
  <div class="side"><h4>${title}</h4>
    ${commitment ? html`<span class=${`card ${cardClass(commitment.card)}`} title=${commitment.source}><${Face} card=${commitment.card} /></span>` : html`<span class="small">${none}</span>`}</div>`;
