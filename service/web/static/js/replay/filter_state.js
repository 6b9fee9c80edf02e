// @ts-check
// The filters of events and marks by kind and seat. They are kept in the page, not in the address.
import { signal } from "@preact/signals";
import { data } from "../html.js";

/** @typedef {import("../game/game.js").Game} Game */

/** The chosen kinds; none means all. */
export const kinds = signal(/** @type {ReadonlySet<string>} */ (new Set()));
/** The chosen seats; none means all. */
export const seats = signal(/** @type {ReadonlySet<number>} */ (new Set()));

/** The types of events of each kind. */
const EVENT_TYPES = /** @type {Record<string, RegExp>} */ ({
  harvest: /^field_harvested/,
  trade: /^(trade_|donation_|beans_donated)/,
  plant: /^bean_planted/,
  draw: /^(cards_|deck_shuffled|draw_pile)/,
  attack: /^(attack|combat|terrain_conquered|riders)/,
});
/** The kind that each mark belongs to. Other marks are always shown. */
const KIND_OF_MARK = /** @type {Record<string, string>} */ ({ harvest: "harvest", trade: "trade", donation: "trade", shuffle: "draw", attack: "attack", fault: "wrong", note: "note" });

/** Return the kinds that a game has. @param {Game} game */
export function kindsOf(game) {
  const marked = Object.values(data().editions?.[game.head.value.rules.edition]?.marked ?? {});
  return ["harvest", "trade", "plant", "draw", ...(marked.includes("attack") ? ["attack"] : []), "wrong", "note"];
}

/** Return a set with an item added, or removed if it was in the set. @template T @param {ReadonlySet<T>} set @param {T} one */
export function withToggled(set, one) {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
}

/** Return whether everything is shown. */
export const isUnfiltered = () => !kinds.value.size && !seats.value.size;

/** Return every seat that an event names. @param {any} event */
const seatsOfEvent = (event) => [event.seat, event.proposer, event.to, event.with, event.attacker, event.defender];

/** Return whether an event is shown. @param {Game} game @param {number} n */
export function showsEvent(game, n) {
  const { event } = game.events[n - 1];
  if (seats.value.size && !seatsOfEvent(event).some((seat) => seats.value.has(seat))) return false;
  if (!kinds.value.size) return true;
  return [...kinds.value].some((kind) => {
    if (kind === "wrong") return game.isWrong(n);
    if (kind === "note") return game.notes.value.some((note) => note.n === n);
    return EVENT_TYPES[kind].test(event.type);
  });
}

/** Return whether a mark is shown. @param {Game} game @param {{n: number, kind: string}} mark */
export function showsMark(game, { n, kind }) {
  const filterKind = KIND_OF_MARK[kind];
  if (!filterKind) return true;
  if (kinds.value.size && !kinds.value.has(filterKind)) return false;
  return !seats.value.size || seatsOfEvent(game.events[n - 1]?.event ?? {}).some((seat) => seats.value.has(seat));
}
