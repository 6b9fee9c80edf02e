// @ts-check
// What an edition adds to a table and what its phases are called.
import { data } from "../html.js";

const { editions = {}, phases = {} } = data();

/** The areas that an edition adds to the table or to a seat, each with its title. @param {string} edition @param {"table" | "seat"} where */
export const areasOf = (edition, where) => /** @type {Record<string, string>} */ (editions[edition]?.areas[where] || {});

/** @param {string} edition @param {string} phase */
export const phaseName = (edition, phase) => editions[edition]?.phases[phase] || phases[phase] || phase;
