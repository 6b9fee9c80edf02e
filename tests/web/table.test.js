// The table in scripts: shared parts, traces of moves, the card of a place, missing tables.
import assert from "node:assert/strict";
import test from "node:test";
import { PREFETCH_BATCHES, BATCH_SIZE, Tables, reuseUnchanged } from "../../service/web/static/js/game/tables.js";
import { zoneOf, moveMarks } from "../../service/web/static/js/table/move_highlight.js";

const snapshot = (n, table = {}) => ({ n, table, moves: [], pays: [] });

test("unchanged parts are the same objects, others are new", () => {
  const old = { a: [1, 2], b: { c: 3 }, d: null };
  const next = reuseUnchanged(old, { a: [1, 2], b: { c: 4 }, d: null });
  assert.equal(next.a, old.a);
  assert.notEqual(next.b, old.b);
  assert.equal(next.b.c, 4);
  assert.equal(reuseUnchanged(old, { a: [1, 2], b: { c: 3 }, d: null }), old);
});

test("a list of another length is new", () => {
  assert.deepEqual(reuseUnchanged([1, 2, 3], [1, 2]), [1, 2]);
  assert.deepEqual(reuseUnchanged([1], { 0: 1 }), { 0: 1 });
});

test("a batch is requested once for all its tables", async () => {
  const asked = [];
  const tables = new Tables(async (after, limit) => {
    asked.push([after, limit]);
    return Array.from({ length: limit }, (_, i) => snapshot(after + i + 1));
  });
  await Promise.all([tables.fetch(3, 300), tables.fetch(7, 300)]);
  assert.deepEqual(asked, [[0, BATCH_SIZE]]);
  assert.equal(tables.at(7)?.n, 7);
  assert.equal(tables.nextMissing(1, 300), BATCH_SIZE + 1);
  assert.equal(tables.nextMissing(200, 300), 200);
});

test("the next batches are requested together, without cached ones", async () => {
  const asked = [];
  const tables = new Tables(async (after, limit) => {
    asked.push([after, limit]);
    return Array.from({ length: limit }, (_, i) => snapshot(after + i + 1));
  });
  const version = 7 * BATCH_SIZE + 9;
  await tables.fetch(2 * BATCH_SIZE + 5, version);
  for (let n; (n = tables.nextMissing(2 * BATCH_SIZE + 5, version)); ) await tables.fetch(n, version, PREFETCH_BATCHES);
  assert.deepEqual(asked, [[2 * BATCH_SIZE, BATCH_SIZE], [3 * BATCH_SIZE, PREFETCH_BATCHES * BATCH_SIZE], [7 * BATCH_SIZE, 9], [0, 2 * BATCH_SIZE]]);
});

test("a failed batch is requested again", async () => {
  let fails = true;
  const tables = new Tables(async (after, limit) => {
    if (fails) throw new Error("gone");
    return Array.from({ length: limit }, (_, i) => snapshot(after + i + 1));
  });
  await assert.rejects(tables.fetch(1, 10));
  fails = false;
  await tables.fetch(1, 10);
  assert.equal(tables.at(1)?.n, 1);
});

test("nothing is requested when all is cached", async () => {
  const tables = new Tables(async (after, limit) => Array.from({ length: limit }, (_, i) => snapshot(after + i + 1)));
  await tables.fetch(1, 5);
  assert.equal(tables.nextMissing(3, 5), 0);
});

test("a card is located by its zone, a bean by its field", () => {
  assert.equal(zoneOf("/seats/1/hand/0"), "/seats/1/hand");
  assert.equal(zoneOf("/seats/1/fields/0/2"), "/seats/1/fields/0");
  assert.equal(zoneOf("/seats/1/fields/0"), "/seats/1/fields/0");
  assert.equal(zoneOf("/draw_pile"), "/draw_pile");
});

test("a planting marks hand and field, in red if it is illegal", () => {
  const moves = [{ card: "red", from: "/seats/1/hand/0", to: "/seats/1/fields/0/2" }];
  const marks = moveMarks({ ...snapshot(5), moves }, false);
  assert.equal(marks["/seats/1/hand"].look, "left");
  assert.equal(marks["/seats/1/fields/0"].look, "came");
  assert.equal(moveMarks({ ...snapshot(5), moves }, true)["/seats/1/fields/0"].look, "came wrong");
});

test("cards from outside the table leave no trace", () => {
  assert.deepEqual(Object.keys(moveMarks({ ...snapshot(5), moves: [{ card: "face_down", from: null, to: "/draw_pile", count: 104 }] }, false)), ["/draw_pile"]);
});
