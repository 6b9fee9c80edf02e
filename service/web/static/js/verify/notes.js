// @ts-check
// Signed notes and checkpoints (C2SP): keys, Ed25519 signatures, and the content of checkpoints.
import { sha256 } from "../deal/sha256.js";
import * as ed25519 from "../../vendor/noble/ed25519.js";
import { CheckFailed, requireThat } from "./findings.js";

/** @typedef {{name: string, id: Uint8Array, raw: Uint8Array}} Key */

const SPACE = /[\s\u0085\p{Cc}]/u;
const CONTROL = /[\0-\t\v-\x1f]/;
const text = new TextEncoder();

export const utf8 = (/** @type {string} */ words) => text.encode(words);
export const toBase64 = (/** @type {Uint8Array} */ raw) => btoa(Array.from(raw, (byte) => String.fromCharCode(byte)).join(""));
export const equalBytes = (/** @type {Uint8Array} */ one, /** @type {Uint8Array} */ other) => one.length === other.length && one.every((byte, k) => byte === other[k]);

/** Concatenate byte arrays. @param {...Uint8Array} parts */
export function concatBytes(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}

/** Decode canonical Base64. @param {string} written @param {number} [size] */
export function fromBase64(written, size) {
  let raw;
  try {
    raw = Uint8Array.from(atob(written), (sign) => sign.charCodeAt(0));
  } catch {
    throw new CheckFailed("base64", { text: written.slice(0, 60) });
  }
  requireThat(toBase64(raw) === written && (size === undefined || raw.length === size), "base64", { text: written.slice(0, 60) });
  return raw;
}

/** Parse a key in the form name+id+key. @param {string} written @returns {Key} */
export function parseKey(written) {
  const [name, , ...rest] = written.split("+");
  const raw = fromBase64(rest.join("+"), 33);
  const id = sha256(concatBytes(utf8(`${name}\n`), raw)).slice(0, 4);
  const hexId = Array.from(id, (byte) => byte.toString(16).padStart(2, "0")).join("");
  requireThat(name && !SPACE.test(name) && raw[0] === 1 && written === `${name}+${hexId}+${toBase64(raw)}`, "no-key");
  return { name, id, raw: raw.slice(1) };
}

/** Return whether a signature of the message is valid. WebCrypto is used where it is available. @param {Uint8Array} key @param {Uint8Array} signature @param {Uint8Array} message */
async function holds(key, signature, message) {
  const strict = { zip215: false };
  if (globalThis.crypto?.subtle) return ed25519.verifyAsync(signature, message, key, strict);
  const { sha512 } = await import("../../vendor/noble/sha2.js");
  Object.assign(ed25519.hashes, { sha512 });
  return ed25519.verify(signature, message, key, strict);
}

/** Return the text of a note after verifying the key's signature. Signatures of other keys are ignored. @param {string} note @param {Key} key */
async function signedText(note, key) {
  const cut = note.lastIndexOf("\n\n");
  requireThat(!CONTROL.test(note) && cut >= 0 && note.length > cut + 2 && note.endsWith("\n"), "no-note");
  const signed = note.slice(0, cut + 1);
  let found = false;
  for (const line of note.slice(cut + 2, -1).split("\n")) {
    const [dash, name, signature, ...more] = line.split(" ");
    const raw = fromBase64(signature ?? "");
    requireThat(dash === "\u2014" && name && !more.length && !name.includes("+") && !SPACE.test(name) && raw.length > 4, "no-signature");
    if (name === key.name && equalBytes(raw.slice(0, 4), key.id)) {
      const fine = raw.length === 68 && (await holds(key.raw, raw.slice(4), utf8(signed)).catch(() => false));
      requireThat(fine, "signature", { name });
      found = true;
    }
  }
  requireThat(found, "unsigned", { name: key.name });
  return signed;
}

/** Parse a number in canonical form. @param {string} written */
export function parseNumber(written) {
  const number = Number(written);
  requireThat(/^(?:0|[1-9][0-9]{0,17})$/.test(written) && Number.isSafeInteger(number), "no-number");
  return number;
}

/** Return the content of a signed checkpoint: the log's name, its size and its root. @param {string} note @param {Key} key */
export async function verifyCheckpoint(note, key) {
  const lines = (await signedText(note, key)).split("\n");
  requireThat(lines.length === 4 && lines[0], "no-checkpoint");
  return { origin: lines[0], size: parseNumber(lines[1]), root: fromBase64(lines[2], 32) };
}
