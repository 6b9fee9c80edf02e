// @ts-check
// The players without a table in a round: byes, withdrawn players, and players who sit out.
const DECIDES = /^haricot-(knockout|final)\//;

/** Return each group as its label and its players. @param {any} round @returns {[string, string[]][]} */
export function withoutTable(round) {
  const others = round.sit_outs.filter((/** @type {string} */ player) => !round.byes.includes(player));
  /** @type {[string, string[]][]} */
  const groups = [["tournament-byes", round.byes], [DECIDES.test(round.algorithm) ? "tournament-out" : "tournament-sit-outs", others]];
  return groups.filter(([, players]) => players.length > 0);
}
