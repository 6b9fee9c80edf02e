// @ts-check
// The frame of what opens above the page.
import { html } from "../html.js";
import { say } from "../say.js";

const opened = (/** @type {HTMLDialogElement | null} */ element) => {
  if (element && !element.open) element.showModal();
};

/** A dialog of the page; a click beside it, Esc and its button close it. @param {{game: import("../game/game.js").Game, label: string, children: any}} props */
export const Dialog = ({ game, label, children }) => html`
  <dialog ref=${opened} aria-label=${label} onClose=${() => { game.dialog.value = null; }}
    onClick=${(/** @type {any} */ event) => event.target.tagName === "DIALOG" && event.target.close()}>
    <div class="dialog"><h2>${label}</h2>${children}
      <form method="dialog"><button class="quiet">${say("replay-close")}</button></form></div>
  </dialog>`;
