// @ts-check
// The blocked commands of a seat, grouped by the clause that forbids them.

/** @typedef {{seat: number, n: number, legal: any[], offers: any[], blocked: any[], table?: any, words?: {legal: string[], offers: string[], blocked?: string[]}}} Choices */

/**
 * Return whether a command makes sense at a table: it is one of the edition's, for an existing field or an open offer.
 * @param {any} command @param {any} table @param {Record<string, unknown>} known the commands of the edition by their names
 */
function isPlausible({ type, seat, field, proposal }, table, known) {
  if (!(type in known)) return false;
  if (field !== undefined && field !== null && field >= (table.seats[seat]?.fields.length ?? 0)) return false;
  return proposal === undefined || [...(table.proposals ?? []), ...(table.donations ?? [])].some((offer) => offer.proposal === proposal);
}

/** Group the blocked commands by clause: its sentence and the commands in words, each once. @param {Choices} choices @param {any} table @param {Record<string, unknown>} known the commands of the edition by their names */
export function groupByClause({ blocked, words }, table, known) {
  /** @type {Map<string, {clause: string, says: string, commands: string[]}>} */
  const groups = new Map();
  blocked.forEach((command, i) => {
    if (!isPlausible(command, table, known)) return;
    const { clause, says, type } = command;
    const group = groups.get(clause) ?? { clause, says, commands: /** @type {string[]} */ ([]) };
    groups.set(clause, group);
    const text = words?.blocked?.[i] ?? type;
    if (!group.commands.includes(text)) group.commands.push(text);
  });
  return [...groups.values()];
}
