// The rules of retries: when, and after which backoff.
import type { Reply } from "./request.js";

const FIRST_PAUSE_SECONDS = 0.25;
const LONGEST_PAUSE_SECONDS = 15;
const BUSY: readonly number[] = [429, 502, 503, 504];

/** Return whether a retry may succeed: there was no answer, or nothing was decided about the call. */
export function mayRetry({ status }: Reply): boolean {
  return status === null || BUSY.includes(status);
}

/** Backoff that grows with each failed attempt; a time named by the service takes precedence. */
export class Backoff {
  #next = FIRST_PAUSE_SECONDS;

  /** Return how many seconds to wait after this failed attempt. */
  after({ headers }: Reply): number {
    const pause = this.#next;
    this.#next = Math.min(2 * this.#next, LONGEST_PAUSE_SECONDS);
    const named = headers.get("Retry-After") ?? "";
    return /^\d+$/.test(named) ? Number(named) : pause;
  }

  /** Reset the backoff after a success. */
  reset(): void {
    this.#next = FIRST_PAUSE_SECONDS;
  }
}

/** Wait for some seconds; throw the reason of the signal as soon as it aborts. */
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
