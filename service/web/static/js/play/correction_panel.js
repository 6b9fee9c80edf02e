// @ts-check
// What an arbiter sees beneath the table while they set it right: what was pressed, what it would come to, and the button that does it.
import { html } from "../html.js";
import { disputesOf } from "../replay/print_links.js";
import { say } from "../i18n.js";

/** @typedef {import("./correction.js").Correcting} Correcting */

/** @param {{correcting: Correcting}} props */
export function CorrectPanel({ correcting }) {
  const { game } = correcting;
  const [tried, picked, done, problem] = [correcting.tried.value, correcting.picked.value, correcting.done.value, correcting.problem.value];
  return html`
    <section class="tray correct" tabindex="-1" aria-label=${say("correct-title")} aria-busy=${String(correcting.busy.value)}>
      <div class="guide"><p class="task" role="status">${tried ? say("correct-ask") : picked ? say("correct-where", { card: correcting.taken.value }) : say("correct-which")}</p>
        <p class=${problem ? "because refusal" : "because"} role=${problem ? "alert" : "status"}>${problem || (tried ? tried.says : done ? say("correct-done", { says: done }) : picked ? "" : say("correct-how"))}</p></div>
      ${tried ? html`<${Give} correcting=${correcting} />` : html`<div class="orders">
        ${picked ? html`<${Goals} correcting=${correcting} />` : html`<${Others} correcting=${correcting} />`}
        ${picked ? html`<button type="button" class="quiet" onClick=${() => correcting.cancel()}>${say("correct-other-card")}</button>`
          : html`<a class="button quiet" href=${`${disputesOf(game)}${correcting.dispute.value ? `#dispute-${correcting.dispute.value}` : ""}`}>${say("replay-disputes")}</a>
            <button type="button" class="quiet" onClick=${() => correcting.end()}>${say("correct-end")}</button>`}</div>`}
    </section>`;
}

/** Where the card goes, for whoever cannot press it on the table. @param {{correcting: Correcting}} props */
const Goals = ({ correcting }) => html`
  <select aria-label=${say("correct-goal")} onChange=${(/** @type {any} */ { target }) => { const line = target.value; target.value = ""; if (line) correcting.goTo(line); }}>
    <option value="">${say("correct-goal")}</option>
    ${correcting.goals.value.map(({ line, words }) => html`<option key=${line} value=${line}>${words}</option>`)}</select>`;

/** What is set right without a card. @param {{correcting: Correcting}} props */
const Others = ({ correcting }) => html`
  <select aria-label=${say("correct-else")} onChange=${(/** @type {any} */ { target }) => { const fix = target.value; target.value = ""; if (fix) correcting.attempt(fix); }}>
    <option value="">${say("correct-else")}</option>
    ${correcting.game.seats.value.map((/** @type {any} */ _, /** @type {number} */ k) => html`<option key=${k} value=${`turn ${String.fromCharCode(65 + k)}`}>${say("correct-turn", { who: correcting.game.name(k) })}</option>`)}
    <option value="shuffle pile">${say("correct-shuffle")}</option></select>`;

/** @param {{correcting: Correcting}} props */
function Give({ correcting }) {
  const give = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    correcting.give(String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("reason") ?? ""));
  };
  const dispute = correcting.dispute.value;
  return html`<form class="orders" onSubmit=${give}>
    <label>${say("correct-why")} <input name="reason" required maxlength="500" value=${dispute ? say("correct-why-ruling", { dispute }) : ""} /></label>
    <button disabled=${correcting.busy.value}>${say("correct-give")}</button>
    <button type="button" class="quiet" onClick=${() => correcting.cancel()}>${say("correct-not")}</button></form>`;
}
