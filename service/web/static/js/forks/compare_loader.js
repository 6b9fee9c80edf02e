// @ts-check
// Starts and ends a comparison, and loads its scripts on demand.

/** @typedef {import("../game/game.js").Game} Game */

/** Compare the game of the page with another, or end the comparison with null. @param {Game} game @param {string | null} id */
export async function compare(game, id) {
  const { comparison } = game;
  if ((comparison.value?.other.id ?? null) === id) return;
  const started = id ? new (await import("./comparison.js")).Comparison(game, id) : null;
  comparison.value?.end();
  comparison.value = started;
  if (game.place.compare === id) return;
  game.place = { ...game.place, compare: id };
  if (game.version.value) game.goTo(game.n.value, { push: true });
}

/** Compare as the address says, now and after each step of the browser's history. @param {Game} game */
export function compareByAddress(game) {
  compare(game, game.place.compare);
  addEventListener("popstate", () => compare(game, game.place.compare));
}
