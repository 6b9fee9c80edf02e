// A deal recomputed as the page does it: the golden games are as they say, and one card changed is found.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { recomputed } from "../../service/web/static/js/deal/recomputed.js";

/** A golden game's events, and its varieties in the order of its edition. */
function golden(game) {
  const lines = readFileSync(new URL(`../golden/games/${game}.haricot.jsonl`, import.meta.url), "utf8").trim().split("\n").slice(1, -1).map((line) => JSON.parse(line));
  const toml = readFileSync(new URL("../../domain/editions/duel/duel.toml", import.meta.url), "utf8");
  const varieties = [...toml.matchAll(/\[\[varieties\]\]\nid = "(\w+)"/g)].map(([, id]) => id);
  return { lines, varieties };
}

const holding = ({ holds, shares, shuffles, hands }) => [holds, ...[...shares, ...shuffles, ...hands].map((one) => one.holds)];
const none = () => Promise.reject(new Error("the duel is shuffled once"));

test("a tournament and a simple game are as they say", async () => {
  for (const game of ["duel-2-2027", "duel-2-2026"]) {
    const { lines, varieties } = golden(game);
    const deal = await recomputed(game, lines, varieties, none);
    assert.deepEqual(holding(deal), Array(6).fill(true), game);
    assert.deepEqual(deal.shares.map(({ chosen }) => chosen), game.endsWith("7") ? [true, true] : [true, false]);
  }
});

test("another card, seed or share is found", async () => {
  const { lines, varieties } = golden("duel-2-2027");
  const changed = async (name, change) => {
    const anew = structuredClone(lines);
    change(anew.findLast(({ event }) => event.type.startsWith(name)).event);
    return holding(await recomputed("duel-2-2027", anew, varieties, none));
  };
  const [, , , , , last] = await changed("cards_dealt.", (event) => event.cards.reverse());
  assert.equal(last, false);
  const [seed] = await changed("deal_revealed.", (event) => { event.seed = btoa("x".repeat(48)); });
  assert.equal(seed, false);
  const [, first, second] = await changed("share_revealed.", (event) => { event.contribution = btoa("x".repeat(32)); });
  assert.deepEqual([first, second].sort(), [false, true]);
  const fork = [...lines, { n: 1, event: { type: "game_forked.1" } }];
  assert.equal(await recomputed("duel-2-2027", fork, varieties, none), null);
});
