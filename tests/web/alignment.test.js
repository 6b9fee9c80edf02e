// Two games side by side: their common stem, and which events are paired.
import assert from "node:assert/strict";
import test from "node:test";
import { alignedEvent, rowOf, pairEvents, stemOf, turnsOf } from "../../service/web/static/js/forks/alignment.js";

/** Events in short: "T3" begins turn 3, any other letter is an event of its own; each is as late as its number says, or `later`. */
const game = (text, later = 0, from = Infinity) =>
  text.split(" ").map((word, i) => ({ n: i + 1, at: String(i + 1 >= from ? later + i : i), event: word.startsWith("T") ? { type: "turn_started.1", turn: Number(word.slice(1)) } : { type: word === "F" ? "game_forked.1" : `${word}.1` } }));

const PARENT = game("c s T1 a b T2 c d e T3 f");
/** It leaves its parent after event 7, with a shorter turn 2 and a longer turn 3. */
const FORK = game("c s T1 a b T2 c F T3 x y z T4 g", 100, 8);

const games = (step, limits = [PARENT.length, FORK.length]) => ({ stem: 7, step, here: PARENT, there: FORK, limits });
const short = (lines) => lines.map(({ a, b, turn, common }) => `${turn === undefined ? "" : `T${turn}:`}${a ?? "-"}/${b ?? "-"}${common ? "=" : ""}`);

test("a fork shares the events before it with its parent, from either side", () => {
  assert.equal(stemOf(PARENT, FORK), 7);
  assert.equal(stemOf(FORK, PARENT), 7);
  assert.equal(stemOf(PARENT, PARENT), 11);
  assert.equal(stemOf(PARENT, []), 0);
});

test("events at different times differ", () => {
  assert.equal(stemOf(PARENT, game("c s T1 a b T2 c d e T3 f", 50, 4)), 3);
});

test("hidden cards do not count as differences", () => {
  const drawn = (cards) => [{ n: 1, at: "0", event: { type: "cards_drawn.2", seat: 1, cards } }];
  assert.equal(stemOf(drawn(["red", "soy"]), drawn(["face_down", "face_down"])), 1);
  assert.equal(stemOf(drawn(["red", "soy"]), drawn(2)), 1);
  assert.equal(stemOf(drawn(["red", "soy"]), drawn(["soy", "face_down"])), 0);
});

test("turns go from their first event to their last", () => {
  assert.deepEqual(turnsOf(PARENT, 11), [{ turn: 0, start: 1, end: 2 }, { turn: 1, start: 3, end: 5 }, { turn: 2, start: 6, end: 9 }, { turn: 3, start: 10, end: 11 }]);
  assert.deepEqual(turnsOf(PARENT, 7).at(-1), { turn: 2, start: 6, end: 7 });
});

for (const [step, places] of [
  ["event", { 1: 1, 7: 7, 8: 9, 11: 12 }],
  ["turn", { 1: 1, 7: 7, 8: 8, 9: 8, 10: 9, 11: 10 }],
]) {
  test(`by ${step}, each event has a counterpart`, () => {
    for (const [n, m] of Object.entries(places)) assert.equal(alignedEvent(Number(n), { stem: 7, step, here: PARENT, there: FORK }), m, `${n}`);
  });
}

test("past the end of the other game its last event is used", () => {
  for (const step of ["event", "turn"]) assert.equal(alignedEvent(14, { stem: 7, step, here: FORK, there: PARENT }), 11);
  assert.equal(alignedEvent(11, { stem: 7, step: "event", here: PARENT, there: FORK, limit: 9 }), 9);
});

test("a fork's first own event is paired with the first of its parent's own", () => {
  for (const step of ["event", "turn"]) assert.equal(alignedEvent(8, { stem: 7, step, here: FORK, there: PARENT }), 7, "that it was forked changes nothing");
  assert.equal(alignedEvent(9, { stem: 7, step: "event", here: FORK, there: PARENT }), 8);
  assert.equal(alignedEvent(9, { stem: 7, step: "turn", here: FORK, there: PARENT }), 10);
});

test("two forks of one event are aligned", () => {
  const sibling = game("c s T1 a b T2 c F u v w", 200, 8);
  assert.equal(stemOf(FORK, sibling), 7);
  assert.equal(alignedEvent(8, { stem: 7, step: "event", here: FORK, there: sibling }), 7);
  assert.equal(alignedEvent(10, { stem: 7, step: "event", here: FORK, there: sibling }), 10);
});

test("the list has the stem once, then two columns by number", () => {
  assert.deepEqual(short(pairEvents(games("event"))), [
    "T0:1/1=", "1/1=", "2/2=", "T1:3/3=", "3/3=", "4/4=", "5/5=", "T2:6/6=", "6/6=", "7/7=", "-/8", "8/9", "9/10", "10/11", "11/12", "-/13", "-/14"]);
});

test("by turn, both games begin each turn on one line", () => {
  assert.deepEqual(short(pairEvents(games("turn"))).slice(10), ["-/8", "8/-", "9/-", "T3:10/9", "10/9", "11/10", "-/11", "-/12", "T4:-/13", "-/13", "-/14"]);
});

test("events not yet seen are not listed", () => {
  for (const step of ["event", "turn"]) assert.deepEqual(short(pairEvents(games(step, [9, 8]))).slice(10), ["-/8", "8/-", "9/-"], step);
  assert.deepEqual(short(pairEvents(games("turn", [4, 4]))).at(-1), "4/4=");
});

test("games without a common stem are two columns", () => {
  const lines = pairEvents({ stem: 0, step: "turn", here: game("a T1 b"), there: game("x y T1"), limits: [3, 3] });
  assert.deepEqual(short(lines), ["T0:1/1", "1/1", "-/2", "T1:2/3", "2/3", "3/-"]);
});

test("an event is found on its line", () => {
  const lines = pairEvents(games("turn"));
  for (let n = 1; n <= PARENT.length; n += 1) assert.equal(lines[rowOf(lines, n)].a, n);
});
