// @ts-check
// Composes a command from presses on cards, fields and terrains. The kinds of its members decide what a press can mean.
import { data } from "../html.js";
import { FACE_DOWN } from "../table/cards.js";
import { gestureOf } from "../play/gestures.js";
import { valueAt } from "./position.js";
import { zoneOf } from "./places.js";

/**
 * @typedef {import("../play/gestures.js").Order} Order
 * @typedef {{kind: string | null, many?: boolean, counted?: boolean, optional?: boolean}} Member
 * @typedef {import("./position.js").Position} Position
 */

/** Return the members of a command without its seat, by their names. @param {string} edition @param {string} type @returns {[string, Member][]} */
export function membersOf(edition, type) {
  const { seat, ...members } = data().editions[edition]?.commands[type]?.members ?? {};
  return Object.entries(members);
}

/** Return the types of commands of an edition. @param {string} edition @returns {string[]} */
export const typesOf = (edition) => Object.keys(data().editions[edition]?.commands ?? {});

/** Return the names of required members that are missing. @param {string} edition @param {Order} order */
export const missingMembers = (edition, order) => membersOf(edition, order.type).filter(([name, { optional }]) => !optional && order[name] === undefined).map(([name]) => name);

/** Return a command with a changed member, or without it if the value is undefined. @param {Order} order @param {string} name @param {any} value @returns {Order} */
export function withMember(order, name, value) {
  const { [name]: _, ...rest } = order;
  return /** @type {Order} */ (value === undefined ? rest : { ...rest, [name]: value });
}

/** Return the slot of a card in a hand. @param {Position} position @param {number} seat @param {number} i @returns {number} */
export const slotAt = (position, seat, i) => position.seats[seat].hand_slots?.[i] ?? i;

/** @param {any[]} list @param {any} value */
function withToggled(list, value) {
  const i = list.findIndex((one) => JSON.stringify(one) === JSON.stringify(value));
  return i < 0 ? [...list, value] : list.filter((_, j) => j !== i);
}

/** Return what a press refers to: the zone, its owner, the index and the card. @param {Position} position @param {string} place */
function parsePress(position, place) {
  const [zone, i] = zoneOf(place);
  const owner = /^\/seats\/([0-9]+)\//.exec(zone);
  const card = i === null ? null : valueAt(position, place);
  const area = zone.replace(/^\/seats\/[0-9]+/, "").split("/")[1];
  return { zone, i, area, seat: owner ? Number(owner[1]) : null, card: typeof card === "string" && card !== FACE_DOWN ? card : null };
}

/** Return the value that a press gives to a member, or undefined. @param {Position} position @param {Order} order @param {string} name @param {Member} member @param {string} place */
function memberValue(position, order, name, { kind, many, counted }, place) {
  const { zone, i, area, seat, card } = parsePress(position, place);
  const own = seat === order.seat;
  const list = order[name] ?? [];
  if (kind === "place") return place.startsWith("/board/") ? place.slice(7) : undefined;
  if (kind === "field") return own && area === "fields" ? Number(zone.split("/")[4]) : undefined;
  if (kind === "source") return area === "draw_pile" ? "pile" : own && (area === "hand" || area === "depot") ? area : undefined;
  if (kind === "slot") {
    if (!own || area !== "hand" || i === null) return undefined;
    return many ? withToggled(list, slotAt(position, order.seat, i)) : slotAt(position, order.seat, i);
  }
  if (kind === null) {
    if (i === null || !["hand", "turned_up", "set_aside"].includes(area) || (seat !== null && !own)) return undefined;
    if (area === "hand") return withToggled(list, { source: "hand", slot: slotAt(position, order.seat, i) });
    return card ? withToggled(list, { source: area, variety: card }) : undefined;
  }
  if (kind === "coin") return own && area === "coins" && card ? (many ? [...list, card] : card) : undefined;
  if (kind !== "card" || counted || !card || area === "hand" || (seat !== null && !own)) return undefined;
  return many ? withToggled(list, card) : card;
}

/**
 * Return the command after a press on the table, or null if no member can use the press. The member `wanted` comes first,
 * then the first missing one, then any other.
 * @param {Position} position @param {Order} order @param {string} place @param {string | null} wanted @returns {Order | null}
 */
export function commandAfterPress(position, order, place, wanted = null) {
  const candidates = membersOf(position.edition, order.type).flatMap(([name, member]) => {
    const value = memberValue(position, order, name, member, place);
    return value === undefined ? [] : [{ name, value, many: Boolean(member.many), must: !member.optional }];
  });
  const chosen = candidates.find(({ name }) => name === wanted) ?? wantedTurnedUp(position, order, candidates) ?? candidates.find(({ name, must }) => must && order[name] === undefined) ?? candidates.find(({ name, many }) => many || order[name] === undefined) ?? candidates[0];
  if (!chosen) return null;
  let command = withMember(order, chosen.name, chosen.value);
  // One press gives both the source and the card.
  if (chosen.name === "source") {
    for (const name of ["slot", "variety"]) command = withMember(command, name, undefined);
    const card = candidates.find(({ name }) => name === "slot" || name === "variety");
    if (card) command = withMember(command, card.name, card.value);
  }
  return command;
}

/** Return the member for wanted turned-up cards if the seat is not active, since only the active seat can give them. @param {Position} position @param {Order} order @param {{name: string, value: any, many: boolean}[]} candidates */
const wantedTurnedUp = (position, order, candidates) => (position.turn.seat !== order.seat ? candidates.find(({ name }) => name === "want_turned_up") : undefined);

/** Return the commands that start with a press on this place, legal ones first, then those of the phase. @param {Position} position @param {number} seat @param {string} place @param {{legal: Order[], blocked: Order[]} | null} known @param {string | null} from the place pressed before @returns {Order[]} */
export function commandsFrom(position, seat, place, known, from = null) {
  const rank = (/** @type {string} */ type) => (known?.legal.some((order) => order.type === type) ? 0 : known?.blocked.some((order) => order.type === type && order.here) ? 1 : 2);
  const composed = (/** @type {string} */ type, /** @type {string[]} */ ...places) => places.reduce((order, one) => commandAfterPress(position, order, one) ?? order, /** @type {Order} */ ({ type, seat }));
  const types = typesOf(position.edition).sort((one, other) => rank(one) - rank(other));
  const ends = from === null ? [] : types.filter((type) => isGesture(position, type, seat, from, place)).map((type) => composed(type, from, place));
  return [...ends, ...types.filter((type) => isGesture(position, type, seat, place)).map((type) => composed(type, place))];
}

/** Return whether a command of this type starts with a press on `place`, and ends with one on `to`. @param {Position} position @param {string} type @param {number} seat @param {string} place @param {string} [to] */
function isGesture(position, type, seat, place, to) {
  const { i, card } = parsePress(position, place);
  const slot = i === null ? undefined : slotAt(position, seat, i);
  const id = place.startsWith("/board/") ? place.slice(7) : undefined;
  const [, field] = /\/fields\/([0-9]+)/.exec(to ?? place) ?? [];
  const [, end] = /^\/board\/(.+)$/.exec(to ?? "") ?? [];
  const probe = { type, seat, slot, variety: card, field: Number(field ?? 0), source: "hand", terrain: end ?? id, target: id, quarry: id };
  const gesture = gestureOf(probe, withSlots(position, seat));
  return gesture.from.includes(place) && (to === undefined || gesture.to === to);
}

/** Return a position with slots of the hand, which gestures need and a position may omit. @param {Position} position @param {number} seat @returns {Position} */
function withSlots(position, seat) {
  const own = position.seats[seat];
  const count = Array.isArray(own.hand) ? own.hand.length : own.hand ?? 0;
  if (own.hand_slots) return position;
  const seats = position.seats.map((/** @type {any} */ one, /** @type {number} */ k) => (k === seat ? { ...one, hand_slots: Array.from({ length: count }, (_, i) => i) } : one));
  return { ...position, seats };
}
