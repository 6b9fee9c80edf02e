// What the auditor found, in its three lines: the rules, the deal, the record. It leads to the first fault.
import { html } from "../html.js";
import { nextFault } from "../game/journey.js";
import { say } from "../say.js";

const LINES = ["rules", "deal", "record"];
const BAD = new Set(["irregular", "false", "cut", "corrupt"]);
const GOOD = new Set(["legal", "proved", "whole"]);

/** @param {{game: import("../game/game.js").Game}} props */
export function Verdict({ game }) {
  const audit = game.verdicts.audit.value;
  if (!audit) return null;
  const faults = game.verdicts.faults.value.filter((n) => n <= game.version.value);
  const grade = (line) => (BAD.has(audit[line].verdict) ? "bad" : GOOD.has(audit[line].verdict) ? "good" : "");
  const worst = LINES.some((line) => grade(line) === "bad") ? "bad" : LINES.every((line) => grade(line) === "good") ? "good" : "";
  return html`
    ${faults.length > 0 && html`<button type="button" class="chip-button bad" onClick=${() => nextFault(game)}>${say("replay-faults", { count: faults.length })}</button>`}
    <details class="audit"><summary class=${`chip ${worst}`}>${say(`replay-audit-${worst || "open"}`)}</summary>
      <dl class="audit-lines">${LINES.map((line) => html`<div class=${grade(line)}><dt>${say(`replay-${line}`)}</dt><dd>${audit[line].says}</dd></div>`)}</dl>
    </details>`;
}
