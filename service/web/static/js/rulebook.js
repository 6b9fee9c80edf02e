// @ts-check
// The button that prints a rulebook; without scripts the browser's own menu does.

const print = /** @type {HTMLButtonElement} */ (document.getElementById("print"));
print.hidden = false;
print.addEventListener("click", () => window.print());
