// @ts-check
// What the table is told at once, in a line above it: a dispute, a pause, a ruling, a call for an arbiter. It is closed until there is something newer.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask, freshKey, gamePath, tokens } from "../api.js";
import { html } from "../html.js";
import { Icon } from "../icons.js";
import { sitsIn } from "../person.js";
import { listed, say } from "../i18n.js";
import { trouble } from "../error_messages.js";
import { disputesOf } from "./print_links.js";

/**
 * @typedef {import("../game/game.js").Game} Game
 * @typedef {{key: string, says: string, dispute?: number, pause?: boolean, agree?: number, as?: string, read?: boolean, withdraw?: number}} Told
 */

const seenKey = (/** @type {string} */ game) => `haricot:case:${game}`;
const found = signal(/** @type {any} */ (null));
const kind = signal("");
const shut = signal("");
const problem = signal("");

/** Who did something that was filed. @param {Game} game @param {any} event */
const who = (game, event) => (event.seat === undefined ? say("case-arbiter") : game.name(event.seat));

/** What was filed last on a dispute, as far as the table is to be told of it. @param {Game} game @param {any} dispute @returns {Told | null} */
function ofDispute(game, { dispute, event, filed, state }) {
  const shown = ["dispute_opened", "dispute_ruled", "committee_ruled", "ruling_appealed", "dispute_reopened", "dispute_withdrawn"];
  const last = filed.findLast((/** @type {any} */ one) => shown.includes(one.event.type.split(".")[0]));
  const ruled = filed.findLast((/** @type {any} */ one) => one.event.outcome)?.event;
  const type = last.event.type.split(".")[0].replaceAll("_", "-");
  const says = type.endsWith("-ruled") && ruled ? say(`case-${ruled.outcome}`, { dispute, clause: ruled.clause }) : say(`case-${type}`, { who: who(game, last.event), dispute, event: String(event) });
  return { key: String(last.n), says, dispute, read: true, pause: state !== "ruled" && state !== "withdrawn" };
}

/** How a call for an arbiter stands. @param {Game} game @param {any} call @param {number} n @returns {Told | null} */
function ofCall(game, call, n) {
  const by = game.name(call.seat);
  if (call.state === "admitted") return { key: String(n), says: say(kind.value === "arbiter" ? "case-you-rule" : "case-admitted"), read: true };
  if (call.state === "withdrawn" || Date.parse(call.expires) <= Date.now()) return null;
  const missing = call.agreed.includes("organiser") ? [] : call.needed.filter((/** @type {number} */ seat) => !call.agreed.includes(`seat:${seat}`));
  const you = game.you.value;
  const own = tokens.organiser(game.id);
  const host = own && !sitsIn(game.id) && !call.agreed.includes("organiser") ? own : null; // who keeps the links of others does not agree for them
  const agreeing = host ?? (you !== null && missing.includes(you) ? game.token : null);
  if (agreeing) return { key: `${n}!`, says: say("case-agree", { who: by }), agree: call.call, as: agreeing };
  const waits = missing.length ? say("case-waits", { who: listed(missing.map(game.name)) }) : say(call.state === "open" ? "case-not-come" : "case-waits-host");
  return { key: String(n), says: `${say("case-called", { who: by })} ${waits}`, ...(you === call.seat ? { withdraw: call.call } : {}) };
}

/** What there is to tell, the newest of it. @param {Game} game @returns {Told | null} */
function told(game) {
  const all = found.value;
  if (!all) return null;
  const numbers = all.filed.filter((/** @type {any} */ one) => one.event.call).map((/** @type {any} */ one) => one.n);
  const call = all.call && ofCall(game, all.call, numbers.at(-1) ?? 0);
  if (call?.agree) return call;
  const every = [call, ...all.disputes.map((/** @type {any} */ one) => ofDispute(game, one))].filter(Boolean);
  every.sort((a, b) => parseInt(b.key, 10) - parseInt(a.key, 10));
  const [newest] = every;
  if (!game.head.value.paused) return newest ?? null;
  const key = `${newest?.key ?? 0}p`;
  return newest ? { ...newest, key, says: `${newest.says} ${say("case-paused")}`, pause: false } : { key, says: say("case-paused") };
}

/** Asks how the proceedings stand. @param {Game} game */
async function learn(game) {
  const token = tokens.get(game.id);
  found.value = await game.ask("/disputes").catch(() => found.value);
  if (token && game.you.value === null) kind.value = (await ask("/v1/tokens/me", { token }).catch(() => null))?.kind ?? "";
}

/** Follows the proceedings of a game as long as it is shown. @param {Game} game */
function follow(game) {
  const before = game.onNotice;
  game.onNotice = (/** @type {any} */ notice) => {
    before(notice);
    if (["dispute", "paused", "resumed", "found"].includes(notice.kind)) learn(game);
  };
  shut.value = localStorage.getItem(seenKey(game.id)) ?? "";
  learn(game);
}

/** Does something, and says what stands against it. @param {() => Promise<any>} act */
const tried = (act) => act().then(() => { problem.value = ""; }, (error) => { problem.value = trouble(error); });

/** The token of an official who looks here: of whoever made the game, or of an arbiter. @param {Game} game */
export const officialToken = (game) => tokens.organiser(game.id) ?? (kind.value === "arbiter" ? tokens.get(game.id) : null);

/** @param {{game: Game}} props */
export function CaseBanner({ game }) {
  useEffect(() => follow(game), [game]);
  const news = told(game);
  const belongs = game.isLive.value || tokens.get(game.id) !== null;
  const pauses = news?.pause && game.isLive.value ? officialToken(game) : null;
  const post = (/** @type {string} */ path, /** @type {object} */ body, /** @type {string | null} */ token) => tried(() => ask(gamePath(game.id, path), { method: "POST", body, token, headers: { "Idempotency-Key": freshKey() } }).then(() => learn(game)));
  const open = news && belongs && news.key !== shut.value;
  return html`<div class="case-place" role="status">${open && html`
    <section class="banner case" aria-label=${say("case-title")}>
      <span class="says" title=${news.says}>${news.says}</span>
      ${problem.value && html`<span class="case-problem" role="alert">${problem.value}</span>`}
      ${news.agree && html`<button type="button" title=${say("case-agree-says")} onClick=${() => post("/disputes", { type: "AgreeToArbiter", call: news.agree }, news.as ?? null)}>${say("case-agree-do")}</button>`}
      ${news.withdraw && html`<button type="button" class="quiet" onClick=${() => post("/disputes", { type: "WithdrawCall", call: news.withdraw }, game.token)}>${say("case-withdraw")}</button>`}
      ${news.read && html`<a class="button quiet" href=${`${disputesOf(game)}${news.dispute ? `#dispute-${news.dispute}` : ""}`}>${say("case-read")}</a>`}
      ${pauses && html`<button type="button" class="quiet" onClick=${() => post("/pause", { reason: say("case-pause-why", { dispute: news.dispute ?? 0 }) }, pauses)}>${say("case-pause")}</button>`}
      <button type="button" class="quiet shut-banner" aria-label=${say("replay-close")} title=${say("replay-close")} onClick=${() => { shut.value = news.key; localStorage.setItem(seenKey(game.id), news.key); }}><${Icon} name="close" /></button>
    </section>`}</div>`;
}
