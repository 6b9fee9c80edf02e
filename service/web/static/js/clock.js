// @ts-check
// The time on the clock of the service, as far as its answers tell.

/** By how many milliseconds the service's clock is ahead of the one here; null before the first answer. @type {number | null} */
let ahead = null;

/** By how many milliseconds the clock here is ahead of the time since the page was opened. It jumps when somebody sets the clock. */
let start = 0;

/** Notes when an answer was made. One that was kept or took long tells too early a time: the latest counts, of those since the clock here was last set. @param {string | null} date */
export function heard(date) {
  const at = Date.parse(date ?? "");
  if (Number.isNaN(at)) return;
  const begin = Date.now() - performance.now();
  if (Math.abs(begin - start) > 1000) [start, ahead] = [begin, null];
  ahead = Math.max(ahead ?? -Infinity, at - Date.now());
}

/** The present in milliseconds since 1970, to a second, by the service's clock. */
export const now = () => Date.now() + (ahead ?? 0);

/** A span of time as a clock shows it, such as 0:27 or 1:02:03; never below nothing. @param {number} ms */
export function span(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (/** @type {number} */ value) => `${value}`.padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
