// @ts-check
// The clock of a round by the service's time: the remaining time, or the elapsed time of a round without a length.
import { useEffect, useState } from "preact/hooks";
import { serverNow, formatDuration } from "../clock.js";
import { html } from "../html.js";
import { lang, say } from "../i18n.js";

/** How many seconds an official adds at once. */
const ADDED_SECONDS = 300;

/** Return when the time of a round, or of a table with added time, is up, or null without a length. @param {any} round @param {any} [table] */
export const endOf = (round, table) => (round.seconds === null || round.released === null
  ? null
  : Date.parse(round.released) + 1000 * (round.seconds + round.seconds_added + (table?.seconds_added ?? 0)));

/** Show the printed start, length and end of a round or table, as far as they are known. @param {{round: any, table?: any}} props */
export function PrintedTimes({ round, table }) {
  const clock = (/** @type {string | number} */ at) => new Date(at).toLocaleTimeString(lang, { timeStyle: "short" });
  const end = endOf(round, table);
  const parts = [
    round.released !== null && say("tournament-printed-start", { time: clock(round.released) }),
    round.seconds !== null && say("tournament-printed-length", { minutes: (round.seconds + round.seconds_added + (table?.seconds_added ?? 0)) / 60 }),
    end !== null && say("tournament-ends-at", { time: clock(end) }),
  ].filter(Boolean);
  return parts.length > 0 && html`<p class="times">${parts.join(" · ")}</p>`;
}

/** Show the remaining time of a round or table. It is updated at once when the page becomes visible. @param {{round: any, table?: any}} props */
export function TimeLeft({ round, table }) {
  const [at, tick] = useState(serverNow());
  useEffect(() => {
    const show = () => tick(serverNow());
    const timer = setInterval(show, 1000);
    document.addEventListener("visibilitychange", show);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", show);
    };
  }, []);
  const end = endOf(round, table);
  if (end === null) return html`<span role="timer">${say("tournament-running-for", { time: formatDuration(at - Date.parse(round.released)) })}</span>`;
  return at < end
    ? html`<span role="timer">${say("tournament-time-left", { time: formatDuration(Math.min(end - at, end - Date.parse(round.released))) })}</span>`
    : html`<span role="timer" class="time-up">${say("tournament-time-up", { time: formatDuration(at - end) })}</span>`;
}

/** Show the clock of a round, or of a table with added time. @param {{round: any, table?: any}} props */
export function Clock({ round, table }) {
  if (round.state !== "released" || round.released === null) return null;
  const { seconds_added: added } = table ?? round;
  return (!table || added > 0) && html`<span class="clock"><${TimeLeft} round=${round} table=${table} />
    ${added > 0 && html` <span class="chip">${say("tournament-time-added", { count: Math.round(added / 60) })}</span>`}</span>`;
}

/** Show the clock with a button that adds time, for officials. @param {{state: import("./state.js").TournamentState, round: any, table?: any}} props */
export function RoundClock({ state, round, table }) {
  if (round.state !== "released" || !state.isNow.value) return null;
  const add = () => state.command({ type: "AddTime", round: round.round, seconds: ADDED_SECONDS, ...(table && { table: table.table }) });
  return html`<div class="round-clock"><${Clock} round=${round} table=${table} />
    ${state.may("director", "arbiter", "scorer") && html`<button type="button" class="quiet no-print" disabled=${state.busy.value} onClick=${add}>${table ? say("tournament-add-time-table", { n: table.table }) : say("tournament-add-time")}</button>`}</div>`;
}
