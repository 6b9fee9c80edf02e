// The page's check of a deal: golden games are confirmed, and one changed card is detected.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { recomputeDeal } from "../../service/web/static/js/deal/recomputed.js";

/** A golden game's events, and its varieties in the order of its edition. */
function golden(game, edition = "duel/duel") {
  const lines = readFileSync(new URL(`../golden/games/${game}.haricot.jsonl`, import.meta.url), "utf8").trim().split("\n").slice(1, -1).map((line) => JSON.parse(line));
  const toml = readFileSync(new URL(`../../domain/editions/${edition}.toml`, import.meta.url), "utf8");
  const varieties = [...toml.matchAll(/\[\[varieties\]\][^[]*?\bid = "(\w+)"/g)].map(([, id]) => id);
  return { lines, varieties };
}

const holding = ({ holds, shares, shuffles, hands }) => [holds, ...[...shares, ...shuffles, ...hands].map((one) => one.holds)];

/** A game up to its first new pile, with its seed. */
const firstPile = (lines) => lines.filter(({ n, event }) => event.type === "deal_revealed.1" || n < (lines.find((line) => line.event.reason === "exhaustion" && line.event.order)?.n ?? Infinity));
const none = () => Promise.reject(new Error("no pile is shuffled twice"));

test("a tournament game and a simple game are confirmed", async () => {
  for (const game of ["duel-2-2027", "duel-2-2026"]) {
    const { lines, varieties } = golden(game);
    const deal = await recomputeDeal(game, lines, varieties, none);
    assert.deepEqual(holding(deal), Array(6).fill(true), game);
    assert.deepEqual(deal.shares.map(({ chosen }) => chosen), game.endsWith("7") ? [true, true] : [true, false]);
  }
});

test("a changed card, seed or share is detected", async () => {
  const { lines, varieties } = golden("duel-2-2027");
  const changed = async (name, change) => {
    const anew = structuredClone(lines);
    change(anew.findLast(({ event }) => event.type.startsWith(name)).event);
    return holding(await recomputeDeal("duel-2-2027", anew, varieties, none));
  };
  const [, , , , , last] = await changed("cards_dealt.", (event) => event.cards.reverse());
  assert.equal(last, false);
  const [seed] = await changed("deal_revealed.", (event) => { event.seed = btoa("x".repeat(48)); });
  assert.equal(seed, false);
  const [, first, second] = await changed("share_revealed.", (event) => { event.contribution = btoa("x".repeat(32)); });
  assert.deepEqual([first, second].sort(), [false, true]);
  const fork = [...lines, { n: 1, event: { type: "game_forked.1" } }];
  assert.equal(await recomputeDeal("duel-2-2027", fork, varieties, none), null);
});

test("the starting player and each card taken from the pile are recomputed", async () => {
  for (const [game, edition] of [["duel-2-2027", "duel/duel"], ["classic-4-1964-0001", "classic"], ["bohnaparte-4-1964-0001-02de09", "bohnaparte/bohnaparte"]]) {
    const { lines, varieties } = golden(game, edition);
    const first = firstPile(lines);
    const deal = await recomputeDeal(game, first, varieties, none);
    assert.equal(deal.lot.holds, true, game);
    assert.deepEqual(deal.draws.filter(({ holds }) => !holds), [], game);
    assert.ok(deal.draws.length > 3, game);
    const anew = structuredClone(first);
    const { event } = anew.find((line) => line.n === deal.draws[2].n);
    for (const member of ["cards", "variety", "pile_card"]) if (event[member]) event[member] = "x";
    anew.find((line) => line.event.type.startsWith("game_started.")).event.start_player = (deal.lot.seat + 1) % 2;
    const faulty = await recomputeDeal(game, anew, varieties, none);
    assert.deepEqual([faulty.draws.findIndex(({ holds }) => !holds), faulty.lot.holds, deal.boardByLot], [2, false, game.startsWith("bohn")]);
  }
});

test("corrections and shuffles by an arbiter are followed, and another order is detected", async () => {
  const { lines, varieties } = golden("classic-3-right-0001", "classic");
  const first = firstPile(lines);
  const deal = await recomputeDeal("classic-3-right-0001", first, varieties, none);
  assert.deepEqual([deal.shuffles.length, ...holding(deal), ...deal.draws.map(({ holds }) => holds)].filter((one) => one !== true), [2]);
  const anew = structuredClone(first);
  anew.find(({ event }) => event.type === "pile_shuffled.1").event.order.reverse();
  const faulty = await recomputeDeal("classic-3-right-0001", anew, varieties, none);
  assert.deepEqual(faulty.shuffles.map(({ holds }) => holds), [true, false]);
});
