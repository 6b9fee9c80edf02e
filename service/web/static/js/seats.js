// Who sits where in a game to be made: a line for each seat, and what it says in the words of the API.
import { html } from "./html.js";

const BOTS = ["trader", "greedy", "random"];

/** The line of seat `k`; `who` is "human" or a bot, `name` what stands in it already. */
export const SeatLine = ({ k, who = "human", name = "" }) => html`
  <div class="seat-line">
    <span class="which">Seat ${k}</span>
    <label><span class="visually-hidden">Who plays seat ${k}</span><select name=${`who-${k}`}>
      <option value="human" selected=${who === "human"}>a person</option>
      ${BOTS.map((bot) => html`<option value=${bot} selected=${who === bot}>bot: ${bot}</option>`)}</select></label>
    <input name=${`name-${k}`} maxlength="40" placeholder=${`seat-${k}`} defaultValue=${name} aria-label=${`Name at seat ${k}`} autocomplete="off" />
  </div>`;

/** What the first `count` seat lines of a form say. */
export const seatsOf = (form, count) => Array.from({ length: count }, (_, k) => {
  const kind = form.elements[`who-${k}`].value;
  const name = form.elements[`name-${k}`].value.trim();
  return { ...(kind === "human" ? { kind } : { kind: "bot", bot: kind }), ...(name ? { name } : {}) };
});
