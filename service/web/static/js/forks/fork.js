// @ts-check
// Makes a what-if: a fork of the game at the event one looks at, and goes on there.
import { ask, gamePath } from "../api.js";
import { ownPerson } from "../person.js";
import { PLAYING } from "../replay/autoplay.js";
import { tokens } from "../tokens.js";
import { ancestry } from "./fork_family.js";
import { sourceOf } from "./fork_graph.js";

/** @typedef {import("../game/game.js").Game} Game */

/** How well the bots of a what-if play. */
const BOT = "trader";
const LIVE = new Set(["open", "running"]);

/** The address of a game at an event, with the view and the language of the page; what is compared is left behind. @param {Game} game @param {string} id @param {number | null} n */
export function placeOf(game, id, n, { view = game.view.value, compare = /** @type {string | null} */ (null) } = {}) {
  const query = new URLSearchParams(location.search);
  for (const name of ["n", "as", "result", "compare"]) query.delete(name); // how this one ends says nothing of that one
  if (n) query.set("n", String(n));
  if (view) query.set("as", view);
  if (compare) query.set("compare", compare);
  const text = query.toString().replaceAll("%3A", ":");
  return `/games/${encodeURIComponent(id)}${text ? `?${text}` : ""}`;
}

/** Where event n can be left: the game that tells it, and whether with the same hidden cards; with others everybody may. @param {Game} game @param {number} n */
export async function leaving(game, n) {
  const line = await ancestry(game.head.value);
  const source = sourceOf(line, n);
  const token = tokens.get(source.game);
  const running = LIVE.has(source.status);
  const isArbiter = running && token ? (await ask("/v1/tokens/me", { token }).catch(() => null))?.kind === "arbiter" : false;
  return { source: source.game, token, running, isArbiter, mode: !running || isArbiter ? "exact" : "redeal" };
}

/**
 * Forks and goes there. `players` are the seats that one plays oneself; bots have the others.
 * @param {Game} game @param {number} n @param {Awaited<ReturnType<typeof leaving>>} from @param {number[]} players
 */
export async function whatIf(game, n, { source, token, mode, isArbiter }, players) {
  const person = ownPerson(); // whoever plays several seats here is one person
  const seats = game.seats.value.map((_, k) => (players.includes(k) ? { kind: "human", person } : { kind: "bot", bot: BOT }));
  const made = await ask(gamePath(source, "/forks"), { method: "POST", body: { at: n, mode, seats, person }, token });
  // Into what goes on from a running game with its cards only its arbiter may look, with the token that they have.
  if (isArbiter) tokens.keep(made.game, { token: token ?? "" });
  else tokens.keepMade(made);
  const active = game.shown.value?.table.turn.seat;
  if (!isArbiter && players.length) tokens.act(made.game, players.includes(active) ? active : players[0]);
  location.assign(placeOf(game, made.game, players.length ? null : n, { view: isArbiter ? game.view.value : null }) + (players.length ? "" : PLAYING));
}
