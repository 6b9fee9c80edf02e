// @ts-check
// Keeps the keyboard focus in the rail while the rail covers the table.
import { useLayoutEffect } from "preact/hooks";

const narrow = matchMedia("(max-width: 52rem), (max-height: 30rem)");

/** Make everything below the open rail inert, and restore the focus when it closes. @param {import("../game/game.js").Game} game */
export function useFocusTrap(game) {
  const isOpen = game.sheet.value;
  useLayoutEffect(() => {
    if (!isOpen || !narrow.matches) return;
    const opener = /** @type {HTMLElement | null} */ (document.activeElement);
    const covered = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".skip, .game-top, .scene, .bar")]);
    const close = () => { game.sheet.value = false; };
    for (const element of covered) element.inert = true;
    /** @type {HTMLElement | null} */ (document.querySelector(".rail [aria-selected=true]"))?.focus({ preventScroll: true });
    narrow.addEventListener("change", close);
    return () => {
      narrow.removeEventListener("change", close);
      for (const element of covered) element.inert = false;
      opener?.focus({ preventScroll: true });
    };
  }, [isOpen]);
}
