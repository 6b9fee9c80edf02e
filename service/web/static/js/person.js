// @ts-check
// Who sits in front of this browser: an id that no page shows, so that an arbiter is none of those who sit at the table.
import { ask, freshKey, gamePath } from "./api.js";

const KEY = "haricot:person";
const stated = (/** @type {string} */ game, /** @type {number} */ seat) => `haricot:person:${game}:${seat}`;

/** An id for somebody of whom nothing else is known. */
export const freshPerson = () => `p-${freshKey()}`;

/** The id of whoever uses this browser, always the same. */
export function ownPerson() {
  const known = localStorage.getItem(KEY) ?? freshPerson();
  localStorage.setItem(KEY, known);
  return known;
}

/** Whether somebody sits at a game in this browser, as far as it knows. @param {string} game */
export const sitsIn = (game) => Object.keys(localStorage).some((key) => key.startsWith(`haricot:person:${game}:`));

/**
 * Tells the service, once, that whoever uses this browser sits at a seat, so that they are not taken for somebody else where an arbiter is called.
 * @param {string} game @param {number | null | undefined} seat @param {string | null | undefined} token
 */
export async function stateSitting(game, seat, token) {
  if (seat === null || seat === undefined || !token?.startsWith("hrc_seat_") || localStorage.getItem(stated(game, seat)) === token.slice(-8)) return;
  try {
    await ask(gamePath(game, "/persons"), { method: "PUT", body: { seats: [{ seat, person: ownPerson() }] }, token });
    localStorage.setItem(stated(game, seat), token.slice(-8));
  } catch { /* tried again with the next order */ }
}
