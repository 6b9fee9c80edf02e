// @ts-check
// The private notes of a commentator on a game, stored in this browser until published.
import { signal } from "@preact/signals";
import { localizedUrl } from "../links.js";

/** @typedef {{place: string, to?: string}} Mark a mark at a place of the table, or an arrow from there */
/** @typedef {{id: string, n: number, text: string, marks: Mark[]}} PrivateNote */

/** Return the address of the commentator's page of a tournament game. @param {string} tournament @param {string} game */
export const commentaryPage = (tournament, game) => localizedUrl(`/games/${encodeURIComponent(game)}`, { layout: "commentary", tournament });

export class PrivateNotes {
  /** @param {string} game */
  constructor(game) {
    this.key = `haricot:notes:${game}`;
    this.all = signal(/** @type {PrivateNote[]} */ (JSON.parse(localStorage.getItem(this.key) ?? "[]")));
  }

  /** @param {PrivateNote[]} notes */
  #put(notes) {
    this.all.value = notes;
    localStorage.setItem(this.key, JSON.stringify(notes));
  }

  /** @param {Omit<PrivateNote, "id">} note */
  add(note) {
    this.#put([...this.all.value, { ...note, id: `${Date.now()}` }].sort((one, other) => one.n - other.n));
  }

  /** @param {string} id */
  remove(id) {
    this.#put(this.all.value.filter((one) => one.id !== id));
  }
}
