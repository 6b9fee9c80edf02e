// @ts-check
// The clock of a game: what is left at a moment of the server's time, and how far that is from the time here.

/**
 * @typedef {{seat: number, turn_ms: number | null, game_ms: number, runs: boolean, expired: boolean}} SeatTime
 * @typedef {{terms: {turn: number | null, trading: number | null, game: number | null, at_zero: string}, since: number, running: boolean, reason: string, seats: SeatTime[], trades: boolean, trading_ms: number | null, trading_expired: boolean, passed: number[]}} Clock
 * @typedef {{left: number | null, runs: boolean, expired: boolean}} Left what is left in milliseconds; null for no limit
 */

/** So often the time of the server is asked for at once; the fastest answer counts. */
const SAMPLES = 4;

/** The time here in milliseconds, by a clock that nobody sets. */
const here = () => performance.now();

/** The time of the server less that of `here`, from answers with `now`. @param {() => Promise<{now: number}>} ask */
export async function measure(ask) {
  let [best, offset] = [Infinity, 0];
  for (let i = 0; i < SAMPLES; i += 1) {
    const sent = here();
    const { now } = await ask();
    const took = here() - sent;
    if (took < best) [best, offset] = [took, now + took / 2 - here()];
  }
  return offset;
}

/** The time of the server now. @param {number} offset as it was measured */
export const serverTime = (offset) => offset + here();

/** What a seat has left at this time, of its turn and of the game together. @param {Clock} clock @param {number} k @param {number} at @returns {Left} */
export function leftOf(clock, k, at) {
  const { turn_ms: turn, game_ms: game, runs, expired } = clock.seats[k];
  const limited = clock.terms.turn !== null || clock.terms.game !== null;
  const passed = runs ? Math.max(0, at - clock.since) : 0;
  return { left: limited ? Math.max(0, (turn ?? 0) + game - passed) : null, runs, expired };
}

/** What the trading has left at this time; null outside a trading with a budget. @param {Clock} clock @param {number} at @returns {Left | null} */
export function leftOfTrading(clock, at) {
  if (clock.trading_ms === null) return null;
  const runs = clock.running && !clock.trading_expired;
  return { left: Math.max(0, clock.trading_ms - (runs ? Math.max(0, at - clock.since) : 0)), runs, expired: clock.trading_expired };
}
