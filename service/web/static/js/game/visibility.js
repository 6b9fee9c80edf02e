// @ts-check
// Whether the page is visible: not in a background tab, and not left for another page.

let isLeft = false;

/** Return whether the page is visible. */
export const isVisible = () => !isLeft && document.visibilityState !== "hidden";

/** @type {Set<() => void>} */
const listeners = new Set();

/** Call a listener whenever the page is shown or hidden. Return a function that removes it. @param {() => void} listener */
function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const notifyListeners = () => {
  for (const listener of [...listeners]) listener();
};
document.addEventListener("visibilitychange", notifyListeners);
// A page in the back-forward cache is hidden too.
addEventListener("pagehide", () => {
  isLeft = true;
  notifyListeners();
});
addEventListener("pageshow", () => {
  isLeft = false;
  notifyListeners();
});

/** Abort as soon as the page is hidden. Return a function that cancels this. @param {AbortController} stop */
export const abortWhenHidden = (stop) => onChange(() => {
  if (!isVisible()) stop.abort();
});

/** Wait until the page is visible. @returns {Promise<void>} */
export const whenVisible = () => new Promise((done) => {
  const removeListener = onChange(check);
  function check() {
    if (!isVisible()) return;
    removeListener();
    done();
  }
  check();
});
