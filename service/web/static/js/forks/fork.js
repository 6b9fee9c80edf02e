// @ts-check
// Creates a fork of the game at the current event, and opens it.
import { ask, gamePath } from "../api.js";
import { ownPersonId } from "../person.js";
import { PLAY_FRAGMENT } from "../replay/autoplay.js";
import { tokens } from "../tokens.js";
import { loadAncestors } from "./fork_family.js";
import { sourceOf } from "./fork_graph.js";

/** @typedef {import("../game/game.js").Game} Game */

/** The bot that plays the seats without a person. */
const BOT = "trader";
const LIVE = new Set(["open", "running"]);

/** Return the address of a game at an event, with the view and the language of the page. @param {Game} game @param {string} id @param {number | null} n */
export function addressOf(game, id, n, { view = game.view.value, compare = /** @type {string | null} */ (null) } = {}) {
  const query = new URLSearchParams(location.search);
  for (const name of ["n", "as", "result", "compare"]) query.delete(name); // these belong to the present game only
  if (n) query.set("n", String(n));
  if (view) query.set("as", view);
  if (compare) query.set("compare", compare);
  const text = query.toString().replaceAll("%3A", ":");
  return `/games/${encodeURIComponent(id)}${text ? `?${text}` : ""}`;
}

/** Return how to fork at event n: the game that contains it, and whether the hidden cards stay the same (exact) or are redealt. @param {Game} game @param {number} n */
export async function forkOptions(game, n) {
  const line = await loadAncestors(game.head.value);
  const source = sourceOf(line, n);
  const token = tokens.get(source.game);
  const isRunning = LIVE.has(source.status);
  const isArbiter = isRunning && token ? (await ask("/v1/tokens/me", { token }).catch(() => null))?.kind === "arbiter" : false;
  return { source: source.game, token, isArbiter, mode: !isRunning || isArbiter ? "exact" : "redeal" };
}

/**
 * Create a fork and open it. `players` are the seats that this person plays; bots play the others.
 * @param {Game} game @param {number} n @param {Awaited<ReturnType<typeof forkOptions>>} from @param {number[]} players
 */
export async function createFork(game, n, { source, token, mode, isArbiter }, players) {
  const person = ownPersonId(); // one person for all seats of this browser
  const seats = game.seats.value.map((_, k) => (players.includes(k) ? { kind: "human", person } : { kind: "bot", bot: BOT }));
  const made = await ask(gamePath(source, "/forks"), { method: "POST", body: { at: n, mode, seats, person }, token });
  // Only the arbiter may see an exact fork of a running game, with the token of that game.
  if (isArbiter) tokens.add(made.game, { token: token ?? "" });
  else tokens.addNewGame(made);
  const active = game.shown.value?.table.turn.seat;
  if (!isArbiter && players.length) tokens.setActingSeat(made.game, players.includes(active) ? active : players[0]);
  location.assign(addressOf(game, made.game, players.length ? null : n, { view: isArbiter ? game.view.value : null }) + (players.length ? "" : PLAY_FRAGMENT));
}
