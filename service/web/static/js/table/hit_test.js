// @ts-check
// Which card somebody means who presses a place of the table.
import { countOf } from "./cards.js";

/**
 * The place of the one card that somebody means who presses a place: of a field its last card, of the discards the top
 * one, of a hand also a back; null where nothing lies that one may know anything of.
 * @param {any} table @param {string} place
 */
export function cardAt(table, place) {
  if (place === "/draw_pile") return null;
  if (place === "/discard_pile") return table.discard_pile?.length ? "/discard_pile/0" : null;
  const [, seat, back] = /^\/seats\/(\d+)\/hand\/(\d+)$/.exec(place) || [];
  if (back && Number(back) < countOf(table.seats[Number(seat)]?.hand)) return place;
  const found = place.slice(1).split("/").reduce((part, name) => part?.[name], table);
  if (Array.isArray(found)) return found.length ? `${place}/${found.length - 1}` : null;
  return typeof found === "string" ? place : null;
}
