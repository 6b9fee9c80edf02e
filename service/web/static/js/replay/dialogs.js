// @ts-check
// What opens above the page and closes again: one at a time.
import { html } from "../html.js";
import { SeatsDialog } from "../play/seats.js";
import { KeySheet } from "./keysheet.js";
import { Menu } from "./menu.js";
import { Values } from "./values.js";
import { Share } from "../showing/share.js";
import { WhatIf } from "../branches/whatif.js";

export { Dialog } from "./dialog.js";

/** What each dialog is, by the name under which it is asked for; whoever makes another adds it here. @type {Record<string, any>} */
const ALL = { fork: WhatIf, keys: KeySheet, menu: Menu, seats: SeatsDialog, share: Share, values: Values };

/** @param {{game: import("../game/game.js").Game}} props */
export function Dialogs({ game }) {
  const Opened = game.dialog.value && ALL[game.dialog.value];
  return Opened ? html`<${Opened} game=${game} />` : null;
}
