// @ts-check
// What the keyboard reaches while the rail lies over the table: the rail alone, until it is shut.
import { useLayoutEffect } from "preact/hooks";

const narrow = matchMedia("(max-width: 52rem), (max-height: 30rem)");

/** Shuts the sheet off from what lies below it, and gives the focus back afterwards. @param {import("../game/game.js").Game} game */
export function useSheet(game) {
  const isOpen = game.sheet.value;
  useLayoutEffect(() => {
    if (!isOpen || !narrow.matches) return;
    const opener = /** @type {HTMLElement | null} */ (document.activeElement);
    const below = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".skip, .game-top, .scene, .bar")]);
    const shut = () => { game.sheet.value = false; };
    for (const one of below) one.inert = true;
    /** @type {HTMLElement | null} */ (document.querySelector(".rail [aria-selected=true]"))?.focus({ preventScroll: true });
    narrow.addEventListener("change", shut);
    return () => {
      narrow.removeEventListener("change", shut);
      for (const one of below) one.inert = false;
      opener?.focus({ preventScroll: true });
    };
  }, [isOpen]);
}
