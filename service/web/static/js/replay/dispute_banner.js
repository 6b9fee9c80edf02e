// @ts-check
// The banner above the table with the latest dispute, pause, ruling or call for an arbiter. If closed, it stays so until there is a newer one.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask, randomKey, gamePath, tokens } from "../api.js";
import { html } from "../html.js";
import { Icon } from "../icons.js";
import { isSeatedIn } from "../person.js";
import { formatList, say } from "../i18n.js";
import { errorMessage } from "../error_messages.js";
import { disputesOf } from "./print_links.js";

/**
 * @typedef {import("../game/game.js").Game} Game
 * @typedef {{key: string, says: string, dispute?: number, pause?: boolean, agree?: number, as?: string, read?: boolean, withdraw?: number}} CaseNotice
 */

const seenKey = (/** @type {string} */ game) => `haricot:case:${game}`;
/** The disputes and the call of the game, as the service returns them. */
const proceedings = signal(/** @type {any} */ (null));
/** The kind of the viewer's token. */
const tokenKind = signal("");
/** The key of the notice that the user closed. */
const closedKey = signal("");
const problem = signal("");

/** Return the name of who filed an event. @param {Game} game @param {any} event */
const who = (game, event) => (event.seat === undefined ? say("case-arbiter") : game.name(event.seat));

/** Return the notice of the last event of a dispute. @param {Game} game @param {any} dispute @returns {CaseNotice | null} */
function disputeNotice(game, { dispute, event, filed, state }) {
  const shown = ["dispute_opened", "dispute_ruled", "committee_ruled", "ruling_appealed", "dispute_reopened", "dispute_withdrawn"];
  const last = filed.findLast((/** @type {any} */ one) => shown.includes(one.event.type.split(".")[0]));
  const ruled = filed.findLast((/** @type {any} */ one) => one.event.outcome)?.event;
  const type = last.event.type.split(".")[0].replaceAll("_", "-");
  const says = type.endsWith("-ruled") && ruled ? say(`case-${ruled.outcome}`, { dispute, clause: ruled.clause }) : say(`case-${type}`, { who: who(game, last.event), dispute, event: String(event) });
  return { key: String(last.n), says, dispute, read: true, pause: state !== "ruled" && state !== "withdrawn" };
}

/** Return the notice of a call for an arbiter. @param {Game} game @param {any} call @param {number} n @returns {CaseNotice | null} */
function callNotice(game, call, n) {
  const by = game.name(call.seat);
  if (call.state === "admitted") return { key: String(n), says: say(tokenKind.value === "arbiter" ? "case-you-rule" : "case-admitted"), read: true };
  if (call.state === "withdrawn" || Date.parse(call.expires) <= Date.now()) return null;
  const missing = call.agreed.includes("organiser") ? [] : call.needed.filter((/** @type {number} */ seat) => !call.agreed.includes(`seat:${seat}`));
  const you = game.you.value;
  const own = tokens.organiser(game.id);
  const host = own && !isSeatedIn(game.id) && !call.agreed.includes("organiser") ? own : null; // an organiser who sits at the game may hold other players' links, so this must not agree for them
  const agreeing = host ?? (you !== null && missing.includes(you) ? game.token : null);
  if (agreeing) return { key: `${n}!`, says: say("case-agree", { who: by }), agree: call.call, as: agreeing };
  const waits = missing.length ? say("case-waits", { who: formatList(missing.map(game.name)) }) : say(call.state === "open" ? "case-not-come" : "case-waits-host");
  return { key: String(n), says: `${say("case-called", { who: by })} ${waits}`, ...(you === call.seat ? { withdraw: call.call } : {}) };
}

/** Return the newest notice. @param {Game} game @returns {CaseNotice | null} */
function newestNotice(game) {
  const all = proceedings.value;
  if (!all) return null;
  const numbers = all.filed.filter((/** @type {any} */ one) => one.event.call).map((/** @type {any} */ one) => one.n);
  const call = all.call && callNotice(game, all.call, numbers.at(-1) ?? 0);
  if (call?.agree) return call;
  const every = [call, ...all.disputes.map((/** @type {any} */ one) => disputeNotice(game, one))].filter(Boolean);
  every.sort((a, b) => parseInt(b.key, 10) - parseInt(a.key, 10));
  const [newest] = every;
  if (!game.head.value.paused) return newest ?? null;
  const key = `${newest?.key ?? 0}p`;
  return newest ? { ...newest, key, says: `${newest.says} ${say("case-paused")}`, pause: false } : { key, says: say("case-paused") };
}

/** Load the proceedings. @param {Game} game */
async function loadProceedings(game) {
  const token = tokens.get(game.id);
  proceedings.value = await game.ask("/disputes").catch(() => proceedings.value);
  if (token && game.you.value === null) tokenKind.value = (await ask("/v1/tokens/me", { token }).catch(() => null))?.kind ?? "";
}

/** Load the proceedings now and after each notice. @param {Game} game */
function follow(game) {
  const before = game.onNotice;
  game.onNotice = (/** @type {any} */ notice) => {
    before(notice);
    if (["dispute", "paused", "resumed", "reconnected"].includes(notice.kind)) loadProceedings(game);
  };
  closedKey.value = localStorage.getItem(seenKey(game.id)) ?? "";
  loadProceedings(game);
}

/** Run an action and show its error. @param {() => Promise<any>} act */
const runAction = (act) => act().then(() => { problem.value = ""; }, (error) => { problem.value = errorMessage(error); });

/** Return the token of the organiser or arbiter in this browser, or null. @param {Game} game */
export const officialToken = (game) => tokens.organiser(game.id) ?? (tokenKind.value === "arbiter" ? tokens.get(game.id) : null);

/** @param {{game: Game}} props */
export function CaseBanner({ game }) {
  useEffect(() => follow(game), [game]);
  const notice = newestNotice(game);
  const belongs = game.isLive.value || tokens.get(game.id) !== null;
  const pauseToken = notice?.pause && game.isLive.value ? officialToken(game) : null;
  const post = (/** @type {string} */ path, /** @type {object} */ body, /** @type {string | null} */ token) => runAction(() => ask(gamePath(game.id, path), { method: "POST", body, token, headers: { "Idempotency-Key": randomKey() } }).then(() => loadProceedings(game)));
  const isOpen = notice && belongs && notice.key !== closedKey.value;
  return html`<div class="case-place" role="status">${isOpen && html`
    <section class="banner case" aria-label=${say("case-title")}>
      <span class="says" title=${notice.says}>${notice.says}</span>
      ${problem.value && html`<span class="case-problem" role="alert">${problem.value}</span>`}
      ${notice.agree && html`<button type="button" title=${say("case-agree-says")} onClick=${() => post("/disputes", { type: "AgreeToArbiter", call: notice.agree }, notice.as ?? null)}>${say("case-agree-do")}</button>`}
      ${notice.withdraw && html`<button type="button" class="quiet" onClick=${() => post("/disputes", { type: "WithdrawCall", call: notice.withdraw }, game.token)}>${say("case-withdraw")}</button>`}
      ${notice.read && html`<a class="button quiet" href=${`${disputesOf(game)}${notice.dispute ? `#dispute-${notice.dispute}` : ""}`}>${say("case-read")}</a>`}
      ${pauseToken && html`<button type="button" class="quiet" onClick=${() => post("/pause", { reason: say("case-pause-why", { dispute: notice.dispute ?? 0 }) }, pauseToken)}>${say("case-pause")}</button>`}
      <button type="button" class="quiet shut-banner" aria-label=${say("replay-close")} title=${say("replay-close")} onClick=${() => { closedKey.value = notice.key; localStorage.setItem(seenKey(game.id), notice.key); }}><${Icon} name="close" /></button>
    </section>`}</div>`;
}
