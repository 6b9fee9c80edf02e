// The board of a war: a map of tiles, each with its terrain, its owner and what stands on it.
import { Face, art, paint } from "./cards.js";
import { html } from "../html.js";
import { kindName, kindNumbers, placeName, points, terrainsOf } from "./terrains.js";

const RADIUS = 57.7;
const STEP = { staggered: { x: 50, y: 86.6 }, grid: { x: 104, y: 104 } };
const EDGE = {
  staggered: "0,-55.7 48.2,-27.800 48.2,27.800 0,55.7 -48.2,27.800 -48.2,-27.800",
  grid: "-50,-50 50,-50 50,50 -50,50",
};
const RIM = {
  staggered: "0,-49 42.4,-24.500 42.4,24.500 0,49 -42.4,24.500 -42.4,-24.500",
  grid: "-44,-44 44,-44 44,44 -44,44",
};
const DRAWN = new Set(["camp", "farm", "village", "city", "abbey", "quarry", "iron_mine", "swamp", "river", "paddock", "forest"]);

/** Where the middle of each tile lies, and the frame around them all. */
function laidOut({ cells, geometry }) {
  const kind = STEP[geometry] ? geometry : "staggered";
  const left = Math.min(...cells.map((cell) => cell.x));
  const column = ({ x }) => (kind === "grid" ? Math.floor((x - left) / 2) : x - left);
  const top = Math.min(...cells.map((cell) => cell.row));
  const places = new Map(cells.map((cell) => [cell.id, { x: column(cell) * STEP[kind].x, y: (cell.row - top) * STEP[kind].y }]));
  const [width, height] = ["x", "y"].map((axis) => Math.max(...[...places.values()].map((place) => place[axis])));
  return { kind, places, frame: `${-RADIUS} ${-RADIUS - 2} ${width + 2 * RADIUS} ${height + 2 * RADIUS + 4}` };
}

/** The map of a position; `name` tells a seat, `touched` is the terrain of the latest event. */
export function Board({ position, name, touched = null }) {
  const { board, attack, edition } = position;
  if (!board?.cells?.length) return null;
  const { kind, places, frame } = laidOut(board);
  const tiles = terrainsOf(board);
  // The target is drawn last, so that no neighbour lies over its rim.
  tiles.sort((one, other) => (one.id === attack?.target) - (other.id === attack?.target));
  return html`
    <section class="board" data-zone="board" data-place="/board" aria-label="The board">
      <svg class=${`map ${kind}`} viewBox=${frame} role="group" aria-label=${`Board of ${tiles.length} terrains`}>
        ${tiles.map((tile) => html`<${Tile} key=${tile.id} ...${{ tile, kind, position, name, touched: tile.id === touched }} place=${places.get(tile.id)} />`)}
      </svg>
      <${Legend} kinds=${[...new Set(board.cells.map((cell) => cell.terrain))]} edition=${edition} />
    </section>`;
}

function Tile({ tile, kind, position, name, place, touched }) {
  const { edition, attack } = position;
  const terrain = tile.cell.terrain;
  const target = attack?.target === tile.id;
  const from = attack?.riders === tile.id;
  const said = told(tile, position, name, target);
  const label = placeName(edition, tile.id);
  const drawing = terrain === "quarry" && tile.empty ? "quarry-empty" : terrain;
  return html`
    <g class=${`tile t-${DRAWN.has(terrain) ? terrain : "other"} ${target ? "target" : ""}`} data-terrain=${tile.id} role="img" aria-label=${said}
      transform=${`translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})`}>
      <title>${said}</title>
      <polygon class="ground" points=${EDGE[kind]} />
      ${tile.owner !== null && html`<polygon class=${`rim owner-${tile.owner % 7}`} points=${RIM[kind]} />`}
      ${DRAWN.has(terrain) && html`<use href=${art(`terrains.svg#terrain-${drawing}`)} x="-20" y="-46" width="40" height="40" />`}
      <text class=${`tile-name ${label.length > 9 ? "long" : ""}`} y="12">${label}</text>
      <text class="tile-code" y="14" aria-hidden="true">${code(edition, terrain)}</text>
      ${tile.owner !== null && html`<g class=${`marker owner-${tile.owner % 7}`}><circle cy="35" r="13" /><text y="40.500">${tile.owner}</text></g>`}
      ${tile.fortress && html`<use class="fortress" href=${art("terrains.svg#fortress")} x="-42" y="-27" width="21" height="21" />`}
      ${tile.riders && html`<g class=${`riders ${tile.riders} ${from ? "riding" : ""}`} transform=${`translate(32 -17)${tile.riders === "beaten" ? " rotate(90)" : ""}`}>
        <use href=${art("terrains.svg#riders")} x="-11" y="-11" width="22" height="22" /></g>`}
      ${touched && !target && html`<polygon class="just" points=${EDGE[kind]} />`}
      ${target && html`<polygon class="aim" points=${EDGE[kind]} /><use class="swords" href=${art("terrains.svg#swords")} x="-15" y="-62" width="30" height="30" />`}
    </g>`;
}

/** Two letters for a kind of terrain where its name would be too small to read. */
const code = (edition, terrain) => kindName(edition, terrain).slice(0, 2);

/** A tile in words: its name, its owner, what it is worth and what stands on it. */
function told(tile, position, name, target) {
  const { edition } = position;
  const terrain = tile.cell.terrain;
  const { conquerable = true, min_defence: least } = kindNumbers(edition, terrain);
  if (!conquerable) return `${placeName(edition, tile.id)}: cannot be entered`;
  const worth = points(position, tile, terrain);
  return [
    `${placeName(edition, tile.id)}: ${tile.owner === null ? "neutral" : name(tile.owner)}`,
    `${worth} point${worth === 1 ? "" : "s"}`,
    least && `defends with at least ${least}`,
    tile.fortress && "fortress",
    tile.empty && "empty",
    tile.riders && `riders ${tile.riders}`,
    target && "under attack",
  ].filter(Boolean).join(", ");
}

const Legend = ({ kinds, edition }) => html`
  <details class="legend-of-map"><summary>What the terrains are</summary>
    <ul>${kinds.map((kind) => {
      const { points: worth, min_defence: least, conquerable = true } = kindNumbers(edition, kind);
      const facts = [conquerable ? `${worth ?? "?"} point${worth === 1 ? "" : "s"}` : "cannot be entered", least && `defends with at least ${least}`];
      return html`<li key=${kind}><svg viewBox="0 0 48 48" aria-hidden="true" class=${`sample-tile t-${DRAWN.has(kind) ? kind : "other"}`}>
        ${DRAWN.has(kind) && html`<use href=${art(`terrains.svg#terrain-${kind}`)} />`}</svg>
        <b>${code(edition, kind)}</b> ${kindName(edition, kind)} <span class="small">${facts.filter(Boolean).join(", ")}</span></li>`;
    })}</ul>
    <p class="small">A coloured rim and the number of the seat mark its owner. A tower is a fortress; a horse are riders, lying when beaten.</p>
  </details>`;

/** The attack that is open: who against what, and the cards committed so far. */
export function Attack({ position, name }) {
  const { attack, board, edition, turn } = position;
  if (!attack) return null;
  const owner = board.terrains.find((terrain) => terrain.id === attack.target)?.owner ?? null;
  const { attack: ours, defence: theirs } = attack.committed || {};
  const riding = attack.riders && (attack.round ?? 1) === 1;
  return html`
    <section class="attack" aria-label="Attack">
      <p><strong>${name(turn.seat)} attacks ${placeName(edition, attack.target)}</strong>
        <span class="small"> ${owner === null ? "neutral" : `of ${name(owner)}`}${(attack.round ?? 1) > 1 ? `, round ${attack.round}` : ""}</span></p>
      <${Side} title="Attack" commitment=${ours} none=${riding ? `riders of ${placeName(edition, attack.riders)}` : "to be committed"} />
      <${Side} title="Defence" commitment=${theirs} none="to be committed" />
    </section>`;
}

const Side = ({ title, commitment, none }) => html`
  <div class="side"><h4>${title}</h4>
    ${commitment ? html`<span class=${`card ${paint(commitment.card)}`}><${Face} card=${commitment.card} /></span><span class="small">from the ${commitment.source}</span>` : html`<span class="small">${none}</span>`}</div>`;
