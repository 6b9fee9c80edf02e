// Players without a table: byes and withdrawn players are distinguished from those who sit out.
import assert from "node:assert/strict";
import test from "node:test";
import { withoutTable } from "../../service/web/static/js/tournament/without_table.js";

test("byes, withdrawn players and players who sit out have different labels", () => {
  const round = { sit_outs: ["a", "b"], byes: [], algorithm: "haricot-draw/1" };
  assert.deepEqual(withoutTable(round), [["tournament-sit-outs", ["a", "b"]]]);
  const knockout = { ...round, byes: ["b"], algorithm: "haricot-knockout/1" };
  assert.deepEqual(withoutTable(knockout), [["tournament-byes", ["b"]], ["tournament-out", ["a"]]]);
  assert.deepEqual(withoutTable({ ...round, algorithm: "haricot-final/1" }), [["tournament-out", ["a", "b"]]]);
  assert.deepEqual(withoutTable({ ...round, sit_outs: [] }), []);
});
