// @ts-check
// The panel below the table during a correction: the picked card, the preview, and the button that records it.
import { html } from "../html.js";
import { disputesOf } from "../replay/print_links.js";
import { say } from "../i18n.js";

/** @typedef {import("./correction.js").Correction} Correction */

/** @param {{correction: Correction}} props */
export function CorrectionPanel({ correction }) {
  const { game } = correction;
  const [tried, picked, done, problem] = [correction.previewed.value, correction.picked.value, correction.done.value, correction.problem.value];
  return html`
    <section class="tray correct" tabindex="-1" aria-label=${say("correct-title")} aria-busy=${String(correction.busy.value)}>
      <div class="guide"><p class="task" role="status">${tried ? say("correct-ask") : picked ? say("correct-where", { card: correction.pickedCard.value }) : say("correct-which")}</p>
        <p class=${problem ? "because refusal" : "because"} role=${problem ? "alert" : "status"}>${problem || (tried ? tried.says : done ? say("correct-done", { says: done }) : picked ? "" : say("correct-how"))}</p></div>
      ${tried ? html`<${RecordForm} correction=${correction} />` : html`<div class="orders">
        ${picked ? html`<${Targets} correction=${correction} />` : html`<${OtherCorrections} correction=${correction} />`}
        ${picked ? html`<button type="button" class="quiet" onClick=${() => correction.cancel()}>${say("correct-other-card")}</button>`
          : html`<a class="button quiet" href=${`${disputesOf(game)}${correction.dispute.value ? `#dispute-${correction.dispute.value}` : ""}`}>${say("replay-disputes")}</a>
            <button type="button" class="quiet" onClick=${() => correction.end()}>${say("correct-end")}</button>`}</div>`}
    </section>`;
}

/** Choose the target of the card without pressing on the table. @param {{correction: Correction}} props */
const Targets = ({ correction }) => html`
  <select aria-label=${say("correct-goal")} onChange=${(/** @type {any} */ { target }) => { const line = target.value; target.value = ""; if (line) correction.previewMove(line); }}>
    <option value="">${say("correct-goal")}</option>
    ${correction.targets.value.map(({ line, words }) => html`<option key=${line} value=${line}>${words}</option>`)}</select>`;

/** Choose a correction without a card. @param {{correction: Correction}} props */
const OtherCorrections = ({ correction }) => html`
  <select aria-label=${say("correct-else")} onChange=${(/** @type {any} */ { target }) => { const fix = target.value; target.value = ""; if (fix) correction.requestPreview(fix); }}>
    <option value="">${say("correct-else")}</option>
    ${correction.game.seats.value.map((/** @type {any} */ _, /** @type {number} */ k) => html`<option key=${k} value=${`turn ${String.fromCharCode(65 + k)}`}>${say("correct-turn", { who: correction.game.name(k) })}</option>`)}
    <option value="shuffle pile">${say("correct-shuffle")}</option></select>`;

/** @param {{correction: Correction}} props */
function RecordForm({ correction }) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    correction.record(String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("reason") ?? ""));
  };
  const dispute = correction.dispute.value;
  return html`<form class="orders" onSubmit=${submit}>
    <label>${say("correct-why")} <input name="reason" required maxlength="500" value=${dispute ? say("correct-why-ruling", { dispute }) : ""} /></label>
    <button disabled=${correction.busy.value}>${say("correct-give")}</button>
    <button type="button" class="quiet" onClick=${() => correction.cancel()}>${say("correct-not")}</button></form>`;
}
