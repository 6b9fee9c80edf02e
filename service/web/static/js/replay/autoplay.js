// @ts-check
// Plays a game automatically, or its highlights. Important events are shown longer than their consequences.
import { afterStep } from "../game/quiet.js";
import { MOMENT_PAUSE_MS, highlights, moments } from "../game/moments.js";
import { commentaryOn } from "./commentary.js";

/** @typedef {import("../game/game.js").Game} Game */

export const SPEEDS = [0.5, 1, 2, 4, 8];

/** How long each type of event is shown, in milliseconds at normal speed. */
const DURATIONS_MS = /** @type {Record<string, number>} */ ({
  turn_started: 500, phase_started: 250, phase_skipped: 250, turn_ended: 250, trading_ended: 250, trade_lapsed: 300, donation_lapsed: 300,
  field_harvested: 1800, trade_accepted: 1900, beans_donated: 1600, combat_resolved: 1900, game_ended: 2500,
});
/** How long any other type of event is shown. */
const DURATION_MS = 1000;
/** At high speeds all durations approach this one. */
const MEAN_DURATION_MS = 780;

/** How long commentary is shown for each character, and at most. It does not depend on the speed. */
const READING_MS = 55;
const READING_MS_MAX = 9000;

/** Return how long an event is shown, in milliseconds. @param {any} event @param {number} speed */
export function eventDuration(event, speed) {
  const duration = DURATIONS_MS[event.type.split(".")[0]] ?? DURATION_MS;
  const weight = Math.min(1, 2 / speed);
  return (MEAN_DURATION_MS + (duration - MEAN_DURATION_MS) * (speed > 1 ? weight : 1)) / speed;
}

/** Return how long event n is shown among highlights, where key moments stay longer. @param {Game} game @param {number} n @param {number} speed */
const highlightDuration = (game, n, speed) => eventDuration(game.events[n - 1].event, speed) + (moments(game).some((moment) => moment.n === n) ? MOMENT_PAUSE_MS / speed : 0);

/** Play the key moments, each with the steps before it, in three minutes. @param {Game} game */
export function playHighlights(game) {
  const shown = highlights(game, (n) => highlightDuration(game, n, 1));
  game.speed.value = 1;
  game.goTo(shown[0], { push: true });
  game.shownEvents.value = shown;
  game.playing.value = true;
}

/** Return the event that autoplay shows next, or undefined at the end. @param {Game} game */
function nextEvent(game) {
  const shown = game.shownEvents.value;
  if (shown) return shown.find((n) => n > game.n.value);
  return game.n.value < game.version.value ? afterStep(game, 1) : undefined;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** When the next event is due. The time for drawing counts, so that it does not delay later events. */
let due = 0;

/** Schedule the next event while the game is playing. @param {Game} game */
export function autoplay(game) {
  clearTimeout(timer);
  const n = game.n.value;
  const speed = game.speed.value;
  if (!game.playing.value || !n) {
    due = 0;
    if (n) game.shownEvents.value = null;
    return;
  }
  const next = nextEvent(game);
  if (next === undefined) {
    if (!game.isLive.value) game.playing.value = false;
    return;
  }
  // Wait until the table of the present event is loaded.
  if (!game.isCurrent.value) return;
  const now = performance.now();
  const reading = commentaryOn(game, n).reduce((ms, { text }) => ms + Math.min(text.length * READING_MS, READING_MS_MAX), 0);
  const duration = reading + (game.shownEvents.value ? highlightDuration(game, n, speed) : eventDuration(game.events[n - 1].event, speed));
  due = Math.max(due + duration, now + duration / 2);
  if (due > now + duration) due = now + duration;
  timer = setTimeout(() => game.goTo(next), due - now);
}

/** The fragment of an address that starts autoplay. */
export const PLAY_FRAGMENT = "#play";

/** Start autoplay if the address requests it, and remove the request from the address. @param {import("../game/game.js").Game} game */
export function playIfRequested(game) {
  if (location.hash !== PLAY_FRAGMENT) return;
  history.replaceState(null, "", location.pathname + location.search);
  game.playing.value = true;
}
