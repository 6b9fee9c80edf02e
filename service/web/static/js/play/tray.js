// @ts-check
// The tray below the table: the current task in a sentence, and buttons for commands without a gesture. Its height is fixed.
import { tokens } from "../api.js";
import { html } from "../html.js";
import { formatList, say } from "../i18n.js";
import { describeCards } from "../table/cards.js";
import { Goods, givenVarieties, wantedVarieties } from "../table/offers.js";
import { offerButtons } from "./answers.js";
import { gestureOf } from "./gestures.js";
import { OfferTray } from "./offer_tray.js";
import { ActionMenu } from "./menu.js";
import { refusalText } from "./reasons.js";
import { Countdown } from "./countdown.js";
import { Result } from "./result.js";
import { isSecure } from "./shares.js";
import { describeStatus } from "./offer_status.js";

/** @typedef {import("./player.js").Player} Player */

/** The tasks, by the first of these commands that is legal. */
const HINTS = [
  ["ChooseCamp", "play-hint-terrain"], ["PlantFromHand", "play-hint-plant"], ["PlantOffered", "play-hint-offer"], ["PlantTurnedUp", "play-hint-turned-up"],
  ["PlantSetAside", "play-hint-set-aside"], ["CommitCombatCard", "play-hint-commit"], ["DeclareAttack", "play-hint-attack"], ["DrawCards", "play-hint-draw"],
];

/** @param {{player: Player}} props */
export function Tray({ player }) {
  const { game, commands, offerDraft } = player;
  if (!player.isSeated.value && !player.heldSeats().length) return null;
  const busy = commands.isAtPresent.value && !commands.isReady.value;
  const ended = !game.isLive.value;
  const isOffline = !ended && game.connection.value === "lost";
  return html`
    <section class=${`tray ${ended ? "over" : offerDraft.isOpen.value ? "bartering" : ""} ${isOffline ? "away" : ""}`} tabindex="-1" aria-label=${say("play-tray")} aria-busy=${String(busy)}>
      ${ended ? html`<${Result} player=${player} />` : html`
        <div class="guide"><${Seats} player=${player} /><p class="task" role="status">${describeTask(player)}</p> <${Countdown} player=${player} />
          <p class=${`because ${commands.message.value || player.reason.value ? "refusal" : ""}`} role="status">${commands.message.value || player.reason.value || describeShare(player) || describeStatus(player)}</p></div>
        <ul class="asked" aria-label=${say("table-offers")}>${offersOf(player)}</ul>
        ${offerDraft.isOpen.value ? html`<${OfferTray} player=${player} />` : html`<${Buttons} player=${player} />`}`}
      ${player.menu.value && html`<${ActionMenu} key=${player.menu.value.place} player=${player} />`}
    </section>`;
}

/** Show the seats of this browser if there are several, with buttons to switch. @param {{player: Player}} props */
function Seats({ player }) {
  const { game } = player;
  const held = player.heldSeats();
  if (held.length < 2) return null;
  const { to_act: acting, asked } = game.head.value;
  return html`<span class="own-seats" role="group" aria-label=${say("play-seats")}>${held.map((k) => html`
    <button type="button" key=${k} class=${`quiet who-chip seat-${k % 7}`} aria-pressed=${String(k === game.you.value)} onClick=${() => player.switchSeat(k, { byHand: true })}>
      <span class="disc" aria-hidden="true">${k + 1}</span>${game.name(k)}${(acting.includes(k) || asked.includes(k)) && html`<b aria-label=${say("play-seat-asked")}>!</b>`}</button>`)}</span>`;
}

/** Show cards and coins as pictures, with their names. @param {{cards: string[], coins?: number}} props */
const NamedGoods = ({ cards, coins }) => html`<${Goods} cards=${cards} coins=${coins} />${cards.length > 0 && html`<span class="bean-names" aria-hidden="true">${describeCards(cards)}</span>`}`;

/** List the offers that wait for the player's answer. The player's own are shown only if the table has no room for their buttons. @param {Player} player */
function offersOf(player) {
  const answers = offerButtons(player);
  const position = player.commands.position.value;
  const you = player.game.you.value;
  if (!answers || !position) return null;
  return [...(position.proposals ?? []), ...(position.donations ?? [])].filter((offer) => offer.seat === you || (offer.with ?? offer.to ?? you) === you).map((offer) => html`
    <li key=${offer.proposal} class=${offer.seat === you ? "mine" : "to-you"}><span class="deal"><b>${player.game.name(offer.seat)}</b> <${NamedGoods} cards=${givenVarieties(offer.give ?? offer.cards)} coins=${offer.give_coins ?? offer.coins} />
      ${offer.give ? html`<span aria-label=${say("table-for")}>⇄</span> <${NamedGoods} cards=${wantedVarieties(offer)} coins=${offer.want_coins} />` : html`<span aria-label=${say("table-gives-to")}>→</span> <b>${player.game.name(offer.to)}</b>`}</span> ${answers(offer.proposal)}</li>`);
}

/** Show commands as buttons: those of the picked card, otherwise those without a gesture. @param {{player: Player}} props */
function Buttons({ player }) {
  const { game, commands, offerDraft } = player;
  if (!commands.isAtPresent.value) {
    const ownView = `seat:${game.you.value}`;
    const isOtherView = game.view.value !== ownView;
    return html`<div class="orders"><button type="button" onClick=${() => (isOtherView ? game.changeView(ownView) : game.goTo(game.version.value))}>${say(isOtherView ? "play-own-eyes" : "play-to-present")}</button></div>`;
  }
  const picked = player.picked.value;
  const ways = commands.ways.value;
  const shown = picked ? player.onwardWays.value.filter((way) => way.to === null || !way.to.includes("/fields/")) : ways.filter(isButton);
  const blocked = picked ? [] : refusedInPhase(commands, ways);
  const isDisabled = String(!commands.isReady.value);
  return html`
    <div class="orders">
      ${shown.map((way, i) => html`<button type="button" key=${JSON.stringify(way.order)} class=${i === 0 && player.isActing.value && !offerDraft.isPossible.value ? "main" : ""} aria-disabled=${isDisabled} onClick=${() => player.send(way)}>${way.words}</button>`)}
      ${!picked && offerDraft.isPossible.value && html`<button type="button" class="quiet" aria-disabled=${isDisabled} onClick=${() => offerDraft.begin()}>${say("play-trade")}</button>`}
      ${blocked.map((one) => html`<button type="button" key=${one.type} class="quiet blocked" aria-disabled="true" title=${refusalText(one)} onClick=${() => { player.reason.value = refusalText(one); }}>${one.words}</button>`)}
      ${ways.length === 0 && game.head.value.status === "open" && tokens.organiser(game.id) && html`<button type="button" onClick=${() => { game.dialog.value = "seats"; }}>${say("play-seat-links")}</button>`}
      ${!picked && ways.length > 0 && game.head.value.may.hints && html`<button type="button" class="quiet" onClick=${() => { game.dialog.value = "hints"; }}>${say("play-hints")}</button>`}
      ${picked && html`<button type="button" class="quiet" onClick=${() => { player.picked.value = null; }}>${say("play-put-back")}</button>`}
    </div>`;
}

/** Return whether a command is shown as a button: it needs no press on a card or field, or only one on a pile. @param {import("./commands.js").Way} way */
const isButton = (way) => way.order.proposal === undefined && (!way.from.length || way.from.every((place) => /^\/(draw|discard)_pile/.test(place)));

/** Return the refused commands that belong to this phase. @param {import("./commands.js").CommandSender} commands @param {import("./commands.js").Way[]} ways */
const refusedInPhase = (commands, ways) => commands.refused.value.filter((one) => one.in_phase && !gestureOf(one, commands.position.value).from.some((place) => place.includes("/fields/")) && !ways.some((way) => way.order.type === one.type) && Object.keys(one).every((name) => ["type", "seat", "clause", "says", "words", "in_phase"].includes(name)));

/** Describe this browser's share of the deal, with its commitment for comparison. @param {Player} player */
function describeShare({ shares }) {
  const standing = shares.state.value;
  if (!standing?.commitment || standing.state === "lost") return "";
  return html`${say("play-share-drawn")} <code>${standing.commitment}</code> ${isSecure ? "" : say("play-share-plain")}`;
}

/** Describe the current task in a sentence. @param {Player} player */
function describeTask(player) {
  const { game, commands, offerDraft } = player;
  const head = game.head.value;
  const you = game.you.value;
  if (head.paused) return say("play-paused");
  if (you === null) return say("play-onlooker");
  if (game.connection.value === "lost") return say(commands.sending.value ? "play-away-sending" : "play-away");
  if (!commands.isAtPresent.value) return say(game.view.value === `seat:${you}` ? "play-past" : "play-other-eyes");
  if (player.shares.state.value?.state === "lost" && head.to_act.length) return say("play-share-lost");
  if (offerDraft.isOpen.value) return say("play-hint-haggle");
  const onward = player.onwardWays.value;
  if (onward.some((way) => way.to)) return say("play-hint-where");
  if (onward.length) return say("play-hint-sure");
  const ways = commands.ways.value;
  const asked = head.asked.includes(you);
  const isActing = player.isActing.value;
  if (isActing && player.mustHarvest.value) return say("play-hint-harvest");
  const [, key] = HINTS.find(([type]) => ways.some((way) => way.order.type === type)) ?? [];
  if (isActing && key === "play-hint-plant" && ways.some((way) => way.order.type === "EndPlanting")) return say("play-hint-plant-more");
  if (isActing && key) return say(key);
  if (isActing && offerDraft.isPossible.value) return say("play-hint-trade");
  const active = commands.position.value?.turn?.seat;
  const until = head.asked_until ?? {};
  if (asked) return until[you] ? say("play-hint-answer-bot", { name: game.name(active) }) : say("play-hint-answer");
  if (isActing && ways.length) return say(ways.every((way) => !way.from.length || way.order.type === "HarvestField") ? "play-hint-button" : "play-hint-any");
  const others = head.to_act.filter((/** @type {number} */ k) => k !== you);
  const names = formatList(others.map(game.name));
  if (!others.length) return say(commands.isReady.value ? "play-hint-any" : "play-wait");
  const answering = Object.keys(until).map(Number);
  const waiting = answering.length ? say("play-waiting-answer", { name: game.name(active), names: formatList(answering.map(game.name)) }) : say(others.every((/** @type {number} */ k) => head.seats[k].kind === "bot") ? "play-waiting-bot" : head.status === "open" ? (player.shares.haveAllCommitted.value ? "play-waiting-share" : "play-waiting-seat") : "play-waiting", { names, count: others.length });
  return offerDraft.isPossible.value ? `${waiting} ${say("play-hint-offer-too")}` : waiting;
}
