// @ts-check
// The games that one comes from and that go on from it: what is known of them, and what holds event n.
import { ask, gamePath, withQuery } from "../api.js";
import { tokens } from "../tokens.js";

/** @typedef {import("./fork_graph.js").Kin} Kin */

/** So many ancestors are looked up, so many forks deep the tree is asked for. */
const DEEP = 16;

/** @param {string} game @param {string} [rest] @param {Record<string, unknown>} [query] */
const asked = (game, rest = "", query = {}) => ask(withQuery(gamePath(game, rest), query), { token: tokens.get(game) });

/** @param {any} head @returns {Kin} */
const kinOf = (head) => ({ game: head.game, at: head.forked_from?.at ?? 0, status: head.status, parent: head.forked_from?.game ?? null, version: head.version, scores: head.scores, winners: head.winners, seen: true });

/** The game and those that it comes from, itself first, as far as one may see them. @param {any} head @returns {Promise<Kin[]>} */
export async function ancestry(head) {
  const line = [kinOf(head)];
  while (line.length < DEEP) {
    const { parent } = line[line.length - 1];
    if (!parent) break;
    const found = await asked(parent).catch(() => null);
    line.push(found ? kinOf(found) : { game: parent, at: 0, status: "", parent: null, version: 0, scores: null, winners: null, seen: false });
    if (!found) break;
  }
  return line;
}

/** The whole family of a game: its ancestors, and all that goes on from the first of them. @param {any} head @returns {Promise<Kin[]>} */
export async function family(head) {
  const line = await ancestry(head);
  const first = line.findLast((kin) => kin.seen) ?? line[0];
  const { forks } = await asked(first.game, "/forks", { depth: DEEP });
  const below = line.length > 1 ? (await asked(head.game, "/forks", { depth: DEEP }).catch(() => ({ forks: [] }))).forks : [];
  const all = new Map([...line, ...forks, ...below].map((kin) => [kin.game, { seen: true, ...kin }]));
  return [...all.values()];
}
