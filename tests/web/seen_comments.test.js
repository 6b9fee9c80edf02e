// Comments that were not read on this device: counted from what the page of the game has shown here.
import assert from "node:assert/strict";
import test from "node:test";

const { markRead, unread } = await import("../../service/web/static/js/seen_comments.js");

/** A test with a storage of its own; other files of tests share the process. */
function storageTest(name, run) {
  test(name, () => {
    const kept = new Map();
    const before = globalThis.localStorage;
    globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
    run();
    globalThis.localStorage = before;
  });
}

const said = (...times) => times.map((at) => ({ at }));
const table = (game, count, latest) => unread({ game, count, latest });

storageTest("all comments are unread until the page of the game shows them", () => {
  markRead("a", said("1"));
  assert.equal(table("a", 3, "3"), 3, "a game that no desk has listed is not followed");
  assert.equal(table("a", 3, "3"), 3);
  markRead("a", said("2", "3", "1"));
  assert.equal(table("a", 3, "3"), 0);
  assert.equal(table("a", 5, "7"), 2);
  assert.equal(table("b", 1, "1"), 1, "games are counted apart");
});

storageTest("a comment that a delayed reader has not seen yet stays unread", () => {
  table("c", 2, "2");
  markRead("c", said());
  assert.equal(table("c", 2, "2"), 2);
  markRead("c", said("1"));
  assert.equal(table("c", 2, "2"), 1);
});

storageTest("removed comments hide no new one", () => {
  table("d", 3, "3");
  markRead("d", said("1", "2", "3"));
  assert.equal(table("d", 1, "1"), 0);
  assert.equal(table("d", 3, "5"), 2);
  markRead("d", said("1", "4", "5"));
  assert.equal(table("d", 2, "6"), 1, "two were removed and one came between two looks");
});
