// Known varieties of card backs while events arrive, also between request and answer.
import assert from "node:assert/strict";
import test from "node:test";

globalThis.document = { documentElement: { lang: "en" }, getElementById: () => null };
const { Backs } = await import("../../service/web/static/js/game/known_cards.js");

const sure = { card: "/seats/1/hand/0", variety: "red", offered: 1 };
const back = (until) => ({ ...sure, since: 3, until });

test("events that arrived before the answer are applied after it", () => {
  const backs = new Backs();
  [6, 7].forEach((n) => backs.arrived(n, [sure]));
  backs.learn({ backs: [back(5)], version: 5 });
  assert.deepEqual(backs.known.value, [back(7)]);
  backs.arrived(8, [sure]);
  assert.deepEqual(backs.known.value, [back(8)]);
});

test("events that the answer contains are not applied again", () => {
  const backs = new Backs();
  backs.arrived(5, [sure]);
  backs.learn({ backs: [back(5)], version: 5 });
  assert.deepEqual(backs.known.value, [back(5)]);
});

test("a card is known until an event hides it, and can become known again", () => {
  const backs = new Backs();
  backs.learn({ backs: [back(5)], version: 5 });
  backs.arrived(6, []);
  backs.arrived(7, [sure]);
  assert.deepEqual(backs.known.value, [back(5), { ...sure, since: 7, until: 7 }]);
});

test("another view knows nothing", () => {
  const backs = new Backs();
  backs.learn({ backs: [back(5)], version: 5 });
  backs.arrived(6, [sure]);
  backs.forget();
  assert.deepEqual(backs.known.value, []);
});
