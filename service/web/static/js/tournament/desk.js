// @ts-check
// What the director does next, as one big button, and what can be taken back; below it the clock and penalties.
import { useEffect, useState } from "preact/hooks";
import { html } from "../html.js";
import { say } from "../i18n.js";
import { Games } from "./games.js";
import { AskReason } from "./round_view.js";

/** What a director does for a round, or at the end. @type {Record<string, string>} */
const STEPS = { ReleaseRound: "tournament-release", ConfirmRound: "tournament-confirm-round", DrawRound: "tournament-draw", CloseTournament: "tournament-close" };

/** The step that is due, as [what it says, the commands that do it]; null while others have to act. @param {import("./state.js").TournamentState} state @returns {[string, object[]] | null} */
function due(state) {
  const { awaits, status } = state.answer.value;
  if (status === "closed") return state.events.value.some((one) => one.event.type === "secrets_revealed.1") ? null : [say("tournament-reveal"), [{ type: "RevealSecrets" }]];
  const one = awaits.find((/** @type {any} */ awaited) => awaited.command in STEPS);
  return one ? [say(STEPS[one.command], { n: one.round }), [{ type: one.command, ...(one.round === null ? {} : { round: one.round }) }]] : null;
}

/** How many tables of the round have their result, and what the others wait for. @param {any} round */
function standing(round) {
  const settled = round.tables.filter((/** @type {any} */ one) => one.voided !== null || one.result?.confirmed).length;
  return say("tournament-tables-settled", { settled, count: round.tables.length });
}

/** @param {{state: import("./state.js").TournamentState}} props */
export function Desk({ state }) {
  const [person, setPerson] = useState("");
  const [kind, setKind] = useState("warning");
  const { rounds, players, penalties } = state.answer.value;
  const last = rounds.at(-1);
  const step = state.may("director") ? due(state) : null;
  const present = players.filter((/** @type {any} */ one) => one.checked_in).length;
  return html`
    <section class="panel desk no-print" aria-label=${say("tournament-desk")}>
      ${last && last.state === "released" && html`<p>${standing(last)} <${Clock} state=${state} round=${last} /></p>`}
      ${!last && html`<p>${say("tournament-present-count", { count: present })}</p>`}
      <p class="actions">
        ${step && html`<button type="button" class="big" disabled=${state.busy.value} onClick=${() => state.command(...step[1])}>${step[0]}</button>`}
        ${last?.state === "draft" && state.may("director") && html`<button type="button" class="quiet" disabled=${state.busy.value} onClick=${() => state.command({ type: "WithdrawDraw", round: last.round })}>${say("tournament-undraw")}</button>`}
        ${last?.state === "confirmed" && state.may("director") && html`<${AskReason} label=${say("tournament-reopen-round", { n: last.round })} act=${(/** @type {string} */ text) => state.command({ type: "ReopenRound", round: last.round, text })} />`}
        ${state.answer.value.status === "closed" && state.may("director") && html`<${AskReason} label=${say("tournament-reopen")} act=${(/** @type {string} */ text) => state.command({ type: "ReopenTournament", text })} />`}
      </p>
      ${last?.state === "released" && state.may("director") && html`<${Games} state=${state} round=${last} />`}
      ${state.may("director", "arbiter") && last && html`<details><summary>${say("tournament-penalties")}</summary>
        <ul class="penalties">${penalties.map((/** @type {any} */ one) => html`<li key=${one.penalty}>${say(`tournament-penalty-${one.kind}`)} · ${state.name(one.player)} ${one.lifted ? html`<span class="chip">${say("tournament-lifted")}</span>`
          : html`<${AskReason} label=${say("tournament-lift")} act=${(/** @type {string} */ text) => state.command({ type: "LiftPenalty", penalty: one.penalty, text })} />`}</li>`)}</ul>
        <div class="row">
          <label><span>${say("tournament-player")}</span><select value=${person} onChange=${(/** @type {any} */ event) => setPerson(event.target.value)}><option value=""></option>${players.map((/** @type {any} */ one) => html`<option value=${one.player}>${one.name ?? one.player}</option>`)}</select></label>
          <label><span>${say("tournament-penalty")}</span><select value=${kind} onChange=${(/** @type {any} */ event) => setKind(event.target.value)}>${["warning", "coin_loss", "game_loss", "exclusion"].map((one) => html`<option value=${one}>${say(`tournament-penalty-${one}`)}</option>`)}</select></label>
        </div>
        ${person && html`<${AskReason} label=${say("tournament-penalise")} act=${(/** @type {string} */ text) => state.command({ type: "GivePenalty", player: person, kind, article: "TR-1", text, ...(kind === "warning" || kind === "exclusion" ? {} : { round: last.round }) })} />`}
      </details>`}
    </section>`;
}

/** The time since the round was released, and what was added. @param {{state: import("./state.js").TournamentState, round: any}} props */
function Clock({ state, round }) {
  const [now, tick] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const released = state.events.value.find((one) => one.event.type === "round_released.1" && one.event.round === round.round);
  if (!released) return null;
  const seconds = Math.max(0, Math.floor((now - Date.parse(released.at)) / 1000));
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return html`<span class="clock" role="timer">${say("tournament-running-for", { time: clock })}</span>
    ${state.may("director", "arbiter", "scorer") && html`<button type="button" class="quiet" disabled=${state.busy.value} onClick=${() => state.command({ type: "AddTime", round: round.round, seconds: 300 })}>${say("tournament-add-time")}</button>`}
    ${round.seconds_added > 0 && html`<span class="small">${say("tournament-time-added", { count: Math.round(round.seconds_added / 60) })}</span>`}`;
}
