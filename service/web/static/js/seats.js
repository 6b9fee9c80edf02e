// @ts-check
// Who sits where in a game to be made: a line for each seat, and what it says in the words of the API.
import { html } from "./html.js";
import { freshPerson } from "./person.js";
import { say } from "./i18n.js";

const BOTS = ["trader", "greedy", "random"];

/**
 * The line of seat `k`, from 0; `who` is "human" or a bot, `name` what stands in it already. Pages that use it have the
 * section `seat`.
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
 * What the first `count` seat lines of a form say.
 * @param {HTMLFormElement} form
 * @param {number} count
 */
export const seatsOf = (form, count) => Array.from({ length: count }, (_, k) => {
  const said = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(`${name}-${k}`)).value;
  const kind = said("who");
  const name = said("name").trim();
  return { ...(kind === "human" ? { kind, person: freshPerson() } : { kind: "bot", bot: kind }), ...(name ? { name } : {}) };
});
