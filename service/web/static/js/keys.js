// The keyboard: one table of keys, which is both what they do and what the key sheet says.

export const SPEEDS = [0.5, 1, 2, 4, 8];

/** [keys, words, what to do]; the words stand on the key sheet. */
export const KEYS = [
  [["ArrowRight"], "next event", (game) => game.step(1)],
  [["ArrowLeft"], "event before", (game) => game.step(-1)],
  [["Shift+ArrowRight"], "next turn", (game) => game.turn(1)],
  [["Shift+ArrowLeft"], "turn before", (game) => game.turn(-1)],
  [["Home"], "first event", (game) => game.goTo(1)],
  [["End"], "last event", (game) => game.goTo(game.version)],
  [[" "], "play or pause", (game) => game.set({ playing: !game.state.playing })],
  [["t"], "next trade", (game) => game.next("trade")],
  [["h"], "next harvest", (game) => game.next("harvest")],
  [["a"], "next attack", (game) => game.next("attack")],
  [["d"], "next illegal event", (game) => game.nextFault()],
  [["v"], "next view", (game) => game.cycleView()],
  [["o"], "see everything", (game) => game.look("omniscient")],
  [["x"], "fork here", (game) => game.set({ dialog: "fork" })],
  [["l"], "live: the latest event", (game) => game.goTo(game.version)],
  [["?", "Shift+?"], "this sheet", (game) => game.set({ dialog: "keys" })],
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
    if (game.state.dialog || event.target.closest?.(TYPING)) return;
    if ([" ", "Enter"].includes(event.key) && !game.state.typed && event.target.closest?.(PRESSED)) return;
    if (typed(game, event.key)) {
      event.preventDefault();
      return;
    }
    const act = byKey.get(event.shiftKey ? `Shift+${event.key}` : event.key);
    if (!act || !game.state.head) return;
    event.preventDefault();
    if (event.key.startsWith("Arrow")) game.set({ playing: false });
    act(game);
  });
}

/** Digits collect the number of an event, Enter goes there, Escape forgets them. */
function typed(game, key) {
  const { typed: digits } = game.state;
  if (/^[0-9]$/.test(key)) game.set({ typed: (digits + key).slice(0, 6) });
  else if (digits && key === "Enter") {
    game.set({ typed: "", playing: false });
    game.goTo(Number(digits), { push: true });
  } else if (digits && key === "Backspace") game.set({ typed: digits.slice(0, -1) });
  else if (digits && key === "Escape") game.set({ typed: "" });
  else return false;
  return true;
}
