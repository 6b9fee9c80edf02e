// @ts-check
// The page that takes a game from paper: what is written is read by the service line by line, the table beside it.
import { useEffect, useRef, useState } from "preact/hooks";
import { ask, withQuery } from "../api.js";
import { html, render } from "../html.js";
import { lang, say } from "../say.js";
import { fitting } from "../table/fit.js";
import { Table, whereabouts } from "../table/table.js";
import { trouble } from "../trouble.js";

/**
 * @typedef {{line: number, column: number, says: string, contrary: boolean}} Fault
 * @typedef {{names: string[], lines: {line: number, n: number, sentences: string[]}[], fault: Fault | null, table: any, position: string | null,
 *   wrong: {n: number, clause: string | null, says: string}[], files: {name: string, text: string}[]}} RecordRead
 */

const REST = 350;
const KEPT = "haricot-record";
const BEGINNING = `[BEN "1"]
[Edition "classic"]
[Seats "Ana; Bo; Cy"]
[Start "B"]
[Deck "unknown"]

p1 {Gr}
`;
const room = fitting();

/** Where a line and column lie in a text. @param {string} text @param {Fault} fault */
const place = (text, { line, column }) => text.split("\n").slice(0, line - 1).reduce((at, one) => at + one.length + 1, 0) + column - 1;

/** @param {{name: string, text: string}} file */
function save({ name, text }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {{found: RecordRead, go: (fault: Fault) => void}} props */
function Answer({ found, go }) {
  const { fault, lines, wrong, files, position } = found;
  return html`
    <section class=${`verdict ${fault ? (fault.contrary ? "illegal" : "unknown") : "legal"}`} role="status" data-fault=${fault ? (fault.contrary ? "contrary" : "slip") : "none"}>
      <p class="ruling">${fault ? say(fault.contrary ? "record-contrary" : "record-slip", { line: fault.line, column: fault.column }) : say("record-read", { lines: lines.length, events: lines.at(-1)?.n ?? 0 })}</p>
      ${fault && html`<p>${fault.says}</p><p><button type="button" class="quiet" onClick=${() => go(fault)}>${say("record-there")}</button></p>`}
      ${wrong.length > 0 && html`<h2>${say("record-wrong")}</h2><ul class="record-wrong">${wrong.map(({ n, clause, says }) => html`<li key=${n}>${say("record-event", { n })} <b>${clause}</b> ${says}</li>`)}</ul>`}
      ${files.length > 0 && html`<p class="actions">${files.map((file) => html`<button type="button" key=${file.name} onClick=${() => save(file)}>${say("record-save", { name: file.name })}</button>`)}</p>`}
      ${position && html`<label class="record-line">${say("record-line")}<input readonly value=${position} onFocus=${(/** @type {any} */ event) => event.target.select()} /></label>`}
    </section>`;
}

function Page() {
  const [text, setText] = useState(() => sessionStorage.getItem(KEPT) ?? BEGINNING);
  const [found, setFound] = useState(/** @type {RecordRead | null} */ (null));
  const [problem, setProblem] = useState("");
  const area = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  useEffect(() => {
    sessionStorage.setItem(KEPT, text);
    let over = false;
    const timer = setTimeout(async () => {
      try {
        const read = await ask(withQuery("/v1/records:read", { lang }), { method: "POST", body: { ben: text } });
        if (over) return;
        setFound(read);
        setProblem("");
      } catch (error) {
        if (!over) setProblem(trouble(error));
      }
    }, REST);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [text]);
  const go = (/** @type {Fault} */ fault) => {
    const at = place(text, fault);
    area.current?.focus();
    area.current?.setSelectionRange(at, at + 1);
  };
  const name = (/** @type {number | null} */ seat) => (seat === null ? "" : found?.names[seat] ?? "");
  const film = found?.table && { n: found.lines.at(-1)?.n ?? 0, table: found.table, moves: [], pays: null };
  return html`
    <div class="record">
      <label class="record-sheet"><b>${say("record-sheet")}</b>
        <textarea ref=${area} rows="22" spellcheck=${false} autocomplete="off" value=${text} aria-invalid=${String(Boolean(found?.fault))} onInput=${(/** @type {any} */ event) => setText(event.target.value)}></textarea></label>
      <div class="record-found">
        ${problem && html`<p class="error" role="alert">${problem}</p>`}
        ${found && html`<${Answer} found=${found} go=${go} />`}
        ${film && html`<div class="felt"><h2 class="visually-hidden">${whereabouts(film.table, name)}</h2><div class="moving" ref=${room}><${Table} key=${film.table.edition} film=${film} name=${name} /></div></div>`}
      </div>
      ${found && found.lines.length > 0 && html`<section class="record-play"><h2>${say("record-play")}</h2><ol reversed tabindex="0">${[...found.lines].reverse().filter(({ sentences }) => sentences.length).map(({ line, sentences }) => html`<li key=${line} value=${line}>${sentences.join(". ")}.</li>`)}</ol></section>`}
    </div>`;
}

render(html`<${Page} />`, /** @type {HTMLElement} */ (document.querySelector("#app")));
