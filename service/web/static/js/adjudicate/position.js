// @ts-check
// Edits a position. Positions are immutable: every function returns a changed copy.
import { FACE_DOWN, cardsOf } from "../table/cards.js";

/** @typedef {Record<string, any>} Position as `haricot-position/1` has it */

/** The size of the draw pile of an empty table. */
const PILE_SIZE = 40;

/** Return an empty table. The service completes it. @param {string} edition @param {number} players @param {string} phase @returns {Position} */
export const emptyPosition = (edition, players, phase) => ({
  format: "haricot-position/1", edition, options: {}, turn: { seat: 0, number: 1, phase, planted: 0 },
  seats: Array.from({ length: players }, () => ({ hand: [] })), draw_pile: PILE_SIZE, discard_pile: [],
});

/** Return the value at a place, a JSON Pointer. @param {Position} position @param {string} place */
export const valueAt = (position, place) => place.split("/").slice(1).reduce((part, name) => part?.[name], /** @type {any} */ (position));

/** Return a copy with another value at a place. @template T @param {T} whole @param {string} place @param {any} value @returns {T} */
export function withAt(whole, place, value) {
  const [name, ...rest] = place.split("/").slice(1);
  const copy = /** @type {any} */ (Array.isArray(whole) ? [...whole] : { ...whole });
  copy[name] = rest.length ? withAt(copy[name] ?? {}, `/${rest.join("/")}`, value) : value;
  return copy;
}

/** The zones whose cards lie face up. */
const FACE_UP_ZONES = /^\/(seats\/[0-9]+\/(fields\/[0-9]+|set_aside)|turned_up|offer)$/;

/** Return whether a zone may hold unknown cards. @param {string} zone */
export const mayHide = (zone) => !/\/fields\//.test(zone);

/** Return whether a zone may be given as a number of cards. @param {string} zone */
export const mayCount = (zone) => !FACE_UP_ZONES.test(zone);

/** Return a copy with other cards in a zone. If all are unknown, only their number is kept. @param {Position} position @param {string} zone @param {string[]} cards */
export function withCards(position, zone, cards) {
  const hidden = mayCount(zone) && cards.length > 0 && cards.every((card) => card === FACE_DOWN);
  const changed = withAt(position, zone, hidden ? cards.length : cards);
  const owner = /^\/seats\/([0-9]+)\/hand$/.exec(zone);
  return owner ? withSlots(changed, Number(owner[1]), cardsOf(valueAt(position, zone)).length, cards.length) : changed;
}

/** Return a copy with the slots of a hand adjusted after cards were added or removed at its end. @param {Position} position @param {number} k @param {number} before @param {number} count */
function withSlots(position, k, before, count) {
  const slots = position.seats[k].hand_slots;
  if (!slots || slots.length === count) return position;
  const newSlots = slots.length === before ? slots.slice(0, count) : [];
  let next = Math.max(position.next_slots?.[k] ?? 0, ...newSlots.map((/** @type {number} */ slot) => slot + 1), 0);
  while (newSlots.length < count) newSlots.push(next++);
  const numbered = withAt(position, `/seats/${k}/hand_slots`, newSlots);
  return numbered.next_slots ? withAt(numbered, `/next_slots/${k}`, next) : numbered;
}

/** Return a copy without one card. @param {Position} position @param {string} zone @param {number} i */
export function withoutCard(position, zone, i) {
  const owner = /^\/seats\/([0-9]+)\/hand$/.exec(zone);
  const cards = cardsOf(valueAt(position, zone)).filter((_, j) => j !== i);
  if (!owner) return withCards(position, zone, cards);
  const { hand_slots: slots, attested } = position.seats[Number(owner[1])];
  const withAttested = attested ? withAt(position, `/seats/${owner[1]}/attested`, withoutPlace(attested, i)) : position;
  if (!slots) return withCards(withAttested, zone, cards);
  const fewer = withAt(withAttested, `/seats/${owner[1]}/hand_slots`, slots.filter((/** @type {number} */ _, /** @type {number} */ j) => j !== i));
  return withCards(fewer, zone, cards);
}

/** Return the attested facts of a hand after the card at index i was removed. @param {{places: number[]}[]} attested @param {number} i */
const withoutPlace = (attested, i) => attested
  .map((one) => ({ ...one, places: one.places.filter((place) => place !== i).map((place) => place - Number(place > i)) }))
  .filter(({ places }) => places.length > 0);

/** Return a copy with other fields of a seat. @param {Position} position @param {number} k @param {any[]} fields */
export const withFields = (position, k, fields) => withAt(position, `/seats/${k}/fields`, fields);

/** Return a copy without an open trade or gift. @param {Position} position @param {number} number @returns {Position} */
export function withoutOffer(position, number) {
  const others = (/** @type {any[]} */ offers) => (offers ?? []).filter(({ proposal }) => proposal !== number);
  return { ...position, proposals: others(position.proposals), donations: others(position.donations) };
}

/** Return a copy with a changed terrain. False and empty members are omitted. @param {Position} position @param {string} id @param {Record<string, any>} change @returns {Position} */
export function withTerrain(position, id, change) {
  const terrains = position.board.terrains ?? [];
  const old = terrains.find((/** @type {any} */ one) => one.id === id) ?? { id, owner: null };
  const made = Object.fromEntries(Object.entries({ ...old, ...change }).filter(([name, value]) => name === "owner" || value));
  return { ...position, board: { ...position.board, terrains: [...terrains.filter((/** @type {any} */ one) => one.id !== id), made] } };
}

/** Return a position with all members that drawing needs. The board comes from the position that the service completed. @param {Position} position @param {Position | null} completed @returns {Position} */
export function drawable(position, completed) {
  const { board = completed?.board } = position;
  const seats = position.seats.map((/** @type {any} */ seat, /** @type {number} */ k) => ({ hand: [], coins: 0, set_aside: [], fields: completed?.seats[k]?.fields ?? [[], []], ...seat }));
  const whole = { options: {}, turned_up: [], draw_pile: [], discard_pile: [], exhaustions: 0, proposals: [], donations: [], winners: null, ...position, seats };
  const turn = { seat: 0, number: 1, phase: "plant", planted: 0, ...position.turn };
  return board ? { ...whole, turn, board: { ...completed?.board, ...board } } : { ...whole, turn };
}
