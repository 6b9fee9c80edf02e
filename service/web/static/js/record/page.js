// @ts-check
// The page that enters a game from a paper record: the service parses the text, and the table is shown beside it.
import "../lang.js";
import { useEffect, useRef, useState } from "preact/hooks";
import { ask, withQuery } from "../api.js";
import { html, render } from "../html.js";
import { lang, say } from "../i18n.js";
import { sizeObserver } from "../table/element_size.js";
import { Table, describeState } from "../table/table.js";
import { errorMessage } from "../error_messages.js";

/**
 * @typedef {{line: number, column: number, says: string, contrary: boolean, near: {written: string, says: string}[], move: {line: number, column: number, written: string} | null}} Fault
 * @typedef {{names: string[], lines: {line: number, n: number, sentences: string[]}[], fault: Fault | null, table: any, position: string | null,
 *   wrong: {n: number, clause: string | null, says: string}[], files: {name: string, text: string}[]}} RecordRead
 */

/** The delay after typing before the text is parsed, and the extra delay for each thousand characters. */
const DELAY_MS = 500;
const DELAY_PER_1000_MS = 150;
/** The notation that all editions share. */
const NOTES = /** @type {const} */ ([["p1 {Gr}", "record-note-braces"], ["A:h1", "record-note-seat"], ["Re*", "record-note-star"], ["@3", "record-note-place"], ["%undo 1", "record-note-undo"], ["%note ...", "record-note-note"], ["%! p3", "record-note-waived"]]);
const STORAGE_KEY = "haricot-record";
const BEGINNING = `[BEN "1"]
[Edition "classic"]
[Seats "Ana; Bo; Cy"]
[Start "B"]
[Deck "unknown"]

p1 {Gr}
`;
const observeSize = sizeObserver();

/** @type {{samples: Record<string, {sheet: string, moves: {written: string, says: string}[]}>, editions: Record<string, {name: string}>}} */
const { samples, editions } = JSON.parse(/** @type {HTMLElement} */ (document.querySelector("#data")).textContent || "{}");

/** Return the edition named in the header of a record. @param {string} text */
const editionOf = (text) => {
  const named = /\[Edition "(\w+)"\]/.exec(text)?.[1] ?? "classic";
  return named in samples ? named : "classic";
};

/** Return the index of a line and column in a text. @param {string} text @param {{line: number, column: number}} fault */
const indexOf = (text, { line, column }) => text.split("\n").slice(0, line - 1).reduce((at, one) => at + one.length + 1, 0) + column - 1;

/** @param {{name: string, text: string}} file */
function save({ name, text }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {{found: RecordRead, go: (fault: Fault) => void, mend: (fault: Fault, written: string) => void}} props */
function Answer({ found, go, mend }) {
  const { fault, lines, wrong, files, position } = found;
  return html`
    <section class=${`verdict ${fault ? (fault.contrary ? "illegal" : "unknown") : "legal"}`} role="status" data-fault=${fault ? (fault.contrary ? "contrary" : "slip") : "none"}>
      <p class="ruling">${fault ? say(fault.contrary ? "record-contrary" : "record-slip", { line: fault.line, column: fault.column }) : say("record-read", { lines: lines.length, events: lines.at(-1)?.n ?? 0 })}</p>
      ${fault && html`<p>${fault.says}</p><p><button type="button" class="quiet" onClick=${() => go(fault)}>${say("record-there")}</button></p>`}
      ${fault && fault.near.length > 0 && html`<ul class="record-near">${fault.near.map(({ written, says }) => html`<li key=${written}><button type="button" class="quiet" onClick=${() => mend(fault, written)}>${say("record-mend", { written })}</button> ${says}</li>`)}</ul>`}
      ${wrong.length > 0 && html`<h2>${say("record-wrong")}</h2><ul class="record-wrong">${wrong.map(({ n, clause, says }) => html`<li key=${n}>${say("record-event", { n })} <b>${clause}</b> ${says}</li>`)}</ul>`}
      ${files.length > 0 && html`<p class="actions">${files.map((file) => html`<button type="button" key=${file.name} onClick=${() => save(file)}>${say("record-save", { name: file.name })}</button>`)}</p>`}
      ${position && html`<label class="record-line">${say("record-line")}<input readonly value=${position} onFocus=${(/** @type {any} */ event) => event.target.select()} /></label>`}
    </section>`;
}

/** Show the notation of moves by examples. @param {{edition: string}} props */
function Notation({ edition }) {
  return html`
    <details class="record-notation" id="notation"><summary>${say("record-notation", { edition: editions[edition].name })}</summary>
      <table><thead><tr><th scope="col">${say("record-written")}</th><th scope="col">${say("record-means")}</th></tr></thead>
        <tbody>${samples[edition].moves.map(({ written, says }) => html`<tr key=${written}><td><code>${written}</code></td><td>${says}</td></tr>`)}
          ${NOTES.map(([written, key]) => html`<tr key=${key}><td><code>${written}</code></td><td>${say(key)}</td></tr>`)}</tbody></table>
    </details>`;
}

function Page() {
  const [text, setText] = useState(() => sessionStorage.getItem(STORAGE_KEY) ?? BEGINNING);
  const [found, setFound] = useState(/** @type {RecordRead | null} */ (null));
  const [problem, setProblem] = useState("");
  const area = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const read = useRef("");
  useEffect(() => {
    sessionStorage.setItem(STORAGE_KEY, text);
    if (text.trimEnd() === read.current) return undefined; // spaces at the end change nothing
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const answer = await ask(withQuery("/v1/records:read", { lang }), { method: "POST", body: { ben: text }, signal: stop.signal });
        if (stop.signal.aborted) return;
        read.current = text.trimEnd();
        setFound(answer);
        setProblem("");
      } catch (error) {
        if (!stop.signal.aborted) setProblem(errorMessage(error));
      }
    }, DELAY_MS + DELAY_PER_1000_MS * (text.length / 1000));
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  const go = (/** @type {Fault} */ fault) => {
    const at = indexOf(text, fault);
    area.current?.focus();
    area.current?.setSelectionRange(at, at + 1);
  };
  const mend = (/** @type {Fault} */ fault, /** @type {string} */ written) => {
    if (!fault.move) return;
    const at = indexOf(text, fault.move);
    if (text.startsWith(fault.move.written, at)) setText(text.slice(0, at) + written + text.slice(at + fault.move.written.length));
    area.current?.focus();
  };
  const show = () => setText(samples[editionOf(text)].sheet);
  const name = (/** @type {number | null} */ seat) => (seat === null ? "" : found?.names[seat] ?? "");
  const snapshot = found?.table && { n: found.lines.at(-1)?.n ?? 0, table: found.table, moves: [], pays: null };
  return html`
    <div class="record">
      <div class="record-paper"><label class="record-sheet"><b>${say("record-sheet")}</b>
        <textarea ref=${area} rows="22" spellcheck=${false} autocomplete="off" value=${text} aria-invalid=${String(Boolean(found?.fault))} onInput=${(/** @type {any} */ event) => setText(event.target.value)}></textarea></label>
      <p class="record-help"><button type="button" class="quiet" onClick=${show}>${say("record-sample")}</button> <a href="#notation" onClick=${() => document.querySelector("#notation")?.setAttribute("open", "")}>${say("record-how")}</a> <a href="/docs/guide/notation">${say("record-guide")}</a></p>
      </div>
      <div class="record-found">
        ${problem && html`<p class="error" role="alert">${problem}</p>`}
        ${found && html`<${Answer} found=${found} go=${go} mend=${mend} />`}
        ${snapshot && html`<div class="felt"><h2 class="visually-hidden">${describeState(snapshot.table, name)}</h2><div class="moving" ref=${observeSize}><${Table} key=${snapshot.table.edition} snapshot=${snapshot} name=${name} /></div></div>`}
      </div>
      ${found && found.lines.length > 0 && html`<section class="record-play"><h2>${say("record-play")}</h2><ol reversed tabindex="0">${[...found.lines].reverse().filter(({ sentences }) => sentences.length).map(({ line, sentences }) => html`<li key=${line} value=${line}>${sentences.join(". ")}.</li>`)}</ol></section>`}
      <${Notation} edition=${editionOf(text)} />
    </div>`;
}

render(html`<${Page} />`, /** @type {HTMLElement} */ (document.querySelector("#app")));
