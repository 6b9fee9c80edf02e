// @ts-check
// Canonical JSON (RFC 8785) of bundles and their entries, and the shapes of these values.
import { CheckFailed, requireThat } from "./findings.js";

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Return the canonical text of a value. Numbers must be integers. @param {unknown} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${members.map(([name, member]) => `${canonical(name)}:${canonical(member)}`).join(",")}}`;
  }
  if (typeof value === "number") requireThat(Number.isSafeInteger(value), "json");
  if (typeof value === "string") requireThat(!LONE_SURROGATE.test(value), "json");
  return JSON.stringify(value);
}

/** Parse a canonical text. Throw if the text is not canonical. @param {string} text @returns {any} */
export function parseCanonical(text) {
  let value, again;
  try {
    value = JSON.parse(text);
    again = canonical(value);
  } catch { // not JSON, a number that is no integer, or too deep
    throw new CheckFailed("json");
  }
  requireThat(again === text, "not-canonical");
  return value;
}

/** @typedef {"string" | "number" | "object"} Plain */
/** @typedef {Plain | readonly ["list", any] | readonly ["or-null", any] | {[name: string]: any}} Shape a list of one shape, a shape or null, or an object with exactly these members */

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

/** Return whether a value has this shape. @param {any} value @param {any} shape @returns {boolean} */
export function matchesShape(value, shape) {
  if (Array.isArray(shape)) {
    const [kind, of] = shape;
    return kind === "or-null" ? value === null || matchesShape(value, of) : Array.isArray(value) && value.every((item) => matchesShape(item, of));
  }
  if (shape === "array") return Array.isArray(value);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (typeof shape === "object") {
    const names = Object.keys(shape);
    return isObject && Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name) && matchesShape(value[name], shape[name]));
  }
  return shape === "object" ? isObject : typeof value === shape;
}
