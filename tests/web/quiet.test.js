// Quiet events and highlights: what arrows skip, and what is shown in three minutes.
import assert from "node:assert/strict";
import test from "node:test";

const editions = { toy: { quiet: ["phase_started.1", "turn_started.1", "turn_ended.1"] } };
globalThis.document = { documentElement: { lang: "en" }, getElementById: () => ({ textContent: JSON.stringify({ editions }) }) };
globalThis.localStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
const { HIGHLIGHTS_MS, highlights } = await import("../../service/web/static/js/game/moments.js");
const { afterStep, skipsQuiet } = await import("../../service/web/static/js/game/quiet.js");

const TYPES = ["bean_planted.1", "phase_started.1", "phase_started.1", "cards_drawn.1", "turn_ended.1", "turn_started.1"];
const signal = (value) => ({ value });

/** A game of these types of events, at event n. */
const game = (n, { wrong = [], notes = [], types = TYPES, moments = [] } = {}) => ({
  n: signal(n), version: signal(types.length), head: signal({ rules: { edition: "toy" } }), notes: signal(notes.map((at) => ({ n: at }))),
  events: types.map((type) => ({ event: { type } })), isWrong: (at) => wrong.includes(at),
  story: signal({ says: [], story: { moments: moments.map((at) => ({ n: at, kind: "lead" })) } }), timeline: { markers: [] },
});

test("a step skips events that move no card, and stops at both ends", () => {
  assert.deepEqual([1, 4].map((n) => afterStep(game(n), 1)), [4, 6]);
  assert.deepEqual([4, 6].map((n) => afterStep(game(n), -1)), [1, 4]);
});

test("illegal or commented events are never skipped, and none is with skipping off", () => {
  assert.equal(afterStep(game(1, { wrong: [3] }), 1), 3);
  assert.equal(afterStep(game(1, { notes: [2] }), 1), 2);
  skipsQuiet.value = false;
  assert.equal(afterStep(game(1), 1), 2);
  skipsQuiet.value = true;
});

test("highlights contain each moment with its lead-up within three minutes", () => {
  const long = Array.from({ length: 600 }, (_, i) => (i % 3 ? "phase_started.1" : "bean_planted.1"));
  const moments = Array.from({ length: 20 }, (_, i) => 25 + 25 * i);
  const shown = highlights(game(1, { types: long, moments }), () => 1900);
  assert.ok(moments.every((n) => shown.includes(n)));
  assert.ok(shown.length > moments.length && shown.length * 1900 <= HIGHLIGHTS_MS);
  assert.deepEqual(shown, [...shown].sort((one, other) => one - other));
});
