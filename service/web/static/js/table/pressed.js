// @ts-check
// Which card somebody means who presses a place of the table.

/**
 * The place of the one card that somebody means who presses a place: of a field its last card, of the discards the top
 * one; null where nothing lies that one may know anything of.
 * @param {any} table @param {string} place
 */
export function cardAt(table, place) {
  if (place === "/draw_pile") return null;
  if (place === "/discard_pile") return table.discard_pile?.length ? "/discard_pile/0" : null;
  const found = place.slice(1).split("/").reduce((part, name) => part?.[name], table);
  if (Array.isArray(found)) return found.length ? `${place}/${found.length - 1}` : null;
  return typeof found === "string" ? place : null;
}
