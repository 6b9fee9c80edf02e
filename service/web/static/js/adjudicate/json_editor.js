// @ts-check
// The question as JSON, both ways: what lies on the table as text, and a text laid on the table.
import { Component } from "preact";
import { data, html } from "../html.js";
import { say } from "../i18n.js";

/** @typedef {import("./question.js").Question} Question */

const pretty = (/** @type {unknown} */ value) => JSON.stringify(value, null, 2).replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_, /** @type {string} */ inside) => `[${inside.replaceAll(/\s*\n\s*/g, " ")}]`);

/** How a position on one line begins, and no JSON. */
const LIKE_A_LINE = /^\s*\w+(?:@\w+)?\s+[A-P]\w*[.:]/;

/** What a text asks, looked at by the service before anything of it is drawn. @param {Question} question @param {any} asked @returns {Promise<{faults: string[]} | {state: import("./question.js").State}>} */
export async function examined(question, asked) {
  const { position, commands = null } = asked ?? {};
  if (typeof position === "string") {
    const told = await question.ruled(/** @type {any} */ (position), null, 0);
    return told.table ? { state: { position: told.table, command: null } } : { faults: [told.says] };
  }
  if (Array.isArray(commands) && commands.length > 1) return { faults: [`commands: ${say("ask-one-command")}`] };
  const command = Array.isArray(commands) ? commands[0] ?? null : commands;
  if (typeof position !== "object" || position === null || !Array.isArray(position.seats) || !position.seats.length) return { faults: [`position: ${say("ask-no-position")}`] };
  const { editions } = data();
  if (!Object.hasOwn(editions, position.edition)) return { faults: [`position.edition: ${say("ask-no-edition")}`] };
  if (command !== null && (typeof command !== "object" || !Object.hasOwn(editions[position.edition].commands, command.type))) return { faults: [`commands.type: ${say("ask-no-command")}`] };
  if (command !== null && !position.seats[command.seat]) return { faults: [`commands.seat: ${say("ask-no-seat")}`] };
  const looked = await question.ruled(position, null, 0);
  // What is wrong with the shape of something is told with its place; only what has the right shape can be drawn.
  const misshapen = looked.verdict === "impossible" ? looked.errors.filter((/** @type {{place: string}} */ { place }) => place !== "position") : [];
  if (misshapen.length) return { faults: misshapen.map((/** @type {any} */ { place, says }) => `${place}: ${says}`) };
  const laid = looked.table && position.turn ? { ...looked.table, ...(position.version ? { version: position.version } : {}), turn: { ...looked.table.turn, ...position.turn } } : looked.table ?? position;
  const sent = command && (await question.ruled(position, command, 0));
  const odd = sent?.verdict === "impossible" ? sent.errors.filter((/** @type {{place: string}} */ { place }) => place.startsWith("commands")) : [];
  return odd.length ? { faults: odd.map((/** @type {any} */ { place, says }) => `${place}: ${says}`) } : { state: { position: laid, command } };
}

/** @extends {Component<{question: Question}, {text: string | null, faults: string[], open: boolean}>} */
export class Advanced extends Component {
  state = { text: /** @type {string | null} */ (null), faults: /** @type {string[]} */ ([]), open: false };

  lay = async () => {
    const { question } = this.props;
    const { text } = this.state;
    if (text === null) return;
    let asked;
    try {
      asked = LIKE_A_LINE.test(text) ? { position: text.trim() } : JSON.parse(text);
    } catch (error) {
      this.setState({ faults: [`JSON: ${error instanceof Error ? error.message : error}`] });
      return;
    }
    const found = await examined(question, asked).catch((error) => ({ faults: [String(error.message ?? error)] }));
    if (this.state.text !== text) return; // it was written on meanwhile: what stands there now is asked by pressing again
    if ("faults" in found) this.setState({ faults: found.faults });
    else {
      this.setState({ text: null, faults: [] });
      question.seat.value = found.state.position.turn?.seat ?? 0; // whose turn it is there, unless the command is another's
      question.change(found.state);
    }
  };

  /** @param {{question: Question}} props @param {{text: string | null, faults: string[], open: boolean}} state */
  render({ question }, { text, faults, open }) {
    const { position, command } = question.now.value ?? {};
    const line = question.look.value?.of === position && question.look.value?.line;
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
