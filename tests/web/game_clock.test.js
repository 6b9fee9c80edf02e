// The clock of a game: the time left, and the offset to the server's clock.
import assert from "node:assert/strict";
import test from "node:test";

const { leftOf, leftOfTrading, measure, serverTime } = await import("../../service/web/static/js/game/game_clock.js");

const clock = {
  terms: { turn: 10, trading: 20, game: 30, at_zero: "pass" }, since: 1000, running: true, reason: "", trades: false, trading_ms: null, trading_expired: false, passed: [],
  seats: [{ seat: 0, turn_ms: 4000, game_ms: 30000, runs: true, expired: false }, { seat: 1, turn_ms: 10000, game_ms: 30000, runs: false, expired: false }],
};

test("the time of the running seat goes down to zero, and others stand still", () => {
  assert.deepEqual(leftOf(clock, 0, 1000), { left: 34000, runs: true, expired: false });
  assert.equal(leftOf(clock, 0, 6000).left, 29000);
  assert.equal(leftOf(clock, 0, 99000).left, 0);
  assert.equal(leftOf(clock, 0, 0).left, 34000); // the time here may be a little behind
  assert.equal(leftOf(clock, 1, 6000).left, 40000);
  assert.equal(leftOf({ ...clock, terms: { ...clock.terms, turn: null, game: null } }, 0, 6000).left, null);
});

test("trading time runs for all until it is used up", () => {
  assert.equal(leftOfTrading(clock, 6000), null);
  const trading = { ...clock, trades: true, trading_ms: 20000 };
  assert.deepEqual(leftOfTrading(trading, 6000), { left: 15000, runs: true, expired: false });
  assert.deepEqual(leftOfTrading({ ...trading, running: false }, 6000), { left: 20000, runs: false, expired: false });
});

test("the fastest of several answers sets the time", async () => {
  const server = () => 5_000_000 + performance.now();
  let asked = 0;
  const offset = await measure(async () => {
    asked += 1;
    await new Promise((done) => setTimeout(done, asked === 2 ? 1 : 40)); // on the way there
    const now = server();
    await new Promise((done) => setTimeout(done, asked === 2 ? 1 : 90)); // and back
    return { now };
  });
  assert.ok(Math.abs(serverTime(offset) - server()) < 20);
});
