// @ts-check
// The Merkle tree of a log (RFC 6962).
import { sha256 } from "../deal/sha256.js";
import { concatBytes, utf8 } from "./notes.js";

const nodeHash = (/** @type {Uint8Array} */ left, /** @type {Uint8Array} */ right) => sha256(concatBytes(Uint8Array.of(1), left, right));
export const leafHash = (/** @type {Uint8Array} */ bytes) => sha256(concatBytes(Uint8Array.of(0), bytes));

/** Return the greatest power of two below a size. @param {number} size */
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

  /** Return the root of the leaves `from` up to `to`, exclusive. @param {number} to @param {number} [from] @returns {Uint8Array} */
  root(to, from = 0) {
    if (to - from < 2) return to > from ? this.hashes[from] : sha256(utf8(""));
    const name = `${from}-${to}`;
    let found = this.#known.get(name);
    if (!found) {
      const middle = from + splitOf(to - from);
      found = nodeHash(this.root(middle, from), this.root(to, middle));
      this.#known.set(name, found);
    }
    return found;
  }

  /** Return the consistency proof between the first `old` leaves and this log. @param {number} old @param {number} [from] @param {number} [to] @param {boolean} [whole] @returns {Uint8Array[]} */
  consistency(old, from = 0, to = this.hashes.length, whole = true) {
    if (old === 0 || old === to - from) return whole || !old ? [] : [this.root(to, from)];
    const split = splitOf(to - from);
    if (old <= split) return [...this.consistency(old, from, from + split, whole), this.root(to, from + split)];
    return [...this.consistency(old - split, from + split, to, false), this.root(from + split, from)];
  }
}

/** Return the root that an inclusion proof gives for a leaf hash at `place` in a log of this size, or null for an invalid proof. @param {Uint8Array} hashed @param {number} place @param {number} size @param {Uint8Array[]} proof @returns {Uint8Array | null} */
export function rootFromProof(hashed, place, size, proof) {
  const sibling = proof.at(-1);
  if (size === 1 || !sibling) return size === 1 && !sibling ? hashed : null;
  const split = splitOf(size);
  const subroot = place < split ? rootFromProof(hashed, place, split, proof.slice(0, -1)) : rootFromProof(hashed, place - split, size - split, proof.slice(0, -1));
  if (!subroot) return null;
  return place < split ? nodeHash(subroot, sibling) : nodeHash(sibling, subroot);
}
