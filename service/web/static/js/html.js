// The one template tag of all scripts: htm over preact, so that every value is a text node or an attribute.
import { h, render } from "../vendor/preact.mjs";
import htm from "../vendor/htm.mjs";

export const html = htm.bind(h);
export { render };

/** What the server wrote into the page for its scripts. */
export const data = () => JSON.parse(document.getElementById("data").textContent);
