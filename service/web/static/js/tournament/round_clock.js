// @ts-check
// The time since a round was released, by the service's clock, with what was added to it: for all to see.
import { useEffect, useState } from "preact/hooks";
import { now, span } from "../clock.js";
import { html } from "../html.js";
import { say } from "../i18n.js";

/** So many seconds an official adds at once. */
const ADDED = 300;

/** @param {{state: import("./state.js").TournamentState, round: any}} props */
export function RoundClock({ state, round }) {
  const [at, tick] = useState(now());
  useEffect(() => {
    const timer = setInterval(() => tick(now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const released = state.events.value.find((one) => one.event.type === "round_released.1" && one.event.round === round.round);
  if (!released || !state.isNow.value) return null;
  return html`<p class="clock"><span role="timer">${say("tournament-running-for", { time: span(at - Date.parse(released.at)) })}</span>
    ${round.seconds_added > 0 && html` <span class="chip">${say("tournament-time-added", { count: Math.round(round.seconds_added / 60) })}</span>`}
    ${state.may("director", "arbiter", "scorer") && html` <button type="button" class="quiet no-print" disabled=${state.busy.value} onClick=${() => state.command({ type: "AddTime", round: round.round, seconds: ADDED })}>${say("tournament-add-time")}</button>`}</p>`;
}
