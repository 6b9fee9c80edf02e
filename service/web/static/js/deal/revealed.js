// @ts-check
// Whether the deal of a game can be recomputed: the game is over and its seed is revealed.

/** @typedef {import("../game/game.js").Game} Game */

/** @param {Game} game */
export const isRevealed = (game) => !game.isLive.value && game.events.some(({ event }) => event.type.startsWith("deal_revealed."));
