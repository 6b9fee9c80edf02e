// @ts-check
// Finds the card that belongs to a pressed place of the table.
import { countOf } from "./cards.js";

/**
 * Return the place of the card that a pressed place stands for: the last card of a field, the top card of the
 * discard pile, or a card of a hand, even face down. Return null if no card there may be known.
 * @param {any} table @param {string} place
 */
export function cardPlaceAt(table, place) {
  if (place === "/draw_pile") return null;
  if (place === "/discard_pile") return table.discard_pile?.length ? "/discard_pile/0" : null;
  const [, seat, back] = /^\/seats\/(\d+)\/hand\/(\d+)$/.exec(place) || [];
  if (back && Number(back) < countOf(table.seats[Number(seat)]?.hand)) return place;
  const found = place.slice(1).split("/").reduce((part, name) => part?.[name], table);
  if (Array.isArray(found)) return found.length ? `${place}/${found.length - 1}` : null;
  return typeof found === "string" ? place : null;
}
