// Which of several seats acts next.
import assert from "node:assert/strict";
import test from "node:test";
import { nextSeat } from "../../service/web/static/js/branches/handover.js";

const now = (changes) => ({ you: 0, seats: [0, 1, 2], to_act: [0], asked: [], before: [], ...changes });

for (const [what, changes, seat] of [
  ["whoever is awaited stays", {}, 0],
  ["the next turn is handed over", { to_act: [1] }, 1],
  ["who gets an offer answers it", { asked: [2] }, 2],
  ["who has looked at an offer may leave it", { asked: [2], before: [2] }, 0],
  ["after an answer the next who is asked answers", { you: 1, asked: [2], before: [1, 2] }, 2],
  ["after the last answer it goes back to whoever is awaited", { you: 2, before: [2] }, 0],
  ["seats that bots play are not taken", { seats: [0, 2], to_act: [1], asked: [1] }, 0],
  ["nobody sits there yet", { you: null, to_act: [2] }, 2],
]) {
  test(what, () => assert.equal(nextSeat(now(changes)), seat));
}
