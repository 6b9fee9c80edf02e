// @ts-check
// The shuffle haricot-shuffle/1: HMAC_DRBG with SHA-256 (NIST SP 800-90A), then Fisher-Yates.
import { sha256 } from "./sha256.js";

const DRAW_RANGE = 1n << 64n;
const text = new TextEncoder();

/** Concatenate byte arrays. @param {...Uint8Array} parts */
function concatBytes(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** HMAC-SHA-256 (RFC 2104) with a key of 32 bytes. @param {Uint8Array} key @param {...Uint8Array} message */
function hmac(key, ...message) {
  const padded = (/** @type {number} */ by) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ by);
  return sha256(concatBytes(padded(0x5c), sha256(concatBytes(padded(0x36), ...message))));
}

/** Return a random generator; each call returns the next 8 bytes as a number. @param {Uint8Array} seed entropy, nonce and personalisation */
function generator(seed) {
  /** @type {Uint8Array} */
  let key = new Uint8Array(32);
  /** @type {Uint8Array} */
  let value = new Uint8Array(32).fill(1);
  const update = (/** @type {Uint8Array} */ provided) => {
    for (const round of provided.length ? [0, 1] : [0]) {
      key = hmac(key, value, Uint8Array.of(round), provided);
      value = hmac(key, value);
    }
  };
  update(seed);
  return () => {
    value = hmac(key, value);
    const drawn = new DataView(value.buffer).getBigUint64(0);
    update(new Uint8Array(0));
    return drawn;
  };
}

/** @param {string} base64 */
export const bytesOf = (base64) => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));

/**
 * Return the shuffled pile, top first. For such lists JSON.stringify writes canonical JSON (RFC 8785).
 * @template {string | number} Item
 * @param {Uint8Array} seed 48 bytes @param {string} nonce @param {string[]} contributions by seat, base64 @param {Item[]} pile
 */
export function shuffle(seed, nonce, contributions, pile) {
  const next = generator(concatBytes(seed, text.encode(nonce), text.encode(JSON.stringify([contributions, pile]))));
  const cards = [...pile];
  for (let i = cards.length - 1; i > 0; i--) {
    const bound = BigInt(i + 1);
    let drawn = next();
    while (drawn >= DRAW_RANGE - (DRAW_RANGE % bound)) drawn = next();
    const j = Number(drawn % bound);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}
