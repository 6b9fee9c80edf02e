// The graph of a game: its columns, its scale, its marks and how presses hit them.
import assert from "node:assert/strict";
import test from "node:test";

globalThis.document = { documentElement: { lang: "en" }, getElementById: () => null };
globalThis.localStorage = { getItem: () => null };
const { NARROW, ROOMY, Scale, spreadOut, columns, namePositions, leadIntervals, clipPath, lastEventShown } = await import("../../service/web/static/js/replay/chart_data.js");
const { markAt, placeMarks, widthOf } = await import("../../service/web/static/js/replay/markers.js");
const { eventDuration } = await import("../../service/web/static/js/replay/autoplay.js");

const SERIES = [
  { seat: 0, coins: [[1, 0], [10, 2], [30, 5]], harvest_now: [[1, 0], [8, 1], [10, 0]] },
  { seat: 1, coins: [[1, 0]], harvest_now: [[1, 0], [20, 3]] },
];

test("columns exist where a value changes, with harvest values on top", () => {
  assert.deepEqual(columns(SERIES, 30, 40), [[1, 8, 10, 20, 30, 40], [0, 0, 2, 2, 5, 5], [0, 1, 2, 2, 5, 5], [0, 0, 0, 0, 0, 0], [0, 0, 0, 3, 3, 3]]);
});

test("nothing is drawn beyond the last viewed event, and nothing is redrawn without a change", () => {
  assert.deepEqual(columns(SERIES, 15, 40), [[1, 8, 10, 40], [0, 0, 2, 2], [0, 1, 2, 2], [0, 0, 0, 0], [0, 0, 0, 0]]);
  assert.deepEqual(columns(SERIES, 15, 40), columns(SERIES, 19, 40));
  assert.match(clipPath(300, ROOMY), /^polygon\(0 0, 300px 0, 300px calc\(100% - 28px\), 100% /);
});

test("names are placed at the ends of lines, the highest at the top", () => {
  assert.deepEqual(namePositions([[1, 9], [0, 4], [0, 9], [0, 0], [0, 0]], ROOMY), [{ column: 0, y: 5 + 57 * (1 - 4 / 9) }, { column: 0, y: 62 }]);
});

test("names without room below each other are in two columns", () => {
  const seven = [[1, 9], ...Array.from({ length: 14 }, (_, i) => [0, i >> 1])];
  const placed = namePositions(seven, NARROW);
  for (const column of [0, 1]) {
    const sorted = placed.filter((one) => one.column === column).map(({ y }) => y).toSorted((one, other) => one - other);
    assert.ok(sorted.length >= 3 && sorted[0] >= NARROW.label / 2 && sorted.at(-1) <= NARROW.height - NARROW.label / 2);
    sorted.slice(1).forEach((y, i) => assert.ok(y - sorted[i] >= NARROW.label));
  }
  assert.ok(namePositions(seven, ROOMY).every(({ column }) => column === 0));
});

test("the width of a story does not reveal its length", () => {
  assert.equal(lastEventShown(9, true), lastEventShown(90, true));
  assert.ok(lastEventShown(300, true) > 300);
  assert.equal(lastEventShown(300, false), 300);
});

test("the position of an event maps back to the event", () => {
  const scale = new Scale(800, 647, { left: 26, right: 50 });
  for (const n of [1, 2, 300, 646, 647]) assert.equal(scale.n(scale.x(n)), n);
  assert.deepEqual([scale.n(-100), scale.n(5000)], [1, 647]);
});

test("names keep their distance within the band", () => {
  const places = spreadOut([10, 11, 11, 60], 12, 64);
  const sorted = places.toSorted((one, other) => one - other);
  sorted.slice(1).forEach((place, i) => assert.ok(place - sorted[i] >= 12));
  assert.ok(sorted[0] >= 6 && sorted.at(-1) <= 58);
});

const MARKS = [{ n: 10, kind: "harvest" }, { n: 12, kind: "fault" }, { n: 40, kind: "trade" }];

test("without room for all, the more important marks are drawn whole", () => {
  const small = placeMarks(MARKS, (n) => n * 4).filter(({ isSmall }) => isSmall);
  assert.deepEqual(small.map(({ kind }) => kind), ["harvest"]);
  assert.equal(placeMarks(MARKS, (n) => n * 40).filter(({ isSmall }) => isSmall).length, 0);
});

test("a press hits the nearest mark, or none if all are far", () => {
  const all = placeMarks(MARKS, (n) => n * 4);
  assert.equal(markAt(all, 44).kind, "fault");
  assert.equal(markAt(all, 156).kind, "trade");
  assert.equal(markAt(all, 100), undefined);
});

const TYPES = ["turn_started.1", "phase_started.1", "bean_planted.1", "cards_drawn.1", "trade_proposed.1", "trade_accepted.1", "field_harvested.1", "turn_ended.1"];

test("a harvest is shown longer than a phase, at each speed", () => {
  for (const speed of [0.5, 1, 2, 4, 8]) assert.ok(eventDuration({ type: "field_harvested.1" }, speed) > eventDuration({ type: "phase_started.1" }, speed), String(speed));
});

test("at eight times the speed forty events take less than five seconds", () => {
  const each = TYPES.map((type) => eventDuration({ type }, 8));
  assert.ok((40 * each.reduce((sum, rest) => sum + rest)) / TYPES.length < 4500);
});

test("a mark grows with its value, and a harvest without coins is a stroke", () => {
  const harvests = [0, 1, 4, 9].map((size, i) => ({ n: 10 + i * 30, kind: "harvest", size }));
  const drawn = placeMarks(harvests, (n) => n);
  assert.deepEqual(drawn.map(({ isSmall }) => isSmall).sort(), [false, false, false, true]);
  assert.deepEqual(harvests.map(widthOf), [8, 10, 16, 16]);
  const [first] = placeMarks([{ n: 1, kind: "trade" }, { n: 2, kind: "harvest", size: 4 }], (n) => n);
  assert.equal(first.kind, "harvest");
});

test("the band names who has most coins, and no one where several have", () => {
  assert.deepEqual(leadIntervals([[1, 5, 9, 12], [0, 2, 2, 2], [9, 9, 9, 9], [0, 0, 2, 2], [0, 0, 0, 0]]), [{ from: 5, to: 9, seat: 0 }]);
});
