// @ts-check
// Loads the ancestors and the forks of a game.
import { ask, gamePath, withQuery } from "../api.js";
import { tokens } from "../tokens.js";

/** @typedef {import("./fork_graph.js").Kin} Kin */

/** The maximum number of generations that are loaded, upwards and downwards. */
const DEPTH_MAX = 16;

/** @param {string} game @param {string} [rest] @param {Record<string, unknown>} [query] */
const load = (game, rest = "", query = {}) => ask(withQuery(gamePath(game, rest), query), { token: tokens.get(game) });

/** @param {any} head @returns {Kin} */
const kinOf = (head) => ({ game: head.game, at: head.forked_from?.at ?? 0, status: head.status, parent: head.forked_from?.game ?? null, version: head.version, scores: head.scores, winners: head.winners, seen: true });

/** Load a game's line of ancestors, the game first, as far as the viewer may see them. @param {any} head @returns {Promise<Kin[]>} */
export async function loadAncestors(head) {
  const line = [kinOf(head)];
  while (line.length < DEPTH_MAX) {
    const { parent } = line[line.length - 1];
    if (!parent) break;
    const parentHead = await load(parent).catch(() => null);
    line.push(parentHead ? kinOf(parentHead) : { game: parent, at: 0, status: "", parent: null, version: 0, scores: null, winners: null, seen: false });
    if (!parentHead) break;
  }
  return line;
}

/** Load the whole family of a game: its ancestors, and all forks of the first of them. @param {any} head @returns {Promise<Kin[]>} */
export async function loadFamily(head) {
  const line = await loadAncestors(head);
  const first = line.findLast((kin) => kin.seen) ?? line[0];
  const { forks } = await load(first.game, "/forks", { depth: DEPTH_MAX });
  const below = line.length > 1 ? (await load(head.game, "/forks", { depth: DEPTH_MAX }).catch(() => ({ forks: [] }))).forks : [];
  const all = new Map([...line, ...forks, ...below].map((kin) => [kin.game, { seen: true, ...kin }]));
  return [...all.values()];
}
