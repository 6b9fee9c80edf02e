// @ts-check
// The frame of a modal dialog.
import { useRef } from "preact/hooks";
import { html } from "../html.js";
import { say } from "../i18n.js";

const showModal = (/** @type {HTMLDialogElement | null} */ element) => {
  if (element && !element.open) element.showModal();
};

/** Show a dialog. A click beside it, Escape and its button close it. @param {{game: import("../game/game.js").Game, label: string, children: any}} props */
export function Dialog({ game, label, children }) {
  const name = useRef(game.dialog.peek());
  // The close event comes late: another dialog may be open by then.
  const handleClose = () => { if (game.dialog.value === name.current) game.dialog.value = null; };
  return html`
    <dialog ref=${showModal} aria-label=${label} onClose=${handleClose} onClick=${(/** @type {any} */ event) => event.target.tagName === "DIALOG" && event.target.close()}>
      <div class="dialog"><h2>${label}</h2>${children}
        <form method="dialog"><button class="quiet">${say("replay-close")}</button></form></div>
    </dialog>`;
}
