// What opens above the page and closes again: one at a time.
import { html } from "../html.js";
import { say } from "../say.js";

const opened = (element) => element && !element.open && element.showModal();

/** A dialog of the page; a click beside it, Esc and its button close it. */
export const Dialog = ({ game, label, children }) => html`
  <dialog ref=${opened} aria-label=${label} onClose=${() => { game.dialog.value = null; }}
    onClick=${(event) => event.target.tagName === "DIALOG" && event.target.close()}>
    <div class="dialog"><h2>${label}</h2>${children}
      <form method="dialog"><button class="quiet">${say("replay-close")}</button></form></div>
  </dialog>`;

/** What each dialog is, by the name under which it is asked for. @type {Record<string, any>} */
const ALL = {};

/** @param {{game: import("../game/game.js").Game}} props */
export function Dialogs({ game }) {
  const Opened = game.dialog.value && ALL[game.dialog.value];
  return Opened ? html`<${Opened} game=${game} />` : null;
}
