// @ts-check
// Which events and marks are shown: all, or those of some kinds and some seats. It stays in the page, not in the address.
import { signal } from "@preact/signals";
import { data } from "../html.js";

/** @typedef {import("../game/game.js").Game} Game */

/** The kinds that are asked for, and the seats; none means all. */
export const kinds = signal(/** @type {ReadonlySet<string>} */ (new Set()));
export const seats = signal(/** @type {ReadonlySet<number>} */ (new Set()));

/** Which events a kind is made of, by how their types begin. */
const MADE_OF = /** @type {Record<string, RegExp>} */ ({
  harvest: /^field_harvested/,
  trade: /^(trade_|donation_|beans_donated)/,
  plant: /^bean_planted/,
  draw: /^(cards_|deck_shuffled|draw_pile)/,
  attack: /^(attack|combat|terrain_conquered|riders)/,
});
/** Which kind a mark belongs to; the others are always shown. */
const OF_MARK = /** @type {Record<string, string>} */ ({ harvest: "harvest", trade: "trade", donation: "trade", shuffle: "draw", attack: "attack", fault: "wrong", note: "note" });

/** The kinds that one can ask for in a game: attacks only where there are any. @param {Game} game */
export function choices(game) {
  const marked = Object.values(data().editions?.[game.head.value.rules.edition]?.marked ?? {});
  return ["harvest", "trade", "plant", "draw", ...(marked.includes("attack") ? ["attack"] : []), "wrong", "note"];
}

/** A set with something put in, or taken out of it. @template T @param {ReadonlySet<T>} set @param {T} one */
export function toggled(set, one) {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
}

/** Whether nothing is kept back. */
export const isOpen = () => !kinds.value.size && !seats.value.size;

/** Every seat that an event names. @param {any} event */
const named = (event) => [event.seat, event.proposer, event.to, event.with, event.attacker, event.defender];

/** Whether an event is shown. @param {Game} game @param {number} n */
export function passes(game, n) {
  const { event } = game.events[n - 1];
  if (seats.value.size && !named(event).some((seat) => seats.value.has(seat))) return false;
  if (!kinds.value.size) return true;
  return [...kinds.value].some((kind) => {
    if (kind === "wrong") return game.isWrong(n);
    if (kind === "note") return game.notes.value.some((note) => note.n === n);
    return MADE_OF[kind].test(event.type);
  });
}

/** Whether a mark is shown. @param {Game} game @param {{n: number, kind: string}} mark */
export function admits(game, { n, kind }) {
  const asked = OF_MARK[kind];
  if (!asked) return true;
  if (kinds.value.size && !kinds.value.has(asked)) return false;
  return !seats.value.size || named(game.events[n - 1]?.event ?? {}).some((seat) => seats.value.has(seat));
}
