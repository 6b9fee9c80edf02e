// The address of the replay page as its state.
import assert from "node:assert/strict";
import test from "node:test";
import { read, addressOf } from "../../service/web/static/js/game/url_state.js";

const BEGINNING = { n: null, view: null, result: false, compare: null };
const PLACE = { n: 12, view: "seat:2", result: true, compare: "g.f3" };

test("an address without a query is the initial state", () => {
  assert.deepEqual(read(""), { ...BEGINNING, layout: null });
});

test("event, view, result, branch and layout are read", () => {
  assert.deepEqual(read("?n=12&as=seat:2&result=shown&compare=g.f3&layout=broadcast"), { ...PLACE, layout: "broadcast" });
});

for (const n of ["0", "-3", "", "x", "NaN", "Infinity", "1e3", "1.5", "0x10", "1234567890"]) {
  test(`n=${n} names no event`, () => assert.equal(read(`?n=${n}`).n, null));
}

test("only `result=shown` shows the result", () => {
  assert.equal(read("?result=1").result, false);
});

test("default values are not written", () => {
  assert.equal(addressOf("/games/g", "", BEGINNING), "/games/g");
  assert.equal(addressOf("/games/g", "?n=3&as=spectator&result=shown&compare=h", BEGINNING), "/games/g");
});

test("a written state is read again", () => {
  const address = addressOf("/games/g", "?n=3", PLACE);
  assert.equal(address, "/games/g?n=12&as=seat:2&result=shown&compare=g.f3");
  assert.deepEqual(read(new URL(address, "http://haricot").search), { ...PLACE, layout: null });
});

test("other parameters are kept", () => {
  assert.equal(addressOf("/games/g", "?lang=fr&n=3&layout=broadcast", { ...BEGINNING, n: 4 }), "/games/g?lang=fr&layout=broadcast&n=4");
});
