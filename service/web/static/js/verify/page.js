// @ts-check
// The page that verifies an audit bundle: a file is chosen or dropped, read and judged here, and sent nowhere.
import "../lang.js";
import { useState } from "preact/hooks";
import { html, render } from "../html.js";
import { say } from "../i18n.js";
import { STEPS, isBundle, verified } from "./bundle.js";
import { keyOf } from "./notes.js";

/** @typedef {import("./bundle.js").Verified} Verified */

const GRADES = /** @type {const} */ ({ good: "is-good", tampered: "is-bad", other_key: "is-bad", incomplete: "is-open", unproved: "is-open" });
const SIGNS = /** @type {const} */ ({ holds: "✓", fails: "✗", open: "…", skipped: "–" });
const FAULTS_MAX = 50;

/** The key that somebody wrote, null for none; it throws when it is no key. @param {string} written */
function expected(written) {
  const text = written.trim();
  if (text) keyOf(text);
  return text || null;
}

function Page() {
  const [file, setFile] = useState(/** @type {File | null} */ (null));
  const [key, setKey] = useState("");
  const [found, setFound] = useState(/** @type {Verified | null} */ (null));
  const [problem, setProblem] = useState("");
  const [over, setOver] = useState(false);

  const judge = async (/** @type {File | null} */ chosen, /** @type {string} */ written) => {
    setFile(chosen);
    setFound(null);
    setProblem("");
    if (!chosen) return;
    let own;
    try {
      own = expected(written);
    } catch {
      setProblem(say("verify-no-key"));
      return;
    }
    try {
      const data = new Uint8Array(await chosen.arrayBuffer());
      if (isBundle(data)) setFound(await verified(data, own));
      else setProblem(say("verify-found-no-bundle"));
    } catch (error) {
      setProblem(say("verify-unreadable", { why: error instanceof Error ? error.message : String(error) }));
    }
  };
  const dropped = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    setOver(false);
    judge(event.dataTransfer?.files[0] ?? null, key);
  };
  return html`
    <form class=${`panel verify ${over ? "over" : ""}`} onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}
      onDragOver=${(/** @type {Event} */ event) => { event.preventDefault(); setOver(true); }} onDragLeave=${() => setOver(false)} onDrop=${dropped}>
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
      ${faults.length > 0 && html`<ol class="verify-faults">${faults.slice(0, FAULTS_MAX).map((fault, k) => html`<${Told} key=${k} fault=${fault} />`)}</ol>`}
      ${faults.length > FAULTS_MAX && html`<p>${say("verify-more", { count: faults.length - FAULTS_MAX })}</p>`}
      ${bundle && html`<ul class="verify-steps">${STEPS.map((step) => html`<${Step} key=${step} step=${step} came=${cameTo(found, step)} />`)}</ul>`}
      <p class="small">${say("verify-not-shown")}</p>
    </section>`;
}

/** What a step came to: one that only shows less than all is no false one, and of one not taken nothing is said. @param {Verified} found @param {string} step @returns {keyof typeof SIGNS} */
function cameTo({ faults, skipped }, step) {
  const own = faults.filter((fault) => fault.step === step);
  if (own.some(({ verdict }) => verdict === "tampered" || verdict === "other_key")) return "fails";
  if (own.length) return "open";
  return skipped.has(step) ? "skipped" : "holds";
}

/** @param {{step: string, came: keyof typeof SIGNS}} props */
const Step = ({ step, came }) => html`<li class=${`step-${came}`}><span aria-hidden="true">${SIGNS[came]}</span> <span class=${came === "holds" || came === "fails" ? "visually-hidden" : "step-word"}>${say(`verify-${came}`)}</span> ${say(`verify-step-${step}`)}</li>`;

/** @param {{fault: import("./logs.js").Fault}} props */
function Told({ fault: { n, code, told } }) {
  return html`<li>${n !== null && html`<b>${say("verify-event", { n: String(n) })}</b> `}${say(`verify-found-${code}`, told)}</li>`;
}

const app = document.getElementById("app");
if (app) {
  app.replaceChildren();
  render(html`<${Page} />`, app);
}
