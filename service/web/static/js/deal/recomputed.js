// @ts-check
// Recomputes a game's deal from its log: commitment, shares, seed, and each shuffle and hand.
import { hex, sha256 } from "./sha256.js";
import { bytesOf, shuffle } from "./shuffle.js";

/**
 * @typedef {{n: number, event: any}} Line
 * @typedef {{seat: number, contribution: string, chosen: boolean, commitment: string | null, holds: boolean}} Share
 * @typedef {{commitment: string, seed: string, holds: boolean, shares: Share[], lot: {n: number, seat: number, holds: boolean} | null, shuffles: {n: number, count: number, holds: boolean}[], hands: {n: number, seat: number, holds: boolean}[], draws: {n: number, cards: string[], holds: boolean}[], boardByLot: boolean}} Deal
 */

/** The events that take cards from the pile after the deal, each with the member that holds the cards. @type {Record<string, string>} */
const TAKES = { cards_drawn: "cards", cards_turned_up: "cards", merchant_stocked: "cards", abbey_card_revealed: "variety", combat_card_committed: "pile_card" };

/** Return the cards that an event takes from the pile. @param {any} event @returns {string[]} */
const taken = (event) => [event[TAKES[event.type.split(".")[0]] ?? ""] ?? []].flat();

const is = (/** @type {Line} */ { event }, /** @type {string} */ name) => event.type.startsWith(`${name}.`);
const commitmentTo = (/** @type {unknown[]} */ parts) => hex(sha256(new TextEncoder().encode(JSON.stringify(["haricot-shuffle/1", ...parts]))));
const same = (/** @type {unknown} */ one, /** @type {unknown} */ other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Recompute the deal of a finished game from its log in the omniscient view. Return null if the game has no commitment or
 * no revealed seed, or if it is a fork.
 * @param {string} game @param {Line[]} lines @param {string[]} varieties in the edition's order
 * @param {(n: number) => Promise<string[]>} discards the discard pile after event n, top first
 * @returns {Promise<Deal | null>}
 */
export async function recomputeDeal(game, lines, varieties, discards) {
  const { event: created } = lines[0];
  const seed = lines.findLast((line) => is(line, "deal_revealed"))?.event.seed;
  if (!created.commitment || !seed || lines.some((line) => is(line, "game_forked"))) return null;
  const shares = sharesOf(game, created.players, lines);
  const contributions = shares.map(({ contribution }) => contribution);
  const agreed = lines.find((line) => is(line, "deal_agreed"))?.event;
  const name = agreed?.contribution ?? game;
  /** @type {Deal} */
  const deal = {
    commitment: created.commitment,
    seed,
    holds: commitmentTo(["commit", game, seed]) === created.commitment,
    shares,
    lot: lotOf(created, lines, (candidates) => shuffle(bytesOf(seed), `${name}|lot|0`, contributions, candidates)[0]),
    shuffles: [],
    hands: [],
    draws: [],
    boardByLot: created.rules.options.bp_placement === "random",
  };
  /** @type {string[]} */
  let pile = [];
  for (const { n, event } of lines) {
    const cards = taken(event);
    if (cards.length) {
      deal.draws.push({ n, cards, holds: same(cards, pile.slice(0, cards.length)) });
      pile = pile.slice(cards.length);
    } else if (is({ n, event }, "table_corrected")) {
      if (event.origin === "draw_pile") pile = pile.slice(event.cards.length);
      if (event.target === "draw_pile") pile = [...event.cards, ...pile];
      if (event.target === "draw_pile_bottom") pile = [...pile, ...event.cards];
    } else if (is({ n, event }, "deck_shuffled") || is({ n, event }, "pile_shuffled")) {
      const before = is({ n, event }, "pile_shuffled") ? pile : event.reason === "setup" ? deckOf(event.order, varieties) : await discards(n - 1);
      const order = shuffle(bytesOf(seed), `${name}|${deal.shuffles.length}`, contributions, before);
      deal.shuffles.push({ n, count: event.count, holds: same(order, event.order) });
      pile = order;
    } else if (is({ n, event }, "cards_dealt")) {
      deal.hands.push({ n, seat: event.seat, holds: same(event.cards, event.places.map((/** @type {number} */ place) => pile[place])) });
      pile = pile.filter((_, place) => !event.places.includes(place));
    }
  }
  return deal;
}

/** Return the start player drawn by lot, and whether the seed gives the same, or null without a lot. @param {any} created @param {Line[]} lines @param {(candidates: number[]) => number} drawn */
function lotOf(created, lines, drawn) {
  const started = lines.find((line) => is(line, "game_started"));
  const seat = started?.event.start_player ?? started?.event.first_camp_chooser;
  if (!started || seat === undefined || seat === null || created.rules.options.start_player === "seat_0") return null;
  return { n: started.n, seat, holds: drawn(Array.from({ length: created.players }, (_, k) => k)) === seat };
}

/** Return the share of each seat, and whether it fits its commitment. @param {string} game @param {number} players @param {Line[]} lines @returns {Share[]} */
const sharesOf = (game, players, lines) => Array.from({ length: players }, (_, seat) => {
  const own = lines.filter(({ event }) => event.seat === seat);
  const taken = own.findLast((line) => is(line, "seat_taken"))?.event;
  const revealed = own.findLast((line) => is(line, "share_revealed"))?.event;
  const committed = revealed && own.findLast((line) => is(line, "share_committed"))?.event;
  const contribution = taken?.contribution ?? revealed?.contribution ?? "";
  const holds = !committed || commitmentTo(["share", game, seat, contribution]) === committed.commitment;
  return { seat, contribution, chosen: taken?.share === "chosen", commitment: committed?.commitment ?? null, holds };
});

/** Return the deck before the first shuffle: its cards in the edition's order. @param {string[]} order @param {string[]} varieties */
const deckOf = (order, varieties) => varieties.flatMap((variety) => order.filter((card) => card === variety));
