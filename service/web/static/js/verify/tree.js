// @ts-check
// The Merkle tree of a log (RFC 6962): one hash stands for all its entries, and changes with any of them.
import { sha256 } from "../deal/sha256.js";
import { joined, utf8 } from "./notes.js";

const node = (/** @type {Uint8Array} */ left, /** @type {Uint8Array} */ right) => sha256(joined(Uint8Array.of(1), left, right));
export const leafHash = (/** @type {Uint8Array} */ bytes) => sha256(joined(Uint8Array.of(0), bytes));

/** The greatest power of two below a size. @param {number} size */
function splitOf(size) {
  let split = 1;
  while (2 * split < size) split *= 2;
  return split;
}

export class Tree {
  /** @type {Map<string, Uint8Array>} */
  #known = new Map();

  /** @param {Uint8Array[]} hashes of the leaves */
  constructor(hashes) {
    this.hashes = hashes;
  }

  /** The root of the leaves from one number up to another. @param {number} to @param {number} [from] @returns {Uint8Array} */
  root(to, from = 0) {
    if (to - from < 2) return to > from ? this.hashes[from] : sha256(utf8(""));
    const name = `${from}-${to}`;
    let found = this.#known.get(name);
    if (!found) {
      const middle = from + splitOf(to - from);
      found = node(this.root(middle, from), this.root(to, middle));
      this.#known.set(name, found);
    }
    return found;
  }

  /** The proof that this log begins with its first `old` leaves. @param {number} old @param {number} [from] @param {number} [to] @param {boolean} [whole] @returns {Uint8Array[]} */
  consistency(old, from = 0, to = this.hashes.length, whole = true) {
    if (old === 0 || old === to - from) return whole || !old ? [] : [this.root(to, from)];
    const split = splitOf(to - from);
    if (old <= split) return [...this.consistency(old, from, from + split, whole), this.root(to, from + split)];
    return [...this.consistency(old - split, from + split, to, false), this.root(from + split, from)];
  }
}

/** The root of a log of this size in which number `place` has this leaf hash, by an inclusion proof; null when it is none. @param {Uint8Array} hashed @param {number} place @param {number} size @param {Uint8Array[]} proof @returns {Uint8Array | null} */
export function rootAbove(hashed, place, size, proof) {
  const beside = proof.at(-1);
  if (size === 1 || !beside) return size === 1 && !beside ? hashed : null;
  const split = splitOf(size);
  const above = place < split ? rootAbove(hashed, place, split, proof.slice(0, -1)) : rootAbove(hashed, place - split, size - split, proof.slice(0, -1));
  if (!above) return null;
  return place < split ? node(above, beside) : node(beside, above);
}
