// @ts-check
// What a seat may not do, put together by the clause that forbids it.

/** @typedef {{seat: number, n: number, legal: any[], offers: any[], blocked: any[], words?: {legal: string[], offers: string[], blocked?: string[]}}} Choices */

/** What is refused, by clause: its sentence and the orders in words, each once. @param {Choices} choices */
export function byClause({ blocked, words }) {
  /** @type {Map<string, {clause: string, says: string, orders: string[]}>} */
  const found = new Map();
  blocked.forEach(({ clause, says, type }, i) => {
    const group = found.get(clause) ?? { clause, says, orders: /** @type {string[]} */ ([]) };
    found.set(clause, group);
    const order = words?.blocked?.[i] ?? type;
    if (!group.orders.includes(order)) group.orders.push(order);
  });
  return [...found.values()];
}
