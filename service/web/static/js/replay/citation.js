// @ts-check
// A citation, which leads to its clause.
import { html } from "../html.js";

/** Where a citation stands in the rulebook; of BP-6.1/CL-6.4 the sentence taken over is marked. @param {string} edition @param {string} clause */
export const clauseLink = (edition, clause) => `/rules/${encodeURIComponent(edition)}#${encodeURIComponent(clause.split("/").at(-1) || "")}`;

/** A line breaks between its two parts or not at all. @param {{edition: string, clause: string} & Record<string, any>} props */
export const Citation = ({ edition, clause, ...named }) => html`
  <a class="citation" href=${clauseLink(edition, clause)} ...${named}>${clause.split("/").map((/** @type {string} */ part, /** @type {number} */ after) => [after ? html`/<wbr />` : "", html`<span>${part}</span>`])}</a>`;
