// @ts-check
// The form lines for the seats of a new game, and their content as the API expects it.
import { html } from "./html.js";
import { newPersonId } from "./person.js";
import { say } from "./i18n.js";

const BOTS = ["trader", "greedy", "random"];

/**
 * Show the line of seat `k`, from 0. `who` is "human" or a bot, `name` the default name. Pages that use this include
 * the section `seat`.
 * @param {{ k: number, who?: string, name?: string }} seat
 */
export const SeatLine = ({ k, who = "human", name = "" }) => html`
  <div class="seat-line seat-${k}">
    <span class="disc" aria-hidden="true">${k + 1}</span>
    <label><span class="visually-hidden">${say("seat-who", { n: k + 1 })}</span><select name=${`who-${k}`}>
      <option value="human" selected=${who === "human"}>${say("seat-person")}</option>
      ${BOTS.map((bot) => html`<option value=${bot} selected=${who === bot}>${say(`seat-bot-${bot}`)}</option>`)}</select></label>
    <input name=${`name-${k}`} maxlength="40" placeholder=${say("seat-number", { n: k + 1 })} defaultValue=${name} aria-label=${say("seat-name", { n: k + 1 })} autocomplete="off" />
  </div>`;

/**
 * Return the first `count` seats of a form, as the API expects them.
 * @param {HTMLFormElement} form
 * @param {number} count
 */
export const seatsOf = (form, count) => Array.from({ length: count }, (_, k) => {
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(`${name}-${k}`)).value;
  const kind = field("who");
  const name = field("name").trim();
  return { ...(kind === "human" ? { kind, person: newPersonId() } : { kind: "bot", bot: kind }), ...(name ? { name } : {}) };
});
