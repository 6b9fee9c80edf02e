// @ts-check
// Read-only pages: no dialogs with actions, and the theme of the address.
import { effect } from "@preact/signals";
import { applyTheme } from "./theme.js";

/** @param {import("../game/game.js").Game} game @param {string[]} dialogs those that may open */
export function makeReadOnly(game, dialogs = []) {
  applyTheme(new URLSearchParams(location.search).get("theme"));
  effect(() => {
    if (game.dialog.value && !dialogs.includes(game.dialog.value)) game.dialog.value = null;
  });
}
