// @ts-check
// The id of the person at this browser. No page shows it; it prevents a player from being the arbiter of the same game.
import { ask, randomKey, gamePath } from "./api.js";

const KEY = "haricot:person";
const statedKey = (/** @type {string} */ game, /** @type {number} */ seat) => `haricot:person:${game}:${seat}`;

/** Return a new random id of a person. */
export const newPersonId = () => `p-${randomKey()}`;

/** Return the id of this browser's user. It never changes. */
export function ownPersonId() {
  const known = localStorage.getItem(KEY) ?? newPersonId();
  localStorage.setItem(KEY, known);
  return known;
}

/** Return whether this browser's user sits at a game, as far as the browser knows. @param {string} game */
export const isSeatedIn = (game) => Object.keys(localStorage).some((key) => key.startsWith(`haricot:person:${game}:`));

/**
 * Tell the service once that this browser's user sits at a seat, so that the user cannot be called as an arbiter.
 * @param {string} game @param {number | null | undefined} seat @param {string | null | undefined} token
 */
export async function stateSeat(game, seat, token) {
  if (seat === null || seat === undefined || !token?.startsWith("hrc_seat_") || localStorage.getItem(statedKey(game, seat)) === token.slice(-8)) return;
  try {
    await ask(gamePath(game, "/persons"), { method: "PUT", body: { seats: [{ seat, person: ownPersonId() }] }, token });
    localStorage.setItem(statedKey(game, seat), token.slice(-8));
  } catch { /* the next command tries again */ }
}
