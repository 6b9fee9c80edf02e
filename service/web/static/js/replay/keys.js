// @ts-check
// The keyboard: one table of keys, which is both what they do and what the key sheet says.
import { signal } from "@preact/signals";
import { cycleView, next, nextFault, nextMoment, turn } from "../game/navigation.js";
import { SPEEDS } from "./autoplay.js";
import { comment } from "./tabs.js";
import { isApart } from "../data_source.js";

/** @typedef {import("../game/game.js").Game} Game */

/** [keys, words, what to do]; the words stand on the key sheet. @type {[string[], string, (game: Game) => void][]} */
export const KEYS = [
  [["ArrowRight"], "replay-key-next", (game) => game.step(1)],
  [["ArrowLeft"], "replay-key-back", (game) => game.step(-1)],
  [["Shift+ArrowRight"], "replay-key-each-next", (game) => game.goTo(game.n.value + 1)],
  [["Shift+ArrowLeft"], "replay-key-each-back", (game) => game.goTo(game.n.value - 1)],
  [["]"], "replay-key-turn-next", (game) => turn(game, 1)],
  [["["], "replay-key-turn-back", (game) => turn(game, -1)],
  [["Home"], "replay-key-first", (game) => game.goTo(1)],
  [["End"], "replay-key-last", (game) => game.goTo(game.limit.value)],
  [[" "], "replay-key-play", (game) => { game.playing.value = !game.playing.value; }],
  [["<"], "replay-key-slower", (game) => pace(game, -1)],
  [[">"], "replay-key-faster", (game) => pace(game, 1)],
  [["t"], "replay-key-trade", (game) => next(game, "trade")],
  [["h"], "replay-key-harvest", (game) => next(game, "harvest")],
  [["n"], "replay-key-moment", (game) => nextMoment(game)],
  [["N"], "replay-key-moment-back", (game) => nextMoment(game, -1)],
  [["a"], "replay-key-attack", (game) => next(game, "attack")],
  [["d"], "replay-key-fault", (game) => nextFault(game)],
  [["D"], "replay-key-fault-back", (game) => nextFault(game, -1)],
  [["v"], "replay-key-view", (game) => cycleView(game)],
  [["o"], "replay-key-everything", (game) => { game.look("omniscient"); }],
  [["c"], "replay-key-comment", comment],
  [["x"], "replay-key-fork", (game) => { game.dialog.value = "fork"; }],
  [["l"], "replay-key-live", (game) => game.goTo(game.limit.value)],
  [["m"], "replay-key-move", async () => (await import("../play/focus.js")).toMove()],
  [["?"], "replay-key-sheet", (game) => { game.dialog.value = "keys"; }],
];

const NAMES = /** @type {Record<string, string>} */ ({ ArrowRight: "→", ArrowLeft: "←", Shift: "⇧", " ": "␣" });

/** How a key is written on the sheet. @param {string} key */
export const written = (key) => key.split("+").map((part) => NAMES[part] || part).join(" ");

const KEPT = "haricot:keys";

/** Whether keys that write a character do something: whoever speaks to their computer may not want that. */
export const lettersOn = signal(isApart || localStorage.getItem(KEPT) !== "off");

/** @param {boolean} on */
export function setLetters(on) {
  lettersOn.value = on;
  if (isApart) return; // there nothing is kept
  if (on) localStorage.removeItem(KEPT);
  else localStorage.setItem(KEPT, "off");
}

/** @param {Game} game @param {number} by */
function pace(game, by) {
  game.speed.value = SPEEDS[SPEEDS.indexOf(game.speed.value) + by] ?? game.speed.value;
}

const TYPING = "textarea, select, input:not([type=range], [type=checkbox]), [contenteditable]";
const PRESSED = "button, a, summary, input[type=checkbox], [role=button]";

/** @param {KeyboardEvent} event whether it comes with a modifier; that by which a keyboard writes `[` is none */
const isModified = (event) => event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState("AltGraph"));

/** @param {Game} game */
export function listen(game) {
  const byKey = new Map(KEYS.flatMap(([keys, , act]) => keys.map((key) => [key, act])));
  addEventListener("keydown", (event) => {
    const target = /** @type {Element | null} */ (event.target);
    if (event.defaultPrevented || isModified(event) || event.isComposing) return;
    if (game.dialog.value || target?.closest?.(TYPING)) return;
    if (event.key === "Escape" && game.sheet.value && !game.typed.value) game.sheet.value = false;
    if ([" ", "Enter"].includes(event.key) && !game.typed.value && target?.closest?.(PRESSED)) return;
    if (event.key.length === 1 && !lettersOn.value) return;
    if (typed(game, event.key)) {
      event.preventDefault();
      return;
    }
    // A character is what it is, with Shift or without; an arrow is another key with it.
    const act = byKey.get(event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key);
    if (!act || !game.version.value) return;
    event.preventDefault();
    if (event.key.startsWith("Arrow")) game.playing.value = false;
    game.held.value = event.repeat;
    act(game);
  });
  addEventListener("keyup", () => { game.held.value = false; });
}

/** Digits collect the number of an event, Enter goes there, Escape forgets them. @param {Game} game @param {string} key */
function typed(game, key) {
  const digits = game.typed.value;
  if (/^[0-9]$/.test(key)) game.typed.value = (digits + key).slice(0, 6);
  else if (digits && key === "Enter") {
    game.typed.value = "";
    game.playing.value = false;
    jump(game, Number(digits));
  } else if (digits && key === "Backspace") game.typed.value = digits.slice(0, -1);
  else if (digits && key === "Escape") game.typed.value = "";
  else return false;
  return true;
}

/** Goes to an event, if there is one of that number. @param {Game} game @param {number} n */
export function jump(game, n) {
  game.goTo(game.isStory.value && n > game.version.value ? game.limit.value : n, { push: true });
}
