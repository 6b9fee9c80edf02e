// @ts-check
// What a director changes for rounds to come: how many there are, how long they last, how a knock-out is seeded, the clock of games, and when they are played.
import { useRef, useState } from "preact/hooks";
import { ClockFields, clockOf } from "../clock_fields.js";
import { html } from "../html.js";
import { say } from "../i18n.js";
import { AskReason } from "./ask_reason.js";

/** A time as an input takes it, in the time of this place; and back, in UTC. @param {string} at */
const local = (at) => {
  const time = new Date(at);
  return new Date(time.getTime() - 60_000 * time.getTimezoneOffset()).toISOString().slice(0, 16);
};
const utc = (/** @type {string} */ text) => `${new Date(text).toISOString().slice(0, 19)}Z`;

/** @param {{state: import("./state.js").TournamentState}} props */
function NextRules({ state }) {
  const { rules, rounds } = state.answer.value;
  const [wish, setWish] = useState(/** @type {Record<string, string>} */ ({}));
  const set = (/** @type {any} */ event) => setWish({ ...wish, [event.target.name]: event.target.value });
  const [isClockTouched, touchClock] = useState(false);
  const clock = useRef(/** @type {HTMLFormElement | null} */ (null));
  const next = rounds.length + 1;
  const changes = {
    ...(wish.rounds && Number(wish.rounds) !== rules.rounds && { rounds: Number(wish.rounds) }),
    ...(wish.minutes !== undefined && { round_seconds: 60 * Number(wish.minutes) }),
    ...(wish.seeding && { seeding: wish.seeding }),
  };
  const change = async (/** @type {string} */ text) => {
    const terms = isClockTouched && clock.current ? { clock: clockOf(new FormData(clock.current)) ?? {} } : {};
    const done = await state.command({ type: "ChangeRules", from_round: next, text, ...changes, ...terms });
    if (done) {
      setWish({});
      touchClock(false);
    }
    return done;
  };
  return html`<h2>${say("tournament-rules-from", { n: next })}</h2>
    <div class="row">
      <label><span>${say("tournament-rounds")}</span><input name="rounds" type="number" min=${Math.max(rounds.length, 1)} max="64" value=${wish.rounds ?? rules.rounds} onInput=${set} /></label>
      <label><span>${say("tournament-minutes")}</span><input name="minutes" type="number" min="0" max="1440" value=${wish.minutes ?? (rules.round_seconds ? rules.round_seconds / 60 : "")} onInput=${set} /></label>
      ${rules.format === "knockout" && html`<label><span>${say("tournament-seeding")}</span><select name="seeding" value=${wish.seeding ?? rules.seeding ?? "lot"} onChange=${set}>
        ${["lot", "standings"].map((one) => html`<option value=${one}>${say(`tournament-seeding-${one}`)}</option>`)}</select></label>`}
    </div>
    <details><summary>${say("new-clock-games")}</summary>
      <form ref=${clock} onInput=${() => touchClock(true)} onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}><${ClockFields} key=${JSON.stringify(rules.clock)} terms=${rules.clock} /></form></details>
    ${(Object.keys(changes).length > 0 || isClockTouched) && html`<${AskReason} label=${say("tournament-change-rules")} act=${change} />`}`;
}

/** @param {{state: import("./state.js").TournamentState}} props */
function Times({ state }) {
  const { rules, rounds, schedule } = state.answer.value;
  const open = Array.from({ length: Math.max(rules.rounds, rounds.length) + (rules.final ? 1 : 0) }, (_, k) => k + 1).filter((n) => rounds[n - 1]?.state !== "confirmed");
  const [chosen, choose] = useState(0);
  const [wish, setWish] = useState(/** @type {Record<string, string>} */ ({}));
  if (!open.length) return null;
  const round = open.includes(chosen) ? chosen : open[0];
  const before = schedule.find((/** @type {any} */ one) => one.round === round);
  const opens = wish.opens ?? (before ? local(before.opens) : "");
  const closes = wish.closes ?? (before ? local(before.closes) : "");
  const set = (/** @type {any} */ event) => setWish({ ...wish, [event.target.name]: event.target.value });
  return html`<h2>${say("tournament-times")}</h2>
    <form onSubmit=${async (/** @type {Event} */ event) => { event.preventDefault(); if (await state.command({ type: "ScheduleRound", round, opens: utc(opens), closes: utc(closes) })) setWish({}); }}>
      <div class="row">
        <label><span>${say("tournament-which-round")}</span><select value=${round} onChange=${(/** @type {any} */ event) => { choose(Number(event.target.value)); setWish({}); }}>${open.map((n) => html`<option value=${n}>${n}</option>`)}</select></label>
        <label><span>${say("tournament-opens")}</span><input name="opens" type="datetime-local" required value=${opens} onInput=${set} /></label>
        <label><span>${say("tournament-closes")}</span><input name="closes" type="datetime-local" required value=${closes} onInput=${set} /></label>
      </div>
      <p class="actions"><button class="quiet" disabled=${state.busy.value || !opens || !closes}>${say("tournament-announce")}</button></p>
    </form>`;
}

/** @param {{state: import("./state.js").TournamentState}} props */
export function RulesForm({ state }) {
  return html`<details class="rules-form"><summary>${say("tournament-rules-and-times")}</summary>
    <${NextRules} state=${state} /><${Times} state=${state} /></details>`;
}
