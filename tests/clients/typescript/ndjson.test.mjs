// Lines are whole for chunks of any size.
import assert from "node:assert/strict";
import test from "node:test";

const { Lines } = await import(`${process.env.KIT}/ndjson.js`);
const TEXT = '{"says":"Gärtner 🫘"}\n\n{"n":2}\r\n{"says":"a\u2028b\u0085c\\n"}\n{"cut';

const bytes = new TextEncoder().encode(TEXT);
const whole = ['{"says":"Gärtner 🫘"}', "", '{"n":2}', '{"says":"a\u2028b\u0085c\\n"}'];

test("lines are the same for each cut, also within a character", () => {
  for (let size = 1; size <= bytes.length; size += 1) {
    const lines = new Lines();
    const found = [];
    for (let from = 0; from < bytes.length; from += size) found.push(...lines.add(bytes.subarray(from, from + size)));
    assert.deepEqual(found, whole, `in pieces of ${size}`);
  }
});

test("a line is delivered as soon as it is whole", () => {
  const lines = new Lines();
  assert.deepEqual(lines.add(bytes.subarray(0, 10)), []);
  assert.deepEqual(lines.add(bytes.subarray(10, bytes.indexOf(10) + 1)), whole.slice(0, 1));
});
