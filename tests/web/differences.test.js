// The differences of two tables.
import assert from "node:assert/strict";
import test from "node:test";
import { mayBeEqual, differingPlaces, coinDifferences } from "../../service/web/static/js/forks/differences.js";

/** A table of two seats. */
const table = (changes = {}, seat = {}) => ({
  format: "haricot-position/1", edition: "classic", n: 40, turn: { seat: 0, number: 3, phase: "trade" },
  turned_up: ["red"], draw_pile: 30, discard_pile: [], proposals: [], attack: null, next_proposal: 2, winners: null, scores: null,
  ...changes,
  seats: [{ hand: ["blue", "red"], hand_slots: [7, 9], fields: [["soy", "soy"], []], coins: ["soy"], set_aside: [] }, { hand: 3, fields: [["red"]], coins: 2, set_aside: [], ...seat }],
});

test("a table does not differ from itself", () => {
  assert.deepEqual(differingPlaces(table(), table()), []);
  assert.deepEqual(coinDifferences(table(), table()), []);
});

test("labels beside cards are not compared", () => {
  assert.deepEqual(differingPlaces(table(), table({ n: 41, turn: { seat: 1, number: 4 }, next_proposal: 9, scores: [1, 2], winners: [1], format: "x" })), []);
});

for (const [what, changed, places] of [
  ["a pile", table({ draw_pile: 29 }), ["/draw_pile"]],
  ["what is turned up", table({ turned_up: ["red", "soy"] }), ["/turned_up"]],
  ["an offer", table({ proposals: [{ proposal: 1, seat: 0 }] }), ["/proposals"]],
  ["a zone that no other edition has", table({ market: ["soy"] }), ["/market"]],
  ["an attack", table({ attack: { target: "camp-red" } }), ["/attack"]],
  ["a hand", table({}, { hand: 4 }), ["/seats/1/hand"]],
  ["a field", table({}, { fields: [["red", "red"]] }), ["/seats/1/fields/0"]],
  ["a field that one has bought", table({}, { fields: [["red"], []] }), ["/seats/1/fields/1"]],
  ["coins", table({}, { coins: 3 }), ["/seats/1/coins"]],
  ["what a seat has of an edition", table({}, { depot: ["soy"] }), ["/seats/1/depot"]],
]) {
  test(`${what} is marked in both tables`, () => {
    assert.deepEqual(differingPlaces(table(), changed), places);
    assert.deepEqual(differingPlaces(changed, table()), places);
  });
}

test("each terrain of a board is compared", () => {
  const board = (owner) => table({ board: { geometry: "grid", cells: [{ id: "camp-red" }, { id: "farm-1" }], terrains: [{ id: "camp-red", owner: 0 }, { id: "farm-1", owner }] } });
  assert.deepEqual(differingPlaces(board(0), board(0)), []);
  assert.deepEqual(differingPlaces(board(0), board(1)), ["/board", "/board/farm-1"]);
  assert.deepEqual(differingPlaces(board(0), board(null)), ["/board", "/board/farm-1"]);
});

test("an empty zone may be absent in the other table", () => {
  assert.deepEqual(differingPlaces(table(), table({ market: [], donations: [] }, { depot: [], merchant: null })), []);
});

test("hidden cards are not called different", () => {
  const hidden = table();
  hidden.seats[0].hand = 2;
  hidden.seats[1].hand = ["face_down", "red", "soy"];
  assert.deepEqual(differingPlaces(table(), hidden), []);
  hidden.seats[0].hand = ["face_down", "green"];
  assert.deepEqual(differingPlaces(table(), hidden), ["/seats/0/hand"]);
  const [unseen, seen] = [{ variety: "face_down", slot: null }, { variety: "red", slot: 3 }];
  assert.ok(mayBeEqual(unseen, seen, { blank: true }));
  assert.ok(!mayBeEqual(unseen, seen), "on a table, none is none");
});

test("the order of a hand matters, the kinds of coins do not", () => {
  const other = table();
  other.seats[0].hand = ["red", "blue"];
  other.seats[0].coins = ["red"];
  assert.deepEqual(differingPlaces(table(), other), ["/seats/0/hand"]);
});

test("scores are compared in both directions", () => {
  assert.deepEqual(coinDifferences(table(), table({}, { coins: ["soy", "red", "red"] })), [{ seat: 1, from: 2, to: 3 }]);
});
