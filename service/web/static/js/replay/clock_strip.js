// @ts-check
// The clock above the table: the remaining times of seats and trading, with the buttons of seats and officials.
import { useEffect, useState } from "preact/hooks";
import { ask, randomKey, gamePath } from "../api.js";
import { isEmbedded } from "../data_source.js";
import { leftOf, leftOfTrading, measure, serverTime } from "../game/game_clock.js";
import { html } from "../html.js";
import { say } from "../i18n.js";
import { ClockChip } from "../table/clock_chip.js";
import { errorMessage } from "../error_messages.js";

/** @typedef {import("../game/game.js").Game} Game */

const TICK_MS = 200;
/** How often the offset to the server's clock is measured again, since clocks drift. */
const MEASURE_MS = 300_000;
/** How many seconds an official adds at once. */
const EXTENSION_SECONDS = 60;

/** Return the offset to the server's time while the clock ticks here, otherwise null. @param {Game} game @param {boolean} ticks */
function useServerTime(game, ticks) {
  const [offset, setOffset] = useState(/** @type {number | null} */ (null));
  const [, tick] = useState(0);
  useEffect(() => {
    if (!ticks) return undefined;
    const updateOffset = () => measure(() => game.ask("/clock")).then(setOffset, () => {});
    updateOffset();
    const timers = [setInterval(() => tick((n) => n + 1), TICK_MS), setInterval(updateOffset, MEASURE_MS)];
    return () => timers.forEach(clearInterval);
  }, [game, ticks]);
  return ticks && offset !== null ? offset : null;
}

/** @param {{game: Game, host?: string | null}} props `host` is the token of an official, or null */
export function ClockStrip({ game, host = null }) {
  const clock = game.shown.value?.clock ?? null;
  const isNow = Boolean(clock) && !isEmbedded && game.isLive.value && game.n.value === game.version.value;
  // Spectators delayed by events see the clock as of their last event, since its age is unknown.
  const offset = useServerTime(game, isNow && !game.head.value?.spectator_delay?.events);
  const [problem, setProblem] = useState("");
  if (!clock) return null;
  const at = offset === null ? clock.since : serverTime(offset);
  const trading = leftOfTrading(clock, at);
  const you = game.you.value;
  const post = (/** @type {string} */ path, /** @type {object | undefined} */ body, /** @type {string | null} */ token) => {
    ask(gamePath(game.id, path), { method: "POST", body, token, headers: { "Idempotency-Key": randomKey() } })
      .then(() => setProblem(""), (error) => setProblem(errorMessage(error)));
  };
  const official = isNow ? host : null;
  const extend = (/** @type {object} */ target) => () => post("/clock", { act: "extend", seconds: EXTENSION_SECONDS, ...target }, official);
  const reason = clock.running ? "" : clock.reason === "" ? (game.isLive.value ? say("clock-waits") : "") : say(["paused", "time_up"].includes(clock.reason) ? `clock-why-${clock.reason}` : "clock-stopped");
  const seat = clock.seats.find(({ runs }) => runs);
  return html`
    <section class="clocks" role="group" aria-label=${say("clock-title")} data-ahead=${offset === null ? "" : String(Math.round(at - Date.now()))} data-zero=${seat && offset !== null ? String(Math.round(at + (leftOf(clock, seat.seat, at).left ?? 0))) : ""}>
      ${clock.seats.map((_, k) => html`<${ClockChip} key=${k} left=${leftOf(clock, k, at)} name=${game.name(k)} passed=${clock.passed.includes(k)} onClick=${official && extend({ seat: k })} title=${say("clock-more-seat", { name: game.name(k) })} />`)}
      ${trading && html`<${ClockChip} left=${trading} name=${say("clock-trading")} onClick=${official && extend({ budget: "trading" })} title=${say("clock-more-trading")} />`}
      ${reason && html`<span class="clock-reason" role="status">${reason}</span>`}
      ${isNow && you !== null && clock.trades && !clock.passed.includes(you) && html`<button type="button" class="quiet" onClick=${() => post("/clock/passes", undefined, game.token)}>${say("clock-pass")}</button>`}
      ${official && html`<button type="button" class="quiet" onClick=${() => post("/clock", { act: clock.running ? "stop" : "start" }, official)}>${say(clock.running ? "clock-stop" : "clock-start")}</button>
        <button type="button" class="quiet" onClick=${extend({})}>${say("clock-more-all")}</button>`}
      ${problem && html`<span class="error" role="alert">${problem}</span>`}
    </section>`;
}
