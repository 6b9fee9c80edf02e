// @ts-check
// Signed notes and checkpoints (C2SP): keys, signatures by Ed25519, what somebody signed of a log.
import { sha256 } from "../deal/sha256.js";
import * as ed25519 from "../../vendor/noble/ed25519.js";
import { Wrong, need } from "./findings.js";

/** @typedef {{name: string, id: Uint8Array, raw: Uint8Array}} Key */

const SPACE = /[\s\u0085\p{Cc}]/u;
const CONTROL = /[\0-\t\v-\x1f]/;
const text = new TextEncoder();

export const utf8 = (/** @type {string} */ words) => text.encode(words);
export const encoded = (/** @type {Uint8Array} */ raw) => btoa(Array.from(raw, (byte) => String.fromCharCode(byte)).join(""));
export const same = (/** @type {Uint8Array} */ one, /** @type {Uint8Array} */ other) => one.length === other.length && one.every((byte, k) => byte === other[k]);

/** The bytes of several arrays one after another. @param {...Uint8Array} parts */
export function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}

/** The bytes of base64, in the one way in which it can be written. @param {string} written @param {number} [size] */
export function decoded(written, size) {
  let raw;
  try {
    raw = Uint8Array.from(atob(written), (sign) => sign.charCodeAt(0));
  } catch {
    throw new Wrong("base64", { text: written.slice(0, 60) });
  }
  need(encoded(raw) === written && (size === undefined || raw.length === size), "base64", { text: written.slice(0, 60) });
  return raw;
}

/** The key that is written name+id+key. @param {string} written @returns {Key} */
export function keyOf(written) {
  const [name, , ...rest] = written.split("+");
  const raw = decoded(rest.join("+"), 33);
  const id = sha256(joined(utf8(`${name}\n`), raw)).slice(0, 4);
  const hexId = Array.from(id, (byte) => byte.toString(16).padStart(2, "0")).join("");
  need(name && !SPACE.test(name) && raw[0] === 1 && written === `${name}+${hexId}+${encoded(raw)}`, "no-key");
  return { name, id, raw: raw.slice(1) };
}

/** Whether this is the signature of the key under the message; WebCrypto hashes where the browser lends it. @param {Uint8Array} key @param {Uint8Array} signature @param {Uint8Array} message */
async function holds(key, signature, message) {
  const strict = { zip215: false };
  if (globalThis.crypto?.subtle) return ed25519.verifyAsync(signature, message, key, strict);
  const { sha512 } = await import("../../vendor/noble/sha2.js");
  Object.assign(ed25519.hashes, { sha512 });
  return ed25519.verify(signature, message, key, strict);
}

/** The text of a note, once the key's signature under it is verified; those of other keys say nothing. @param {string} note @param {Key} key */
async function signedText(note, key) {
  const cut = note.lastIndexOf("\n\n");
  need(!CONTROL.test(note) && cut >= 0 && note.length > cut + 2 && note.endsWith("\n"), "no-note");
  const signed = note.slice(0, cut + 1);
  let found = false;
  for (const line of note.slice(cut + 2, -1).split("\n")) {
    const [dash, name, signature, ...more] = line.split(" ");
    const raw = decoded(signature ?? "");
    need(dash === "\u2014" && name && !more.length && !name.includes("+") && !SPACE.test(name) && raw.length > 4, "no-signature");
    if (name === key.name && same(raw.slice(0, 4), key.id)) {
      const fine = raw.length === 68 && (await holds(key.raw, raw.slice(4), utf8(signed)).catch(() => false));
      need(fine, "signature", { name });
      found = true;
    }
  }
  need(found, "unsigned", { name: key.name });
  return signed;
}

/** A number as it is written in one way. @param {string} written */
export function numberOf(written) {
  const number = Number(written);
  need(/^(?:0|[1-9][0-9]{0,17})$/.test(written) && Number.isSafeInteger(number), "no-number");
  return number;
}

/** What somebody signed of a log: its name, how many entries it has, its root. @param {string} note @param {Key} key */
export async function checkpointOf(note, key) {
  const lines = (await signedText(note, key)).split("\n");
  need(lines.length === 4 && lines[0], "no-checkpoint");
  return { origin: lines[0], size: numberOf(lines[1]), root: decoded(lines[2], 32) };
}
