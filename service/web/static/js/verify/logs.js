// @ts-check
// A log of a bundle: each entry is the one that was signed, in its place, and none is missing.
import { sha256 } from "../deal/sha256.js";
import { LEAF, fits, read } from "./canonical.js";
import { checkpointOf, decoded, encoded, joined, numberOf, same, utf8 } from "./notes.js";
import { Tree, leafHash, rootAbove } from "./tree.js";
import { Wrong, need } from "./findings.js";

/** @typedef {import("./notes.js").Key} Key */
/** @typedef {"tampered" | "other_key" | "incomplete" | "unproved"} Verdict */
/** @typedef {{step: string, verdict: Verdict, n: number | null, code: string, told: import("./findings.js").Told}} Fault */

/** What a checkpoint that does not hold says nothing of. */
export const BOUND_BY_NOTE = ["root", "consistency", "service"];

/** What was found, at which step, at which event. */
export class Report {
  /** @type {Fault[]} */
  faults = [];
  /** The steps that were not taken, since one before them fails. @type {Set<string>} */
  skipped = new Set();

  /** @param {string} step @param {unknown} wrong what was thrown @param {number | null} [n] @param {Verdict} [verdict] */
  add(step, wrong, n = null, verdict = "tampered") {
    const { code, told } = wrong instanceof Wrong ? wrong : new Wrong("no-event");
    this.faults.push({ step, verdict, n, code, told });
  }
}

/** An entry read: what everybody may know of an event. @param {string} entry @returns {any} */
export function leafOf(entry) {
  const leaf = read(entry);
  need(fits(leaf, LEAF), "no-entry");
  return leaf;
}

/** The hashes of the entries; each must be the one of this event of this game, and hash to what stands beside it. @param {any} log @param {string} name @param {number} first @param {Report} report */
export function entriesOf(log, name, first, report) {
  const hashes = log.entries.map((/** @type {string} */ entry) => leafHash(utf8(entry)));
  log.entries.forEach((/** @type {string} */ entry, /** @type {number} */ k) => {
    try {
      need(encoded(hashes[k]) === log.hashes[k], "changed");
      const leaf = leafOf(entry);
      need(leaf.v === 1 && leaf.game === name && leaf.n === first + k, "of-another", { n: leaf.n, game: leaf.game });
    } catch (wrong) {
      report.add("root", wrong, first + k);
    }
  });
  return new Tree(hashes);
}

/** Note, root, earlier checkpoints and the log of the service, for one log. @param {any} log @param {string} name @param {number} first @param {Key} key @param {Report} report */
export async function checkSigned(log, name, first, key, report) {
  const known = report.faults.length;
  const tree = entriesOf(log, name, first, report);
  const count = tree.hashes.length;
  let signed;
  try {
    signed = await checkpointOf(log.checkpoint, key);
  } catch (wrong) {
    report.add("note", wrong);
    for (const step of BOUND_BY_NOTE) report.skipped.add(step);
    return;
  }
  if (signed.origin !== `${key.name}/games/${name}`) report.add("note", new Wrong("origin", { origin: signed.origin }));
  if (signed.size !== count) report.add("root", new Wrong("size", { signed: signed.size, count }), first + Math.min(signed.size, count));
  else if (!same(tree.root(count), signed.root) && report.faults.length === known) report.add("root", new Wrong("other-root"), first);
  for (const earlier of log.earlier) {
    try {
      const before = await checkpointOf(earlier.checkpoint, key);
      const proof = earlier.proof.map((/** @type {string} */ line) => decoded(line, 32));
      need(before.origin === signed.origin, "origin", { origin: before.origin });
      need(before.size <= count && same(tree.root(before.size), before.root), "rewritten", { count: before.size });
      const follows = tree.consistency(before.size);
      need(proof.length === follows.length && follows.every((hash, k) => same(hash, proof[k])), "no-consistency");
    } catch (wrong) {
      report.add("consistency", wrong);
    }
  }
  await checkService(log, key, report);
}

/** The log of the service holds the SHA-256 of the checkpoint and a nonce (tlog-proof). @param {any} log @param {Key} key @param {Report} report */
async function checkService(log, key, report) {
  if (log.service === null) {
    report.add("service", new Wrong("no-service"), null, "incomplete");
    return;
  }
  try {
    const cut = log.service.indexOf("\n\n");
    const [title, extra = "", index = "", ...path] = (cut < 0 ? log.service : log.service.slice(0, cut)).split("\n");
    need(title === "c2sp.org/tlog-proof@v1" && extra.startsWith("extra ") && index.startsWith("index "), "no-proof");
    const { origin, size, root } = await checkpointOf(cut < 0 ? "" : log.service.slice(cut + 2), key);
    const place = numberOf(index.slice(6));
    const entry = leafHash(sha256(joined(utf8(log.checkpoint), decoded(extra.slice(6), 16))));
    const proof = path.map((/** @type {string} */ line) => decoded(line, 32));
    const above = place < size ? rootAbove(entry, place, size, proof) : null;
    need(origin === `${key.name}/log` && above && same(above, root), "not-in-log");
  } catch (wrong) {
    report.add("service", wrong);
  }
}

/** A fork names the root of the log that it goes on from; `n` is its first event. @param {any} parent @param {any} following @param {number} n @param {Report} report */
export function checkParent(parent, following, n, report) {
  try {
    const leaf = leafOf(following.entries[0]);
    need(leaf.type === "game_forked.1" && leaf.n === n, "no-fork");
    const told = leaf.public.root ?? null;
    const tree = new Tree(parent.entries.map((/** @type {string} */ entry) => leafHash(utf8(entry))));
    need(told === null || told === encoded(tree.root(tree.hashes.length)), "other-parent");
    if (told === null) report.add("parents", new Wrong("no-root"), n, "unproved");
  } catch (wrong) {
    report.add("parents", wrong, n);
  }
}
