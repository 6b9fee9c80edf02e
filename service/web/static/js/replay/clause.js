// @ts-check
// A citation that opens a popover with its clause and a link to the rulebook.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { Citation } from "./citation.js";

/** Place an open popover beside its button. @param {any} event */
function placeBesideButton(event) {
  if (event.newState !== "open") return;
  const popover = event.target;
  const button = document.querySelector(`[popovertarget="${popover.id}"]`)?.getBoundingClientRect();
  if (!button) return;
  const { width, height } = popover.getBoundingClientRect();
  const isAbove = button.bottom + height + 12 > innerHeight;
  Object.assign(popover.style, { left: `${Math.max(8, Math.min(button.right - width, document.documentElement.clientWidth - width - 8))}px`, top: `${isAbove ? Math.max(8, button.top - height - 6) : button.bottom + 6}px` });
}

/** Show a citation. `at` makes the ids of several citations of one clause distinct. @param {{game: import("../game/game.js").Game, verdict: {n?: number, clause: string | null, says: string, remedy?: {id: string, says: string, url: string}}, at: string}} props */
export function Clause({ game, verdict, at }) {
  const clause = verdict.clause || "";
  const { remedy } = verdict;
  const id = `clause-${at}-${verdict.n ?? clause.replaceAll(/[^\w-]/g, "_")}`;
  return html`
    <button type="button" class="clause-button" popovertarget=${id}>${clause}</button>
    <div class="clause-text" id=${id} popover="auto" onToggle=${placeBesideButton}>
      <p>${verdict.says}</p>
      <p><${Citation} edition=${game.head.value.rules.edition} clause=${clause} /> <span class="small">${say("replay-in-rulebook")}</span></p>
      ${remedy && html`<p class="remedy"><a href=${remedy.url} target="_blank" rel="noopener">${remedy.id}</a> ${remedy.says}</p>`}
    </div>`;
}
