// @ts-check
// What the auditor found: a chip that leads to the first fault, one that opens the three lines of rules, deal and record.
import { html } from "../html.js";
import { nextFault } from "../game/navigation.js";
import { canSay, say } from "../i18n.js";

const LINES = ["rules", "deal", "record"];
const BAD = new Set(["irregular", "false", "cut", "corrupt"]);
const GOOD = new Set(["legal", "proved", "whole"]);

const SIGNS = /** @type {Record<string, string>} */ ({ good: "✓", bad: "✗", "": "?" });

const grade = (/** @type {string} */ verdict) => (BAD.has(verdict) ? "bad" : GOOD.has(verdict) ? "good" : "");
/** What a line found, in a word or two. @param {string} line @param {string} verdict */
const word = (line, verdict) => (canSay(`replay-${line}-${verdict}`) ? say(`replay-${line}-${verdict}`) : verdict);

/** @param {{game: import("../game/game.js").Game}} props */
export function Verdict({ game }) {
  const audit = game.verdicts.audit.value;
  if (!audit) return null;
  const faults = game.verdicts.faults.value.filter((n) => n <= game.version.value);
  const worst = LINES.find((line) => line !== "rules" && grade(audit[line].verdict) === "bad") ?? "deal";
  return html`
    ${faults.length > 0 && html`<button type="button" class="chip-button bad" aria-label=${say("replay-faults", { count: faults.length })}
      onClick=${() => nextFault(game)}><span class="long">${say("replay-faults", { count: faults.length })}</span><span class="short">✗ ${faults.length}</span></button>`}
    <details class="audit" onToggle=${(/** @type {any} */ { target }) => target.open && game.summarise()}><summary class=${`chip ${grade(audit[worst].verdict)}`} aria-label=${word(worst, audit[worst].verdict)}>
      <span class="long">${word(worst, audit[worst].verdict)}</span><span class="short">${SIGNS[grade(audit[worst].verdict)]}</span></summary>
      <dl class="audit-lines">${LINES.map((line) => html`<div key=${line} class=${grade(audit[line].verdict)}><dt>${say(`replay-${line}`)}: ${word(line, audit[line].verdict)}</dt>
        <dd>${!game.isStory.value && audit[line].says}</dd></div>`)}</dl>
    </details>`;
}
