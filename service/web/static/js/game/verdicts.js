// @ts-check
// What the auditor found of each event.
import { signal } from "@preact/signals";

/** @typedef {{n: number, verdict: "legal" | "consequence" | "illegal" | "differs" | "unknown", clause: string | null, says: string, remedy?: {id: string, says: string, url: string}}} Verdict */

/** Whether something is wrong with an event. @param {Verdict | undefined} verdict */
export const isFault = (verdict) => verdict?.verdict === "illegal" || verdict?.verdict === "differs";

export class Verdicts {
  /** @type {Map<number, Verdict>} */
  #all = new Map();
  /** How many events have been judged. */
  judged = signal(0);
  /** The events that are not as they should be. */
  faults = signal(/** @type {number[]} */ ([]));
  /** The audit as a whole, without its verdicts. */
  audit = signal(/** @type {any} */ (null));

  /** @param {number} n */
  of(n) {
    return this.judged.value ? this.#all.get(n) : undefined;
  }

  forget() {
    this.#all.clear();
    this.judged.value = 0;
    this.faults.value = [];
    this.audit.value = null;
  }

  /** Adds what an audit tells beyond what was known. @param {any} answer */
  add({ verdicts, ...audit }) {
    const faults = verdicts.filter(isFault).map((/** @type {Verdict} */ { n }) => n);
    for (const verdict of verdicts) this.#all.set(verdict.n, verdict);
    if (faults.length) this.faults.value = [...this.faults.value, ...faults];
    this.audit.value = audit;
    this.judged.value = this.#all.size;
  }
}
