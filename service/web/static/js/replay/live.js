// @ts-check
// Whether one sees the game as it is: live, behind by so many events, kept behind, or cut off.
import { html } from "../html.js";
import { say } from "../i18n.js";

/** @param {{game: import("../game/game.js").Game}} props */
export function LiveChip({ game }) {
  if (!game.isLive.value) return null;
  const behind = game.version.value - game.n.value;
  if (game.connection.value === "lost") return html`<span class="chip lost" role="status">${say("replay-reconnecting")}</span>`;
  const delay = delayed(game.head.value.spectator_delay);
  return html`
    ${delay && html`<span class="chip late">${say("replay-behind", { delay })}</span>`}
    ${behind > 0
      ? html`<button type="button" class="chip-button" onClick=${() => game.goTo(game.version.value)}>${say("replay-events-on", { count: behind })}</button>`
      : !delay && html`<span class="chip live">${say("replay-live")}</span>`}`;
}

/** How far whoever looks on is kept behind the game, in words; nothing for those who are not. @param {{events?: number, seconds?: number} | null | undefined} delay */
const delayed = (delay) => (delay ? [delay.events && say("replay-delay-events", { count: delay.events }), delay.seconds && say("replay-delay-seconds", { count: delay.seconds })].filter(Boolean).join(", ") : "");
