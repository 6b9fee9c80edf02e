// @ts-check
// How our own offers stand: whose answer they wait for, and who has declined one in this turn.
import { listed, say } from "../i18n.js";

/** @typedef {import("./player.js").Player} Player */

/** Whose answer an offer waits for: who is asked, else everybody whom the rules let deal with us. @param {any} offer @param {number} active @param {number} players @returns {number[]} */
function asked(offer, active, players) {
  const whom = offer.with ?? offer.to ?? null;
  if (whom !== null) return [whom];
  return offer.seat === active ? [...Array(players).keys()].filter((k) => k !== active) : [active];
}

/** Who has declined an offer of ours since the turn began, ascending. @param {any[]} events @param {number} you @returns {number[]} */
export function decliners(events, you) {
  const turn = events.slice(events.findLastIndex(({ event }) => event.type.startsWith("turn_started.")) + 1);
  const own = new Set(turn.flatMap(({ event }) => (/^(trade_proposed|donation_offered)\./.test(event.type) && event.seat === you ? [event.proposal] : [])));
  return [...new Set(turn.flatMap(({ event }) => (/_declined\./.test(event.type) && own.has(event.proposal) ? [event.seat] : [])))].sort((a, b) => a - b);
}

/** How our offers stand, in a sentence or two; "" when there is nothing to tell. @param {Player} player */
export function standingOf({ game, orders, barter }) {
  const you = game.you.value;
  const position = orders.position.value;
  if (you === null || !position) return "";
  const offers = [...(position.proposals ?? []), ...(position.donations ?? [])].filter((offer) => offer.seat === you);
  if (!offers.length && !barter.possible.value) return ""; // what was declined is past
  const waits = [...new Set(offers.flatMap((offer) => asked(offer, position.turn.seat, position.seats.length)))].sort((a, b) => a - b);
  const declined = decliners(game.events.slice(0, game.version.value), you).filter((k) => !waits.includes(k));
  return [
    declined.length ? say("play-own-declined", { names: listed(declined.map(game.name)), count: declined.length }) : "",
    waits.length ? say("play-own-waits", { names: listed(waits.map(game.name)), count: offers.length }) : "",
  ].filter(Boolean).join(" ");
}
