// @ts-check
// A time that is left, as the strip above a table and the overlays of a broadcast show it.
import { span } from "../clock.js";
import { html } from "../html.js";
import { say } from "../i18n.js";

const DAY = 86_400_000;
/** Below this it is told that little time is left. */
const LITTLE = 10_000;

/** A time that is left, such as 0:27, 1:02:03 or 3 days. @param {number} ms */
export const inWords = (ms) => (ms > 2 * DAY ? say("clock-days", { count: Math.floor(ms / DAY) }) : span(ms));

/** @param {{left: import("../game/game_clock.js").Left, name?: string, passed?: boolean, give?: (() => void) | null, title?: string}} props `give` is what a click does */
export function ClockChip({ left, name = "", passed = false, give = null, title = "" }) {
  const look = `clock-chip ${left.runs ? "runs" : ""} ${left.expired ? "up" : ""} ${left.runs && left.left !== null && left.left < LITTLE ? "little" : ""}`;
  const inside = html`${name && html`<span class="clock-name">${name}</span>`}
    <b>${left.expired ? say("clock-expired") : left.left === null ? "" : inWords(left.left)}</b>${passed && html`<span class="tag">${say("clock-passed")}</span>`}`;
  return give ? html`<button type="button" class=${look} title=${title} onClick=${give}>${inside}</button>` : html`<span class=${look}>${inside}</span>`;
}
