// @ts-check
// Finds why an action is refused, among the refusals that the service sends.
import { gestureOf } from "./gestures.js";

/** @typedef {import("./commands.js").RefusedCommand} Refused */

/** Return a refusal in words, with its clause. @param {Refused} refused */
export const refusalText = ({ clause, says }) => `${clause}: ${says}`;

/**
 * Return why a card cannot move from one place to another, or be picked at all, or null if no refusal matches.
 * A refusal of the same card and field is preferred to one of another card for that field.
 * @param {Refused[]} refused @param {{from?: string, to?: string}} move @param {any} position
 */
export function reasonFor(refused, { from, to }, position) {
  let best = null;
  let bestScore = 0;
  for (const refusal of refused) {
    const gesture = gestureOf(refusal, position);
    const score = (from !== undefined && gesture.from.includes(from) ? 2 : 0) + (to !== undefined && gesture.to === to ? 2 : 0);
    const fullScore = (from !== undefined ? 2 : 0) + (to !== undefined ? 2 : 0);
    // The service sends each reason once for a field, so another card of the same zone stands for this one.
    const isSameZone = gesture.from.some((place) => zone(place) === zone(from ?? ""));
    const isSimilarCard = to === undefined && "slot" in refusal && isSameZone;
    const bonus = isSimilarCard || (score < fullScore && to !== undefined && gesture.to === to && isSameZone) ? 1 : 0;
    if ((score === fullScore || bonus) && score + bonus > bestScore) [best, bestScore] = [refusal, score + bonus];
  }
  return best && refusalText(best);
}

const zone = (/** @type {string} */ place) => place.replace(/\/[0-9]+$/, "");
