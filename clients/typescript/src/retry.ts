// When to ask again, and how long to wait before.
import type { Reply } from "./request.js";

const FIRST_PAUSE_SECONDS = 0.25;
const LONGEST_PAUSE_SECONDS = 15;
const BUSY: readonly number[] = [429, 502, 503, 504];

/** Whether a later attempt may have an answer: there was none, or nothing was decided about the call. */
export function isVain({ status }: Reply): boolean {
  return status === null || BUSY.includes(status);
}

/** Pauses that grow from one vain attempt to the next; where the service names one, that. */
export class Backoff {
  #next = FIRST_PAUSE_SECONDS;

  /** How many seconds to wait after this vain attempt. */
  after({ headers }: Reply): number {
    const pause = this.#next;
    this.#next = Math.min(2 * this.#next, LONGEST_PAUSE_SECONDS);
    const named = headers.get("Retry-After") ?? "";
    return /^\d+$/.test(named) ? Number(named) : pause;
  }

  /** Something came: the next pause is a short one again. */
  rewarded(): void {
    this.#next = FIRST_PAUSE_SECONDS;
  }
}

/** Waits so many seconds; throws the reason of the signal as soon as it aborts. */
export function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", leave);
      resolve();
    }, 1000 * seconds);
    signal?.addEventListener("abort", leave, { once: true });
    if (signal?.aborted) leave();
  });
}
