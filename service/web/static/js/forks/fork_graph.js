// @ts-check
// The tree of the games of a family.

/**
 * @typedef {{game: string, at: number, status: string, parent: string | null, version: number, scores: number[] | null, winners: number[] | null, seen: boolean}} Kin
 *   a game of the family. The root has no parent. Of a game that the viewer may not see, only the id is known.
 * @typedef {Kin & {depth: number}} Branch a game with its depth in the tree
 */

/** Return a family in tree order: each game below its parent, siblings by the event of the fork. @param {Kin[]} family @returns {Branch[]} */
export function treeOf(family) {
  const known = new Set(family.map((kin) => kin.game));
  /** @param {Kin} kin @param {number} deep @returns {Branch[]} */
  const below = (kin, deep) => [{ ...kin, depth: deep }, ...family.filter((one) => one.parent === kin.game && one !== kin).sort((a, b) => a.at - b.at).flatMap((one) => below(one, deep + 1))];
  return family.filter((kin) => !kin.parent || !known.has(kin.parent)).flatMap((kin) => below(kin, 0));
}

/** Return the game that recorded event n: the game itself, or an ancestor. @param {Kin[]} line the game first @param {number} n */
export function sourceOf(line, n) {
  let i = 0;
  while (i + 1 < line.length && line[i + 1].seen && n <= line[i].at) i += 1;
  return line[i];
}
