// @ts-check
// Whether anybody can see the page: a tab in the background, or a page left for another, shows nothing.

let left = false;

/** Whether the page can be seen. */
export const isShown = () => !left && document.visibilityState !== "hidden";

/** @type {Set<() => void>} */
const waiting = new Set();

/** Calls back once, when the page is shown or hidden; gives what calls that off. @param {() => void} act */
function changed(act) {
  waiting.add(act);
  return () => waiting.delete(act);
}

const tell = () => {
  for (const act of [...waiting]) act();
};
document.addEventListener("visibilitychange", tell);
// Who comes back by the browser's history may find the page as it was, asleep.
addEventListener("pagehide", () => {
  left = true;
  tell();
});
addEventListener("pageshow", () => {
  left = false;
  tell();
});

/** Aborts as soon as the page is hidden; gives what calls that off. @param {AbortController} stop */
export const abortWhenHidden = (stop) => changed(() => {
  if (!isShown()) stop.abort();
});

/** Waits until the page is shown. @returns {Promise<void>} */
export const shown = () => new Promise((done) => {
  const off = changed(look);
  function look() {
    if (!isShown()) return;
    off();
    done();
  }
  look();
});
