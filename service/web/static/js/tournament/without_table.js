// @ts-check
// Who plays at no table of a round, and what that means for them.
const DECIDES = /^haricot-(knockout|final)\//;

/** The word for each group, and its players: a bye, out, or sitting out. @param {any} round @returns {[string, string[]][]} */
export function withoutTable(round) {
  const others = round.sit_outs.filter((/** @type {string} */ player) => !round.byes.includes(player));
  /** @type {[string, string[]][]} */
  const groups = [["tournament-byes", round.byes], [DECIDES.test(round.algorithm) ? "tournament-out" : "tournament-sit-outs", others]];
  return groups.filter(([, players]) => players.length > 0);
}
