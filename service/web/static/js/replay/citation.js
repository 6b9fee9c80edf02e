// @ts-check
// A citation, which leads to its clause.
import { html } from "../html.js";
import { isApart, isFile } from "../data_source.js";

/** Where a citation stands in the rulebook; of BP-6.1/CL-6.4 the sentence taken over is marked. @param {string} edition @param {string} clause */
export const clauseLink = (edition, clause) => `/rules/${encodeURIComponent(edition)}#${encodeURIComponent(clause.split("/").at(-1) || "")}`;

/**
 * A line breaks between its two parts or not at all. In a file it leads nowhere, in a frame out of it.
 * @param {{edition: string, clause: string} & Record<string, any>} props
 */
export const Citation = ({ edition, clause, ...named }) => html`
  <${isFile ? "span" : "a"} class="citation" target=${isApart ? "_blank" : null} rel=${isApart ? "noopener" : null} href=${clauseLink(edition, clause)} ...${named}>${clause.split("/").map((/** @type {string} */ part, /** @type {number} */ after) => [after ? html`/<wbr />` : "", html`<span>${part}</span>`])}<//>`;
