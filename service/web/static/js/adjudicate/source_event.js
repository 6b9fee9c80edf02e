// @ts-check
// Loads the question about an event of a game: the table before the event, and the command that caused it.
import { ask, gamePath, tokens, withQuery } from "../api.js";

/** @typedef {{position: any, command: any, names: string[], head: any, first: number}} Origin */

/** How many events are searched first. Few batches are longer. */
const BATCH_EVENTS = 60;

/** Load the table and the command of event n, in the requested view or else the widest allowed one. @param {string} game @param {number} n @param {string | null} view @returns {Promise<Origin>} */
export async function originOf(game, n, view) {
  const token = tokens.get(game);
  const get = (/** @type {string} */ rest, /** @type {Record<string, unknown>} */ query = {}) => ask(withQuery(gamePath(game, rest), query), { token });
  const head = await get("");
  const { views } = head.may;
  const as = view && views.includes(view) ? view : views.includes("omniscient") ? "omniscient" : views[0];
  const found = (await batchOf(get, n, as, BATCH_EVENTS)) ?? (await batchOf(get, n, as, Math.min(n, 1000)));
  const first = found?.n ?? n;
  const position = await get("/table", { at: Math.max(first - 1, 1), as });
  return {
    position: { ...position, version: head.rules.version }, command: found?.cause.command ?? null, head, first,
    names: head.seats.map((/** @type {{name: string | null}} */ { name }) => name),
  };
}

/** Return the first event of the batch of event n, if it is among the `near` events before it. @param {(rest: string, query: Record<string, unknown>) => Promise<any>} get @param {number} n @param {string} as @param {number} near */
async function batchOf(get, n, as, near) {
  const after = Math.max(n - near, 0);
  const { events } = await get("/events", { after, limit: n - after, as });
  return events.findLast((/** @type {any} */ one) => one.n <= n && one.cause);
}
