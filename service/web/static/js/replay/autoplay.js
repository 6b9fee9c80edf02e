// @ts-check
// Plays a game by itself, or its highlights: what matters stays longer than what follows from it.
import { afterStep } from "../game/quiet.js";
import { DWELL, highlights, moments } from "../game/moments.js";
import { commentaryOn } from "./commentary.js";

/** @typedef {import("../game/game.js").Game} Game */

export const SPEEDS = [0.5, 1, 2, 4, 8];

/** How long the kinds of events are looked at, in milliseconds at single speed; others are looked at as long as most. */
const LOOKED_AT = /** @type {Record<string, number>} */ ({
  turn_started: 500, phase_started: 250, phase_skipped: 250, turn_ended: 250, trading_ended: 250, trade_lapsed: 300, donation_lapsed: 300,
  field_harvested: 1800, trade_accepted: 1900, beans_donated: 1600, combat_resolved: 1900, game_ended: 2500,
});
const MOST = 1000;
/** Where the quick forward is heading: there, what matters less and more is nearly alike. */
const BRISK = 780;

/** How long commentary is read, in milliseconds a character, and at most; the speed of the game does not change that. */
const READ = 55;
const READ_MOST = 9000;

/** How long an event is looked at, in milliseconds. @param {any} event @param {number} speed */
export function restAt(event, speed) {
  const weight = LOOKED_AT[event.type.split(".")[0]] ?? MOST;
  const kept = Math.min(1, 2 / speed);
  return (BRISK + (weight - BRISK) * (speed > 1 ? kept : 1)) / speed;
}

/** How long event n is looked at: a moment that mattered longer, where highlights are shown. @param {Game} game @param {number} n @param {number} speed */
const restOf = (game, n, speed) => restAt(game.events[n - 1].event, speed) + (moments(game).some((moment) => moment.n === n) ? DWELL / speed : 0);

/** Plays the moments that mattered, with what led to them, in three minutes. @param {Game} game */
export function playHighlights(game) {
  const shown = highlights(game, (n) => restOf(game, n, 1));
  game.speed.value = 1;
  game.goTo(shown[0], { push: true });
  game.shownEvents.value = shown;
  game.playing.value = true;
}

/** The event that play shows next; none at the end. @param {Game} game */
function following(game) {
  const shown = game.shownEvents.value;
  if (shown) return shown.find((n) => n > game.n.value);
  return game.n.value < game.version.value ? afterStep(game, 1) : undefined;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** When the present event should have been reached: what drawing took is not waited for twice. */
let due = 0;

/** Goes on after a rest, as long as the game is played. @param {Game} game */
export function autoplay(game) {
  clearTimeout(timer);
  const n = game.n.value;
  const speed = game.speed.value;
  if (!game.playing.value || !n) {
    due = 0;
    if (n) game.shownEvents.value = null;
    return;
  }
  const next = following(game);
  if (next === undefined) {
    if (!game.isLive.value) game.playing.value = false;
    return;
  }
  // Never ahead of the table: what has not come cannot be looked at.
  if (!game.isInStep.value) return;
  const now = performance.now();
  const reading = commentaryOn(game, n).reduce((ms, { text }) => ms + Math.min(text.length * READ, READ_MOST), 0);
  const rest = reading + (game.shownEvents.value ? restOf(game, n, speed) : restAt(game.events[n - 1].event, speed));
  due = Math.max(due + rest, now + rest / 2);
  if (due > now + rest) due = now + rest;
  timer = setTimeout(() => game.goTo(next), due - now);
}

/** What an address ends with that asks for a game to be played at once. */
export const PLAYING = "#play";

/** Plays a game whose address asks for it, and asks no more. @param {import("../game/game.js").Game} game */
export function startPlaying(game) {
  if (location.hash !== PLAYING) return;
  history.replaceState(null, "", location.pathname + location.search);
  game.playing.value = true;
}
