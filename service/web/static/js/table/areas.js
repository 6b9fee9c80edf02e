// @ts-check
// The areas that an edition adds to a table, and the names of its phases.
import { data } from "../html.js";

const { editions = {}, phases = {} } = data();

/** Return the areas that an edition adds to the table or to a seat, each with its title. @param {string} edition @param {"table" | "seat"} where */
export const areasOf = (edition, where) => /** @type {Record<string, string>} */ (editions[edition]?.areas[where] || {});

/** Return the name of a phase in the page's language. @param {string} edition @param {string} phase */
export const phaseName = (edition, phase) => editions[edition]?.phases[phase] || phases[phase] || phase;
