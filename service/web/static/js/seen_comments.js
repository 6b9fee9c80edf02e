// @ts-check
// Which comments of spectators were read on this device, for the games that a desk of a tournament has listed here.

/** @typedef {{count: number, latest: string}} Said how many comments there are, and when the last one was made */

const key = (/** @type {string} */ game) => `haricot:comments-seen:${game}`;

/** What was read of a game; null for a game that no desk has listed. @param {string} game @returns {Said | null} */
const read = (game) => JSON.parse(localStorage.getItem(key(game)) ?? "null");

/** @param {string} game @param {Said} said */
const keep = (game, said) => localStorage.setItem(key(game), JSON.stringify(said));

/** How many comments of a game were not read here. Where some were removed meanwhile it may be fewer than there are, but not none. @param {Said & {game: string}} table @returns {number} */
export function unread({ game, count, latest }) {
  const seen = read(game);
  if (!seen) keep(game, { count: 0, latest: "" });
  if (!seen || !seen.latest) return count;
  if (latest > seen.latest) return Math.max(1, count - seen.count);
  if (count < seen.count) keep(game, { ...seen, count });
  return 0;
}

/** Notes that these comments of spectators are shown, each with its time. @param {string} game @param {{at: string}[]} comments */
export function markRead(game, comments) {
  if (!read(game)) return;
  const latest = comments.reduce((last, { at }) => (at > last ? at : last), "");
  keep(game, { count: comments.length, latest });
}
