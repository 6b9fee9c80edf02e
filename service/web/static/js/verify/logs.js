// @ts-check
// Verifies a log of a bundle: its entries, its signed checkpoint, and its inclusion in the service's log.
import { sha256 } from "../deal/sha256.js";
import { LEAF, matchesShape, parseCanonical } from "./canonical.js";
import { verifyCheckpoint, fromBase64, toBase64, concatBytes, parseNumber, equalBytes, utf8 } from "./notes.js";
import { Tree, leafHash, rootFromProof } from "./tree.js";
import { CheckFailed, requireThat } from "./findings.js";

/** @typedef {import("./notes.js").Key} Key */
/** @typedef {"tampered" | "other_key" | "incomplete" | "unproved"} Verdict */
/** @typedef {{step: string, verdict: Verdict, n: number | null, code: string, told: import("./findings.js").MessageArguments}} Fault */

/** The steps that depend on a valid checkpoint. */
export const BOUND_BY_NOTE = ["root", "consistency", "service"];

/** The faults found, with their steps and events. */
export class Report {
  /** @type {Fault[]} */
  faults = [];
  /** The steps that were skipped because an earlier one failed. @type {Set<string>} */
  skipped = new Set();

  /** @param {string} step @param {unknown} wrong what was thrown @param {number | null} [n] @param {Verdict} [verdict] */
  add(step, wrong, n = null, verdict = "tampered") {
    const { code, told } = wrong instanceof CheckFailed ? wrong : new CheckFailed("no-event");
    this.faults.push({ step, verdict, n, code, told });
  }
}

/** Parse an entry: the public part of an event. @param {string} entry @returns {any} */
export function parseEntry(entry) {
  const leaf = parseCanonical(entry);
  requireThat(matchesShape(leaf, LEAF), "no-entry");
  return leaf;
}

/** Return the Merkle tree of the entries. Check that each belongs to this event of this game and has the stated hash. @param {any} log @param {string} name @param {number} first @param {Report} report */
export function treeOfEntries(log, name, first, report) {
  const hashes = log.entries.map((/** @type {string} */ entry) => leafHash(utf8(entry)));
  log.entries.forEach((/** @type {string} */ entry, /** @type {number} */ k) => {
    try {
      requireThat(toBase64(hashes[k]) === log.hashes[k], "changed");
      const leaf = parseEntry(entry);
      requireThat(leaf.v === 1 && leaf.game === name && leaf.n === first + k, "of-another", { n: leaf.n, game: leaf.game });
    } catch (wrong) {
      report.add("root", wrong, first + k);
    }
  });
  return new Tree(hashes);
}

/** Check the note, the root, earlier checkpoints and the service's log, for one log. @param {any} log @param {string} name @param {number} first @param {Key} key @param {Report} report */
export async function checkSigned(log, name, first, key, report) {
  const known = report.faults.length;
  const tree = treeOfEntries(log, name, first, report);
  const count = tree.hashes.length;
  let signed;
  try {
    signed = await verifyCheckpoint(log.checkpoint, key);
  } catch (wrong) {
    report.add("note", wrong);
    for (const step of BOUND_BY_NOTE) report.skipped.add(step);
    return;
  }
  if (signed.origin !== `${key.name}/games/${name}`) report.add("note", new CheckFailed("origin", { origin: signed.origin }));
  if (signed.size !== count) report.add("root", new CheckFailed("size", { signed: signed.size, count }), first + Math.min(signed.size, count));
  else if (!equalBytes(tree.root(count), signed.root) && report.faults.length === known) report.add("root", new CheckFailed("other-root"), first);
  for (const earlier of log.earlier) {
    try {
      const before = await verifyCheckpoint(earlier.checkpoint, key);
      const proof = earlier.proof.map((/** @type {string} */ line) => fromBase64(line, 32));
      requireThat(before.origin === signed.origin, "origin", { origin: before.origin });
      requireThat(before.size <= count && equalBytes(tree.root(before.size), before.root), "rewritten", { count: before.size });
      const follows = tree.consistency(before.size);
      requireThat(proof.length === follows.length && follows.every((hash, k) => equalBytes(hash, proof[k])), "no-consistency");
    } catch (wrong) {
      report.add("consistency", wrong);
    }
  }
  await checkService(log, key, report);
}

/** Check that the service's log contains the SHA-256 of the checkpoint and a nonce (tlog-proof). @param {any} log @param {Key} key @param {Report} report */
async function checkService(log, key, report) {
  if (log.service === null) {
    report.add("service", new CheckFailed("no-service"), null, "incomplete");
    return;
  }
  try {
    const cut = log.service.indexOf("\n\n");
    const [title, extra = "", index = "", ...path] = (cut < 0 ? log.service : log.service.slice(0, cut)).split("\n");
    requireThat(title === "c2sp.org/tlog-proof@v1" && extra.startsWith("extra ") && index.startsWith("index "), "no-proof");
    const { origin, size, root } = await verifyCheckpoint(cut < 0 ? "" : log.service.slice(cut + 2), key);
    const place = parseNumber(index.slice(6));
    const entry = leafHash(sha256(concatBytes(utf8(log.checkpoint), fromBase64(extra.slice(6), 16))));
    const proof = path.map((/** @type {string} */ line) => fromBase64(line, 32));
    const above = place < size ? rootFromProof(entry, place, size, proof) : null;
    requireThat(origin === `${key.name}/log` && above && equalBytes(above, root), "not-in-log");
  } catch (wrong) {
    report.add("service", wrong);
  }
}

/** Check that a fork names the root of its parent's log; `n` is its first event. @param {any} parent @param {any} following @param {number} n @param {Report} report */
export function checkParent(parent, following, n, report) {
  try {
    const leaf = parseEntry(following.entries[0]);
    requireThat(leaf.type === "game_forked.1" && leaf.n === n, "no-fork");
    const statedRoot = leaf.public.root ?? null;
    const tree = new Tree(parent.entries.map((/** @type {string} */ entry) => leafHash(utf8(entry))));
    requireThat(statedRoot === null || statedRoot === toBase64(tree.root(tree.hashes.length)), "other-parent");
    if (statedRoot === null) report.add("parents", new CheckFailed("no-root"), n, "unproved");
  } catch (wrong) {
    report.add("parents", wrong, n);
  }
}
