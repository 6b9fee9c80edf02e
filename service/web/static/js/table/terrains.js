// @ts-check
// The terrains of a board: their names and owners.
import { data } from "../html.js";

const { editions } = data();

/** @typedef {import("./position.js").Terrain & {cell: import("./position.js").Cell}} Tile */

const withSpaces = (/** @type {string} */ text) => text.replaceAll(/[_-]/g, " ");
const capitalise = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);
const wordsOf = (/** @type {string} */ edition) => editions[edition]?.words || {};

/** Return the name of a kind of terrain, such as "Iron mine". @param {string} edition @param {string} kind */
export const kindName = (edition, kind) => capitalise(wordsOf(edition)[kind] || withSpaces(kind));

/** Return the name of a terrain, such as "Iron mine 2" for `iron-mine-2`. @param {string} edition @param {string} id */
export function placeName(edition, id) {
  const [kind, mark] = [id.slice(0, id.lastIndexOf("-")), id.slice(id.lastIndexOf("-") + 1)];
  return kind ? `${kindName(edition, kind.replaceAll("-", "_"))} ${wordsOf(edition)[mark] || mark}` : kindName(edition, id);
}

/** Return the cells of a board in their order, each with the state of its terrain. @param {import("./position.js").BoardState} board @returns {Tile[]} */
export function terrainsOf(board) {
  const states = new Map(board.terrains.map((terrain) => [terrain.id, terrain]));
  return board.cells.map((cell) => ({ ...states.get(cell.id), id: cell.id, owner: states.get(cell.id)?.owner ?? null, cell }));
}
