// The server time as a page knows it: the latest answer counts until the device clock changes.
import assert from "node:assert/strict";
import test from "node:test";

const { recordServerDate, serverNow } = await import("../../service/web/static/js/clock.js");
const SERVED = Date.parse("2026-11-26T20:00:00Z");

/** Sets the clock of the device ahead by so many milliseconds. */
function device(ahead) {
  const opened = performance.now();
  Date.now = () => SERVED + ahead + (performance.now() - opened);
}

/** That the page takes it for the time of the service, to a second. */
const isServed = (later = 0) => assert.ok(Math.abs(serverNow() - SERVED - later) < 1000, `${serverNow() - SERVED}`);

test("a cached answer does not set the clock back", () => {
  device(90_000);
  recordServerDate("Thu, 26 Nov 2026 20:00:00 GMT");
  isServed();
  recordServerDate("Thu, 26 Nov 2026 19:00:00 GMT");
  isServed();
});

test("the first answer after the device clock changed counts, in either direction", () => {
  device(-SERVED);
  recordServerDate("Thu, 26 Nov 2026 20:00:00 GMT");
  isServed();
  device(0);
  recordServerDate("Thu, 26 Nov 2026 20:00:00 GMT");
  isServed();
  device(-3600_000);
  recordServerDate("Thu, 26 Nov 2026 20:00:00 GMT");
  isServed();
});

test("an invalid date changes nothing", () => {
  recordServerDate(null);
  recordServerDate("soon");
  isServed();
});
