// @ts-check
// The dialogs of the page; one is open at a time.
import { useLayoutEffect, useRef } from "preact/hooks";
import { html, lazy } from "../html.js";

/** The component of each dialog, by its name. @type {Record<string, any>} */
const DIALOGS = {
  call: lazy(async () => (await import("../play/call_arbiter.js")).CallDialog),
  dispute: lazy(async () => (await import("../play/dispute.js")).DisputeDialog),
  deal: lazy(async () => (await import("../deal/dialog.js")).DealDialog),
  fork: lazy(async () => (await import("../forks/whatif.js")).ForkDialog),
  hints: lazy(async () => (await import("../play/hints.js")).Hints),
  keys: lazy(async () => (await import("./keysheet.js")).KeySheet),
  menu: lazy(async () => (await import("./menu.js")).Menu),
  seats: lazy(async () => (await import("../play/seats.js")).SeatsDialog),
  same_deal: lazy(async () => (await import("../forks/same_deal.js")).SameDealDialog),
  share: lazy(async () => (await import("../embed/share.js")).Share),
  values: lazy(async () => (await import("./coin_table.js")).CoinTable),
};

/** @param {{game: import("../game/game.js").Game}} props */
export function Dialogs({ game }) {
  const Opened = game.dialog.value && DIALOGS[game.dialog.value];
  const opener = useRef(/** @type {Element | null} */ (null));
  const isOpen = Boolean(Opened);
  if (isOpen && !opener.current) opener.current = document.activeElement;
  // The focus goes back to the opener only when no dialog is open any more.
  useLayoutEffect(() => {
    if (isOpen) return;
    if (document.activeElement === document.body) /** @type {HTMLElement | null} */ (opener.current)?.focus();
    opener.current = null;
  }, [isOpen]);
  return Opened ? html`<${Opened} game=${game} />` : null;
}
