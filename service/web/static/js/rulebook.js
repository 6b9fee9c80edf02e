// @ts-check
// The button that prints a rulebook; without scripts the browser's own menu does.
import "./lang.js";

const printer = /** @type {HTMLButtonElement} */ (document.getElementById("print"));
printer.hidden = false;
printer.addEventListener("click", () => window.print());
