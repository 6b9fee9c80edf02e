// @ts-check
// The names of seats on a page: the player's name, with the seat number if two players have the same name.
import { say } from "./i18n.js";

/** Normalise a name for comparison: case, width and spaces. @param {string} name */
const normalise = (name) => name.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " ");

/** Return whether a seat has no name given by its player. @param {string | null | undefined} name @param {number} k */
export const isNameless = (name, k) => !name || name === `seat-${k}`;

/** Return the name of seat `k`, distinct from the other names. @param {(string | null | undefined)[]} names @param {number} k */
export function seatName(names, k) {
  const [name, number] = [names[k], say("table-seat-number", { seat: k + 1 })];
  if (!name || isNameless(name, k)) return number;
  return names.some((other, seat) => seat !== k && other && normalise(other) === normalise(name)) ? `${name} (${number})` : name;
}
