// @ts-check
// The games that one comes from and that go on from it: what is known of them, and what holds event n.
import { ask, gamePath, withQuery } from "../api.js";
import { tokens } from "../tokens.js";

/**
 * @typedef {{game: string, at: number, status: string, parent: string | null, version: number, scores: number[] | null, winners: number[] | null, seen: boolean}} Kin
 *   a game of the family; the first of all has no parent, and one that may not be seen is only known to be there
 * @typedef {Kin & {deep: number}} Branch a game with how deep it hangs in the tree
 */

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

/** A family as a tree, each game below the one that it leaves, in the order in which they leave. @param {Kin[]} family @returns {Branch[]} */
export function treeOf(family) {
  const known = new Set(family.map((kin) => kin.game));
  /** @param {Kin} kin @param {number} deep @returns {Branch[]} */
  const below = (kin, deep) => [{ ...kin, deep }, ...family.filter((one) => one.parent === kin.game && one !== kin).sort((a, b) => a.at - b.at).flatMap((one) => below(one, deep + 1))];
  return family.filter((kin) => !kin.parent || !known.has(kin.parent)).flatMap((kin) => below(kin, 0));
}

/** The game that event n of a game comes from: itself, or the ancestor that tells it. @param {Kin[]} line the game first @param {number} n */
export function sourceOf(line, n) {
  let i = 0;
  while (i + 1 < line.length && line[i + 1].seen && n <= line[i].at) i += 1;
  return line[i];
}
