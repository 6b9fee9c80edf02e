// @ts-check
// The terrains of a board in words: what a place is called, what it is worth, whose it is.
import { data } from "../html.js";

const { editions } = data();

/** @typedef {import("./position.js").Terrain & {cell: import("./position.js").Cell}} Tile */

const spaced = (/** @type {string} */ text) => text.replaceAll(/[_-]/g, " ");
const capital = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);
const wordsOf = (/** @type {string} */ edition) => editions[edition]?.words || {};

/** The name of a kind of terrain, such as "Iron mine". @param {string} edition @param {string} kind */
export const kindName = (edition, kind) => capital(wordsOf(edition)[kind] || spaced(kind));

/** The name of a terrain, such as "Iron mine 2" for `iron-mine-2`. @param {string} edition @param {string} id */
export function placeName(edition, id) {
  const [kind, mark] = [id.slice(0, id.lastIndexOf("-")), id.slice(id.lastIndexOf("-") + 1)];
  return kind ? `${kindName(edition, kind.replaceAll("-", "_"))} ${wordsOf(edition)[mark] || mark}` : kindName(edition, id);
}

/** The numbers of a kind of terrain: points, min_defence, conquerable; a kind nobody knows has none. @param {string} edition @param {string} kind */
export const kindNumbers = (edition, kind) => editions[edition]?.numbers.terrains?.[kind] || {};

/** How many points a terrain is worth to its owner, its fortress counted. @param {import("./position.js").Position} position @param {import("./position.js").Terrain} terrain @param {string} kind */
export function points({ edition, options = {} }, terrain, kind) {
  const plain = kind === "camp" ? options.bp_camp_victory_points ?? kindNumbers(edition, kind).points : kindNumbers(edition, kind).points;
  return Number(plain || 0) + (terrain.fortress ? 1 : 0);
}

/** Cells with what has become of each, in the order of the board. @param {import("./position.js").BoardState} board @returns {Tile[]} */
export function terrainsOf(board) {
  const states = new Map(board.terrains.map((terrain) => [terrain.id, terrain]));
  return board.cells.map((cell) => ({ ...states.get(cell.id), id: cell.id, owner: states.get(cell.id)?.owner ?? null, cell }));
}

/** The points and the number of terrains of a seat. @param {import("./position.js").Position} position @param {number} seat */
export function holding(position, seat) {
  const own = terrainsOf(/** @type {import("./position.js").BoardState} */ (position.board)).filter((terrain) => terrain.owner === seat);
  return { count: own.length, points: own.reduce((sum, terrain) => sum + points(position, terrain, terrain.cell.terrain), 0) };
}
