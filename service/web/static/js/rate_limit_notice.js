// @ts-check
// Where a limit of the service was met: says so on whatever page this is, until what was asked for goes out again.
import { say } from "./i18n.js";

/** What waits, with when it goes out again, in milliseconds of this page, and whether it changes something. @type {Set<{at: number, acts: boolean}>} */
const waiting = new Set();
/** @type {HTMLElement | null} */
let notice = null;
let beat = 0;

/** Tells how things stand; nothing once nothing waits. */
function tell() {
  if (!waiting.size) {
    clearInterval(beat);
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
    beat = setInterval(tell, 1000);
  }
  const [first, all] = [...notice.children];
  const left = Math.max(...[...waiting].map(({ at }) => at)) - performance.now();
  const said = [...waiting].some(({ acts }) => acts) ? `${say("trouble-limit")} ${say("trouble-limit-kept")}` : say("trouble-limit");
  if (first.textContent !== said) first.textContent = said; // which is spoken; the seconds are not
  all.textContent = say("trouble-limit-goes-on", { count: Math.max(Math.ceil(left / 1000), 1) });
}

/**
 * Waits until the service may be asked again, and says so meanwhile. What `acts` is told to be kept. Rejects as `signal` does.
 * @param {number} seconds @param {{acts: boolean, signal?: AbortSignal}} options @returns {Promise<void>}
 */
export async function limitPassed(seconds, { acts, signal }) {
  // Not all at the same moment, who met the limit together.
  const ms = 1000 * (seconds + Math.random());
  const one = { at: performance.now() + ms, acts };
  waiting.add(one);
  tell();
  try {
    await new Promise((/** @type {(value?: unknown) => void} */ done, failed) => {
      const timer = setTimeout(done, ms);
      const stop = () => {
        clearTimeout(timer);
        failed(signal?.reason);
      };
      signal?.addEventListener("abort", stop, { once: true });
      if (signal?.aborted) stop();
    });
  } finally {
    waiting.delete(one);
    tell();
  }
}
