// @ts-check
// What holds wherever one may only look: no dialog in which one acts, and the theme that the address asks for.
import { effect } from "@preact/signals";
import { dress } from "./theme.js";

/** @param {import("../game/game.js").Game} game @param {string[]} dialogs those that may open */
export function onlyLook(game, dialogs = []) {
  dress(new URLSearchParams(location.search).get("theme"));
  effect(() => {
    if (game.dialog.value && !dialogs.includes(game.dialog.value)) game.dialog.value = null;
  });
}
