// @ts-check
// Whether one sees the game as it is: live, behind by so many events, kept behind, or cut off.
import { html } from "../html.js";
import { say } from "../i18n.js";

/** @param {{game: import("../game/game.js").Game}} props */
export function LiveChip({ game }) {
  if (!game.isLive.value) return null;
  const behind = game.version.value - game.n.value;
  if (game.connection.value === "lost") return html`<span class="chip lost" role="status">${say("replay-reconnecting")}</span>`;
  const delay = behindBy(game.head.value.spectator_delay);
  return html`
    ${delay && html`<span class="chip late" title=${delay.title}>${delay.words}</span>`}
    ${behind > 0
      ? html`<button type="button" class="chip-button" onClick=${() => game.goTo(game.version.value)}>${say("replay-events-on", { count: behind })}</button>`
      : !delay && html`<span class="chip live">${say("replay-live")}</span>`}`;
}

/** So many events are more than a game has: nothing is shown before the end. */
const TO_THE_END = 10_000;

/** How far whoever looks on is kept behind the game, in words; nothing for those who are not. @param {{events?: number, seconds?: number} | null | undefined} delay */
function behindBy(delay) {
  if (!delay) return null;
  if ((delay.events ?? 0) >= TO_THE_END) return { words: say("replay-after-end"), title: say("replay-after-end-why") };
  const parts = [delay.events && say("replay-delay-events", { count: delay.events }), delay.seconds && say("replay-delay-seconds", { count: delay.seconds })];
  return { words: say("replay-behind", { delay: parts.filter(Boolean).join(", ") }), title: null };
}
