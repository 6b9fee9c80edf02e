// @ts-check
// The frame of what opens above the page.
import { useRef } from "preact/hooks";
import { html } from "../html.js";
import { say } from "../i18n.js";

const opened = (/** @type {HTMLDialogElement | null} */ element) => {
  if (element && !element.open) element.showModal();
};

/** A dialog of the page; a click beside it, Esc and its button close it. @param {{game: import("../game/game.js").Game, label: string, children: any}} props */
export function Dialog({ game, label, children }) {
  const name = useRef(game.dialog.peek());
  // It is told late that it has closed: another may be open by then.
  const closed = () => { if (game.dialog.value === name.current) game.dialog.value = null; };
  return html`
    <dialog ref=${opened} aria-label=${label} onClose=${closed} onClick=${(/** @type {any} */ event) => event.target.tagName === "DIALOG" && event.target.close()}>
      <div class="dialog"><h2>${label}</h2>${children}
        <form method="dialog"><button class="quiet">${say("replay-close")}</button></form></div>
    </dialog>`;
}
