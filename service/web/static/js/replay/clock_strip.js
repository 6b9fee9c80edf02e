// @ts-check
// The clock above the table: what each seat and the trading have left, with what seats and officials may do about it.
import { useEffect, useState } from "preact/hooks";
import { ask, freshKey, gamePath } from "../api.js";
import { isApart } from "../data_source.js";
import { leftOf, leftOfTrading, measure, serverTime } from "../game/game_clock.js";
import { html } from "../html.js";
import { say } from "../i18n.js";
import { ClockChip } from "../table/clock_chip.js";
import { trouble } from "../error_messages.js";

/** @typedef {import("../game/game.js").Game} Game */

const TICK = 200;
/** After so long the offset is measured again: clocks of machines drift. */
const AGAIN = 300_000;
/** So many seconds an official gives at once. */
const MORE = 60;

/** The time of the server while the game goes on here; else that of the event shown. @param {Game} game @param {boolean} ticks */
function useServerTime(game, ticks) {
  const [offset, setOffset] = useState(/** @type {number | null} */ (null));
  const [, tick] = useState(0);
  useEffect(() => {
    if (!ticks) return undefined;
    const look = () => measure(() => game.ask("/clock")).then(setOffset, () => {});
    look();
    const timers = [setInterval(() => tick((n) => n + 1), TICK), setInterval(look, AGAIN)];
    return () => timers.forEach(clearInterval);
  }, [game, ticks]);
  return ticks && offset !== null ? offset : null;
}

/** @param {{game: Game, host?: string | null}} props `host` is the token of an official who looks here, if one does */
export function ClockStrip({ game, host = null }) {
  const clock = game.shown.value?.clock ?? null;
  const isNow = Boolean(clock) && !isApart && game.isLive.value && game.n.value === game.version.value;
  // Spectators who are late by events see the clock as of their last event: how long ago that was is not known.
  const offset = useServerTime(game, isNow && !game.head.value?.spectator_delay?.events);
  const [problem, setProblem] = useState("");
  if (!clock) return null;
  const at = offset === null ? clock.since : serverTime(offset);
  const trading = leftOfTrading(clock, at);
  const you = game.you.value;
  const post = (/** @type {string} */ path, /** @type {object | undefined} */ body, /** @type {string | null} */ token) => {
    ask(gamePath(game.id, path), { method: "POST", body, token, headers: { "Idempotency-Key": freshKey() } })
      .then(() => setProblem(""), (error) => setProblem(trouble(error)));
  };
  const official = isNow ? host : null;
  const more = (/** @type {object} */ wish) => () => post("/clock", { act: "extend", seconds: MORE, ...wish }, official);
  const reason = clock.running ? "" : clock.reason === "" ? (game.isLive.value ? say("clock-waits") : "") : say(["paused", "time_up"].includes(clock.reason) ? `clock-why-${clock.reason}` : "clock-stopped");
  const seat = clock.seats.find(({ runs }) => runs);
  return html`
    <section class="clocks" role="group" aria-label=${say("clock-title")} data-ahead=${offset === null ? "" : String(Math.round(at - Date.now()))} data-zero=${seat && offset !== null ? String(Math.round(at + (leftOf(clock, seat.seat, at).left ?? 0))) : ""}>
      ${clock.seats.map((_, k) => html`<${ClockChip} key=${k} left=${leftOf(clock, k, at)} name=${game.name(k)} passed=${clock.passed.includes(k)} give=${official && more({ seat: k })} title=${say("clock-more-seat", { name: game.name(k) })} />`)}
      ${trading && html`<${ClockChip} left=${trading} name=${say("clock-trading")} give=${official && more({ budget: "trading" })} title=${say("clock-more-trading")} />`}
      ${reason && html`<span class="clock-reason" role="status">${reason}</span>`}
      ${isNow && you !== null && clock.trades && !clock.passed.includes(you) && html`<button type="button" class="quiet" onClick=${() => post("/clock/passes", undefined, game.token)}>${say("clock-pass")}</button>`}
      ${official && html`<button type="button" class="quiet" onClick=${() => post("/clock", { act: clock.running ? "stop" : "start" }, official)}>${say(clock.running ? "clock-stop" : "clock-start")}</button>
        <button type="button" class="quiet" onClick=${more({})}>${say("clock-more-all")}</button>`}
      ${problem && html`<span class="error" role="alert">${problem}</span>`}
    </section>`;
}
