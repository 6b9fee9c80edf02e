// @ts-check
// The board of a war game: a map of tiles, each with its terrain, owner, fortress and riders.
import { useState } from "preact/hooks";
import { html } from "../html.js";
import { Icon } from "../icons.js";
import { say } from "../i18n.js";
import { kindName, placeName, terrainsOf } from "./terrains.js";

const RADIUS = 57.7;
/** The distance between the centres of two neighbouring tiles, by the geometry of the board. @type {Record<string, {x: number, y: number}>} */
const STEP = { staggered: { x: 50, y: 86.6 }, grid: { x: 104, y: 104 } };
/** @type {Record<string, string>} */
const EDGE = {
  staggered: "0,-55.7 48.2,-27.800 48.2,27.800 0,55.7 -48.2,27.800 -48.2,-27.800",
  grid: "-50,-50 50,-50 50,50 -50,50",
};
/** @type {Record<string, string>} */
const RIM = {
  staggered: "0,-49 42.4,-24.500 42.4,24.500 0,49 -42.4,24.500 -42.4,-24.500",
  grid: "-44,-44 44,-44 44,44 -44,44",
};
const DRAWN = new Set(["camp", "farm", "village", "city", "abbey", "quarry", "iron_mine", "swamp", "river", "paddock", "forest"]);

/** Return the geometry of a board, the centre of each tile, and the view box around all of them. @param {import("./position.js").BoardState} board */
function boardLayout({ cells, geometry }) {
  const kind = STEP[geometry] ? geometry : "staggered";
  const left = Math.min(...cells.map((cell) => cell.x));
  const column = (/** @type {{x: number}} */ { x }) => (kind === "grid" ? Math.floor((x - left) / 2) : x - left);
  const top = Math.min(...cells.map((cell) => cell.row));
  const places = new Map(cells.map((cell) => [cell.id, { x: column(cell) * STEP[kind].x, y: (cell.row - top) * STEP[kind].y }]));
  const [width, height] = [Math.max(...[...places.values()].map(({ x }) => x)), Math.max(...[...places.values()].map(({ y }) => y))];
  return { kind, places, frame: `${-RADIUS} ${-RADIUS - 2} ${width + 2 * RADIUS} ${height + 2 * RADIUS + 4}` };
}

/**
 * Show the map of a position. `name` returns the name of a seat; `marks` are the marks of the table. Without `lands`,
 * no points are shown.
 * @param {{position: import("./position.js").Position, lands?: import("./position.js").Lands | null, name: import("./position.js").Name, marks?: import("./position.js").Marks}} props
 */
export function Board({ position, lands, name, marks = {} }) {
  const { attack, edition } = position;
  const board = /** @type {import("./position.js").BoardState} */ (position.board);
  const { kind, places, frame } = boardLayout(board);
  const tiles = terrainsOf(board);
  // The target is drawn last, so that no neighbour lies over its rim.
  tiles.sort((one, other) => Number(one.id === attack?.target) - Number(other.id === attack?.target));
  const [chosenSize, enlarge] = useState(/** @type {boolean | null} */ (null));
  const isLarge = chosenSize ?? areOnlyTerrainsMarked(marks);
  return html`
    <section role="group" class=${`board ${isLarge ? "large" : ""}`} data-zone="board" data-place="/board" aria-label=${say("board-title", { count: tiles.length })}>
      <svg class=${`map ${kind}`} viewBox=${frame}>
        ${tiles.map((tile, i) => html`<${Tile} key=${tile.id} isTabStop=${i === 0} ...${{ tile, kind, position, lands, name }} mark=${marks[`/board/${tile.id}`]} place=${places.get(tile.id)} />`)}
      </svg>
      <button type="button" class="legend-button enlarge" aria-pressed=${String(isLarge)} aria-label=${say("board-large")} title=${say("board-large")} onClick=${() => enlarge(!isLarge)}><${Icon} name="enlarge" /></button>
      <${Legend} kinds=${[...new Set(board.cells.map((cell) => cell.terrain))]} ...${{ edition, lands }} />
    </section>`;
}

/** Return whether only terrains may be pressed; a phone then shows the map large. @param {import("./position.js").Marks} marks */
function areOnlyTerrainsMarked(marks) {
  const glowing = Object.keys(marks).filter((place) => /glow|picked/.test(marks[place].look));
  return glowing.length > 0 && glowing.every((place) => place.startsWith("/board/"));
}

/** Show one tile. The space before the owner's number separates it from the tile's name for screen readers. @param {{tile: import("./terrains.js").Tile, kind: string, position: import("./position.js").Position, lands?: import("./position.js").Lands | null, name: import("./position.js").Name, place: {x: number, y: number}, mark?: import("./position.js").Mark, isTabStop: boolean}} props */
function Tile({ tile, kind, position, lands, name, place, mark, isTabStop }) {
  const { edition, attack } = position;
  const terrain = tile.cell.terrain;
  const target = attack?.target === tile.id;
  const from = attack?.riders === tile.id;
  const description = describeTile(tile, position, lands, name, target);
  const label = placeName(edition, tile.id);
  const drawing = terrain === "quarry" && tile.empty ? "quarry-empty" : terrain;
  return html`
    <g class=${`tile t-${DRAWN.has(terrain) ? terrain : "other"} ${target ? "target" : ""} ${tile.owner === null ? "" : `seat-${tile.owner % 7}`} ${mark?.look || ""}`} data-terrain=${tile.id} data-place=${`/board/${tile.id}`} tabindex=${mark || isTabStop ? 0 : -1} role="button" aria-label=${[description, mark?.note].filter(Boolean).join(". ")}
      transform=${`translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})`}>
      <title>${mark?.note || description}</title>
      <polygon class="ground" points=${EDGE[kind]} />
      ${tile.owner !== null && html`<polygon class="rim" points=${RIM[kind]} />`}
      ${DRAWN.has(terrain) && html`<use href=${`#terrain-${drawing}`} x="-20" y="-46" width="40" height="40" />`}
      <text class=${`tile-name ${label.length > 9 ? "long" : ""}`} y="12">${label}</text>
      ${tile.owner !== null && html`<g class="marker"><circle cy="35" r="13" /><text y="40.500">${` ${tile.owner + 1}`}</text></g>`}
      ${tile.fortress && html`<use class="fortress" href="#fortress" x="-42" y="-27" width="21" height="21" />`}
      ${tile.riders && html`<g class=${`riders ${tile.riders} ${from ? "riding" : ""}`} transform=${`translate(32 -17)${tile.riders === "beaten" ? " rotate(90)" : ""}`}>
        <use href="#riders" x="-11" y="-11" width="22" height="22" /></g>`}
      ${/came|differs/.test(mark?.look ?? "") && !target && html`<polygon class="just" points=${EDGE[kind]} />`}
      ${target && html`<polygon class="aim" points=${EDGE[kind]} /><use class="swords" href="#swords" x="-15" y="-62" width="30" height="30" />`}
    </g>`;
}

/** Describe a tile in words: its name, its owner's number and name, its points, and what stands on it. @param {import("./terrains.js").Tile} tile @param {import("./position.js").Position} position @param {import("./position.js").Lands | null | undefined} lands @param {import("./position.js").Name} name @param {boolean} target */
function describeTile(tile, position, lands, name, target) {
  const { edition } = position;
  const terrain = tile.cell.terrain;
  const type = lands?.kinds[terrain];
  const tileName = placeName(edition, tile.id);
  if (type && !type.conquerable) return `${tileName}: ${say("board-closed")}`;
  return [
    `${tileName}: ${tile.owner === null ? say("board-neutral") : `${tile.owner + 1} ${name(tile.owner)}`}`,
    lands && say("board-points", { count: lands.points[tile.id] }),
    type?.least && say("board-least", { least: type.least }),
    tile.fortress && say("board-fortress"),
    tile.empty && say("board-empty"),
    tile.riders && say(`board-riders-${tile.riders}`),
    target && say("board-attacked"),
  ].filter(Boolean).join(", ");
}

/** Return the points of a type of terrain and what it takes to conquer it, in words. @param {import("./position.js").TerrainType} type */
const describeTerrainType = ({ points, least, conquerable }) =>
  [conquerable ? say("board-points", { count: points }) : say("board-closed"), least && say("board-least", { least })].filter(Boolean).join(", ");

/** @param {{kinds: string[], edition: string, lands?: import("./position.js").Lands | null}} props */
const Legend = ({ kinds, edition, lands }) => html`
  <div class="legend-of-map"><button type="button" class="legend-button" popovertarget="terrains" aria-label=${say("board-legend")} title=${say("board-legend")}>?</button>
    <div popover id="terrains" class="legend-list"><h2>${say("board-legend")}</h2>
    <ul>${kinds.map((kind) => {
      const type = lands?.kinds[kind];
      return html`<li key=${kind}><svg viewBox="0 0 48 48" aria-hidden="true" class=${`sample-tile t-${DRAWN.has(kind) ? kind : "other"}`}>
        ${DRAWN.has(kind) && html`<use href=${`#terrain-${kind}`} />`}</svg>
        ${kindName(edition, kind)} <span class="small">${type && describeTerrainType(type)}</span></li>`;
    })}</ul>
    <p class="small">${say("board-signs")}</p></div>
  </div>`;
