// @ts-check
// Verifies an audit bundle in the browser, step by step as in docs/proofs.md, without a server.
import { BUNDLE, canonical, matchesShape, parseCanonical } from "./canonical.js";
import { HIDDEN, openDisclosures } from "./disclosures.js";
import { BOUND_BY_NOTE, Report, checkParent, checkSigned, treeOfEntries } from "./logs.js";
import { fromBase64, parseKey } from "./notes.js";
import { Piles, commitmentTo, requiredMember } from "./piles.js";
import { CheckFailed, requireThat } from "./findings.js";

/** @typedef {import("./logs.js").Fault} Fault */
/** @typedef {"good" | import("./logs.js").Verdict} Outcome */
/** @typedef {{verdict: Outcome, bundle: any, events: number, faults: Fault[], skipped: Set<string>}} VerificationResult */
/** @typedef {{game: string, seed: string | null, events: import("./disclosures.js").OpenedEvent[]}} Part */

export const STEPS = ["canonical", "note", "root", "consistency", "service", "parents", "disclosures", "deal"];
const MARKS = ["\"haricot-audit/", "\"checkpoint\"", "\"disclosures\"", "\"hashes\""];
const RANK = /** @type {const} */ (["tampered", "other_key", "incomplete", "unproved"]);

/** Verify a bundle. @param {Uint8Array} data the file @param {string | null} [expected] the key that must have signed it @returns {Promise<VerificationResult>} */
export async function verifyBundle(data, expected = null) {
  const report = new Report();
  const bundle = bundleOf(data, report);
  if (bundle) await check(bundle, expected, report);
  const verdict = RANK.find((one) => report.faults.some((fault) => fault.verdict === one)) ?? "good";
  const order = (/** @type {Fault} */ { n, verdict: own }) => (own === verdict ? 0 : 1e9) + (n ?? 1e8);
  const events = bundle ? [...bundle.parents, bundle.log].reduce((sum, log) => sum + log.entries.length, 0) : 0;
  return { verdict, bundle, events, faults: report.faults.sort((one, other) => order(one) - order(other)), skipped: report.skipped };
}

/** Decode a file and remove the whitespace and byte order that editors and shells add. @param {Uint8Array} data */
function decodeText(data) {
  const wide = data[0] === 0xff && data[1] === 0xfe ? "utf-16le" : data[0] === 0xfe && data[1] === 0xff ? "utf-16be" : "utf-8";
  const text = new TextDecoder(wide, { fatal: true }).decode(data).replace(/^[\r\n]+|[\r\n]+$/g, "");
  return /^\{(\s|"\w+": )/.test(text) ? text.replace(/("(?:[^"\\]|\\.)*")|[ \t\r\n]+/gs, "$1") : text;
}

/** Return whether a file looks like the bundle of a game, even a tampered one. @param {Uint8Array} data */
export function isBundle(data) {
  const text = new TextDecoder().decode(data[0] === 0xff || data[0] === 0xfe ? data.filter((byte) => byte > 0 && byte < 0xfe) : data);
  return MARKS.filter((mark) => text.includes(mark)).length > 1 && !text.startsWith("{\"format\":\"haricot-tournament-");
}

/** Parse the bundle in a file. Report a fault and return null if there is none. @param {Uint8Array} data @param {Report} report */
function bundleOf(data, report) {
  try {
    let text;
    try {
      text = decodeText(data);
    } catch {
      throw new CheckFailed("json");
    }
    requireThat(text.endsWith("}"), "cut-off");
    const bundle = parseCanonical(text);
    requireThat(matchesShape(bundle, BUNDLE) && bundle.format === "haricot-audit/1", "no-bundle");
    requireThat(bundle.rules.deck.every((/** @type {any[]} */ row) => row.every((one) => one === null || typeof one === "string" || Number.isInteger(one))), "no-bundle");
    const logs = [...bundle.parents, bundle.log, bundle.proceedings].filter((log) => log !== null);
    requireThat(logs.every(({ entries, hashes, disclosures }) => entries.length && hashes.length === entries.length && disclosures.length === entries.length), "no-bundle");
    return bundle;
  } catch (wrong) {
    report.add("canonical", wrong);
    return null;
  }
}

/** @param {any} bundle @param {string | null} expected @param {Report} report */
async function check(bundle, expected, report) {
  if (expected !== null && bundle.key !== expected) report.add("note", new CheckFailed("other-key", { key: bundle.key }), null, "other_key");
  const whole = bundle.view === "omniscient";
  /** @type {Part[]} */
  const parts = [];
  let first = 1;
  const logs = [...bundle.parents, bundle.log];
  const lastRedealt = logs.findLastIndex(({ entries }, k) => k > 0 && entries[0].includes('"table":{')); // a redealt fork shows earlier events only as its creator saw them
  bundle.parents.forEach((/** @type {any} */ parent, /** @type {number} */ k) => {
    treeOfEntries(parent, parent.game, first, report);
    parts.push({ game: parent.game, seed: parent.seed, events: openDisclosures(parent, first, whole && k >= lastRedealt, report) });
    first += parent.entries.length;
    checkParent(parent, logs[k + 1], first, report);
  });
  parts.push({ game: bundle.game, seed: null, events: openDisclosures(bundle.log, first, whole, report) });
  try {
    const key = parseKey(bundle.key);
    await checkSigned(bundle.log, bundle.game, first, key, report);
    if (bundle.proceedings !== null) {
      await checkSigned(bundle.proceedings, `${bundle.game}/proceedings`, 1, key, report);
      openDisclosures(bundle.proceedings, 1, false, report);
    }
  } catch (wrong) {
    report.add("note", wrong);
    for (const step of BOUND_BY_NOTE) report.skipped.add(step);
  }
  const doubtful = (/** @type {Fault} */ { step, verdict }) => ["parents", "disclosures"].includes(step) && verdict !== "unproved";
  if (report.faults.some(doubtful)) report.skipped.add("deal");
  else checkDeal(bundle, parts, report);
}

/** Recompute the deal, part by part, since a fork has its own seed from its first event on. @param {any} bundle @param {Part[]} parts @param {Report} report */
function checkDeal(bundle, parts, report) {
  const { rules, view } = bundle;
  /** @type {[string, number][]} */
  const deck = rules.deck;
  const doubts = new Report();
  const piles = new Piles(deck.flatMap(([card, count]) => Array(count).fill(card)));
  let [n, ended, text] = [1, false, /** @type {string | null} */ (null)];
  try {
    requireRules(bundle, parts[0].events[0]);
    for (const [k, { game, seed, events }] of parts.entries()) {
      const revealed = events.find(({ type }) => type === "deal_revealed.1");
      const committed = events[0].event.commitment ?? null;
      text = revealed ? requiredMember(revealed.event, "seed") : seed;
      n = revealed ? revealed.n : events[0].n;
      Object.assign(piles, { name: "", shuffles: 0, seed: null });
      if (committed !== null && text !== null) {
        piles.seed = fromBase64(text, 48);
        requireThat(commitmentTo("commit", game, text) === committed, "other-seed");
      }
      for (const one of events) {
        n = one.n;
        ended ||= one.type === "game_ended.1" || one.type === "game_voided.1";
        piles.apply(game, one.type.split(".")[0], one.event);
      }
      if (committed === null) doubts.add("deal", new CheckFailed("uncommitted"), null, "unproved");
      else if (text === null && (piles.shuffles || k === 0 || !ended)) doubts.add("deal", new CheckFailed("unrevealed", { game }), null, "unproved");
    }
    requireThat(bundle.seed === text, "other-reveal");
    if (deck.some(([, count], k) => k > 0 && count > deck[k - 1][1])) doubts.add("deal", new CheckFailed("deck-order"), null, "unproved");
  } catch (wrong) {
    report.add("deal", wrong, n);
    return;
  }
  const events = parts.flatMap((part) => part.events.map(({ event }) => event));
  const anew = events.some((event) => "table" in event);
  const hides = anew || events.some((event) => canonical(event).includes(HIDDEN));
  if (!ended || hides || view !== "omniscient") report.add("deal", new CheckFailed(!ended ? "goes-on" : anew ? "dealt-anew" : "hidden"), null, "incomplete");
  report.faults.push(...doubts.faults);
}

/** Require that the first event created the game with the rules that the bundle names. @param {any} bundle @param {import("./disclosures.js").OpenedEvent | undefined} created */
function requireRules({ rules, view }, created) {
  requireThat(created, "no-event");
  const { type, event } = created;
  const named = event.edition === rules.edition && event.rules?.version === rules.version && event.rules?.digest === rules.digest;
  requireThat(type === "game_created.1" && named, "other-rules");
  const seats = Array.from({ length: requiredMember(event, "players") }, (_, seat) => `seat:${seat}`);
  requireThat(["omniscient", "spectator", ...seats].includes(view), "no-view");
}
