// @ts-check
// The remaining time of a clock, for the strip above a table and the overlays of a broadcast.
import { formatDuration } from "../clock.js";
import { html } from "../html.js";
import { say } from "../i18n.js";

const DAY_MS = 86_400_000;
/** Below this the chip warns that little time is left. */
const LOW_TIME_MS = 10_000;

/** Return a remaining time in words, such as 0:27, 1:02:03 or 3 days. @param {number} ms */
export const formatTimeLeft = (ms) => (ms > 2 * DAY_MS ? say("clock-days", { count: Math.floor(ms / DAY_MS) }) : formatDuration(ms));

/** @param {{left: import("../game/game_clock.js").Left, name?: string, passed?: boolean, onClick?: (() => void) | null, title?: string}} props */
export function ClockChip({ left, name = "", passed = false, onClick = null, title = "" }) {
  const look = `clock-chip ${left.runs ? "runs" : ""} ${left.expired ? "up" : ""} ${left.runs && left.left !== null && left.left < LOW_TIME_MS ? "little" : ""}`;
  const inside = html`${name && html`<span class="clock-name">${name}</span>`}
    <b>${left.expired ? say("clock-expired") : left.left === null ? "" : formatTimeLeft(left.left)}</b>${passed && html`<span class="tag">${say("clock-passed")}</span>`}`;
  return onClick ? html`<button type="button" class=${look} title=${title} onClick=${onClick}>${inside}</button>` : html`<span class=${look}>${inside}</span>`;
}
