// @ts-check
// The form fields that set the clock of a new game, or of the games of a tournament.
import { useState } from "preact/hooks";
import { html } from "./html.js";
import { say } from "./i18n.js";
import { localizedUrl } from "./links.js";

const BUDGETS = ["turn", "trading", "game"];
const AT_ZERO = ["pass", "bot", "arbiter"];
/** The minutes that each preset fills in. @type {Record<string, Record<string, string>>} */
const PRESETS = { none: {}, turn: { turn: "1" }, game: { game: "15" }, days: { turn: "4320" } };

/** Show the fields, filled with the present terms. @param {{terms?: any}} props */
export function ClockFields({ terms }) {
  const [minutes, setMinutes] = useState(/** @type {Record<string, string>} */ (Object.fromEntries(BUDGETS.filter((name) => terms?.[name]).map((name) => [name, String(Number((terms[name] / 60).toFixed(4)))]))));
  const preset = Object.keys(PRESETS).find((one) => BUDGETS.every((name) => (PRESETS[one][name] ?? "") === (minutes[name] ?? ""))) ?? "own";
  const set = (/** @type {string} */ name) => (/** @type {any} */ event) => setMinutes({ ...minutes, [name]: event.target.value });
  return html`
    <p class="small" id="clock-says">${say("new-clock-says")} <a href=${localizedUrl("/docs/guide/clocks")}>${say("new-clock-guide")}</a></p>
    <div class="row">
      <label><span>${say("new-clock-preset")}</span><select value=${preset} onChange=${(/** @type {any} */ event) => setMinutes(PRESETS[event.target.value] ?? minutes)}>
        ${[...Object.keys(PRESETS), ...(preset === "own" ? ["own"] : [])].map((one) => html`<option key=${one} value=${one}>${say(`new-clock-preset-${one}`)}</option>`)}</select></label>
      ${BUDGETS.map((name) => html`<label key=${name}><span>${say(`new-clock-${name}`)}</span><input name=${`clock_${name}`} type="number" min="0.1" max="525600" step="any" value=${minutes[name] ?? ""} onInput=${set(name)} aria-describedby="clock-says" /></label>`)}
      <label><span>${say("new-clock-grace")}</span><input name="clock_grace" type="number" min="1" max="86400" step="1" defaultValue=${terms?.grace ?? ""} /></label>
      <label><span>${say("new-clock-at-zero")}</span><select name="clock_at_zero">${AT_ZERO.map((one) => html`<option key=${one} value=${one} selected=${one === (terms?.at_zero ?? AT_ZERO[0])}>${say(`new-clock-${one}`)}</option>`)}</select></label>
    </div>`;
}

/** Return the terms of the clock from a form, in seconds, or null without a budget. @param {FormData} form */
export function clockOf(form) {
  const [turn, trading, game] = BUDGETS.map((name) => (form.get(`clock_${name}`) ? Math.max(1, Math.round(60 * Number(form.get(`clock_${name}`)))) : null));
  if (turn === null && trading === null && game === null) return null;
  const grace = form.get("clock_grace") ? Number(form.get("clock_grace")) : null;
  return { turn, trading, game, grace, at_zero: form.get("clock_at_zero") };
}
