// @ts-check
// Canonical JSON (RFC 8785), as bundles and their entries are written: one text for one value, the shape of that value.
import { Wrong, need } from "./findings.js";

const LONE_SURROGATE = /\p{Surrogate}/u;

/** The one text of a value; there are whole numbers only. @param {unknown} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${members.map(([name, member]) => `${canonical(name)}:${canonical(member)}`).join(",")}}`;
  }
  if (typeof value === "number") need(Number.isSafeInteger(value), "json");
  if (typeof value === "string") need(!LONE_SURROGATE.test(value), "json");
  return JSON.stringify(value);
}

/** The value in a canonical text; with any flipped bit it is another value, or no such text. @param {string} text @returns {any} */
export function read(text) {
  let value, again;
  try {
    value = JSON.parse(text);
    again = canonical(value);
  } catch { // no JSON, a number that is not whole, or too deep
    throw new Wrong("json");
  }
  need(again === text, "not-canonical");
  return value;
}

/** @typedef {"string" | "number" | "object"} Plain */
/** @typedef {Plain | readonly ["list", any] | readonly ["or-null", any] | {[name: string]: any}} Shape a list of one shape, that or null, or exactly these members */

const list = (/** @type {any} */ shape) => /** @type {const} */ (["list", shape]);
const orNull = (/** @type {any} */ shape) => /** @type {const} */ (["or-null", shape]);
const ENTRIES = { entries: list("string"), hashes: list("string"), disclosures: list(list("string")) };
const LOG = { ...ENTRIES, checkpoint: "string", earlier: list({ checkpoint: "string", proof: list("string") }), service: orNull("string") };
export const BUNDLE = {
  format: "string", game: "string", view: "string", key: "string", table: "string",
  rules: { edition: "string", version: "string", digest: "string", deck: list("array") },
  parents: list({ ...ENTRIES, game: "string", seed: orNull("string") }),
  log: LOG, proceedings: orNull(LOG), seed: orNull("string"),
};
export const LEAF = {
  v: "number", game: "string", n: "number", type: "string", at: "string", actor: orNull("string"), _sd: list("string"),
  public: "object", command: orNull("object"),
};

/** Whether a value has this shape. @param {any} value @param {any} shape @returns {boolean} */
export function fits(value, shape) {
  if (Array.isArray(shape)) {
    const [kind, of] = shape;
    return kind === "or-null" ? value === null || fits(value, of) : Array.isArray(value) && value.every((item) => fits(item, of));
  }
  if (shape === "array") return Array.isArray(value);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (typeof shape === "object") {
    const names = Object.keys(shape);
    return isObject && Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name) && fits(value[name], shape[name]));
  }
  return shape === "object" ? isObject : typeof value === shape;
}
