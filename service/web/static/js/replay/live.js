// @ts-check
// The chip that shows whether the game is live, behind, delayed for spectators, or disconnected.
import { html } from "../html.js";
import { say } from "../i18n.js";

/** @param {{game: import("../game/game.js").Game}} props */
export function LiveChip({ game }) {
  if (!game.isLive.value) return null;
  const eventsBehind = game.version.value - game.n.value;
  if (game.connection.value === "lost") return html`<span class="chip lost" role="status">${say("replay-reconnecting")}</span>`;
  const delay = describeDelay(game.head.value.spectator_delay);
  return html`
    ${delay && html`<span class="chip late" title=${delay.title}>${delay.words}</span>`}
    ${eventsBehind > 0
      ? html`<button type="button" class="chip-button" onClick=${() => game.goTo(game.version.value)}>${say("replay-events-on", { count: eventsBehind })}</button>`
      : !delay && html`<span class="chip live">${say("replay-live")}</span>`}`;
}

/** A delay of more events than any game has: nothing is shown before the end. */
const DELAY_TO_THE_END = 10_000;

/** Describe a spectator's delay in words, or return null without a delay. @param {{events?: number, seconds?: number} | null | undefined} delay */
function describeDelay(delay) {
  if (!delay) return null;
  if ((delay.events ?? 0) >= DELAY_TO_THE_END) return { words: say("replay-after-end"), title: say("replay-after-end-why") };
  const parts = [delay.events && say("replay-delay-events", { count: delay.events }), delay.seconds && say("replay-delay-seconds", { count: delay.seconds })];
  return { words: say("replay-behind", { delay: parts.filter(Boolean).join(", ") }), title: null };
}
