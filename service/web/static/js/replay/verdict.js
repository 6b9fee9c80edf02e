// @ts-check
// The result of the audit: a chip that jumps to faults, and one that opens the verdicts on rules, deal and record.
import { html } from "../html.js";
import { goToNextFault } from "../game/navigation.js";
import { hasMessage, say } from "../i18n.js";

const LINES = ["rules", "deal", "record"];
const BAD = new Set(["irregular", "false", "cut", "corrupt"]);
const GOOD = new Set(["legal", "proved", "whole"]);

const SIGNS = /** @type {Record<string, string>} */ ({ good: "✓", bad: "✗", "": "?" });

const grade = (/** @type {string} */ verdict) => (BAD.has(verdict) ? "bad" : GOOD.has(verdict) ? "good" : "");
/** Return the short name of a verdict. @param {string} line @param {string} verdict */
const verdictName = (line, verdict) => (hasMessage(`replay-${line}-${verdict}`) ? say(`replay-${line}-${verdict}`) : verdict);

/** @param {{game: import("../game/game.js").Game}} props */
export function Verdict({ game }) {
  const audit = game.verdicts.audit.value;
  if (!audit) return null;
  const faults = game.verdicts.faults.value.filter((n) => n <= game.version.value);
  const worst = LINES.find((line) => line !== "rules" && grade(audit[line].verdict) === "bad") ?? "deal";
  return html`
    ${faults.length > 0 && html`<button type="button" class="chip-button bad" aria-label=${say("replay-faults", { count: faults.length })}
      onClick=${() => goToNextFault(game)}><span class="long">${say("replay-faults", { count: faults.length })}</span><span class="short">✗ ${faults.length}</span></button>`}
    <details class="audit" onToggle=${(/** @type {any} */ { target }) => target.open && game.updateAuditSummary()}><summary class=${`chip ${grade(audit[worst].verdict)}`} aria-label=${verdictName(worst, audit[worst].verdict)}>
      <span class="long">${verdictName(worst, audit[worst].verdict)}</span><span class="short">${SIGNS[grade(audit[worst].verdict)]}</span></summary>
      <dl class="audit-lines">${LINES.map((line) => html`<div key=${line} class=${grade(audit[line].verdict)}><dt>${say(`replay-${line}`)}: ${verdictName(line, audit[line].verdict)}</dt>
        <dd>${!game.isStory.value && audit[line].says}</dd></div>`)}</dl>
    </details>`;
}
