// @ts-check
// The keyboard shortcuts: one table defines their actions and the key sheet.
import { signal } from "@preact/signals";
import { cycleView, goToNextMarker, goToNextFault, goToNextMoment, goToTurn } from "../game/navigation.js";
import { SPEEDS } from "./autoplay.js";
import { openComments } from "./tabs.js";
import { isEmbedded } from "../data_source.js";

/** @typedef {import("../game/game.js").Game} Game */

/** [keys, message key for the key sheet, action] @type {[string[], string, (game: Game) => void][]} */
export const KEYS = [
  [["ArrowRight"], "replay-key-next", (game) => game.step(1)],
  [["ArrowLeft"], "replay-key-back", (game) => game.step(-1)],
  [["Shift+ArrowRight"], "replay-key-each-next", (game) => game.goTo(game.n.value + 1)],
  [["Shift+ArrowLeft"], "replay-key-each-back", (game) => game.goTo(game.n.value - 1)],
  [["]"], "replay-key-turn-next", (game) => goToTurn(game, 1)],
  [["["], "replay-key-turn-back", (game) => goToTurn(game, -1)],
  [["Home"], "replay-key-first", (game) => game.goTo(1)],
  [["End"], "replay-key-last", (game) => game.goTo(game.limit.value)],
  [[" "], "replay-key-play", (game) => { game.playing.value = !game.playing.value; }],
  [["<"], "replay-key-slower", (game) => changeSpeed(game, -1)],
  [[">"], "replay-key-faster", (game) => changeSpeed(game, 1)],
  [["t"], "replay-key-trade", (game) => goToNextMarker(game, "trade")],
  [["h"], "replay-key-harvest", (game) => goToNextMarker(game, "harvest")],
  [["n"], "replay-key-moment", (game) => goToNextMoment(game)],
  [["N"], "replay-key-moment-back", (game) => goToNextMoment(game, -1)],
  [["a"], "replay-key-attack", (game) => goToNextMarker(game, "attack")],
  [["d"], "replay-key-fault", (game) => goToNextFault(game)],
  [["D"], "replay-key-fault-back", (game) => goToNextFault(game, -1)],
  [["v"], "replay-key-view", (game) => cycleView(game)],
  [["o"], "replay-key-everything", (game) => { game.changeView("omniscient"); }],
  [["c"], "replay-key-comment", openComments],
  [["x"], "replay-key-fork", (game) => { game.dialog.value = "fork"; }],
  [["l"], "replay-key-live", (game) => game.goTo(game.limit.value)],
  [["m"], "replay-key-move", async () => (await import("../play/focus.js")).focusNextAction()],
  [["?"], "replay-key-sheet", (game) => { game.dialog.value = "keys"; }],
];

const NAMES = /** @type {Record<string, string>} */ ({ ArrowRight: "→", ArrowLeft: "←", Shift: "⇧", " ": "␣" });

/** Return how the key sheet writes a key. @param {string} key */
export const keyLabel = (key) => key.split("+").map((part) => NAMES[part] || part).join(" ");

const STORAGE_KEY = "haricot:keys";

/** Whether single-character shortcuts are on. Speech input triggers them by accident. */
export const lettersOn = signal(isEmbedded || localStorage.getItem(STORAGE_KEY) !== "off");

/** @param {boolean} on */
export function setLetters(on) {
  lettersOn.value = on;
  if (isEmbedded) return; // files and frames have no storage
  if (on) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, "off");
}

/** @param {Game} game @param {number} by */
function changeSpeed(game, by) {
  game.speed.value = SPEEDS[SPEEDS.indexOf(game.speed.value) + by] ?? game.speed.value;
}

const TEXT_FIELDS = "textarea, select, input:not([type=range], [type=checkbox]), [contenteditable]";
const BUTTONS = "button, a, summary, input[type=checkbox], [role=button]";

/** Return whether an event has a modifier key. AltGraph does not count, since some keyboards need it for `[`. @param {KeyboardEvent} event */
const isModified = (event) => event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState("AltGraph"));

/** Handle the shortcuts of a game's page. @param {Game} game */
export function handleKeys(game) {
  const byKey = new Map(KEYS.flatMap(([keys, , act]) => keys.map((key) => [key, act])));
  addEventListener("keydown", (event) => {
    const target = /** @type {Element | null} */ (event.target);
    if (event.defaultPrevented || isModified(event) || event.isComposing) return;
    if (game.dialog.value || target?.closest?.(TEXT_FIELDS)) return;
    if (event.key === "Escape" && game.sheet.value && !game.typedDigits.value) game.sheet.value = false;
    if ([" ", "Enter"].includes(event.key) && !game.typedDigits.value && target?.closest?.(BUTTONS)) return;
    if (event.key.length === 1 && !lettersOn.value) return;
    if (handleDigits(game, event.key)) {
      event.preventDefault();
      return;
    }
    // For characters `key` already reflects Shift. Arrow keys with Shift are separate shortcuts.
    const act = byKey.get(event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key);
    if (!act || !game.version.value) return;
    event.preventDefault();
    if (event.key.startsWith("Arrow")) game.playing.value = false;
    game.isKeyHeld.value = event.repeat;
    act(game);
  });
  addEventListener("keyup", () => { game.isKeyHeld.value = false; });
}

/** Collect digits of an event's number. Enter goes there, Escape clears them. Return whether the key was used. @param {Game} game @param {string} key */
function handleDigits(game, key) {
  const digits = game.typedDigits.value;
  if (/^[0-9]$/.test(key)) game.typedDigits.value = (digits + key).slice(0, 6);
  else if (digits && key === "Enter") {
    game.typedDigits.value = "";
    game.playing.value = false;
    goToEvent(game, Number(digits));
  } else if (digits && key === "Backspace") game.typedDigits.value = digits.slice(0, -1);
  else if (digits && key === "Escape") game.typedDigits.value = "";
  else return false;
  return true;
}

/** Go to an event by its number. @param {Game} game @param {number} n */
export function goToEvent(game, n) {
  game.goTo(game.isStory.value && n > game.version.value ? game.limit.value : n, { push: true });
}
