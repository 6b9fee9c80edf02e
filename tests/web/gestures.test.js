// Choices on the table: which of several equal cards is asked only where it matters.
import assert from "node:assert/strict";
import test from "node:test";
import { distinctByHand } from "../../service/web/static/js/play/gestures.js";

const accepting = (...slots) => ({ order: { type: "AcceptTrade", seat: 0, proposal: 1, handed_over: slots } });
const own = { hand: ["red", "red", "blue", "red"], hand_slots: [7, 8, 9, 10] };

test("adjacent equal cards are one choice, separate ones are two", () => {
  const all = [accepting(7), accepting(8), accepting(10)];
  assert.deepEqual(distinctByHand(all, own), [all[0], all[2]]);
});

test("pairs are distinguished only by the hand they leave", () => {
  const all = [accepting(7, 8), accepting(7, 10), accepting(8, 10)];
  assert.deepEqual(distinctByHand(all, own), [all[0], all[1]]);
});

test("a command that hands over nothing is unchanged", () => {
  const all = [{ order: { type: "HarvestField", seat: 0, field: 0 } }, { order: { type: "HarvestField", seat: 0, field: 1 } }, accepting()];
  assert.deepEqual(distinctByHand(all, own), all);
});
