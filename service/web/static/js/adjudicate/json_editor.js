// @ts-check
// The editor of the question as JSON: shows the present question, and applies an edited one.
import { Component } from "preact";
import { data, html } from "../html.js";
import { say } from "../i18n.js";

/** @typedef {import("./question.js").Question} Question */

const pretty = (/** @type {unknown} */ value) => JSON.stringify(value, null, 2).replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_, /** @type {string} */ inside) => `[${inside.replaceAll(/\s*\n\s*/g, " ")}]`);

/** The beginning of a position in one-line notation, which is never JSON. */
const POSITION_LINE = /^\s*\w+(?:@\w+)?\s+[A-P]\w*[.:]/;

/** Check an entered question with the service before it is drawn. Return its state, or its faults. @param {Question} question @param {any} input @returns {Promise<{faults: string[]} | {state: import("./question.js").State}>} */
export async function checkQuestion(question, input) {
  const { position, commands = null } = input ?? {};
  if (typeof position === "string") {
    const verdict = await question.judge(/** @type {any} */ (position), null, 0);
    return verdict.table ? { state: { position: verdict.table, command: null } } : { faults: [verdict.says] };
  }
  if (Array.isArray(commands) && commands.length > 1) return { faults: [`commands: ${say("ask-one-command")}`] };
  const command = Array.isArray(commands) ? commands[0] ?? null : commands;
  if (typeof position !== "object" || position === null || !Array.isArray(position.seats) || !position.seats.length) return { faults: [`position: ${say("ask-no-position")}`] };
  const { editions } = data();
  if (!Object.hasOwn(editions, position.edition)) return { faults: [`position.edition: ${say("ask-no-edition")}`] };
  if (command !== null && (typeof command !== "object" || !Object.hasOwn(editions[position.edition].commands, command.type))) return { faults: [`commands.type: ${say("ask-no-command")}`] };
  if (command !== null && !position.seats[command.seat]) return { faults: [`commands.seat: ${say("ask-no-seat")}`] };
  const looked = await question.judge(position, null, 0);
  // Only a position of the right shape can be drawn, so faults of its members are reported with their places.
  const misshapen = looked.verdict === "impossible" ? looked.errors.filter((/** @type {{place: string}} */ { place }) => place !== "position") : [];
  if (misshapen.length) return { faults: misshapen.map((/** @type {any} */ { place, says }) => `${place}: ${says}`) };
  const laid = looked.table && position.turn ? { ...looked.table, ...(position.version ? { version: position.version } : {}), turn: { ...looked.table.turn, ...position.turn } } : looked.table ?? position;
  const sent = command && (await question.judge(position, command, 0));
  const odd = sent?.verdict === "impossible" ? sent.errors.filter((/** @type {{place: string}} */ { place }) => place.startsWith("commands")) : [];
  return odd.length ? { faults: odd.map((/** @type {any} */ { place, says }) => `${place}: ${says}`) } : { state: { position: laid, command } };
}

/** @extends {Component<{question: Question}, {text: string | null, faults: string[], open: boolean}>} */
export class JsonEditor extends Component {
  state = { text: /** @type {string | null} */ (null), faults: /** @type {string[]} */ ([]), open: false };

  lay = async () => {
    const { question } = this.props;
    const { text } = this.state;
    if (text === null) return;
    let input;
    try {
      input = POSITION_LINE.test(text) ? { position: text.trim() } : JSON.parse(text);
    } catch (error) {
      this.setState({ faults: [`JSON: ${error instanceof Error ? error.message : error}`] });
      return;
    }
    const found = await checkQuestion(question, input).catch((error) => ({ faults: [String(error.message ?? error)] }));
    if (this.state.text !== text) return; // the text was edited meanwhile: the user applies it again
    if ("faults" in found) this.setState({ faults: found.faults });
    else {
      this.setState({ text: null, faults: [] });
      question.seat.value = found.state.position.turn?.seat ?? 0; // the seat whose turn it is, unless the command names another
      question.change(found.state);
    }
  };

  /** @param {{question: Question}} props @param {{text: string | null, faults: string[], open: boolean}} state */
  render({ question }, { text, faults, open }) {
    const { position, command } = question.state.value ?? {};
    const line = question.tableVerdict.value?.of === position && question.tableVerdict.value?.line;
    return html`
      <details class="advanced no-print" onToggle=${(/** @type {any} */ event) => this.setState({ open: event.target.open })}><summary>${say("ask-advanced")}</summary>
        ${open && html`<p class="small" id="advanced-says">${say("ask-advanced-says")}</p>
        ${line && html`<label class="as-line">${say("ask-line")}<input readonly value=${line} onFocus=${(/** @type {any} */ event) => event.target.select()} /></label>`}
        <textarea rows="18" spellcheck=${false} aria-label=${say("ask-advanced")} aria-describedby="advanced-says" value=${text ?? pretty({ position, commands: command ?? [] })}
          onInput=${(/** @type {any} */ event) => this.setState({ text: event.target.value })}></textarea>
        ${faults.length > 0 && html`<ul class="error faults" role="alert">${faults.map((fault, i) => html`<li key=${i}>${fault}</li>`)}</ul>`}
        <p class="actions"><button type="button" aria-disabled=${String(text === null)} onClick=${this.lay}>${say("ask-lay")}</button>
          ${text !== null && html`<button type="button" class="quiet" onClick=${() => this.setState({ text: null, faults: [] })}>${say("ask-as-table")}</button>`}</p>`}
      </details>`;
  }
}
