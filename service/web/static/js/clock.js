// @ts-check
// The service's time, estimated from the Date headers of its responses.

/** The service's clock minus the local clock, in milliseconds; null before the first response. @type {number | null} */
let offset = null;

/** The local clock minus the monotonic clock, in milliseconds. It jumps when the local clock is set. */
let localStart = 0;

/**
 * Record the Date header of a response. A cached or slow response shows too early a time, so the latest one since the
 * last change of the local clock counts.
 * @param {string | null} date
 */
export function recordServerDate(date) {
  const at = Date.parse(date ?? "");
  if (Number.isNaN(at)) return;
  const start = Date.now() - performance.now();
  if (Math.abs(start - localStart) > 1000) [localStart, offset] = [start, null];
  offset = Math.max(offset ?? -Infinity, at - Date.now());
}

/** Return the service's time in milliseconds since 1970, precise to a second. */
export const serverNow = () => Date.now() + (offset ?? 0);

/** Format a duration as a clock shows it, such as 0:27 or 1:02:03, at least 0:00. @param {number} ms */
export function formatDuration(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (/** @type {number} */ value) => `${value}`.padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
