// The lines of the rail: which events are shown, references in comments, refusals by clause.
import assert from "node:assert/strict";
import test from "node:test";
import { signal } from "@preact/signals";
import { groupByClause } from "../../service/web/static/js/replay/refusals.js";
import { rowIndex, rowsOf } from "../../service/web/static/js/replay/rows.js";
import { showsMark, kinds, showsEvent, seats, withToggled } from "../../service/web/static/js/replay/filter_state.js";
import { splitReferences, groupByEvent } from "../../service/web/static/js/replay/threads.js";

const TYPES = ["game_created.1", "turn_started.1", "bean_planted.1", "trade_accepted.1", "turn_started.1", "field_harvested.1", "cards_drawn.1"];
const events = TYPES.map((type, i) => ({ n: i + 1, event: { type, turn: i < 4 ? 1 : 2, seat: i < 4 ? 0 : 1, ...(i === 3 ? { proposer: 1 } : {}) } }));

/** A game of which so many events may be told. */
const game = (limit = events.length) => ({
  events, limit: signal(limit), notes: signal([{ n: 3 }]), verdicts: { faults: signal([6]) }, isWrong: (n) => n === 6,
});

/** Asks for kinds and seats while something is done. */
function sieved(wanted, places, act) {
  kinds.value = new Set(wanted);
  seats.value = new Set(places);
  act();
  kinds.value = new Set();
  seats.value = new Set();
}

const numbers = (all) => all.filter(({ turn }) => turn === undefined).map(({ n }) => n);

test("each event has a line, and each turn one before it", () => {
  const all = rowsOf(game());
  assert.deepEqual(numbers(all), [1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(all.filter(({ turn }) => turn !== undefined).map(({ n, turn }) => [n, turn]), [[1, 0], [2, 1], [5, 2]]);
});

test("the lines of a story end at the last viewed event", () => {
  assert.deepEqual(numbers(rowsOf(game(4))), [1, 2, 3, 4]);
  assert.deepEqual(numbers(rowsOf(game(2))), [1, 2]);
  assert.deepEqual(numbers(rowsOf(game(7))), [1, 2, 3, 4, 5, 6, 7]);
});

test("only selected kinds and seats are shown, below their turns", () => {
  sieved(["plant", "harvest"], [], () => assert.deepEqual(rowsOf(game()).map(({ n, turn }) => [n, turn]), [[2, 1], [3, undefined], [5, 2], [6, undefined]]));
  sieved([], [1], () => assert.deepEqual(numbers(rowsOf(game())), [4, 5, 6, 7]));
  sieved(["wrong"], [], () => assert.deepEqual(numbers(rowsOf(game())), [6]));
  sieved(["note"], [], () => assert.deepEqual(numbers(rowsOf(game())), [3]));
});

test("marks are filtered like their events; the end is always shown", () => {
  sieved(["trade"], [], () => assert.deepEqual([{ n: 4, kind: "trade" }, { n: 6, kind: "harvest" }, { n: 7, kind: "end" }].map((mark) => showsMark(game(), mark)), [true, false, true]));
  sieved([], [0], () => assert.deepEqual([showsEvent(game(), 6), showsMark(game(), { n: 6, kind: "harvest" })], [false, false]));
});

test("a row is found by its event, or by the last one before it", () => {
  const all = [{ n: 2, turn: 1 }, { n: 2 }, { n: 5 }, { n: 9 }];
  assert.deepEqual([1, 2, 4, 5, 100].map((n) => rowIndex(all, n)), [0, 1, 1, 2, 3]);
  assert.equal(rowIndex([], 3), 0);
});

test("a filter that is pressed twice is removed", () => {
  assert.deepEqual([...withToggled(withToggled(new Set(["a"]), "b"), "a")], ["b"]);
});

test("references to events are found in comments", () => {
  assert.deepEqual(splitReferences("As in #112, n 7 and n8; not #x nor can 9."), ["As in ", 112, ", ", 7, " and ", 8, "; not #x nor can 9."]);
});

test("comments are grouped by event, in order, up to the last viewed event", () => {
  const notes = [{ n: 5, id: "a" }, { n: 2, id: "b" }, { n: 5, id: "c" }, { n: 9, id: "d" }];
  assert.deepEqual(groupByEvent(notes, 8).map(([n, all]) => [n, all.map(({ id }) => id)]), [[2, ["b"]], [5, ["a", "c"]]]);
});

test("refusals are listed once for each clause and card on the table", () => {
  const blocked = [{ clause: "CL-4.1", says: "s", type: "A" }, { clause: "CL-3.1", says: "t", type: "B" }, { clause: "CL-4.1", says: "s", type: "A", seat: 0, field: 1 },
    { clause: "CL-4.1", says: "s", type: "A", seat: 0, field: 2 }, { clause: "CL-5.12", says: "u", type: "A", proposal: 4 }, { clause: "CL-3.1", says: "t", type: "TakeSeat" }];
  const choices = { seat: 0, n: 1, legal: [], offers: [], blocked, words: { legal: [], offers: [], blocked: ["Plant", "End", "Plant", "Field 3", "Trade 4", "Sit"] } };
  const groups = groupByClause(choices, { seats: [{ fields: [[], []] }], proposals: [{ proposal: 0 }] }, { A: 1, B: 1 });
  assert.deepEqual(groups.map(({ clause, commands }) => [clause, commands]), [["CL-4.1", ["Plant"]], ["CL-3.1", ["End"]]]);
});
