// @ts-check
// The editor of the turn, the phase, the exhaustions of the pile, and the options.
import { data, html } from "../html.js";
import { hasMessage, say } from "../i18n.js";
import { phaseName } from "../table/areas.js";
import { withAt } from "./position.js";

/** @typedef {import("./question.js").Question} Question */

/** @param {{question: Question}} props */
export function TurnEditor({ question }) {
  const drawn = question.drawn.value;
  if (!drawn) return null;
  const { turn, edition } = drawn;
  const { course, turn: noted } = data().editions[edition];
  const put = (/** @type {string} */ place, /** @type {any} */ value) => question.change({ position: withAt(drawn, place, value) });
  return html`
    <div class="situation">
      <label>${say("ask-turn-of")} <select value=${String(turn.seat)} onChange=${(/** @type {any} */ event) => put("/turn/seat", Number(event.target.value))}>
        ${drawn.seats.map((/** @type {any} */ _, /** @type {number} */ k) => html`<option value=${String(k)}>${question.name(k)}</option>`)}</select></label>
      <label>${say("ask-phase")} <select name="phase" value=${turn.phase} onChange=${(/** @type {any} */ event) => put("/turn/phase", event.target.value)}>
        ${course.map((/** @type {string} */ phase) => html`<option value=${phase}>${phaseName(edition, phase)}</option>`)}</select></label>
      <${NumberField} words=${say("ask-turn-planted")} value=${turn.planted} put=${(/** @type {number} */ value) => put("/turn/planted", value)} />
      <${NumberField} words=${say("ask-turn-number")} value=${turn.number} put=${(/** @type {number} */ value) => put("/turn/number", value)} />
      <${NumberField} words=${say("ask-exhaustions")} value=${drawn.exhaustions} put=${(/** @type {number} */ value) => put("/exhaustions", value)} />
      ${Object.entries(noted).map(([name, kind]) => {
        const words = hasMessage(`ask-turn-${name}`) ? say(`ask-turn-${name}`) : name;
        return kind === "flag" ? html`<label class="check" key=${name}><input type="checkbox" checked=${Boolean(turn[name])} onChange=${(/** @type {any} */ event) => put(`/turn/${name}`, event.target.checked)} /> ${words}</label>`
          : html`<${NumberField} key=${name} words=${words} value=${turn[name] ?? 0} put=${(/** @type {number} */ value) => put(`/turn/${name}`, value)} />`;
      })}
    </div>
    <${Options} question=${question} put=${put} />`;
}

/** @param {{words: string, value: number, put: (value: number) => void}} props */
const NumberField = ({ words, value, put }) => html`
  <label>${words} <input type="number" min="0" max="999" value=${value} onChange=${(/** @type {any} */ event) => put(Math.max(0, Math.floor(Number(event.target.value)) || 0))} /></label>`;

/** Show the options of the edition. @param {{question: Question, put: (place: string, value: any) => void}} props */
function Options({ question, put }) {
  const drawn = question.drawn.value;
  const rules = question.ruleset.value?.options ?? [];
  const chosen = drawn?.options ?? {};
  const open = rules.filter((/** @type {any} */ rule) => !rule.open);
  return html`
    <details class="rules-here"><summary>${say("ask-options")}</summary>
      ${open.map((/** @type {any} */ rule) => {
        const value = chosen[rule.name] ?? rule.default;
        return html`<p class="option" key=${rule.name}><label for=${`rule-${rule.name}`}>${rule.title}</label>
          <select id=${`rule-${rule.name}`} value=${String(rule.allowed.indexOf(value))} onChange=${(/** @type {any} */ event) => put(`/options/${rule.name}`, rule.allowed[Number(event.target.value)])}>
            ${rule.values.map((/** @type {string} */ words, /** @type {number} */ i) => html`<option value=${String(i)}>${words}</option>`)}</select>
          <span class="small">${rule.says}</span></p>`;
      })}</details>`;
}
