// Known varieties of card backs while events arrive, also between request and answer.
import assert from "node:assert/strict";
import test from "node:test";

globalThis.document = { documentElement: { lang: "en" }, getElementById: () => null };
const { KnownCards } = await import("../../service/web/static/js/game/known_cards.js");

const sure = { card: "/seats/1/hand/0", variety: "red", offered: 1 };
const back = (until) => ({ ...sure, since: 3, until });

test("events that arrived before the answer are applied after it", () => {
  const backs = new KnownCards();
  [6, 7].forEach((n) => backs.addEvent(n, [sure]));
  backs.load({ backs: [back(5)], version: 5 });
  assert.deepEqual(backs.known.value, [back(7)]);
  backs.addEvent(8, [sure]);
  assert.deepEqual(backs.known.value, [back(8)]);
});

test("events that the answer contains are not applied again", () => {
  const backs = new KnownCards();
  backs.addEvent(5, [sure]);
  backs.load({ backs: [back(5)], version: 5 });
  assert.deepEqual(backs.known.value, [back(5)]);
});

test("a card is known until an event hides it, and can become known again", () => {
  const backs = new KnownCards();
  backs.load({ backs: [back(5)], version: 5 });
  backs.addEvent(6, []);
  backs.addEvent(7, [sure]);
  assert.deepEqual(backs.known.value, [back(5), { ...sure, since: 7, until: 7 }]);
});

test("another view knows nothing", () => {
  const backs = new KnownCards();
  backs.load({ backs: [back(5)], version: 5 });
  backs.addEvent(6, [sure]);
  backs.clear();
  assert.deepEqual(backs.known.value, []);
});
