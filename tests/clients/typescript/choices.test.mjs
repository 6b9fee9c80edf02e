// A seat moves when it may, by the last thing it was offered, and never twice.
import assert from "node:assert/strict";
import test from "node:test";

const { Turns } = await import(`${process.env.KIT}/choices.js`);
const draw = { type: "DrawCards", seat: 1 };
const state = (n, more = {}) => ({ n, event: {}, table: { n }, to_act: [1], asked: [], legal: [draw], offers: [], ...more });

test("a seat that is waited for or asked is offered what it may do, others are not", () => {
  const turns = new Turns();
  assert.deepEqual(turns.offered({ table: { n: 4 }, to_act: [1], asked: [], legal: [draw], offers: [] })?.n, 4);
  assert.deepEqual(turns.offered(state(5, { to_act: [0], asked: [1] }))?.legal, [draw]);
  for (const other of [state(6, { to_act: [0] }), state(7, { legal: [] }), { end: {} }, { problem: {} }, { n: 8, event: {} }]) {
    assert.equal(turns.offered(other), null);
  }
});

test("what was offered before its last move is past", () => {
  const turns = new Turns();
  turns.moved = 9;
  assert.deepEqual([turns.offered(state(8)), turns.offered(state(9))?.n], [null, 9]);
});

test("a notice that the game goes on offers what may be done at the last table", () => {
  const turns = new Turns();
  const { event: _, table, ...choices } = state(5);
  assert.equal(turns.offered({ notice: { ...choices, kind: "resumed" } }), null);
  turns.offered(state(5, { legal: [] }));
  assert.deepEqual(turns.offered({ notice: { ...choices, kind: "resumed" } })?.table, table);
});
