// What the auditor found, in its three lines: the rules, the deal, the record.
import { html } from "./html.js";

/** Whether something is wrong with an event. */
export const isFault = (verdict) => ["illegal", "differs"].includes(verdict?.verdict);

/** The verdicts by event, the events that are not as they should be, and how many events have been judged. */
export const noVerdicts = () => ({ verdicts: new Map(), faults: [], judged: 0 });

/** Adds those of an audit. */
export function withVerdicts({ verdicts, faults }, audit) {
  for (const verdict of audit.verdicts) {
    verdicts.set(verdict.n, verdict);
    if (isFault(verdict)) faults.push(verdict.n);
  }
  return { verdicts, faults, judged: verdicts.size };
}

const LINES = [["rules", "Rules"], ["deal", "Deal"], ["record", "Record"]];

/** In a word or two each; the whole sentences stand behind it. */
const SHORT = {
  rules: { legal: "rules kept", irregular: "a rule was broken", unknown: "rules not known here" },
  deal: { proved: "deal proved", unproved: "deal unproved", false: "deal false" },
  record: { whole: "record whole", unfinished: "unfinished", cut: "record cut off", corrupt: "record corrupt" },
};

const BAD = new Set(["irregular", "false", "cut", "corrupt"]);

/** A button that says all three in short, and opens them in full; it leads to the first fault, where there is one. */
export function Audit({ audit, lang = "en", game }) {
  if (!audit) return null;
  const show = (event) => {
    event.target.closest("details").open = false;
    game.goTo(audit.first.n, { push: true });
  };
  const short = ([line]) => SHORT[line][audit[line].verdict] || audit[line].verdict;
  const grade = ([line]) => (BAD.has(audit[line].verdict) ? "bad" : ["legal", "proved", "whole"].includes(audit[line].verdict) ? "good" : "");
  return html`
    <details class="audit"><summary>${LINES.map((one) => html`<span class=${`chip ${grade(one)}`}>${short(one)}</span> `)}</summary>
      <div class="audit-lines"><dl>${LINES.map(([line, word]) => html`<div><dt>${word}</dt><dd lang=${lang}>${audit[line].says}</dd></div>`)}</dl>
        ${audit.first && html`<p><button type="button" class="quiet" onClick=${show}>Show event ${audit.first.n}</button></p>`}</div>
    </details>`;
}
