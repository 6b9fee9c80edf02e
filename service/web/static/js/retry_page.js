// @ts-check
// The rate limit page: counts down, then loads the requested page.
import "./lang.js";

const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-seconds]"));
const end = performance.now() + 1000 * (Number(place?.dataset.seconds ?? 0) + Math.random()); // not all at the same moment
const beat = setInterval(() => {
  const left = end - performance.now();
  if (place) place.textContent = String(Math.max(Math.ceil(left / 1000), 1));
  if (left > 0) return;
  clearInterval(beat);
  location.reload();
}, 250);
