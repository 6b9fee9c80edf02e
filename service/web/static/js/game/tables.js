// @ts-check
// A cache of the tables of a game after each event. Tables are requested in batches.

/**
 * @typedef {{card: string, from: string, to: string, count?: number}} Move
 * @typedef {{n: number, table: any, moves: Move[], pays: any[], lands?: import("../table/position.js").Lands | null, clock?: import("./game_clock.js").Clock | null}} Snapshot the table after event n, with the moves of the event and what can be seen there
 */

/** How many tables form one batch. */
export const BATCH_SIZE = 128;
/** How many batches one request prefetches. */
export const PREFETCH_BATCHES = 4;
/** How many batches the cache holds. */
const BATCHES_MAX = 32;

/** Return `value` with unchanged parts replaced by the same objects of `old`, so that they are not drawn again. @param {any} old @param {any} value @returns {any} */
export function reuseUnchanged(old, value) {
  if (old === value || old === null || value === null || typeof old !== "object" || typeof value !== "object" || Array.isArray(old) !== Array.isArray(value)) return value;
  const names = Object.keys(value);
  let same = names.length === Object.keys(old).length;
  for (const name of names) {
    value[name] = reuseUnchanged(old[name], value[name]);
    same &&= value[name] === old[name];
  }
  return same ? old : value;
}

export class Tables {
  /** @type {Map<number, Snapshot>} */
  #snapshots = new Map();
  /** @type {Map<number, Promise<void>>} */
  #pending = new Map();

  /** `ask(after, limit)` requests snapshots. @param {(after: number, limit: number) => Promise<Snapshot[]>} ask */
  constructor(ask) {
    this.ask = ask;
  }

  /** Return the snapshot of an event, if it is cached. @param {number} n */
  at(n) {
    return this.#snapshots.get(n);
  }

  /** Return the nearest event without a cached table, later events first, or 0. Events too far away for the cache do not count. @param {number} n @param {number} version */
  nextMissing(n, version) {
    const near = (BATCH_SIZE * (BATCHES_MAX - 2)) / 2;
    const [from, to] = [Math.max(1, n - near), Math.min(version, n + near)];
    for (let one = n; one <= to; one += 1) if (!this.#snapshots.has(one)) return one;
    for (let one = n; one >= from; one -= 1) if (!this.#snapshots.has(one)) return one;
    return 0;
  }

  /**
   * Fetch the batch of an event, with up to `most` missing batches next to it. `version` is the number of events.
   * @param {number} n @param {number} version
   */
  async fetch(n, version, most = 1) {
    if (this.#snapshots.has(n)) return;
    const batch = Math.floor((n - 1) / BATCH_SIZE);
    if (!this.#pending.has(batch)) {
      const lacks = (/** @type {number} */ other) => other >= 0 && other * BATCH_SIZE < version && !this.#pending.has(other) && !this.#snapshots.has(other * BATCH_SIZE + 1);
      let [first, end] = [batch, batch + 1];
      while (end - first < most && lacks(end)) end += 1;
      while (end - first < most && lacks(first - 1)) first -= 1;
      const batches = Array.from({ length: end - first }, (_, i) => first + i);
      const after = first * BATCH_SIZE;
      const request = this.ask(after, Math.min(end * BATCH_SIZE, version) - after).then((snapshots) => snapshots.forEach((snapshot) => this.store(snapshot)));
      for (const one of batches) this.#pending.set(one, request);
      const forget = () => batches.forEach((one) => this.#pending.delete(one));
      request.then(forget, forget);
    }
    await this.#pending.get(batch);
  }

  /** Cache a snapshot. @param {Snapshot} snapshot */
  store(snapshot) {
    const before = this.#snapshots.get(snapshot.n - 1) ?? this.#snapshots.get(snapshot.n + 1);
    if (before) snapshot.table = reuseUnchanged(before.table, snapshot.table);
    if (before?.pays) snapshot.pays = reuseUnchanged(before.pays, snapshot.pays);
    if (before?.lands) snapshot.lands = reuseUnchanged(before.lands, snapshot.lands);
    this.#snapshots.delete(snapshot.n);
    this.#snapshots.set(snapshot.n, snapshot);
    if (this.#snapshots.size > BATCH_SIZE * BATCHES_MAX) this.#snapshots.delete(/** @type {number} */ (this.#snapshots.keys().next().value));
  }
}
