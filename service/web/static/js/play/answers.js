// @ts-check
// The buttons beside an open offer: accept, decline, another offer in return, or take it back.
import { html } from "../html.js";
import { say } from "../i18n.js";
import { leadingApart } from "./gestures.js";
import { told } from "./reasons.js";

/** @typedef {import("./player.js").Player} Player */

/** What may be done with an offer, by its number. @param {Player} player @returns {((proposal: number) => any) | null} */
export function answersOf(player) {
  const { orders, game } = player;
  if (!orders.present.value) return null;
  return (proposal) => {
    const position = orders.position.value;
    const offer = [...(position.proposals ?? []), ...(position.donations ?? [])].find((one) => one.proposal === proposal);
    const you = game.you.value;
    const ways = orders.ways.value.filter((way) => way.order.proposal === proposal);
    const of = (/** @type {string} */ kind) => ways.filter((way) => way.order.type.startsWith(kind));
    const accepting = leadingApart(of("Accept"), position.seats[you ?? 0]);
    const [accept] = accepting;
    const forMe = offer && offer.seat !== you && (offer.with ?? offer.to ?? you) === you;
    const refused = forMe && !accept && orders.refused.value.find((one) => one.proposal === proposal && one.type.startsWith("Accept"));
    const give = (/** @type {import("./commands.js").Way} */ way) => () => player.do(way);
    if (!forMe && !ways.length) return null;
    return html`
      <span class="answers" role="group" aria-label=${say("play-answer")}>
        ${accept && html`<button type="button" title=${accept.words} aria-disabled=${String(!orders.ready.value)}
          onClick=${accepting.length > 1 ? (/** @type {any} */ event) => player.choose(`/proposals/${proposal}`, event.currentTarget) : give(accept)}>${say("play-accept")}</button>`}
        ${forMe && !accept && html`<button type="button" aria-disabled="true" title=${refused ? told(refused) : ""}
          onClick=${() => { player.reason.value = refused ? told(refused) : say("play-not-now"); }}>${say("play-accept")}</button>`}
        ${of("Decline").map((way) => html`<button type="button" class="quiet" title=${way.words} aria-disabled=${String(!orders.ready.value)} onClick=${give(way)}>${say("play-decline")}</button>`)}
        ${forMe && player.barter.trade.value && html`<button type="button" class="quiet" aria-disabled=${String(!orders.ready.value)} onClick=${() => player.barter.counter(offer)}>${say("play-counter")}</button>`}
        ${of("Withdraw").map((way) => html`<button type="button" class="quiet" title=${way.words} aria-disabled=${String(!orders.ready.value)} onClick=${give(way)}>${say("play-withdraw")}</button>`)}
      </span>`;
  };
}
