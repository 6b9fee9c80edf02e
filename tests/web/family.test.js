// The family of a game: its tree, and where an event of it comes from.
import assert from "node:assert/strict";
import test from "node:test";
import { sourceOf, treeOf } from "../../service/web/static/js/forks/fork_graph.js";

const kin = (game, parent, at, seen = true) => ({ game, parent, at, seen });
const ROOT = kin("root", null, 0);
const A = kin("a", "root", 50);
const B = kin("b", "a", 80);
const LATE = kin("late", "root", 90);

const drawn = (family) => treeOf(family).map(({ game, deep }) => `${" ".repeat(deep)}${game}`);

test("each game hangs below the one that it leaves, the first to leave first", () => {
  assert.deepEqual(drawn([LATE, B, ROOT, A]), ["root", " a", "  b", " late"]);
});

test("what comes from a game that is not known stands by itself", () => {
  assert.deepEqual(drawn([kin("x", "gone", 3), B, A]), ["x", "a", " b"]);
});

test("an event comes from the game that tells it first", () => {
  const line = [B, A, ROOT];
  for (const [n, game] of [[1, "root"], [50, "root"], [51, "a"], [80, "a"], [81, "b"], [300, "b"]]) assert.equal(sourceOf(line, n).game, game, `${n}`);
});

test("a game that may not be seen is left by nobody", () => {
  assert.equal(sourceOf([B, kin("a", "root", 0, false)], 10).game, "b");
});
