// @ts-check
// A command put together by pressing cards, fields and terrains: what a press can mean follows from the kinds of its members.
import { data } from "../html.js";
import { FACE_DOWN } from "../table/cards.js";
import { gestureOf } from "../play/gestures.js";
import { at } from "./position.js";
import { zoneOf } from "./places.js";

/**
 * @typedef {import("../play/gestures.js").Order} Order
 * @typedef {{kind: string | null, many?: boolean, counted?: boolean, optional?: boolean}} Member
 * @typedef {import("./position.js").Position} Position
 */

/** The members of a command beside its seat, by their names. @param {string} edition @param {string} type @returns {[string, Member][]} */
export function membersOf(edition, type) {
  const { seat, ...members } = data().editions[edition]?.commands[type]?.members ?? {};
  return Object.entries(members);
}

/** The commands that an edition knows. @param {string} edition @returns {string[]} */
export const typesOf = (edition) => Object.keys(data().editions[edition]?.commands ?? {});

/** The members that must be there and are not. @param {string} edition @param {Order} order */
export const missing = (edition, order) => membersOf(edition, order.type).filter(([name, { optional }]) => !optional && order[name] === undefined).map(([name]) => name);

/** A command with another member, or without it. @param {Order} order @param {string} name @param {any} value @returns {Order} */
export function withMember(order, name, value) {
  const { [name]: _, ...rest } = order;
  return /** @type {Order} */ (value === undefined ? rest : { ...rest, [name]: value });
}

/** The number of a card in its hand. @param {Position} position @param {number} seat @param {number} i @returns {number} */
export const slotAt = (position, seat, i) => position.seats[seat].hand_slots?.[i] ?? i;

/** @param {any[]} list @param {any} value */
function toggled(list, value) {
  const i = list.findIndex((one) => JSON.stringify(one) === JSON.stringify(value));
  return i < 0 ? [...list, value] : list.filter((_, j) => j !== i);
}

/** What is pressed: its zone, whose it is, which card it is, and what it shows. @param {Position} position @param {string} place */
function pressed(position, place) {
  const [zone, i] = zoneOf(place);
  const owner = /^\/seats\/([0-9]+)\//.exec(zone);
  const card = i === null ? null : at(position, place);
  const area = zone.replace(/^\/seats\/[0-9]+/, "").split("/")[1];
  return { zone, i, area, seat: owner ? Number(owner[1]) : null, card: typeof card === "string" && card !== FACE_DOWN ? card : null };
}

/** What a press says of one member; undefined when nothing. @param {Position} position @param {Order} order @param {string} name @param {Member} member @param {string} place */
function said(position, order, name, { kind, many, counted }, place) {
  const { zone, i, area, seat, card } = pressed(position, place);
  const own = seat === order.seat;
  const list = order[name] ?? [];
  if (kind === "place") return place.startsWith("/board/") ? place.slice(7) : undefined;
  if (kind === "field") return own && area === "fields" ? Number(zone.split("/")[4]) : undefined;
  if (kind === "source") return area === "draw_pile" ? "pile" : own && (area === "hand" || area === "depot") ? area : undefined;
  if (kind === "slot") {
    if (!own || area !== "hand" || i === null) return undefined;
    return many ? toggled(list, slotAt(position, order.seat, i)) : slotAt(position, order.seat, i);
  }
  if (kind === null) {
    if (i === null || !["hand", "turned_up", "set_aside"].includes(area) || (seat !== null && !own)) return undefined;
    if (area === "hand") return toggled(list, { source: "hand", slot: slotAt(position, order.seat, i) });
    return card ? toggled(list, { source: area, variety: card }) : undefined;
  }
  if (kind === "coin") return own && area === "coins" && card ? (many ? [...list, card] : card) : undefined;
  if (kind !== "card" || counted || !card || area === "hand" || (seat !== null && !own)) return undefined;
  return many ? toggled(list, card) : card;
}

/**
 * The command after a press on the table: the member `wanted` takes it if it can, else the first that is still open, else
 * the first that can take it at all; null when it says nothing of this command.
 * @param {Position} position @param {Order} order @param {string} place @param {string | null} wanted @returns {Order | null}
 */
export function press(position, order, place, wanted = null) {
  const able = membersOf(position.edition, order.type).flatMap(([name, member]) => {
    const value = said(position, order, name, member, place);
    return value === undefined ? [] : [{ name, value, many: Boolean(member.many), must: !member.optional }];
  });
  const taken = able.find(({ name }) => name === wanted) ?? asked(position, order, able) ?? able.find(({ name, must }) => must && order[name] === undefined) ?? able.find(({ name, many }) => many || order[name] === undefined) ?? able[0];
  if (!taken) return null;
  let made = withMember(order, taken.name, taken.value);
  // Where a card comes from and which card it is are told by one press.
  if (taken.name === "source") {
    for (const name of ["slot", "variety"]) made = withMember(made, name, undefined);
    const card = able.find(({ name }) => name === "slot" || name === "variety");
    if (card) made = withMember(made, card.name, card.value);
  }
  return made;
}

/** A turned-up card is wanted by whoever is not to move: it is not theirs to give. @param {Position} position @param {Order} order @param {{name: string, value: any, many: boolean}[]} able */
const asked = (position, order, able) => (position.turn.seat !== order.seat ? able.find(({ name }) => name === "want_turned_up") : undefined);

/** The commands that begin with a press on this place, those of the phase first. @param {Position} position @param {number} seat @param {string} place @param {{legal: Order[], blocked: Order[]} | null} known @param {string | null} from the place pressed before @returns {Order[]} */
export function begun(position, seat, place, known, from = null) {
  const rank = (/** @type {string} */ type) => (known?.legal.some((order) => order.type === type) ? 0 : known?.blocked.some((order) => order.type === type && order.here) ? 1 : 2);
  const made = (/** @type {string} */ type, /** @type {string[]} */ ...places) => places.reduce((order, one) => press(position, order, one) ?? order, /** @type {Order} */ ({ type, seat }));
  const types = typesOf(position.edition).sort((one, other) => rank(one) - rank(other));
  const ends = from === null ? [] : types.filter((type) => leads(position, type, seat, from, place)).map((type) => made(type, from, place));
  return [...ends, ...types.filter((type) => leads(position, type, seat, place)).map((type) => made(type, place))];
}

/** Whether a command of this kind begins with a press on one place, and ends with one on the other. @param {Position} position @param {string} type @param {number} seat @param {string} place @param {string} [to] */
function leads(position, type, seat, place, to) {
  const { i, card } = pressed(position, place);
  const slot = i === null ? undefined : slotAt(position, seat, i);
  const id = place.startsWith("/board/") ? place.slice(7) : undefined;
  const [, field] = /\/fields\/([0-9]+)/.exec(to ?? place) ?? [];
  const [, end] = /^\/board\/(.+)$/.exec(to ?? "") ?? [];
  const probe = { type, seat, slot, variety: card, field: Number(field ?? 0), source: "hand", terrain: end ?? id, target: id, quarry: id };
  const gesture = gestureOf(probe, slotted(position, seat));
  return gesture.from.includes(place) && (to === undefined || gesture.to === to);
}

/** Gestures look for slots by name, which a position may leave out. @param {Position} position @param {number} seat @returns {Position} */
function slotted(position, seat) {
  const own = position.seats[seat];
  const count = Array.isArray(own.hand) ? own.hand.length : own.hand ?? 0;
  if (own.hand_slots) return position;
  const seats = position.seats.map((/** @type {any} */ one, /** @type {number} */ k) => (k === seat ? { ...one, hand_slots: Array.from({ length: count }, (_, i) => i) } : one));
  return { ...position, seats };
}
