// Of which backs the variety is known while events arrive: what came between question and answer counts as well.
import assert from "node:assert/strict";
import test from "node:test";

globalThis.document = { documentElement: { lang: "en" }, getElementById: () => null };
const { Backs } = await import("../../service/web/static/js/game/backs.js");

const back = (until) => ({ card: "/seats/1/hand/0", variety: "red", since: 3, until, offered: 1 });
const film = (n, from) => ({ n, table: {}, moves: from ? [{ card: "red", from, to: "/discard_pile" }] : [], pays: [] });
const at = (...films) => (n) => films.find((one) => one.n === n);

test("events that arrived before the answer are told after it", () => {
  const backs = new Backs();
  [film(6), film(7)].forEach((one) => backs.arrived(one));
  backs.learn({ backs: [back(5)], version: 5 }, at(film(5), film(6), film(7)));
  assert.equal(backs.known.value[0].until, 7);
  backs.arrived(film(8));
  assert.equal(backs.known.value[0].until, 8);
});

test("a card that may have left its hand meanwhile is not known for longer", () => {
  const backs = new Backs();
  backs.learn({ backs: [back(5)], version: 5 }, at(film(6), film(7, "/seats/1/hand"), film(8)));
  assert.equal(backs.known.value[0].until, 6);
});

test("other eyes know nothing, and where no film is kept nothing is guessed", () => {
  const backs = new Backs();
  backs.learn({ backs: [back(5)], version: 5 }, at(film(7)));
  assert.equal(backs.known.value[0].until, 5);
  backs.forget();
  assert.deepEqual(backs.known.value, []);
});
