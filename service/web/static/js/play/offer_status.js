// @ts-check
// The status of the player's own offers: who has not answered yet, and who has declined in this turn.
import { formatList, say } from "../i18n.js";

/** @typedef {import("./player.js").Player} Player */

/** Return the seats whose answer an offer waits for: the addressed seat, otherwise all seats that may trade with the player. @param {any} offer @param {number} active @param {number} players @returns {number[]} */
function awaitedSeats(offer, active, players) {
  const partner = offer.with ?? offer.to ?? null;
  if (partner !== null) return [partner];
  return offer.seat === active ? [...Array(players).keys()].filter((k) => k !== active) : [active];
}

/** Return the seats that declined an offer of the player in this turn, ascending. @param {any[]} events @param {number} you @returns {number[]} */
export function decliningSeats(events, you) {
  const turnEvents = events.slice(events.findLastIndex(({ event }) => event.type.startsWith("turn_started.")) + 1);
  const own = new Set(turnEvents.flatMap(({ event }) => (/^(trade_proposed|donation_offered)\./.test(event.type) && event.seat === you ? [event.proposal] : [])));
  return [...new Set(turnEvents.flatMap(({ event }) => (/_declined\./.test(event.type) && own.has(event.proposal) ? [event.seat] : [])))].sort((a, b) => a - b);
}

/** Describe the status of the player's offers, or return "". @param {Player} player */
export function describeStatus({ game, commands, offerDraft }) {
  const you = game.you.value;
  const position = commands.position.value;
  if (you === null || !position) return "";
  const offers = [...(position.proposals ?? []), ...(position.donations ?? [])].filter((offer) => offer.seat === you);
  if (!offers.length && !offerDraft.isPossible.value) return ""; // the trading is over
  const awaited = [...new Set(offers.flatMap((offer) => awaitedSeats(offer, position.turn.seat, position.seats.length)))].sort((a, b) => a - b);
  const declined = decliningSeats(game.events.slice(0, game.version.value), you).filter((k) => !awaited.includes(k));
  return [
    declined.length ? say("play-own-declined", { names: formatList(declined.map(game.name)), count: declined.length }) : "",
    awaited.length ? say("play-own-waits", { names: formatList(awaited.map(game.name)), count: offers.length }) : "",
  ].filter(Boolean).join(" ");
}
