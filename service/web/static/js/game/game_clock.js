// @ts-check
// The clock of a game: the remaining times at a moment of the server's time, and the offset of that time.

/**
 * @typedef {{seat: number, turn_ms: number | null, game_ms: number, runs: boolean, expired: boolean}} SeatTime
 * @typedef {{terms: {turn: number | null, trading: number | null, game: number | null, at_zero: string}, since: number, running: boolean, reason: string, seats: SeatTime[], trades: boolean, trading_ms: number | null, trading_expired: boolean, passed: number[]}} Clock
 * @typedef {{left: number | null, runs: boolean, expired: boolean}} Left `left` is the remaining time in milliseconds; null for no limit
 */

/** How many requests one measurement sends; the fastest response counts. */
const SAMPLES = 4;

/** Return the local time in milliseconds, by a monotonic clock. */
const localTime = () => performance.now();

/** Measure the server's time minus `localTime`. `ask` requests the server's time. @param {() => Promise<{now: number}>} ask */
export async function measure(ask) {
  let [best, offset] = [Infinity, 0];
  for (let i = 0; i < SAMPLES; i += 1) {
    const sentAt = localTime();
    const { now } = await ask();
    const duration = localTime() - sentAt;
    if (duration < best) [best, offset] = [duration, now + duration / 2 - localTime()];
  }
  return offset;
}

/** Return the present time of the server. @param {number} offset as measured */
export const serverTime = (offset) => offset + localTime();

/** Return the time that a seat has left, of its turn and of the game together. @param {Clock} clock @param {number} k @param {number} at @returns {Left} */
export function leftOf(clock, k, at) {
  const { turn_ms: turn, game_ms: game, runs, expired } = clock.seats[k];
  const limited = clock.terms.turn !== null || clock.terms.game !== null;
  const elapsed = runs ? Math.max(0, at - clock.since) : 0;
  return { left: limited ? Math.max(0, (turn ?? 0) + game - elapsed) : null, runs, expired };
}

/** Return the time that the trading phase has left, or null without a budget for trading. @param {Clock} clock @param {number} at @returns {Left | null} */
export function leftOfTrading(clock, at) {
  if (clock.trading_ms === null) return null;
  const runs = clock.running && !clock.trading_expired;
  return { left: Math.max(0, clock.trading_ms - (runs ? Math.max(0, at - clock.since) : 0)), runs, expired: clock.trading_expired };
}
