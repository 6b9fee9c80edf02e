// @ts-check
// Checks selective disclosures (RFC 9901): an entry contains the SHA-256 of each salted disclosure of a hidden value.
import { sha256 } from "../deal/sha256.js";
import { toBase64, utf8 } from "./notes.js";
import { parseEntry } from "./logs.js";
import { CheckFailed, requireThat } from "./findings.js";

/** @typedef {{n: number, type: string, event: any}} OpenedEvent */

export const HIDDEN = "face_down";
const PLACES = new Set(["public", "command", "key"]);
const INDEX = /^(?:0|[1-9][0-9]*)$/;

const urlsafe = (/** @type {Uint8Array} */ raw) => toBase64(raw).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const bytesOf = (/** @type {string} */ text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

/** Parse a disclosure: a place, as a JSON Pointer into the entry, and the hidden value. @param {string} text */
function parseDisclosure(text) {
  let salt, place, value;
  try {
    [salt, place, value] = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(text)));
    requireThat(bytesOf(salt).length === 16 && place.startsWith("/") && value !== undefined, "no-disclosure");
  } catch {
    throw new CheckFailed("no-disclosure");
  }
  return { path: place.slice(1).split("/"), place, value };
}

/** Insert a disclosed value into the entry. @param {any} leaf @param {string} text @returns {import("./findings.js").MessageArguments} the place and the value */
function disclose(leaf, text) {
  const { path, place, value } = parseDisclosure(text);
  const last = path.pop() ?? "";
  let within = leaf;
  const mayContain = (/** @type {string} */ step) => (Array.isArray(within) ? INDEX.test(step) && Number(step) < within.length : typeof within === "object" && within !== null && (Object.hasOwn(within, step) || !(step in within)));
  for (const step of path) {
    requireThat(mayContain(step), "no-disclosure");
    within = within[step];
  }
  requireThat(typeof within === "object" && within !== null && mayContain(last), "no-disclosure");
  requireThat(within[last] === undefined || within[last] === null || within[last] === HIDDEN, "in-the-open", { place });
  requireThat(PLACES.has(path[0] ?? last), "in-the-open", { place });
  within[last] = value;
  return { place, value: typeof value === "string" ? value : JSON.stringify(value) };
}

/** Return every event with its disclosed values. @param {any} log @param {number} first @param {boolean} whole every value must be disclosed @param {import("./logs.js").Report} report */
export function openDisclosures(log, first, whole, report) {
  /** @type {OpenedEvent[]} */
  const events = [];
  log.entries.forEach((/** @type {string} */ entry, /** @type {number} */ k) => {
    try {
      const leaf = parseEntry(entry);
      const undisclosed = new Set(leaf._sd);
      for (const text of log.disclosures[k]) {
        const digest = urlsafe(sha256(utf8(text)));
        const disclosed = disclose(leaf, text);
        requireThat(undisclosed.delete(digest), "not-hidden-here", disclosed);
      }
      const missing = undisclosed.size - namesErased(leaf);
      if (whole && missing > 0) report.add("disclosures", new CheckFailed("kept-back", { count: missing }), first + k, "incomplete");
      events.push({ n: first + k, type: leaf.type, event: leaf.public });
    } catch (wrong) {
      report.add("disclosures", wrong instanceof CheckFailed ? wrong : new CheckFailed("no-disclosure"), first + k);
    }
  });
  return events;
}

/** Return how many names may stay undisclosed because they were erased. @param {any} leaf */
function namesErased(leaf) {
  const ofEvent = leaf.type.startsWith("seat_taken.") && !Object.hasOwn(leaf.public, "pseudonym");
  const ofCommand = leaf.command?.type === "TakeSeat" && !Object.hasOwn(leaf.command, "pseudonym");
  return Number(ofEvent) + Number(ofCommand);
}
