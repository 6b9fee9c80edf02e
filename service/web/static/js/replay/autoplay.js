// @ts-check
// Plays a game by itself: what matters stays longer than what follows from it.

/** How long the kinds of events are looked at, in milliseconds at single speed; others take the last one. */
const LOOKED_AT = { turn_started: 500, phase_started: 250, turn_ended: 250, trading_ended: 250, trade_lapsed: 300, field_harvested: 1800, trade_accepted: 1900, beans_donated: 1600, attack_resolved: 1900, game_ended: 2500 };
const MOST = 1000;

/** @param {any} event */
export const restAt = (event) => /** @type {Record<string, number>} */ (LOOKED_AT)[event.type.split(".")[0]] ?? MOST;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Goes on after a rest, as long as the game is played. @param {import("../game/game.js").Game} game */
export function autoplay(game) {
  clearTimeout(timer);
  const n = game.n.value;
  const [speed, version] = [game.speed.value, game.version.value];
  if (!game.playing.value || !n) return;
  if (n >= version) {
    if (!game.isLive.value) game.playing.value = false;
    return;
  }
  // Never ahead of the table: what has not come cannot be looked at.
  if (!game.isInStep.value) return;
  timer = setTimeout(() => game.step(1), restAt(game.events[n - 1].event) / speed);
}
