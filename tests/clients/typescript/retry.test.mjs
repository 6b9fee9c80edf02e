// Backoff: pauses grow, obey Retry-After, and end when the caller aborts.
import assert from "node:assert/strict";
import test from "node:test";

const { mayRetry, Backoff, pause } = await import(`${process.env.KIT}/retry.js`);
const { LOST } = await import(`${process.env.KIT}/request.js`);
const busy = (after) => ({ status: 503, headers: new Headers({ "Retry-After": after }), body: "" });

test("pauses grow to 15 seconds, and reset after an answer", () => {
  const backoff = new Backoff();
  const grown = Array.from({ length: 8 }, () => backoff.after(LOST));
  assert.deepEqual(grown, [0.25, 0.5, 1, 2, 4, 8, 15, 15]);
  backoff.reset();
  assert.equal(backoff.after(LOST), 0.25);
});

test("a Retry-After in seconds is obeyed, another is ignored", () => {
  const backoff = new Backoff();
  assert.deepEqual([backoff.after(busy("7")), backoff.after(busy("soon")), backoff.after(busy("0"))], [7, 0.5, 0]);
});

test("a final answer is not retried", () => {
  const retried = [null, 200, 201, 400, 404, 409, 429, 500, 502, 503, 504].filter((status) => mayRetry({ status }));
  assert.deepEqual(retried, [null, 429, 502, 503, 504]);
});

test("an abort ends a pause with its reason", async () => {
  const caller = new AbortController();
  const waiting = pause(3600, caller.signal);
  caller.abort(new Error("enough"));
  await assert.rejects(waiting, /enough/);
  await assert.rejects(pause(3600, AbortSignal.abort(new Error("before"))), /before/);
  await pause(0, new AbortController().signal);
});
