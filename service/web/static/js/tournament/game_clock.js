// @ts-check
// The clock of a tournament's games in words, and that of a round if it differs.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { formatTimeLeft } from "../table/clock_chip.js";

/** Describe the terms of a clock with this message key; the times are in seconds. @param {string} key @param {any} clock */
export function clockTerms(key, clock) {
  const budgets = ["turn", "trading", "game"].filter((name) => clock[name] !== null).map((name) => say(`tournament-clock-${name}`, { time: formatTimeLeft(1000 * clock[name]) }));
  return say(key, { budgets: budgets.join(", "), zero: say(`new-clock-${clock.at_zero}`) });
}

/** Show the clock of the games of a round, if they have one. @param {{round: any}} props */
export const ClockOfGames = ({ round }) => round.clock && html`<p class="clock-of-games">${clockTerms("tournament-round-clock", round.clock)}</p>`;

/** Show the clock of a round if it differs from that of later rounds. @param {{round: any, rules: any}} props */
export function OtherClock({ round, rules }) {
  if (JSON.stringify(round.clock) === JSON.stringify(rules.clock)) return null;
  return html`<p class="small">${round.clock ? clockTerms("tournament-round-clock", round.clock) : say("tournament-round-no-clock")}</p>`;
}
