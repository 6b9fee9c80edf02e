// Turns: a seat moves when it may, by its latest offer, and only once.
import assert from "node:assert/strict";
import test from "node:test";

const { Turns } = await import(`${process.env.KIT}/choices.js`);
const draw = { type: "DrawCards", seat: 1 };
const state = (n, more = {}) => ({ n, event: {}, table: { n }, to_act: [1], asked: [], legal: [draw], offers: [], ...more });

test("a seat that is to act or to answer gets its choices, others do not", () => {
  const turns = new Turns();
  assert.deepEqual(turns.offered({ table: { n: 4 }, to_act: [1], asked: [], legal: [draw], offers: [] })?.n, 4);
  assert.deepEqual(turns.offered(state(5, { to_act: [0], asked: [1] }))?.legal, [draw]);
  for (const other of [state(6, { to_act: [0] }), state(7, { legal: [] }), { end: {} }, { problem: {} }, { n: 8, event: {} }]) {
    assert.equal(turns.offered(other), null);
  }
});

test("an offer from before the last move is ignored", () => {
  const turns = new Turns();
  turns.moved = 9;
  assert.deepEqual([turns.offered(state(8)), turns.offered(state(9))?.n], [null, 9]);
});

test("a notice offers choices with the last table", () => {
  const turns = new Turns();
  const { event: _, table, ...choices } = state(5);
  assert.equal(turns.offered({ notice: { ...choices, kind: "resumed" } }), null);
  turns.offered(state(5, { legal: [] }));
  assert.deepEqual(turns.offered({ notice: { ...choices, kind: "resumed" } })?.table, table);
});
