// @ts-check
// The answer: the verdict with its clause, the effects, and the legal and refused commands.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { cardName } from "../table/cards.js";
import { Citation } from "../replay/citation.js";
import { sheetAddress } from "../replay/print_links.js";
import { toPointer, describePlace } from "./places.js";

/** @typedef {import("./question.js").Question} Question */

/** @param {{question: Question}} props */
export function Verdict({ question }) {
  const verdict = question.verdict.value;
  const drawn = question.drawn.value;
  if (question.problem.value) return html`<section class="verdict impossible" aria-label=${say("ask-answer")}><h2 class="visually-hidden">${say("ask-answer")}</h2><p class="error" role="alert">${question.problem.value}</p></section>`;
  if (!verdict || !drawn) return html`<section class="verdict" aria-busy="true" aria-label=${say("ask-answer")}><h2 class="visually-hidden">${say("ask-answer")}</h2><p class="loading">…</p></section>`;
  const { edition } = drawn;
  const who = verdict.command ? question.name(verdict.command.seat) : "";
  const order = verdict.orders?.[0];
  return html`
    <section class=${`verdict ${verdict.verdict}`} aria-label=${say("ask-answer")} aria-busy=${String(!question.isAnswered.value)}>
      <h2 class="visually-hidden">${say("ask-answer")}</h2>
      <div role="status">
        ${order && html`<p class="was-asked">${say("ask-asked", { name: who, order })}</p>`}
        <p class="ruling">${sentence(question, verdict, who)}</p>
      </div>
      ${verdict.verdict === "illegal" && html`<blockquote class="clause-text"><p>${verdict.says}</p><footer><${Citation} edition=${edition} clause=${verdict.clause} /></footer></blockquote>
        <p class="remedy"><a href=${verdict.remedy.url}>${verdict.remedy.id}</a> ${verdict.remedy.says}</p>`}
      ${verdict.cases && html`<ul class="faults">${verdict.cases.map((/** @type {any} */ one) => html`<li key=${one.card}>${say(`ask-case-${one.verdict}`, { card: cardName(one.card), clause: one.clause ?? "" })}</li>`)}</ul>`}
      ${verdict.verdict === "unknown" && html`<p><button type="button" class="quiet" onClick=${() => { question.mode.value = "table"; question.place.value = toPointer(verdict.needs); }}>${say("ask-tell-card")}</button></p>`}
      ${verdict.verdict === "impossible" && html`<ul class="faults">${faults(question, verdict).map((fault, i) => html`<li key=${i}>${fault}</li>`)}</ul>`}
      ${verdict.verdict === "legal" && html`<${Happens} question=${question} verdict=${verdict} />`}
      ${question.source.value && html`<p class="no-print"><a href=${sheetAddress(question.source.value.game, question.source.value)}>${say("ask-sheet", { n: String(question.source.value.n) })}</a></p>`}
    </section>`;
}

/** @param {Question} question @param {any} verdict @param {string} name */
function sentence(question, verdict, name) {
  const { clause, needs } = verdict;
  if (verdict.verdict === "legal") return say("ask-legal", { name });
  if (verdict.verdict === "illegal") return say("ask-illegal", { name, clause });
  if (verdict.verdict === "unknown") return say("ask-unknown", { place: describePlace(toPointer(needs), question.drawn.value?.edition, question.name) });
  return say(verdict.verdict === "impossible" ? "ask-impossible" : "ask-open");
}

/** List the faults of a position, each with its place in words. @param {Question} question @param {any} verdict @returns {string[]} */
function faults(question, { says, errors }) {
  const faultTexts = errors.map((/** @type {{place: string, says: string}} */ { place, says: why }) => {
    const placeName = place.startsWith("position.") && describePlace(toPointer(place), question.drawn.value?.edition, question.name);
    return placeName ? `${placeName}: ${why}` : why;
  });
  return faultTexts.length ? faultTexts : [says];
}

/** @param {{question: Question, verdict: any}} props */
function Happens({ question, verdict }) {
  const flip = (/** @type {boolean} */ after) => () => { question.showsAfter.value = after; };
  return html`
    ${verdict.sentences?.length > 0 && html`<h3>${say("ask-happens")}</h3><ol class="happens">${verdict.sentences.map((/** @type {string} */ one, /** @type {number} */ i) => html`<li key=${i}>${one}</li>`)}</ol>`}
    <p class="flips no-print">
      <span class="segments" role="group" aria-label=${say("ask-which-table")}>
        <button type="button" class="quiet" aria-pressed=${String(!question.showsAfter.value)} onClick=${flip(false)}>${say("ask-before")}</button>
        <button type="button" class="quiet" aria-pressed=${String(question.showsAfter.value)} onClick=${flip(true)}>${say("ask-after")}</button></span>
      <button type="button" class="quiet" onClick=${() => continueFrom(question, verdict)}>${say("ask-go-on")}</button></p>`;
}

/** Continue from the table after the command. @param {Question} question @param {any} verdict */
function continueFrom(question, { table }) {
  const version = question.position.value?.version;
  question.change({ position: version ? { ...table, version } : table, command: null });
}

/** Show the legal commands of the seat, and the refused ones by clause. @param {{question: Question}} props */
export function Choices({ question }) {
  const choices = question.choices.value;
  const drawn = question.drawn.value;
  if (!choices || !drawn) return null;
  const name = question.name(question.seat.value);
  const put = (/** @type {any} */ order) => () => { question.mode.value = "command"; question.change({ command: order }); };
  const begin = (/** @type {any} */ bound) => put({ type: bound.type, seat: choices.seat });
  /** @type {Map<string, {says: string, all: {order: any, words: string}[]}>} */
  const byClause = new Map();
  choices.blocked.forEach((/** @type {any} */ { clause, says, ...order }, /** @type {number} */ i) => {
    const { here: _, ...command } = order;
    const group = byClause.get(clause) ?? { says, all: [] };
    byClause.set(clause, { ...group, all: [...group.all, { order: command, words: choices.words.blocked[i] }] });
  });
  const { legal, offers, words } = choices;
  return html`
    <section class="may" aria-label=${say("ask-may", { name })}>
      <h3>${say("ask-may", { name })}</h3>
      <ul class="may-list">
        ${legal.map((/** @type {any} */ order, /** @type {number} */ i) => html`<li key=${i}><button type="button" class="link" onClick=${put(order)}>${words.legal[i]}</button></li>`)}
        ${offers.map((/** @type {any} */ bound, /** @type {number} */ i) => html`<li key=${bound.type}><button type="button" class="link" onClick=${begin(bound)}>${words.offers[i]} …</button></li>`)}
        ${!legal.length && !offers.length && html`<li class="small">${say("ask-may-nothing")}</li>`}
      </ul>
      <details class="why-not"><summary>${say("ask-why-not", { name })}</summary>
        ${[...byClause].map(([clause, { says, all }]) => html`<div key=${clause}><h4><${Citation} edition=${drawn.edition} clause=${clause} /></h4><p class="small">${says}</p>
          <ul class="may-list">${all.map(({ order, words: said }, i) => html`<li key=${i}><button type="button" class="link" onClick=${put(order)}>${said}</button></li>`)}</ul></div>`)}
      </details>
    </section>`;
}
