// The keyboard: one table of keys, which is both what they do and what the key sheet says.
import { cycleView, next, nextFault, turn } from "../game/journey.js";

export const SPEEDS = [0.5, 1, 2, 4, 8];

/** [keys, words, what to do]; the words stand on the key sheet. */
export const KEYS = [
  [["ArrowRight"], "next event", (game) => game.step(1)],
  [["ArrowLeft"], "event before", (game) => game.step(-1)],
  [["Shift+ArrowRight"], "next turn", (game) => turn(game, 1)],
  [["Shift+ArrowLeft"], "turn before", (game) => turn(game, -1)],
  [["Home"], "first event", (game) => game.goTo(1)],
  [["End"], "last event", (game) => game.goTo(game.version.value)],
  [[" "], "play or pause", (game) => { game.playing.value = !game.playing.value; }],
  [["t"], "next trade", (game) => next(game, "trade")],
  [["h"], "next harvest", (game) => next(game, "harvest")],
  [["a"], "next attack", (game) => next(game, "attack")],
  [["d"], "next illegal event", (game) => nextFault(game)],
  [["D", "Shift+D"], "illegal event before", (game) => nextFault(game, -1)],
  [["v"], "next view", (game) => cycleView(game)],
  [["o"], "see everything", (game) => game.look("omniscient")],
  [["x"], "fork here", (game) => { game.dialog.value = "fork"; }],
  [["l"], "live: the latest event", (game) => game.goTo(game.version.value)],
  [["?", "Shift+?"], "this sheet", (game) => { game.dialog.value = "keys"; }],
];

const NAMES = { ArrowRight: "→", ArrowLeft: "←", " ": "Space" };

/** How a key is written on the sheet. */
export const written = (key) =>
  key.split("+").map((part) => NAMES[part] || part).join(" + ");

const TYPING = "textarea, select, input:not([type=range], [type=checkbox])";
const PRESSED = "button, a, summary, input[type=checkbox]";

export function listen(game) {
  const byKey = new Map(KEYS.flatMap(([keys, , act]) => keys.map((key) => [key, act])));
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (game.dialog.value || event.target.closest?.(TYPING)) return;
    if ([" ", "Enter"].includes(event.key) && !game.typed.value && event.target.closest?.(PRESSED)) return;
    if (typed(game, event.key)) {
      event.preventDefault();
      return;
    }
    const act = byKey.get(event.shiftKey ? `Shift+${event.key}` : event.key);
    if (!act || !game.version.value) return;
    event.preventDefault();
    if (event.key.startsWith("Arrow")) game.playing.value = false;
    act(game);
  });
}

/** Digits collect the number of an event, Enter goes there, Escape forgets them. */
function typed(game, key) {
  const digits = game.typed.value;
  if (/^[0-9]$/.test(key)) game.typed.value = (digits + key).slice(0, 6);
  else if (digits && key === "Enter") {
    game.typed.value = "";
    game.playing.value = false;
    game.goTo(Number(digits), { push: true });
  } else if (digits && key === "Backspace") game.typed.value = digits.slice(0, -1);
  else if (digits && key === "Escape") game.typed.value = "";
  else return false;
  return true;
}
