// @ts-check
// What an entry hides is bound by the SHA-256 of a salted disclosure (RFC 9901): each must open what was fixed there.
import { sha256 } from "../deal/sha256.js";
import { encoded, utf8 } from "./notes.js";
import { leafOf } from "./logs.js";
import { Wrong, need } from "./findings.js";

/** @typedef {{n: number, type: string, event: any}} Opened */

export const HIDDEN = "face_down";
const PLACES = new Set(["public", "command", "key"]);
const INDEX = /^(?:0|[1-9][0-9]*)$/;

const urlsafe = (/** @type {Uint8Array} */ raw) => encoded(raw).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const bytesOf = (/** @type {string} */ text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

/** What a disclosure tells: a place, as a JSON pointer into the entry, and the value that is hidden there. @param {string} text */
function told(text) {
  let salt, place, value;
  try {
    [salt, place, value] = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(text)));
    need(bytesOf(salt).length === 16 && place.startsWith("/") && value !== undefined, "no-disclosure");
  } catch {
    throw new Wrong("no-disclosure");
  }
  return { way: place.slice(1).split("/"), place, value };
}

/** Puts a value where the entry hides it. @param {any} leaf @param {string} text @returns {import("./findings.js").Told} what was put where */
function disclose(leaf, text) {
  const { way, place, value } = told(text);
  const last = way.pop() ?? "";
  let within = leaf;
  const lies = (/** @type {string} */ step) => (Array.isArray(within) ? INDEX.test(step) && Number(step) < within.length : typeof within === "object" && within !== null && (Object.hasOwn(within, step) || !(step in within)));
  for (const step of way) {
    need(lies(step), "no-disclosure");
    within = within[step];
  }
  need(typeof within === "object" && within !== null && lies(last), "no-disclosure");
  need(within[last] === undefined || within[last] === null || within[last] === HIDDEN, "in-the-open", { place });
  need(PLACES.has(way[0] ?? last), "in-the-open", { place });
  within[last] = value;
  return { place, value: typeof value === "string" ? value : JSON.stringify(value) };
}

/** Every event with what the bundle discloses of it. @param {any} log @param {number} first @param {boolean} whole nothing may stay shut @param {import("./logs.js").Report} report */
export function opened(log, first, whole, report) {
  /** @type {Opened[]} */
  const events = [];
  log.entries.forEach((/** @type {string} */ entry, /** @type {number} */ k) => {
    try {
      const leaf = leafOf(entry);
      const shut = new Set(leaf._sd);
      for (const text of log.disclosures[k]) {
        const digest = urlsafe(sha256(utf8(text)));
        const put = disclose(leaf, text);
        need(shut.delete(digest), "not-hidden-here", put);
      }
      const left = shut.size - namesErased(leaf);
      if (whole && left > 0) report.add("disclosures", new Wrong("kept-back", { count: left }), first + k, "incomplete");
      events.push({ n: first + k, type: leaf.type, event: leaf.public });
    } catch (wrong) {
      report.add("disclosures", wrong instanceof Wrong ? wrong : new Wrong("no-disclosure"), first + k);
    }
  });
  return events;
}

/** How many names may stay shut, since they were erased. @param {any} leaf */
function namesErased(leaf) {
  const ofEvent = leaf.type.startsWith("seat_taken.") && !Object.hasOwn(leaf.public, "pseudonym");
  const ofCommand = leaf.command?.type === "TakeSeat" && !Object.hasOwn(leaf.command, "pseudonym");
  return Number(ofEvent) + Number(ofCommand);
}
