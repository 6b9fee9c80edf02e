// @ts-check
// The broadcast settings of a director or broadcaster: the table of each slot, the addresses for OBS, delay and spoilers.
import { useEffect, useState } from "preact/hooks";
import { ask } from "../api.js";
import { errorMessage } from "../error_messages.js";
import { html } from "../html.js";
import { say } from "../i18n.js";
import { CopyLine, localizedUrl } from "../links.js";
import { commentaryPage } from "./notes.js";

/** The fields of a slot, the most used ones first. */
const FIELDS = ["table", "scores", "hands", "commentary", "clock", "next", "standings", "wall"];

/** @typedef {{slot: string, table: number | null, round: number | null, path: string}} Slot */

/** @param {{state: import("../tournament/state.js").TournamentState}} props */
export function Broadcast({ state }) {
  const [broadcast, setBroadcast] = useState(/** @type {{slots: Slot[], delay_seconds: number, spoiler_free: boolean} | null} */ (null));
  const [name, setName] = useState("");
  const send = async (/** @type {string} */ rest, /** @type {object} */ body) => {
    try {
      await ask(`${state.path}${rest}`, { method: "PUT", body, token: state.token });
      state.problem.value = "";
    } catch (error) {
      state.problem.value = errorMessage(error);
    }
    await load();
  };
  const load = () => ask(`${state.path}/slots`, { token: state.token }).then(setBroadcast, (error) => { state.problem.value = errorMessage(error); });
  const open = (/** @type {any} */ event) => { if (event.currentTarget.open) load(); };
  useEffect(() => { if (state.role.value === "broadcaster") load(); }, []);

  const rounds = state.answer.value.rounds.filter((/** @type {any} */ one) => one.state !== "draft");
  const round = rounds.at(-1);
  const slots = broadcast?.slots.length ? broadcast.slots : [{ slot: "main", table: null, round: null, path: `/broadcast/${state.id}/main` }];
  return html`<details class="panel no-print broadcast-desk" open=${state.role.value === "broadcaster"} onToggle=${open}><summary>${say("cast-title")}</summary>
    <p class="small">${say("cast-how")} <a href=${localizedUrl("/docs/guide/broadcast")}>${say("cast-guide")}</a></p>
    ${broadcast && html`
      ${slots.map((one) => html`<${SlotRow} key=${one.slot} slot=${one} rounds=${rounds} state=${state} bind=${(/** @type {object} */ body) => send(`/slots/${encodeURIComponent(one.slot)}`, body)} />`)}
      <p class="actions"><input value=${name} aria-label=${say("cast-slot-name")} placeholder=${say("cast-slot-name")} pattern="[a-z0-9][a-z0-9\-]*" maxlength="32" onInput=${(/** @type {any} */ event) => setName(event.target.value)} />
        <button type="button" class="quiet" disabled=${!name} onClick=${() => send(`/slots/${encodeURIComponent(name)}`, {}).then(() => setName(""))}>${say("cast-new-slot")}</button></p>
      <div class="row"><label>${say("cast-delay")} <input type="number" min="0" max="86400" value=${broadcast.delay_seconds} onChange=${(/** @type {any} */ event) => send("/broadcast", { delay_seconds: Number(event.target.value), spoiler_free: broadcast.spoiler_free })} /></label>
        <label class="check"><input type="checkbox" checked=${broadcast.spoiler_free} onChange=${(/** @type {any} */ event) => send("/broadcast", { delay_seconds: broadcast.delay_seconds, spoiler_free: event.target.checked })} /> ${say("cast-spoiler-free")}</label></div>
      ${round && html`<p>${say("cast-comment-on")} ${round.tables.filter((/** @type {any} */ one) => one.game).map((/** @type {any} */ one) => html`<a key=${one.table} class="button quiet" href=${commentaryPage(state.id, one.game)}>${say("tournament-table", { n: one.table })}</a> `)}</p>`}`}
  </details>`;
}

/** @param {{slot: Slot, rounds: any[], state: import("../tournament/state.js").TournamentState, bind: (body: object) => void}} props */
function SlotRow({ slot, rounds, state, bind }) {
  const names = (/** @type {any} */ table) => table.players.map(state.name).join(", ");
  const [last, ...earlier] = rounds.toReversed();
  const value = [slot.table, slot.round].filter((one) => one !== null).join(" ");
  const shown = slot.round === null ? last : earlier.find((one) => one.round === slot.round);
  const isListed = slot.table !== null && slot.table <= (shown?.tables.length ?? 0);
  const tables = (/** @type {any} */ round, /** @type {number[]} */ ...fixed) => round?.tables.map((/** @type {any} */ table) => html`<option key=${table.table} value=${[table.table, ...fixed].join(" ")}>${say("tournament-table", { n: table.table })} · ${names(table)}</option>`);
  const choose = (/** @type {any} */ event) => {
    const [table, round] = event.target.value.split(" ").filter(Boolean).map(Number);
    bind({ ...(table && { table }), ...(round && { round }) });
  };
  return html`<section class="slot" data-slot=${slot.slot}><h3>${slot.slot}</h3>
    <label>${say("cast-shows")} <select value=${slot.table === null ? "" : value} onChange=${choose}>
      <option value="">${say("cast-nothing")}</option>
      ${slot.table !== null && !isListed && html`<option value=${value} disabled>${slot.round === null ? say("tournament-table", { n: slot.table }) : say("cast-table-of", { table: slot.table, round: slot.round })}</option>`}
      ${tables(last)}
      ${earlier.map((one) => html`<optgroup key=${one.round} label=${say("cast-round", { n: one.round })}>${tables(one, one.round)}</optgroup>`)}</select></label>
    <details><summary>${say("cast-addresses")}</summary><ul class="tokens">${FIELDS.map((field) => html`
      <${CopyLine} key=${field} label=${say(`cast-field-${field}`)} value=${`${location.origin}${localizedUrl(`${slot.path}/${field}`)}`} />`)}</ul></details></section>`;
}
