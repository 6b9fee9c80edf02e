// @ts-check
// The auditor's verdict on each event: from an audit, then from each event of the stream.
import { signal } from "@preact/signals";

/** @typedef {{n: number, verdict: "legal" | "consequence" | "illegal" | "differs" | "unknown", clause: string | null, says: string, remedy?: {id: string, says: string, url: string}}} Verdict */

/** Return whether a verdict finds a fault. @param {Verdict | undefined} verdict */
export const isFault = (verdict) => verdict?.verdict === "illegal" || verdict?.verdict === "differs";

export class Verdicts {
  /** @type {Map<number, Verdict>} */
  #all = new Map();
  /** The verdicts of the stream since the last audit, in the present view. @type {{n: number, verdicts: Verdict[]}[]} */
  #streamed = [];
  /** Changes whenever verdicts are added. */
  changes = signal(0);
  /** The events with a fault. */
  faults = signal(/** @type {number[]} */ ([]));
  /** The audit without its verdicts, with its view as `as`. */
  audit = signal(/** @type {any} */ (null));

  /** @param {number} n */
  of(n) {
    return this.changes.value ? this.#all.get(n) : undefined;
  }

  /** Forget the verdicts of the stream, because they belong to the former view. */
  clearStreamed() {
    this.#streamed = [];
  }

  /** Add an audit. Later events may have come meanwhile. @param {any} answer */
  add({ verdicts, ...audit }) {
    if (this.audit.value?.as !== audit.as) {
      this.#all.clear();
      this.faults.value = [];
    }
    this.audit.value = audit;
    this.#streamed = this.#streamed.filter(({ n }) => n > audit.events);
    this.#set([...verdicts, ...this.#streamed.flatMap((one) => one.verdicts)]);
  }

  /** Add the verdicts that came with event n in this view: on the event, and on earlier events that it affects. @param {number} n @param {Verdict[]} verdicts @param {string | null} as */
  addFromEvent(n, verdicts, as) {
    this.#streamed.push({ n, verdicts });
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
