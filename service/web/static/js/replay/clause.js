// @ts-check
// A citation whose clause is one press away: its sentence, and the way to the rulebook.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { Citation } from "./citation.js";

/** Lays an open panel beside the button that opened it, where there is room. @param {any} event */
function beside(event) {
  if (event.newState !== "open") return;
  const panel = event.target;
  const button = document.querySelector(`[popovertarget="${panel.id}"]`)?.getBoundingClientRect();
  if (!button) return;
  const { width, height } = panel.getBoundingClientRect();
  const above = button.bottom + height + 12 > innerHeight;
  Object.assign(panel.style, { left: `${Math.max(8, Math.min(button.right - width, document.documentElement.clientWidth - width - 8))}px`, top: `${above ? Math.max(8, button.top - height - 6) : button.bottom + 6}px` });
}

/** `at` tells two of the same clause apart. @param {{game: import("../game/game.js").Game, verdict: {n?: number, clause: string | null, says: string, remedy?: {id: string, says: string, url: string}}, at: string}} props */
export function Clause({ game, verdict, at }) {
  const clause = verdict.clause || "";
  const { remedy } = verdict;
  const id = `clause-${at}-${verdict.n ?? clause.replaceAll(/[^\w-]/g, "_")}`;
  return html`
    <button type="button" class="clause-button" popovertarget=${id}>${clause}</button>
    <div class="clause-text" id=${id} popover="auto" onToggle=${beside}>
      <p>${verdict.says}</p>
      <p><${Citation} edition=${game.head.value.rules.edition} clause=${clause} /> <span class="small">${say("replay-in-rulebook")}</span></p>
      ${remedy && html`<p class="remedy"><a href=${remedy.url} target="_blank" rel="noopener">${remedy.id}</a> ${remedy.says}</p>`}
    </div>`;
}
