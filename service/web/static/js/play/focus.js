// @ts-check
// The keyboard focus during play: moves to the next possible action, and survives removed elements.

const ACTIONS = "[data-table] .glow[data-place], [data-table] .sale, .offers .answers button, .asked button, .haggle button, .orders button";

/** Focus the next possible action: on the table first, then in the tray, and again from the first. */
export function focusNextAction() {
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(ACTIONS)]).filter((one) => one.matches("button, [role=button]") && one.getAttribute("aria-disabled") !== "true" && one.checkVisibility());
  const current = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  all[(current + 1) % all.length]?.focus();
}

/** Focus the tray if the focused element was removed or hidden, as after a command. @param {HTMLElement} page */
export function rescueFocus(page) {
  /** @type {HTMLElement | null} */
  let last = null;
  page.addEventListener("focusin", (event) => { last = /** @type {HTMLElement} */ (event.target); });
  new MutationObserver(() => {
    if (!last || last.isConnected && last.checkVisibility() || ![document.body, last].includes(/** @type {HTMLElement} */ (document.activeElement))) return;
    last = null;
    /** @type {HTMLElement | null} */ (page.querySelector(".tray"))?.focus({ preventScroll: true });
  }).observe(page, { childList: true, subtree: true });
}
