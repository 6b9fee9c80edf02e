// @ts-check
// The tables of a game as they were after each event, asked for in batches and kept.

/**
 * @typedef {{card: string, from: string, to: string, count?: number}} Move
 * @typedef {{n: number, table: any, moves: Move[], pays: any[], lands?: import("../table/position.js").Lands | null, clock?: import("./game_clock.js").Clock | null}} Film what is to be seen after event n
 */

/** So many tables are asked for at once, and so many batches while nobody waits for them; so many batches are kept. */
export const BATCH = 128;
export const AHEAD = 4;
const KEPT = 32;

/** A value with those parts of `old` that are the same, so that what did not change is not drawn anew. @param {any} old @param {any} value @returns {any} */
export function shared(old, value) {
  if (old === value || old === null || value === null || typeof old !== "object" || typeof value !== "object" || Array.isArray(old) !== Array.isArray(value)) return value;
  const names = Object.keys(value);
  let same = names.length === Object.keys(old).length;
  for (const name of names) {
    value[name] = shared(old[name], value[name]);
    same &&= value[name] === old[name];
  }
  return same ? old : value;
}

export class Tables {
  /** @type {Map<number, Film>} */
  #films = new Map();
  /** @type {Map<number, Promise<void>>} */
  #coming = new Map();

  /** `ask(after, limit)` gives the films of so many events. @param {(after: number, limit: number) => Promise<Film[]>} ask */
  constructor(ask) {
    this.ask = ask;
  }

  /** The film of an event, if it is here. @param {number} n */
  at(n) {
    return this.#films.get(n);
  }

  /** The next event whose table is not here, those that come first; of a very long game only what lies near. @param {number} n @param {number} version */
  lacking(n, version) {
    const near = (BATCH * (KEPT - 2)) / 2;
    const [from, to] = [Math.max(1, n - near), Math.min(version, n + near)];
    for (let one = n; one <= to; one += 1) if (!this.#films.has(one)) return one;
    for (let one = n; one >= from; one -= 1) if (!this.#films.has(one)) return one;
    return 0;
  }

  /**
   * Fetches the batch in which an event lies, with others beside it that lack, up to so many; `version` is how many events
   * there are.
   * @param {number} n @param {number} version
   */
  async fetch(n, version, most = 1) {
    if (this.#films.has(n)) return;
    const batch = Math.floor((n - 1) / BATCH);
    if (!this.#coming.has(batch)) {
      const lacks = (/** @type {number} */ other) => other >= 0 && other * BATCH < version && !this.#coming.has(other) && !this.#films.has(other * BATCH + 1);
      let [first, end] = [batch, batch + 1];
      while (end - first < most && lacks(end)) end += 1;
      while (end - first < most && lacks(first - 1)) first -= 1;
      const batches = Array.from({ length: end - first }, (_, i) => first + i);
      const after = first * BATCH;
      const coming = this.ask(after, Math.min(end * BATCH, version) - after).then((films) => films.forEach((film) => this.keep(film)));
      for (const one of batches) this.#coming.set(one, coming);
      const gone = () => batches.forEach((one) => this.#coming.delete(one));
      coming.then(gone, gone);
    }
    await this.#coming.get(batch);
  }

  /** @param {Film} film */
  keep(film) {
    const before = this.#films.get(film.n - 1) ?? this.#films.get(film.n + 1);
    if (before) film.table = shared(before.table, film.table);
    if (before?.pays) film.pays = shared(before.pays, film.pays);
    if (before?.lands) film.lands = shared(before.lands, film.lands);
    this.#films.delete(film.n);
    this.#films.set(film.n, film);
    if (this.#films.size > BATCH * KEPT) this.#films.delete(/** @type {number} */ (this.#films.keys().next().value));
  }
}
