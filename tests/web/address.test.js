// The address as the state of the page.
import assert from "node:assert/strict";
import test from "node:test";
import { read, written } from "../../service/web/static/js/game/url_state.js";

const BEGINNING = { n: null, view: null, result: false, compare: null };
const PLACE = { n: 12, view: "seat:2", result: true, compare: "g.f3" };

test("an address without a query is where one begins", () => {
  assert.deepEqual(read(""), { ...BEGINNING, layout: null });
});

test("event, view, result, branch and layout are read", () => {
  assert.deepEqual(read("?n=12&as=seat:2&result=shown&compare=g.f3&layout=broadcast"), { ...PLACE, layout: "broadcast" });
});

for (const n of ["0", "-3", "", "x", "NaN", "Infinity", "1e3", "1.5", "0x10", "1234567890"]) {
  test(`n=${n} names no event`, () => assert.equal(read(`?n=${n}`).n, null));
}

test("nothing but the word shows the result", () => {
  assert.equal(read("?result=1").result, false);
});

test("what is as it would be anyway is not written", () => {
  assert.equal(written("/games/g", "", BEGINNING), "/games/g");
  assert.equal(written("/games/g", "?n=3&as=spectator&result=shown&compare=h", BEGINNING), "/games/g");
});

test("what was written is read again", () => {
  const address = written("/games/g", "?n=3", PLACE);
  assert.equal(address, "/games/g?n=12&as=seat:2&result=shown&compare=g.f3");
  assert.deepEqual(read(new URL(address, "http://haricot").search), { ...PLACE, layout: null });
});

test("what else an address asks for stays in it", () => {
  assert.equal(written("/games/g", "?lang=fr&n=3&layout=broadcast", { ...BEGINNING, n: 4 }), "/games/g?lang=fr&layout=broadcast&n=4");
});
