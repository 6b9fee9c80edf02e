// @ts-check
// What the auditor found of each event: an audit at first, then what each event of the stream brings.
import { signal } from "@preact/signals";

/** @typedef {{n: number, verdict: "legal" | "consequence" | "illegal" | "differs" | "unknown", clause: string | null, says: string, remedy?: {id: string, says: string, url: string}}} Verdict */

/** Whether something is wrong with an event. @param {Verdict | undefined} verdict */
export const isFault = (verdict) => verdict?.verdict === "illegal" || verdict?.verdict === "differs";

export class Verdicts {
  /** @type {Map<number, Verdict>} */
  #all = new Map();
  /** What events brought since the last audit, for these eyes. @type {{n: number, verdicts: Verdict[]}[]} */
  #since = [];
  /** How often verdicts have come. */
  changes = signal(0);
  /** The events that are not as they should be. */
  faults = signal(/** @type {number[]} */ ([]));
  /** The audit as a whole, without its verdicts, and with whose eyes it judges. */
  audit = signal(/** @type {any} */ (null));

  /** @param {number} n */
  of(n) {
    return this.changes.value ? this.#all.get(n) : undefined;
  }

  /** Other eyes look: what events brought was judged with the former ones. */
  forget() {
    this.#since = [];
  }

  /** Adds an audit, which may be of fewer events than have come meanwhile. @param {any} answer */
  add({ verdicts, ...audit }) {
    if (this.audit.value?.as !== audit.as) {
      this.#all.clear();
      this.faults.value = [];
    }
    this.audit.value = audit;
    this.#since = this.#since.filter(({ n }) => n > audit.events);
    this.#set([...verdicts, ...this.#since.flatMap((one) => one.verdicts)]);
  }

  /** Adds the verdicts that event n brought for these eyes: on itself, and on earlier events that it changes. @param {number} n @param {Verdict[]} verdicts @param {string | null} as */
  arrived(n, verdicts, as) {
    this.#since.push({ n, verdicts });
    if (this.audit.value?.as === as) this.#set(verdicts);
  }

  /** @param {Verdict[]} verdicts */
  #set(verdicts) {
    const faults = new Set(this.faults.value);
    for (const verdict of verdicts) {
      this.#all.set(verdict.n, verdict);
      if (isFault(verdict)) faults.add(verdict.n);
      else faults.delete(verdict.n);
    }
    const sorted = [...faults].toSorted((a, b) => a - b);
    if (sorted.join() !== this.faults.value.join()) this.faults.value = sorted;
    this.changes.value += 1;
  }
}
