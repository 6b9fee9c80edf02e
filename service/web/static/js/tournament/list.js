// @ts-check
// The list of tournaments, newest first, and the form for a new one.
import "../lang.js";
import { useEffect, useState } from "preact/hooks";
import { ask, randomKey } from "../api.js";
import { ClockFields, clockOf } from "../clock_fields.js";
import { errorMessage } from "../error_messages.js";
import { data, html, render } from "../html.js";
import { say } from "../i18n.js";
import { addToken, tournamentPage } from "./tokens.js";

function New() {
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const [format, setFormat] = useState("heats");

  /** @param {any} event */
  async function submit(event) {
    event.preventDefault();
    const said = new FormData(event.target);
    const number = (/** @type {string} */ name) => Number(said.get(name));
    setBusy(true);
    try {
      const body = {
        title: said.get("title"), edition: said.get("edition"), format: said.get("format"), rounds: number("rounds"),
        ...Object.fromEntries(["preferred", "final", "advance", "counted"].filter((name) => said.get(name)).map((name) => [name, number(name)])), private: said.has("private"), ...(said.get("minutes") && { round_seconds: 60 * number("minutes") }), ...(said.get("seeding") && { seeding: said.get("seeding") }), ...(said.get("duplicate") && { duplicate: said.get("duplicate") }), delay_seconds: number("delay"), clock: clockOf(said),
      };
      const made = await ask("/v1/tournaments", { method: "POST", body, headers: { "Idempotency-Key": randomKey() } });
      for (const one of [...made.tokens].reverse()) addToken(made.tournament, one.token);
      location.assign(`${tournamentPage(made.tournament)}#players`);
    } catch (error) {
      setProblem(errorMessage(error));
      setBusy(false);
    }
  }

  return html`
    <form class="panel stacked" id="new" onSubmit=${submit}><h2>${say("tournament-new")}</h2>
      <div class="row"><label class="title"><span>${say("tournament-title")}</span><input name="title" required maxlength="100" autocomplete="off" /></label>
      <label><span>${say("tournament-edition")}</span><select name="edition">${Object.entries(data().names).map(([key, name]) => html`<option value=${key}>${name}</option>`)}</select></label>
      <label><span>${say("tournament-format")}</span><select name="format" onChange=${(/** @type {any} */ event) => setFormat(event.target.value)}>${["heats", "swiss", "round_robin", "knockout", "league"].map((one) => html`<option value=${one}>${say(`tournament-format-${one}`)}</option>`)}</select></label>
      <label><span>${say("tournament-rounds")}</span><input name="rounds" type="number" min="1" max="64" value="4" required /></label>
      <label><span>${say("tournament-preferred")}</span><input name="preferred" type="number" min="2" max="7" /></label>
      ${format === "knockout" && html`<label><span>${say("tournament-advance")}</span><input name="advance" type="number" min="1" max="6" /></label>
      <label><span>${say("tournament-seeding")}</span><select name="seeding"><option value="">${say("tournament-seeding-lot")}</option><option value="standings">${say("tournament-seeding-standings")}</option></select></label>`}</div>
      <p class="small">${say("tournament-format-how")}</p>
      <details><summary>${say("tournament-more-rules")}</summary>
        <div class="row"><label><span>${say("tournament-final")}</span><input name="final" type="number" min="2" max="7" /></label>
        <label><span>${say("tournament-counted")}</span><input name="counted" type="number" min="1" max="64" /></label>
        <label><span>${say("tournament-minutes")}</span><input name="minutes" type="number" min="1" max="1440" /></label>
        <label><span>${say("tournament-delay")}</span><input name="delay" type="number" min="0" max="86400" value="0" /></label>
        <label><span>${say("tournament-duplicate")}</span><select name="duplicate"><option value="">${say("tournament-duplicate-none")}</option>${["coins", "matchpoints"].map((one) => html`<option value=${one}>${say(`tournament-duplicate-${one}`)}</option>`)}</select></label></div>
        <p class="small">${say("tournament-duplicate-how")}</p></details>
      <details><summary>${say("new-clock-games")}</summary><${ClockFields} /></details>
      <label class="check"><input type="checkbox" name="private" /> ${say("tournament-private")}</label>
      ${problem && html`<p class="error" role="alert">${problem}</p>`}
      <p><button class="big" disabled=${busy}>${say("tournament-create")}</button></p>
    </form>`;
}

function List() {
  const [answer, setAnswer] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => { ask("/v1/tournaments?limit=50").then(setAnswer, (error) => setProblem(errorMessage(error))); }, []);
  return html`
    ${problem && html`<p class="error">${problem}</p>`}
    ${answer && !answer.tournaments.length && html`<p class="empty">${say("tournament-none")}</p>`}
    ${answer?.tournaments.length > 0 && html`<p><a class="button quiet" href="#new">${say("tournament-new")}</a></p>`}
    <ul class="tournament-list">${(answer?.tournaments ?? []).map((/** @type {any} */ one) => html`
      <li key=${one.tournament}><a class="panel" href=${tournamentPage(one.tournament)}><b>${one.title}</b>
        <span class="small">${say("tournament-facts", { edition: data().names[one.edition] ?? one.edition, format: say(`tournament-format-${one.format}`), rounds: one.rounds, players: one.players })}</span>
        <span class=${one.status === "running" ? "chip live" : "chip"}>${say(`tournament-status-${one.status}`)}</span></a></li>`)}</ul>
    <${New} />`;
}

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();
render(html`<${List} />`, root);
