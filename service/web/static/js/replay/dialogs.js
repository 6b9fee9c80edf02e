// @ts-check
// What opens above the page and closes again: one at a time.
import { useLayoutEffect, useRef } from "preact/hooks";
import { html, later } from "../html.js";

/** What each dialog is, by the name under which it is asked for; whoever makes another adds it here. @type {Record<string, any>} */
const ALL = {
  call: later(async () => (await import("../play/call_arbiter.js")).CallDialog),
  dispute: later(async () => (await import("../play/dispute.js")).DisputeDialog),
  deal: later(async () => (await import("../deal/dialog.js")).DealDialog),
  fork: later(async () => (await import("../forks/whatif.js")).WhatIf),
  hints: later(async () => (await import("../play/hints.js")).Hints),
  keys: later(async () => (await import("./keysheet.js")).KeySheet),
  menu: later(async () => (await import("./menu.js")).Menu),
  seats: later(async () => (await import("../play/seats.js")).SeatsDialog),
  same_deal: later(async () => (await import("../forks/same_deal.js")).SameDeal),
  share: later(async () => (await import("../embed/share.js")).Share),
  values: later(async () => (await import("./coin_table.js")).Values),
};

/** @param {{game: import("../game/game.js").Game}} props */
export function Dialogs({ game }) {
  const Opened = game.dialog.value && ALL[game.dialog.value];
  const opener = useRef(/** @type {Element | null} */ (null));
  const isOpen = Boolean(Opened);
  if (isOpen && !opener.current) opener.current = document.activeElement;
  // A dialog that another has replaced gives the focus to nobody.
  useLayoutEffect(() => {
    if (isOpen) return;
    if (document.activeElement === document.body) /** @type {HTMLElement | null} */ (opener.current)?.focus();
    opener.current = null;
  }, [isOpen]);
  return Opened ? html`<${Opened} game=${game} />` : null;
}
