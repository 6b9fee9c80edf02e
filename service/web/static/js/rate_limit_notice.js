// @ts-check
// The notice on any page that a rate limit was reached, shown until the waiting requests are sent again.
import { say } from "./i18n.js";

/** The waiting requests: when each is sent again, by performance.now(), and whether it changes something. @type {Set<{at: number, acts: boolean}>} */
const waiting = new Set();
/** @type {HTMLElement | null} */
let notice = null;
let timer = 0;

/** Update the notice, or remove it if no request is waiting. */
function updateNotice() {
  if (!waiting.size) {
    clearInterval(timer);
    notice?.remove();
    notice = null;
    return;
  }
  if (!notice) {
    notice = document.createElement("div");
    notice.className = "limit";
    notice.append(document.createElement("p"), document.createElement("p"));
    /** @type {HTMLElement} */ (notice.firstElementChild).role = "status";
    document.body.append(notice);
    timer = setInterval(updateNotice, 1000);
  }
  const [status, countdown] = [...notice.children];
  const left = Math.max(...[...waiting].map(({ at }) => at)) - performance.now();
  const text = [...waiting].some(({ acts }) => acts) ? `${say("trouble-limit")} ${say("trouble-limit-kept")}` : say("trouble-limit");
  if (status.textContent !== text) status.textContent = text; // screen readers announce this, not the countdown
  countdown.textContent = say("trouble-limit-goes-on", { count: Math.max(Math.ceil(left / 1000), 1) });
}

/**
 * Wait until the rate limit allows another request, and show a notice meanwhile. `acts` is true for a request that
 * changes something. Reject if `signal` is aborted.
 * @param {number} seconds @param {{acts: boolean, signal?: AbortSignal}} options @returns {Promise<void>}
 */
export async function waitForRateLimit(seconds, { acts, signal }) {
  // Random, so that requests that reached the limit together are not repeated together.
  const ms = 1000 * (seconds + Math.random());
  const request = { at: performance.now() + ms, acts };
  waiting.add(request);
  updateNotice();
  try {
    await new Promise((/** @type {(value?: unknown) => void} */ resolve, reject) => {
      const timeout = setTimeout(resolve, ms);
      const stop = () => {
        clearTimeout(timeout);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", stop, { once: true });
      if (signal?.aborted) stop();
    });
  } finally {
    waiting.delete(request);
    updateNotice();
  }
}
