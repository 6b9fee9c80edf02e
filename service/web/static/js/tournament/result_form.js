// @ts-check
// The form for the result of a table: a score for each player, and places, which follow from the scores by default.
import { useState } from "preact/hooks";
import { html } from "../html.js";
import { say } from "../i18n.js";

/** Return the places for scores; equal scores share the best place. @param {number[]} scores */
export const placesOf = (scores) => scores.map((score) => 1 + scores.filter((other) => other > score).length);

/**
 * @param {{state: import("./state.js").TournamentState, round: number, table: any, ruling?: boolean, onDone?: () => void}} props
 */
export function ResultForm({ state, round, table, ruling = false, onDone = () => {} }) {
  const before = table.result?.scores ?? table.players.map(() => "");
  const [scores, setScores] = useState(before.map(String));
  const [text, setText] = useState("");
  const whole = scores.every((/** @type {string} */ one) => /^-?\d+$/.test(one));
  const places = whole ? placesOf(scores.map(Number)) : null;

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    if (!places) return;
    const result = { round, table: table.table, scores: scores.map(Number), places };
    const done = await (ruling ? state.command({ type: "CorrectResult", ...result, text }) : state.enter(result));
    if (done) onDone();
  }

  return html`
    <form class="result-form" onSubmit=${submit}>
      ${table.players.map((/** @type {string} */ player, /** @type {number} */ k) => html`
        <label key=${player}><span>${state.name(player)}</span>
          <input type="number" inputmode="numeric" required step="1" min="-999" max="9999" value=${scores[k]}
            onInput=${(/** @type {any} */ event) => setScores(scores.map((/** @type {string} */ one, /** @type {number} */ at) => (at === k ? event.target.value : one)))} />
          <output>${places ? say("tournament-place", { n: places[k] }) : ""}</output></label>`)}
      ${ruling && html`<label class="reason"><span>${say("tournament-reason")}</span><textarea required maxlength="4000" rows="2" value=${text} onInput=${(/** @type {any} */ event) => setText(event.target.value)} /></label>`}
      <p class="actions"><button disabled=${!whole || state.busy.value}>${say(ruling ? "tournament-correct" : "tournament-enter")}</button>
        <button type="button" class="quiet" onClick=${onDone}>${say("tournament-cancel")}</button></p>
    </form>`;
}
