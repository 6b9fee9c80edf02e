// @ts-check
// What seats are called on a page: by the name of who sits there, with their seat where two have the same.
import { say } from "./i18n.js";

/** A name without what the eye takes for no difference: case, width, spaces. @param {string} name */
const alike = (name) => name.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " ");

/** Whether this is no name that somebody at this seat gave. @param {string | null | undefined} name @param {number} k */
export const isNameless = (name, k) => !name || name === `seat-${k}`;

/** What seat `k` is called among these. @param {(string | null | undefined)[]} names @param {number} k */
export function seatName(names, k) {
  const [name, number] = [names[k], say("table-seat-number", { seat: k + 1 })];
  if (!name || isNameless(name, k)) return number;
  return names.some((other, seat) => seat !== k && other && alike(other) === alike(name)) ? `${name} (${number})` : name;
}
