// @ts-check
// Begins and ends a comparison, whose scripts are fetched when there is one.

/** @typedef {import("../game/game.js").Game} Game */

/** Compares the game of the page with another, or with none any more. @param {Game} game @param {string | null} id */
export async function compare(game, id) {
  const { comparison } = game;
  if ((comparison.value?.other.id ?? null) === id) return;
  const made = id ? new (await import("./comparison.js")).Comparison(game, id) : null;
  comparison.value?.end();
  comparison.value = made;
  if (game.place.compare === id) return;
  game.place = { ...game.place, compare: id };
  if (game.version.value) game.goTo(game.n.value, { push: true });
}

/** Compares as the address says, at the start and whenever the browser goes back or forth. @param {Game} game */
export function keepCompared(game) {
  compare(game, game.place.compare);
  addEventListener("popstate", () => compare(game, game.place.compare));
}
