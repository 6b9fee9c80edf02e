// @ts-check
// The director's desk: the next step as a button, undo, games and penalties.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { AskReason } from "./ask_reason.js";
import { Awaited } from "./awaited.js";
import { Games } from "./games.js";
import { NewComments } from "./new_comments.js";
import { Penalties } from "./penalties.js";
import { RulesForm } from "./rules_form.js";

/** The message key of each step of a director. @type {Record<string, string>} */
const STEPS = { ReleaseRound: "tournament-release", ConfirmRound: "tournament-confirm-round", DrawRound: "tournament-draw", CloseTournament: "tournament-close" };

/** Return the next step as [label, command], or null while others have to act. @param {import("./state.js").TournamentState} state @returns {[string, {type: string}] | null} */
function nextStep(state) {
  const { awaits, status } = state.answer.value;
  if (status === "closed") return state.events.value.some((one) => one.event.type === "secrets_revealed.1") ? null : [say("tournament-reveal"), { type: "RevealSecrets" }];
  const one = awaits.find((/** @type {any} */ awaited) => awaited.command in STEPS);
  return one ? [say(STEPS[one.command], { n: one.round }), { type: one.command, ...(one.round !== null && { round: one.round }) }] : null;
}

/** Describe how many tables of the round have a result. @param {any} round */
function describeProgress(round) {
  const settled = round.tables.filter((/** @type {any} */ one) => one.voided !== null || one.result?.confirmed).length;
  return say("tournament-tables-settled", { n: round.round, settled, count: round.tables.length });
}

/** @param {{state: import("./state.js").TournamentState}} props */
export function Desk({ state }) {
  const { rounds, players, rules, status } = state.answer.value;
  const last = rounds.at(-1);
  const played = rounds.filter((/** @type {any} */ one) => one.state === "released");
  const directs = state.may("director");
  const step = directs ? nextStep(state) : null;
  const allowed = players.filter((/** @type {any} */ one) => !one.excluded);
  const present = allowed.filter((/** @type {any} */ one) => one.checked_in).length;
  const tooFew = step?.[1].type === "DrawRound" && present < rules.smallest;
  return html`
    <section class="panel desk no-print" aria-label=${say("tournament-desk")}>
      ${played.map((/** @type {any} */ round) => html`<p key=${round.round}>${describeProgress(round)}</p>`)}
      <${Awaited} state=${state} />
      <${NewComments} state=${state} />
      ${!last && html`<p>${say("tournament-present-count", { count: present })}</p>`}
      ${tooFew && html`<p>${say("tournament-too-few", { n: (last?.round ?? 0) + 1, count: rules.smallest })}</p>`}
      <p class="actions">
        ${tooFew && html`<button type="button" class="big" onClick=${() => state.shown.showPart("players")}>${say(present < allowed.length ? "tournament-check-in-players" : "tournament-register-players")}</button>`}
        ${step && !tooFew && html`<button type="button" class="big" disabled=${state.busy.value} onClick=${() => state.command(step[1])}>${step[0]}</button>`}
        ${directs && last?.state === "draft" && html`<button type="button" class="quiet" disabled=${state.busy.value} onClick=${() => state.command({ type: "WithdrawDraw", round: last.round })}>${say("tournament-undraw")}</button>`}
        ${directs && last?.state === "confirmed" && status !== "closed" && html`<${AskReason} label=${say("tournament-reopen-round", { n: last.round })} act=${(/** @type {string} */ text) => state.command({ type: "ReopenRound", round: last.round, text })} />`}
        ${directs && status === "closed" && html`<${AskReason} label=${say("tournament-reopen")} act=${(/** @type {string} */ text) => state.command({ type: "ReopenTournament", text })} />`}
      </p>
      ${directs && played.map((/** @type {any} */ round) => html`<${Games} key=${round.round} state=${state} round=${round} />`)}
      ${directs && status !== "closed" && html`<${RulesForm} state=${state} />`}
      ${state.may("director", "arbiter") && players.length > 0 && html`<${Penalties} state=${state} />`}
    </section>`;
}
