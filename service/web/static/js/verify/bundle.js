// @ts-check
// An audit bundle verified in this browser, step by step, as docs/proofs.md tells; nothing is asked of any server.
import { BUNDLE, canonical, fits, read } from "./canonical.js";
import { HIDDEN, opened } from "./disclosures.js";
import { BOUND_BY_NOTE, Report, checkParent, checkSigned, entriesOf } from "./logs.js";
import { decoded, keyOf } from "./notes.js";
import { Piles, bound, told } from "./piles.js";
import { Wrong, need } from "./findings.js";

/** @typedef {import("./logs.js").Fault} Fault */
/** @typedef {"good" | import("./logs.js").Verdict} Outcome */
/** @typedef {{verdict: Outcome, bundle: any, events: number, faults: Fault[], skipped: Set<string>}} Verified */
/** @typedef {{game: string, seed: string | null, events: import("./disclosures.js").Opened[]}} Part */

export const STEPS = ["canonical", "note", "root", "consistency", "service", "parents", "disclosures", "deal"];
const MARKS = ["\"haricot-audit/", "\"checkpoint\"", "\"disclosures\"", "\"hashes\""];
const RANK = /** @type {const} */ (["tampered", "other_key", "incomplete", "unproved"]);

/** @param {Uint8Array} data the file @param {string | null} [expected] the key that it must be signed with @returns {Promise<Verified>} */
export async function verified(data, expected = null) {
  const report = new Report();
  const bundle = bundleOf(data, report);
  if (bundle) await check(bundle, expected, report);
  const verdict = RANK.find((one) => report.faults.some((fault) => fault.verdict === one)) ?? "good";
  const order = (/** @type {Fault} */ { n, verdict: own }) => (own === verdict ? 0 : 1e9) + (n ?? 1e8);
  const events = bundle ? [...bundle.parents, bundle.log].reduce((sum, log) => sum + log.entries.length, 0) : 0;
  return { verdict, bundle, events, faults: report.faults.sort((one, other) => order(one) - order(other)), skipped: report.skipped };
}

/** The text as it was written, without what editors and shells put around and between its members. @param {Uint8Array} data */
function plain(data) {
  const wide = data[0] === 0xff && data[1] === 0xfe ? "utf-16le" : data[0] === 0xfe && data[1] === 0xff ? "utf-16be" : "utf-8";
  const text = new TextDecoder(wide, { fatal: true }).decode(data).replace(/^[\r\n]+|[\r\n]+$/g, "");
  return /^\{(\s|"\w+": )/.test(text) ? text.replace(/("(?:[^"\\]|\\.)*")|[ \t\r\n]+/gs, "$1") : text;
}

/** Whether a file is the bundle of a game, be it tampered with. @param {Uint8Array} data */
export function isBundle(data) {
  const text = new TextDecoder().decode(data[0] === 0xff || data[0] === 0xfe ? data.filter((byte) => byte > 0 && byte < 0xfe) : data);
  return MARKS.filter((mark) => text.includes(mark)).length > 1 && !text.startsWith("{\"format\":\"haricot-tournament-");
}

/** The bundle in a file; null, and a fault, where there is none. @param {Uint8Array} data @param {Report} report */
function bundleOf(data, report) {
  try {
    let text;
    try {
      text = plain(data);
    } catch {
      throw new Wrong("json");
    }
    need(text.endsWith("}"), "cut-off");
    const bundle = read(text);
    need(fits(bundle, BUNDLE) && bundle.format === "haricot-audit/1", "no-bundle");
    need(bundle.rules.deck.every((/** @type {any[]} */ row) => row.every((one) => one === null || typeof one === "string" || Number.isInteger(one))), "no-bundle");
    const logs = [...bundle.parents, bundle.log, bundle.proceedings].filter((log) => log !== null);
    need(logs.every(({ entries, hashes, disclosures }) => entries.length && hashes.length === entries.length && disclosures.length === entries.length), "no-bundle");
    return bundle;
  } catch (wrong) {
    report.add("canonical", wrong);
    return null;
  }
}

/** @param {any} bundle @param {string | null} expected @param {Report} report */
async function check(bundle, expected, report) {
  if (expected !== null && bundle.key !== expected) report.add("note", new Wrong("other-key", { key: bundle.key }), null, "other_key");
  const whole = bundle.view === "omniscient";
  /** @type {Part[]} */
  const parts = [];
  let first = 1;
  const logs = [...bundle.parents, bundle.log];
  const lastAnew = logs.findLastIndex(({ entries }, k) => k > 0 && entries[0].includes('"table":{')); // what was before, this fork tells as its maker saw it
  bundle.parents.forEach((/** @type {any} */ parent, /** @type {number} */ k) => {
    entriesOf(parent, parent.game, first, report);
    parts.push({ game: parent.game, seed: parent.seed, events: opened(parent, first, whole && k >= lastAnew, report) });
    first += parent.entries.length;
    checkParent(parent, logs[k + 1], first, report);
  });
  parts.push({ game: bundle.game, seed: null, events: opened(bundle.log, first, whole, report) });
  try {
    const key = keyOf(bundle.key);
    await checkSigned(bundle.log, bundle.game, first, key, report);
    if (bundle.proceedings !== null) {
      await checkSigned(bundle.proceedings, `${bundle.game}/proceedings`, 1, key, report);
      opened(bundle.proceedings, 1, false, report);
    }
  } catch (wrong) {
    report.add("note", wrong);
    for (const step of BOUND_BY_NOTE) report.skipped.add(step);
  }
  const doubtful = (/** @type {Fault} */ { step, verdict }) => ["parents", "disclosures"].includes(step) && verdict !== "unproved";
  if (report.faults.some(doubtful)) report.skipped.add("deal");
  else checkDeal(bundle, parts, report);
}

/** Deals the game again, part by part: a fork has a seed of its own from its first event on. @param {any} bundle @param {Part[]} parts @param {Report} report */
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
      text = revealed ? told(revealed.event, "seed") : seed;
      n = revealed ? revealed.n : events[0].n;
      Object.assign(piles, { name: "", shuffles: 0, seed: null });
      if (committed !== null && text !== null) {
        piles.seed = decoded(text, 48);
        need(bound("commit", game, text) === committed, "other-seed");
      }
      for (const one of events) {
        n = one.n;
        ended ||= one.type === "game_ended.1" || one.type === "game_voided.1";
        piles.move(game, one.type.split(".")[0], one.event);
      }
      if (committed === null) doubts.add("deal", new Wrong("uncommitted"), null, "unproved");
      else if (text === null && (piles.shuffles || k === 0 || !ended)) doubts.add("deal", new Wrong("unrevealed", { game }), null, "unproved");
    }
    need(bundle.seed === text, "other-reveal");
    if (deck.some(([, count], k) => k > 0 && count > deck[k - 1][1])) doubts.add("deal", new Wrong("deck-order"), null, "unproved");
  } catch (wrong) {
    report.add("deal", wrong, n);
    return;
  }
  const events = parts.flatMap((part) => part.events.map(({ event }) => event));
  const anew = events.some((event) => "table" in event);
  const hides = anew || events.some((event) => canonical(event).includes(HIDDEN));
  if (!ended || hides || view !== "omniscient") report.add("deal", new Wrong(!ended ? "goes-on" : anew ? "dealt-anew" : "hidden"), null, "incomplete");
  report.faults.push(...doubts.faults);
}

/** The first event made the game under the rules that the bundle names. @param {any} bundle @param {import("./disclosures.js").Opened | undefined} created */
function requireRules({ rules, view }, created) {
  need(created, "no-event");
  const { type, event } = created;
  const named = event.edition === rules.edition && event.rules?.version === rules.version && event.rules?.digest === rules.digest;
  need(type === "game_created.1" && named, "other-rules");
  const seats = Array.from({ length: told(event, "players") }, (_, seat) => `seat:${seat}`);
  need(["omniscient", "spectator", ...seats].includes(view), "no-view");
}
