// @ts-check
// How the games of a family hang together.

/**
 * @typedef {{game: string, at: number, status: string, parent: string | null, version: number, scores: number[] | null, winners: number[] | null, seen: boolean}} Kin
 *   a game of the family; the first of all has no parent, and one that may not be seen is only known to be there
 * @typedef {Kin & {deep: number}} Branch a game with how deep it hangs in the tree
 */

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
