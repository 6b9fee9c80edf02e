// The tree of a game and its forks, and the game to which an event belongs.
import assert from "node:assert/strict";
import test from "node:test";
import { sourceOf, treeOf } from "../../service/web/static/js/forks/fork_graph.js";

const kin = (game, parent, at, seen = true) => ({ game, parent, at, seen });
const ROOT = kin("root", null, 0);
const A = kin("a", "root", 50);
const B = kin("b", "a", 80);
const LATE = kin("late", "root", 90);

const drawn = (family) => treeOf(family).map(({ game, depth: deep }) => `${" ".repeat(deep)}${game}`);

test("each fork is below its parent, the earliest first", () => {
  assert.deepEqual(drawn([LATE, B, ROOT, A]), ["root", " a", "  b", " late"]);
});

test("a fork of an unknown game is a root", () => {
  assert.deepEqual(drawn([kin("x", "gone", 3), B, A]), ["x", "a", " b"]);
});

test("an event belongs to the first game that has it", () => {
  const line = [B, A, ROOT];
  for (const [n, game] of [[1, "root"], [50, "root"], [51, "a"], [80, "a"], [81, "b"], [300, "b"]]) assert.equal(sourceOf(line, n).game, game, `${n}`);
});

test("a hidden game has no forks", () => {
  assert.equal(sourceOf([B, kin("a", "root", 0, false)], 10).game, "b");
});
