// @ts-check
// The buttons beside an open offer: accept, decline, counter or withdraw.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { distinctByHand } from "./gestures.js";
import { refusalText } from "./reasons.js";

/** @typedef {import("./player.js").Player} Player */

/** Return a function that draws the buttons of an offer, by its number, or null for other views. @param {Player} player @returns {((proposal: number) => any) | null} */
export function offerButtons(player) {
  const { commands, game } = player;
  if (!commands.isAtPresent.value) return null;
  return (proposal) => {
    const position = commands.position.value;
    const offer = [...(position.proposals ?? []), ...(position.donations ?? [])].find((one) => one.proposal === proposal);
    const you = game.you.value;
    const ways = commands.ways.value.filter((way) => way.order.proposal === proposal);
    const of = (/** @type {string} */ kind) => ways.filter((way) => way.order.type.startsWith(kind));
    const acceptances = distinctByHand(of("Accept"), position.seats[you ?? 0]);
    const [accept] = acceptances;
    const forMe = offer && offer.seat !== you && (offer.with ?? offer.to ?? you) === you;
    const refused = forMe && !accept && commands.refused.value.find((one) => one.proposal === proposal && one.type.startsWith("Accept"));
    const send = (/** @type {import("./commands.js").Way} */ way) => () => player.send(way);
    if (!forMe && !ways.length) return null;
    return html`
      <span class="answers" role="group" aria-label=${say("play-answer")}>
        ${accept && html`<button type="button" title=${accept.words} aria-disabled=${String(!commands.isReady.value)}
          onClick=${acceptances.length > 1 ? (/** @type {any} */ event) => player.openMenu(`/proposals/${proposal}`, event.currentTarget) : send(accept)}>${say("play-accept")}</button>`}
        ${forMe && !accept && html`<button type="button" aria-disabled="true" title=${refused ? refusalText(refused) : ""}
          onClick=${() => { player.reason.value = refused ? refusalText(refused) : say("play-not-now"); }}>${say("play-accept")}</button>`}
        ${of("Decline").map((way) => html`<button type="button" class="quiet" title=${way.words} aria-disabled=${String(!commands.isReady.value)} onClick=${send(way)}>${say("play-decline")}</button>`)}
        ${forMe && player.offerDraft.trade.value && html`<button type="button" class="quiet" aria-disabled=${String(!commands.isReady.value)} onClick=${() => player.offerDraft.startCounter(offer)}>${say("play-counter")}</button>`}
        ${of("Withdraw").map((way) => html`<button type="button" class="quiet" title=${way.words} aria-disabled=${String(!commands.isReady.value)} onClick=${send(way)}>${say("play-withdraw")}</button>`)}
      </span>`;
  };
}
