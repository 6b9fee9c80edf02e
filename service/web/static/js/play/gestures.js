// @ts-check
// Gestures on the table that stand for commands: the pressed card and its target. Other commands are buttons.

/**
 * A gesture: any place of `from` is pressed, then `to`. Places are JSON Pointers into the position.
 * @typedef {{from: string[], to: string | null}} Gesture
 * @typedef {{type: string, seat: number} & Record<string, any>} Order
 */

/** @type {Gesture} */
const NONE = { from: [], to: null };

/** Return the places of a variety in a zone. @param {string} at @param {string[] | number | undefined} cards @param {string} variety */
const placesOf = (at, cards, variety) => (Array.isArray(cards) ? cards.flatMap((card, i) => (card === variety ? [`${at}/${i}`] : [])) : []);

/** @param {Order} order */
const seatPlace = (order) => `/seats/${order.seat}`;

/** @param {Order} order */
const fieldPlace = (order) => `${seatPlace(order)}/fields/${order.field}`;

/** Return the place of a slot's card in the hand, as a list. @param {Order} order @param {any} position @param {number | null | undefined} slot */
function handPlaces(order, position, slot) {
  const { hand_slots: slots = [] } = position.seats[order.seat];
  const i = slot === null || slot === undefined ? 0 : slots.indexOf(slot);
  return i < 0 ? [] : [`${seatPlace(order)}/hand/${i}`];
}

/** @type {Record<string, (order: Order, position: any) => Gesture>} */
const GESTURES = {
  PlantFromHand: (order, position) => ({ from: handPlaces(order, position, order.slot), to: fieldPlace(order) }),
  PlantSetAside: (order, position) => ({ from: placesOf(`${seatPlace(order)}/set_aside`, position.seats[order.seat].set_aside, order.variety), to: fieldPlace(order) }),
  PlantTurnedUp: (order, position) => ({ from: placesOf("/turned_up", position.turned_up, order.variety), to: fieldPlace(order) }),
  PlantOffered: (order, position) => ({ from: placesOf("/offer", position.offer, order.variety), to: fieldPlace(order) }),
  DiscardOffered: (order, position) => ({ from: placesOf("/offer", position.offer, order.variety), to: "/discard_pile" }),
  DiscardFromHand: (order, position) => ({ from: handPlaces(order, position, order.slot), to: "/discard_pile" }),
  TakeMatchingDiscard: () => ({ from: ["/discard_pile"], to: "/turned_up" }),
  DrawCards: () => ({ from: ["/draw_pile"], to: null }),
  DrawAbbeyCard: () => ({ from: ["/draw_pile"], to: null }),
  HarvestField: (order) => ({ from: [fieldPlace(order)], to: null }),
  BuyThirdField: (order, position) => ({ from: [`${seatPlace(order)}/fields/${position.seats[order.seat].fields.length}`], to: null }),
  StoreInDepot: (order, position) => ({
    from: order.variety ? placesOf(`${seatPlace(order)}/set_aside`, position.seats[order.seat].set_aside, order.variety) : handPlaces(order, position, null),
    to: `${seatPlace(order)}/depot`,
  }),
  ChooseCamp: (order) => ({ from: [`/board/${order.terrain}`], to: null }),
  DeclareAttack: (order) => (order.riders ? { from: [`/board/${order.riders}`], to: `/board/${order.target}` } : { from: [`/board/${order.target}`], to: null }),
  BuildFortress: (order) => ({ from: [`/board/${order.quarry}`], to: `/board/${order.terrain}` }),
  AcceptTrade: (order) => ({ from: [`/proposals/${order.proposal}`], to: null }),
  CommitCombatCard(order, position) {
    if (order.source === "hand") return { from: handPlaces(order, position, order.slot), to: null };
    if (order.source === "depot") return { from: placesOf(`${seatPlace(order)}/depot`, position.seats[order.seat].depot, order.variety), to: null };
    return { from: ["/draw_pile"], to: null };
  },
};

/** Return the gesture of a command at this table, or `{from: [], to: null}` if it is a button. @param {Order} order @param {any} position @returns {Gesture} */
export const gestureOf = (order, position) => GESTURES[order.type]?.(order, position) ?? NONE;

/** Return the field of a place if it is one of this seat, such as 1 for `/seats/0/fields/1`. @param {string} place @param {number} seat */
export function fieldAt(place, seat) {
  const found = place.match(/^\/seats\/([0-9]+)\/fields\/([0-9]+)/);
  return found && Number(found[1]) === seat ? Number(found[2]) : null;
}

/** Return the place of the whole field or pile that contains a pressed place. @param {string} place */
export const containerOf = (place) => place.replace(/^(\/seats\/[0-9]+\/fields\/[0-9]+|\/seats\/[0-9]+\/depot|\/discard_pile|\/draw_pile).*$/, "$1");

/**
 * Return the ways that leave different hands. Which of several equal cards is given matters only by the order left in hand.
 * @template {{order: Order}} W @param {W[]} ways @param {{hand: string[], hand_slots: number[]}} own
 */
export function distinctByHand(ways, own) {
  const left = (/** @type {W} */ { order }) => order.handed_over && own.hand.filter((_card, i) => !order.handed_over.includes(own.hand_slots[i])).join();
  return ways.filter((way, i) => !way.order.handed_over || ways.findIndex((other) => left(other) === left(way)) === i);
}
