// @ts-check
// Where the keyboard is while somebody plays: led to what may be pressed next, and not lost with what is gone.

const MOVES = "[data-table] .glow[data-place], [data-table] .sale, .offers .answers button, .asked button, .haggle button, .orders button";

/** Goes to what may be pressed next, on the table first, then in the tray; from the last of them to the first. */
export function toMove() {
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(MOVES)]).filter((one) => one.matches("button, [role=button]") && one.getAttribute("aria-disabled") !== "true" && one.checkVisibility());
  const here = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  all[(here + 1) % all.length]?.focus();
}

/** What had the keyboard may be gone after an order, or hidden: the tray has it then, beside what comes next. @param {HTMLElement} page */
export function keepFocus(page) {
  /** @type {HTMLElement | null} */
  let last = null;
  page.addEventListener("focusin", (event) => { last = /** @type {HTMLElement} */ (event.target); });
  new MutationObserver(() => {
    if (!last || last.isConnected && last.checkVisibility() || ![document.body, last].includes(/** @type {HTMLElement} */ (document.activeElement))) return;
    last = null;
    /** @type {HTMLElement | null} */ (page.querySelector(".tray"))?.focus({ preventScroll: true });
  }).observe(page, { childList: true, subtree: true });
}
