// @ts-check
// The toolbar above the table: edition and players, undo and redo, sharing, and printing.
import { signal } from "@preact/signals";
import { data, html } from "../html.js";
import { say } from "../i18n.js";

/** @typedef {import("./question.js").Question} Question */

const copied = signal("");

/** @param {{question: Question}} props */
export function Toolbar({ question }) {
  const drawn = question.drawn.value;
  const { editions } = data();
  const from = question.source.value;
  if (!drawn) return null;
  const lay = (/** @type {any} */ event) => {
    const [edition, players] = event.target.value.split(" ");
    if (edition) question.startEmpty(edition, Number(players));
    event.target.value = "";
  };
  return html`
    <div class="tools">
      ${from && html`<p class="from">${say("ask-from")} <a href=${`/games/${encodeURIComponent(from.game)}?n=${from.n}`}>${from.game}, ${say("ask-event", { n: String(from.n) })}</a></p>`}
      <span class="no-print tool-buttons">
        <label><span class="visually-hidden">${say("ask-empty")}</span><select name="empty" onChange=${lay}><option value="">${say("ask-empty")}</option>
          ${Object.entries(editions).map(([edition, { name, players }]) => html`<optgroup label=${name}>${players.map((/** @type {number} */ count) => html`<option value=${`${edition} ${count}`}>${name}, ${say("ask-players", { count })}</option>`)}</optgroup>`)}</select></label>
        <button type="button" class="quiet" aria-disabled=${String(!question.undoSteps.value.length)} onClick=${() => question.step(-1)}>${say("ask-undo")}</button>
        <button type="button" class="quiet" aria-disabled=${String(!question.redoSteps.value.length)} onClick=${() => question.step(1)}>${say("ask-redo")}</button>
        <button type="button" class="quiet" onClick=${share}>${say("ask-share")}</button>
        <button type="button" class="quiet" onClick=${() => print()}>${say("ask-print")}</button>
      </span>
      <p class="small" role="status">${copied.value || question.note.value}</p>
    </div>`;
}

/** Copy the address, which contains the question but never a token. */
async function share() {
  try {
    await navigator.clipboard.writeText(location.href);
    copied.value = say("ask-shared");
  } catch {
    copied.value = say("ask-share-by-hand");
  }
}
