// @ts-check
// A position that is being put together: every change gives another one and leaves the old as it was.
import { FACE_DOWN, cardsOf } from "../table/cards.js";

/** @typedef {Record<string, any>} Position as `haricot-position/1` has it */

/** So many cards lie in the pile of a table that nothing else is known of. */
const PILE = 40;

/** An empty table; what it leaves out the service fills in. @param {string} edition @param {number} players @param {string} phase @returns {Position} */
export const bare = (edition, players, phase) => ({
  format: "haricot-position/1", edition, options: {}, turn: { seat: 0, number: 1, phase, planted: 0 },
  seats: Array.from({ length: players }, () => ({ hand: [] })), draw_pile: PILE, discard_pile: [],
});

/** What lies at a place, a JSON Pointer. @param {Position} position @param {string} place */
export const at = (position, place) => place.split("/").slice(1).reduce((part, name) => part?.[name], /** @type {any} */ (position));

/** The same with something else at a place. @template T @param {T} whole @param {string} place @param {any} value @returns {T} */
export function withAt(whole, place, value) {
  const [name, ...rest] = place.split("/").slice(1);
  const copy = /** @type {any} */ (Array.isArray(whole) ? [...whole] : { ...whole });
  copy[name] = rest.length ? withAt(copy[name] ?? {}, `/${rest.join("/")}`, value) : value;
  return copy;
}

/** Where cards lie face up, one by one. */
const OPEN = /^\/(seats\/[0-9]+\/(fields\/[0-9]+|set_aside)|turned_up|offer)$/;

/** Whether cards that nobody knows may lie there. @param {string} zone */
export const mayHide = (zone) => !/\/fields\//.test(zone);

/** Whether it can be told by a number alone how many lie there. @param {string} zone */
export const mayCount = (zone) => !OPEN.test(zone);

/** Other cards in a zone; where none of them is known only their number stays. @param {Position} position @param {string} zone @param {string[]} cards */
export function withCards(position, zone, cards) {
  const hidden = mayCount(zone) && cards.length > 0 && cards.every((card) => card === FACE_DOWN);
  const changed = withAt(position, zone, hidden ? cards.length : cards);
  const owner = /^\/seats\/([0-9]+)\/hand$/.exec(zone);
  return owner ? withSlots(changed, Number(owner[1]), cardsOf(at(position, zone)).length, cards.length) : changed;
}

/** The hand of a seat after its last cards have come or gone; `withoutCard` names the slots otherwise. @param {Position} position @param {number} k @param {number} before @param {number} count */
function withSlots(position, k, before, count) {
  const slots = position.seats[k].hand_slots;
  if (!slots || slots.length === count) return position;
  const kept = slots.length === before ? slots.slice(0, count) : [];
  let next = Math.max(position.next_slots?.[k] ?? 0, ...kept.map((/** @type {number} */ slot) => slot + 1), 0);
  while (kept.length < count) kept.push(next++);
  const numbered = withAt(position, `/seats/${k}/hand_slots`, kept);
  return numbered.next_slots ? withAt(numbered, `/next_slots/${k}`, next) : numbered;
}

/** The same less one card. @param {Position} position @param {string} zone @param {number} i */
export function withoutCard(position, zone, i) {
  const owner = /^\/seats\/([0-9]+)\/hand$/.exec(zone);
  const cards = cardsOf(at(position, zone)).filter((_, j) => j !== i);
  if (!owner) return withCards(position, zone, cards);
  const { hand_slots: slots, attested } = position.seats[Number(owner[1])];
  const said = attested ? withAt(position, `/seats/${owner[1]}/attested`, withoutPlace(attested, i)) : position;
  if (!slots) return withCards(said, zone, cards);
  const fewer = withAt(said, `/seats/${owner[1]}/hand_slots`, slots.filter((/** @type {number} */ _, /** @type {number} */ j) => j !== i));
  return withCards(fewer, zone, cards);
}

/** What was told of a hand, once the card at a place of it has gone. @param {{places: number[]}[]} attested @param {number} i */
const withoutPlace = (attested, i) => attested
  .map((one) => ({ ...one, places: one.places.filter((place) => place !== i).map((place) => place - Number(place > i)) }))
  .filter(({ places }) => places.length > 0);

/** The same with a seat more or less at the end. @param {Position} position @param {number} k @param {any[]} fields */
export const withFields = (position, k, fields) => withAt(position, `/seats/${k}/fields`, fields);

/** Less an open trade or gift. @param {Position} position @param {number} number @returns {Position} */
export function withoutOffer(position, number) {
  const others = (/** @type {any[]} */ offers) => (offers ?? []).filter(({ proposal }) => proposal !== number);
  return { ...position, proposals: others(position.proposals), donations: others(position.donations) };
}

/** A terrain with something else to it; what is untrue or nothing is left out. @param {Position} position @param {string} id @param {Record<string, any>} change @returns {Position} */
export function withTerrain(position, id, change) {
  const terrains = position.board.terrains ?? [];
  const old = terrains.find((/** @type {any} */ one) => one.id === id) ?? { id, owner: null };
  const made = Object.fromEntries(Object.entries({ ...old, ...change }).filter(([name, value]) => name === "owner" || value));
  return { ...position, board: { ...position.board, terrains: [...terrains.filter((/** @type {any} */ one) => one.id !== id), made] } };
}

/** The position with all that a drawing of it needs; a board comes from the one that the service has completed. @param {Position} position @param {Position | null} completed @returns {Position} */
export function drawable(position, completed) {
  const { board = completed?.board } = position;
  const seats = position.seats.map((/** @type {any} */ seat, /** @type {number} */ k) => ({ hand: [], coins: 0, set_aside: [], fields: completed?.seats[k]?.fields ?? [[], []], ...seat }));
  const whole = { options: {}, turned_up: [], draw_pile: [], discard_pile: [], exhaustions: 0, proposals: [], donations: [], winners: null, ...position, seats };
  const turn = { seat: 0, number: 1, phase: "plant", planted: 0, ...position.turn };
  return board ? { ...whole, turn, board: { ...completed?.board, ...board } } : { ...whole, turn };
}
