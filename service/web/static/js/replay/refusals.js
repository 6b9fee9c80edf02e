// @ts-check
// What a seat may not do, put together by the clause that forbids it.

/** @typedef {{seat: number, n: number, legal: any[], offers: any[], blocked: any[], table?: any, words?: {legal: string[], offers: string[], blocked?: string[]}}} Choices */

/**
 * Whether an order makes sense at a table: one that is given at tables at all, for a field that the seat has, an offer that is open.
 * @param {any} order @param {any} table @param {Record<string, unknown>} orders those of the edition by their names
 */
function isThere({ type, seat, field, proposal }, table, orders) {
  if (!(type in orders)) return false;
  if (field !== undefined && field !== null && field >= (table.seats[seat]?.fields.length ?? 0)) return false;
  return proposal === undefined || [...(table.proposals ?? []), ...(table.donations ?? [])].some((offer) => offer.proposal === proposal);
}

/** What is refused at a table, by clause: its sentence and the orders in words, each once. @param {Choices} choices @param {any} table @param {Record<string, unknown>} orders */
export function byClause({ blocked, words }, table, orders) {
  /** @type {Map<string, {clause: string, says: string, orders: string[]}>} */
  const found = new Map();
  blocked.forEach((order, i) => {
    if (!isThere(order, table, orders)) return;
    const { clause, says, type } = order;
    const group = found.get(clause) ?? { clause, says, orders: /** @type {string[]} */ ([]) };
    found.set(clause, group);
    const said = words?.blocked?.[i] ?? type;
    if (!group.orders.includes(said)) group.orders.push(said);
  });
  return [...found.values()];
}
