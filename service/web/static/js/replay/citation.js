// @ts-check
// A citation with a link to its clause.
import { html } from "../html.js";
import { isEmbedded, isFile } from "../data_source.js";

/** Return the address of a cited clause in the rulebook. BP-6.1/CL-6.4 leads to the adopted sentence. @param {string} edition @param {string} clause */
export const clauseLink = (edition, clause) => `/rules/${encodeURIComponent(edition)}#${encodeURIComponent(clause.split("/").at(-1) || "")}`;

/**
 * Show a citation, which breaks only between its two parts. In a file it has no link; a frame opens a new tab.
 * @param {{edition: string, clause: string} & Record<string, any>} props
 */
export const Citation = ({ edition, clause, ...named }) => html`
  <${isFile ? "span" : "a"} class="citation" target=${isEmbedded ? "_blank" : null} rel=${isEmbedded ? "noopener" : null} href=${clauseLink(edition, clause)} ...${named}>${clause.split("/").map((/** @type {string} */ part, /** @type {number} */ after) => [after ? html`/<wbr />` : "", html`<span>${part}</span>`])}<//>`;
