// @ts-check
// The tray beneath the table: what to do now in a sentence, and the orders that are no gesture as buttons. It keeps its height.
import { tokens } from "../api.js";
import { html } from "../html.js";
import { listed, say } from "../i18n.js";
import { inWords } from "../table/cards.js";
import { Goods, handed, wanted } from "../table/offers.js";
import { answersOf } from "./answers.js";
import { gestureOf } from "./gestures.js";
import { Haggle } from "./offer_tray.js";
import { Menu } from "./menu.js";
import { told } from "./reasons.js";
import { Remaining } from "./countdown.js";
import { Result } from "./result.js";
import { isSecure } from "./shares.js";
import { standingOf } from "./offer_status.js";

/** @typedef {import("./player.js").Player} Player */

/** What to do, by the first of these orders that may be given. */
const HINTS = [
  ["ChooseCamp", "play-hint-terrain"], ["PlantFromHand", "play-hint-plant"], ["PlantOffered", "play-hint-offer"], ["PlantTurnedUp", "play-hint-turned-up"],
  ["PlantSetAside", "play-hint-set-aside"], ["CommitCombatCard", "play-hint-commit"], ["DeclareAttack", "play-hint-attack"], ["DrawCards", "play-hint-draw"],
];

/** @param {{player: Player}} props */
export function Tray({ player }) {
  const { game, orders, barter } = player;
  if (!player.plays.value && !player.held().length) return null;
  const busy = orders.present.value && !orders.ready.value;
  const ended = !game.isLive.value;
  const away = !ended && game.connection.value === "lost";
  return html`
    <section class=${`tray ${ended ? "over" : barter.open.value ? "bartering" : ""} ${away ? "away" : ""}`} tabindex="-1" aria-label=${say("play-tray")} aria-busy=${String(busy)}>
      ${ended ? html`<${Result} player=${player} />` : html`
        <div class="guide"><${Seats} player=${player} /><p class="task" role="status">${task(player)}</p> <${Remaining} player=${player} />
          <p class=${`because ${orders.said.value || player.reason.value ? "refusal" : ""}`} role="status">${orders.said.value || player.reason.value || share(player) || standingOf(player)}</p></div>
        <ul class="asked" aria-label=${say("table-offers")}>${offersTo(player)}</ul>
        ${barter.open.value ? html`<${Haggle} player=${player} />` : html`<${Buttons} player=${player} />`}`}
      ${player.menu.value && html`<${Menu} key=${player.menu.value.place} player=${player} />`}
    </section>`;
}

/** The seats of ours, when there are several: which one plays, and a way to another. @param {{player: Player}} props */
function Seats({ player }) {
  const { game } = player;
  const held = player.held();
  if (held.length < 2) return null;
  const { to_act: acting, asked } = game.head.value;
  return html`<span class="own-seats" role="group" aria-label=${say("play-seats")}>${held.map((k) => html`
    <button type="button" key=${k} class=${`quiet who-chip seat-${k % 7}`} aria-pressed=${String(k === game.you.value)} onClick=${() => player.sit(k, { byHand: true })}>
      <span class="disc" aria-hidden="true">${k + 1}</span>${game.name(k)}${(acting.includes(k) || asked.includes(k)) && html`<b aria-label=${say("play-seat-asked")}>!</b>`}</button>`)}</span>`;
}

/** Cards and coins as pictures, with their names in words beside them. @param {{cards: string[], coins?: number}} props */
const Told = ({ cards, coins }) => html`<${Goods} cards=${cards} coins=${coins} />${cards.length > 0 && html`<span class="bean-names" aria-hidden="true">${inWords(cards)}</span>`}`;

/** The offers that wait for an answer of ours, large and in words; our own stand there only where the table has no room for their buttons. @param {Player} player */
function offersTo(player) {
  const answers = answersOf(player);
  const position = player.orders.position.value;
  const you = player.game.you.value;
  if (!answers || !position) return null;
  return [...(position.proposals ?? []), ...(position.donations ?? [])].filter((offer) => offer.seat === you || (offer.with ?? offer.to ?? you) === you).map((offer) => html`
    <li key=${offer.proposal} class=${offer.seat === you ? "mine" : "to-you"}><span class="deal"><b>${player.game.name(offer.seat)}</b> <${Told} cards=${handed(offer.give ?? offer.cards)} coins=${offer.give_coins ?? offer.coins} />
      ${offer.give ? html`<span aria-label=${say("table-for")}>⇄</span> <${Told} cards=${wanted(offer)} coins=${offer.want_coins} />` : html`<span aria-label=${say("table-gives-to")}>→</span> <b>${player.game.name(offer.to)}</b>`}</span> ${answers(offer.proposal)}</li>`);
}

/** The orders as buttons: those of what is picked, else those that are no gesture. @param {{player: Player}} props */
function Buttons({ player }) {
  const { game, orders, barter } = player;
  if (!orders.present.value) {
    const own = `seat:${game.you.value}`;
    const elsewhere = game.view.value !== own;
    return html`<div class="orders"><button type="button" onClick=${() => (elsewhere ? game.look(own) : game.goTo(game.version.value))}>${say(elsewhere ? "play-own-eyes" : "play-to-present")}</button></div>`;
  }
  const picked = player.picked.value;
  const ways = orders.ways.value;
  const alone = picked ? player.onward.value.filter((way) => way.to === null || !way.to.includes("/fields/")) : ways.filter(isButton);
  const blocked = picked ? [] : belonging(orders, ways);
  const off = String(!orders.ready.value);
  return html`
    <div class="orders">
      ${alone.map((way, i) => html`<button type="button" key=${JSON.stringify(way.order)} class=${i === 0 && player.isActing.value && !barter.possible.value ? "main" : ""} aria-disabled=${off} onClick=${() => player.do(way)}>${way.words}</button>`)}
      ${!picked && barter.possible.value && html`<button type="button" class="quiet" aria-disabled=${off} onClick=${() => barter.begin()}>${say("play-trade")}</button>`}
      ${blocked.map((one) => html`<button type="button" key=${one.type} class="quiet blocked" aria-disabled="true" title=${told(one)} onClick=${() => { player.reason.value = told(one); }}>${one.words}</button>`)}
      ${ways.length === 0 && game.head.value.status === "open" && tokens.organiser(game.id) && html`<button type="button" onClick=${() => { game.dialog.value = "seats"; }}>${say("play-seat-links")}</button>`}
      ${!picked && ways.length > 0 && game.head.value.may.hints && html`<button type="button" class="quiet" onClick=${() => { game.dialog.value = "hints"; }}>${say("play-hints")}</button>`}
      ${picked && html`<button type="button" class="quiet" onClick=${() => { player.picked.value = null; }}>${say("play-put-back")}</button>`}
    </div>`;
}

/** Whether an order is told by a button at once: it has no card or field to be pressed, or a pile that may be passed over. @param {import("./commands.js").Way} way */
const isButton = (way) => way.order.proposal === undefined && (!way.from.length || way.from.every((place) => /^\/(draw|discard)_pile/.test(place)));

/** What belongs to this phase and is refused now. @param {import("./commands.js").Orders} orders @param {import("./commands.js").Way[]} ways */
const belonging = (orders, ways) => orders.refused.value.filter((one) => one.in_phase && !gestureOf(one, orders.position.value).from.some((place) => place.includes("/fields/")) && !ways.some((way) => way.order.type === one.type) && Object.keys(one).every((name) => ["type", "seat", "clause", "says", "words", "in_phase"].includes(name)));

/** What this browser does for the deal, with its commitment to be noted or compared. @param {Player} player */
function share({ shares }) {
  const standing = shares.standing.value;
  if (!standing?.commitment || standing.state === "lost") return "";
  return html`${say("play-share-drawn")} <code>${standing.commitment}</code> ${isSecure ? "" : say("play-share-plain")}`;
}

/** What to do now, in a sentence. @param {Player} player */
function task(player) {
  const { game, orders, barter } = player;
  const head = game.head.value;
  const you = game.you.value;
  if (head.paused) return say("play-paused");
  if (you === null) return say("play-onlooker");
  if (game.connection.value === "lost") return say(orders.sending.value ? "play-away-sending" : "play-away");
  if (!orders.present.value) return say(game.view.value === `seat:${you}` ? "play-past" : "play-other-eyes");
  if (player.shares.standing.value?.state === "lost" && head.to_act.length) return say("play-share-lost");
  if (barter.open.value) return say("play-hint-haggle");
  const onward = player.onward.value;
  if (onward.some((way) => way.to)) return say("play-hint-where");
  if (onward.length) return say("play-hint-sure");
  const ways = orders.ways.value;
  const asked = head.asked.includes(you);
  const mine = player.isActing.value;
  if (mine && player.mustHarvest.value) return say("play-hint-harvest");
  const [, key] = HINTS.find(([type]) => ways.some((way) => way.order.type === type)) ?? [];
  if (mine && key === "play-hint-plant" && ways.some((way) => way.order.type === "EndPlanting")) return say("play-hint-plant-more");
  if (mine && key) return say(key);
  if (mine && barter.possible.value) return say("play-hint-trade");
  const active = orders.position.value?.turn?.seat;
  const until = head.asked_until ?? {};
  if (asked) return until[you] ? say("play-hint-answer-bot", { name: game.name(active) }) : say("play-hint-answer");
  if (mine && ways.length) return say(ways.every((way) => !way.from.length || way.order.type === "HarvestField") ? "play-hint-button" : "play-hint-any");
  const others = head.to_act.filter((/** @type {number} */ k) => k !== you);
  const names = listed(others.map(game.name));
  if (!others.length) return say(orders.ready.value ? "play-hint-any" : "play-wait");
  const answering = Object.keys(until).map(Number);
  const waiting = answering.length ? say("play-waiting-answer", { name: game.name(active), names: listed(answering.map(game.name)) }) : say(others.every((/** @type {number} */ k) => head.seats[k].kind === "bot") ? "play-waiting-bot" : head.status === "open" ? (player.shares.allCommitted.value ? "play-waiting-share" : "play-waiting-seat") : "play-waiting", { names, count: others.length });
  return barter.possible.value ? `${waiting} ${say("play-hint-offer-too")}` : waiting;
}
