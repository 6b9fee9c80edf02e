// @ts-check
// Why something cannot be done, found among what the service refuses.
import { gestureOf } from "./gestures.js";

/** @typedef {import("./commands.js").Refused} Refused */

/** A refusal in words, with its clause. @param {Refused} refused */
export const told = ({ clause, says }) => `${clause}: ${says}`;

/**
 * Why a card may not go from one place to another, or be taken at all; null when the service says nothing of it.
 * A refusal of the same card for the same field comes before one of any card for that field.
 * @param {Refused[]} refused @param {{from?: string, to?: string}} wanted @param {any} position
 */
export function reasonFor(refused, { from, to }, position) {
  let best = null;
  let grade = 0;
  for (const one of refused) {
    const way = gestureOf(one, position);
    const fits = (from !== undefined && way.from.includes(from) ? 2 : 0) + (to !== undefined && way.to === to ? 2 : 0);
    const wanted = (from !== undefined ? 2 : 0) + (to !== undefined ? 2 : 0);
    // The service tells each reason once for a field: another card stands for this one, if it comes from the same zone.
    const alike = to === undefined && "slot" in one && way.from.some((place) => zone(place) === zone(from ?? ""));
    const kin = alike || fits < wanted && to !== undefined && way.to === to && way.from.some((place) => zone(place) === zone(from ?? "")) ? 1 : 0;
    if ((fits === wanted || kin) && fits + kin > grade) [best, grade] = [one, fits + kin];
  }
  return best && told(best);
}

const zone = (/** @type {string} */ place) => place.replace(/\/[0-9]+$/, "");
