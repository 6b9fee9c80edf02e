// @ts-check
// The editor of a terrain of the board: its owner, its fortress and its riders.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { placeName, terrainsOf } from "../table/terrains.js";
import { withTerrain } from "./position.js";

/** @param {{question: import("./question.js").Question, id: string}} props */
export function Terrain({ question, id }) {
  const drawn = question.drawn.value;
  const tile = drawn?.board?.cells && terrainsOf(drawn.board).find((/** @type {any} */ one) => one.id === id);
  if (!drawn || !tile) return null;
  const change = (/** @type {Record<string, any>} */ what) => question.change({ position: withTerrain(drawn, id, what) });
  const flag = (/** @type {"fortress" | "empty"} */ name) => html`<label class="check"><input type="checkbox" checked=${Boolean(tile[name])} onChange=${(/** @type {any} */ event) => change({ [name]: event.target.checked })} /> ${say(`board-${name}`)}</label>`;
  return html`
    <div class="zone-cards" role="group" aria-label=${placeName(drawn.edition, id)}>
      <h3>${placeName(drawn.edition, id)}</h3>
      <label>${say("ask-owner")} <select value=${tile.owner === null ? "" : String(tile.owner)} onChange=${(/** @type {any} */ event) => change({ owner: event.target.value === "" ? null : Number(event.target.value) })}>
        <option value="">${say("board-neutral")}</option>${drawn.seats.map((/** @type {any} */ _, /** @type {number} */ k) => html`<option value=${String(k)}>${question.name(k)}</option>`)}</select></label>
      ${flag("fortress")}
      ${tile.cell.terrain === "quarry" && flag("empty")}
      ${tile.cell.terrain === "paddock" && html`<label>${say("ask-riders")} <select value=${tile.riders ?? ""} onChange=${(/** @type {any} */ event) => change({ riders: event.target.value })}>
        <option value="">${say("table-none")}</option><option value="upright">${say("board-riders-upright")}</option><option value="beaten">${say("board-riders-beaten")}</option></select></label>`}
      <button type="button" class="quiet" onClick=${() => { question.place.value = "/seats/0/hand"; }}>${say("ask-to-cards")}</button>
    </div>`;
}
