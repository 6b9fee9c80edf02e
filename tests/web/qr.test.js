// QR codes of links, decoded by an independent reader.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";
import { encode } from "uqr";
import { qrPath } from "../../service/web/static/js/qr.js";

const jsQr = createRequire(new URL("../../.venv/node/node_modules/", import.meta.url))("jsqr");
const SCALE = 4;
const TOKEN = `hrc_seat_${"aZ09_-".repeat(8).slice(0, 43)}`;

/** What a camera reads in a drawn path. */
function read({ path, size }) {
  const side = size * SCALE;
  const image = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, left, top] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let y = 0; y < SCALE; y += 1) {
      for (let x = 0; x < SCALE; x += 1) image.fill(0, ((Number(top) * SCALE + y) * side + Number(left) * SCALE + x) * 4, ((Number(top) * SCALE + y) * side + Number(left) * SCALE + x) * 4 + 3);
    }
  }
  return jsQr(image, side, side)?.data ?? null;
}

for (const link of [
  `https://haricot.example/join/classic-k7m2p9q4r6t8v1x3#token=${TOKEN}`,
  `http://192.168.1.20:8000/call/classic-hidden-k7m2p9q4r6t8v1x3?lang=fr#token=${TOKEN}`,
  "Käthe würfelt",
]) {
  test(`the code of ${link.slice(0, 30)} is decoded`, () => assert.equal(read(qrPath(encode, link)), link));
}

test("control: another code is decoded differently", () => {
  const { path, size } = qrPath(encode, "http://localhost/1");
  assert.notEqual(read({ path, size }), "http://localhost/2");
  assert.equal(read({ path: path.slice(0, path.length / 2), size }), null);
});
