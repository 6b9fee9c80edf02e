// @ts-check
// The page that verifies an audit bundle. The file is read in the browser and not sent anywhere.
import "../lang.js";
import { useState } from "preact/hooks";
import { html, render } from "../html.js";
import { say } from "../i18n.js";
import { STEPS, isBundle, verifyBundle } from "./bundle.js";
import { parseKey } from "./notes.js";

/** @typedef {import("./bundle.js").VerificationResult} Verified */

const GRADES = /** @type {const} */ ({ good: "is-good", tampered: "is-bad", other_key: "is-bad", incomplete: "is-open", unproved: "is-open" });
const SIGNS = /** @type {const} */ ({ holds: "✓", fails: "✗", open: "…", skipped: "–" });
const FAULTS_MAX = 50;

/** Parse the entered key; return null for an empty text, and throw for an invalid key. @param {string} written */
function expectedKey(written) {
  const text = written.trim();
  if (text) parseKey(text);
  return text || null;
}

function Page() {
  const [file, setFile] = useState(/** @type {File | null} */ (null));
  const [key, setKey] = useState("");
  const [found, setFound] = useState(/** @type {Verified | null} */ (null));
  const [problem, setProblem] = useState("");
  const [isDraggedOver, setDraggedOver] = useState(false);

  const judge = async (/** @type {File | null} */ chosen, /** @type {string} */ written) => {
    setFile(chosen);
    setFound(null);
    setProblem("");
    if (!chosen) return;
    let own;
    try {
      own = expectedKey(written);
    } catch {
      setProblem(say("verify-no-key"));
      return;
    }
    try {
      const data = new Uint8Array(await chosen.arrayBuffer());
      if (isBundle(data)) setFound(await verifyBundle(data, own));
      else setProblem(say("verify-found-no-bundle"));
    } catch (error) {
      setProblem(say("verify-unreadable", { why: error instanceof Error ? error.message : String(error) }));
    }
  };
  const handleDrop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    setDraggedOver(false);
    judge(event.dataTransfer?.files[0] ?? null, key);
  };
  return html`
    <form class=${`panel verify ${isDraggedOver ? "over" : ""}`} onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}
      onDragOver=${(/** @type {Event} */ event) => { event.preventDefault(); setDraggedOver(true); }} onDragLeave=${() => setDraggedOver(false)} onDrop=${handleDrop}>
      <label class="verify-file"><b>${say("verify-choose")}</b>
        <input type="file" accept=".json" onChange=${(/** @type {any} */ event) => judge(event.target.files[0] ?? null, key)} /></label>
      <label class="verify-key">${say("verify-key")}
        <input value=${key} spellcheck=${false} autocomplete="off" placeholder="name+id+key" onInput=${(/** @type {any} */ event) => { setKey(event.target.value); judge(file, event.target.value); }} /></label>
      <p class="small">${say("verify-key-says")}</p>
    </form>
    ${!globalThis.crypto?.subtle && html`<p class="note">${say("verify-plain")}</p>`}
    <div aria-live="polite">${problem && html`<p class="error">${problem}</p>`}${found && html`<${Outcome} found=${found} keyless=${!key.trim()} />`}</div>`;
}

/** @param {{found: Verified, keyless: boolean}} props */
function Outcome({ found, keyless }) {
  const { verdict, bundle, faults, events } = found;
  return html`
    <section class=${`panel outcome ${GRADES[verdict]}`} data-verdict=${verdict}>
      <h2>${say(`verify-${verdict.replace("_", "-")}`)}</h2>
      ${bundle && html`<p>${say("verify-of", { game: bundle.game, events })}</p>`}
      <p>${say(`verify-${verdict.replace("_", "-")}.says`)}</p>
      ${bundle && html`<p class="small">${say(keyless ? "verify-own-key" : "verify-with-key")} <code>${bundle.key}</code></p>`}
      ${faults.length > 0 && html`<ol class="verify-faults">${faults.slice(0, FAULTS_MAX).map((fault, k) => html`<${FaultLine} key=${k} fault=${fault} />`)}</ol>`}
      ${faults.length > FAULTS_MAX && html`<p>${say("verify-more", { count: faults.length - FAULTS_MAX })}</p>`}
      ${bundle && html`<ul class="verify-steps">${STEPS.map((step) => html`<${Step} key=${step} step=${step} result=${stepResult(found, step)} />`)}</ul>`}
      <p class="small">${say("verify-not-shown")}</p>
    </section>`;
}

/** Return the result of a step. An incomplete step is open rather than failed. @param {Verified} found @param {string} step @returns {keyof typeof SIGNS} */
function stepResult({ faults, skipped }, step) {
  const own = faults.filter((fault) => fault.step === step);
  if (own.some(({ verdict }) => verdict === "tampered" || verdict === "other_key")) return "fails";
  if (own.length) return "open";
  return skipped.has(step) ? "skipped" : "holds";
}

/** @param {{step: string, result: keyof typeof SIGNS}} props */
const Step = ({ step, result }) => html`<li class=${`step-${result}`}><span aria-hidden="true">${SIGNS[result]}</span> <span class=${result === "holds" || result === "fails" ? "visually-hidden" : "step-word"}>${say(`verify-${result}`)}</span> ${say(`verify-step-${step}`)}</li>`;

/** @param {{fault: import("./logs.js").Fault}} props */
function FaultLine({ fault: { n, code, told } }) {
  return html`<li>${n !== null && html`<b>${say("verify-event", { n: String(n) })}</b> `}${say(`verify-found-${code}`, told)}</li>`;
}

const app = document.getElementById("app");
if (app) {
  app.replaceChildren();
  render(html`<${Page} />`, app);
}
