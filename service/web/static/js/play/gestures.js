// @ts-check
// How orders are given on the table: what is taken, and where it goes. What has neither is a button.

/**
 * A gesture: any place of `from` is pressed, then `to`. Places are JSON Pointers into the position.
 * @typedef {{from: string[], to: string | null}} Gesture
 * @typedef {{type: string, seat: number} & Record<string, any>} Order
 */

/** @type {Gesture} */
const NONE = { from: [], to: null };

/** The places of a variety among the cards that lie there. @param {string} at @param {string[] | number | undefined} cards @param {string} variety */
const lying = (at, cards, variety) => (Array.isArray(cards) ? cards.flatMap((card, i) => (card === variety ? [`${at}/${i}`] : [])) : []);

/** @param {Order} order */
const own = (order) => `/seats/${order.seat}`;

/** @param {Order} order */
const field = (order) => `${own(order)}/fields/${order.field}`;

/** Where the card of a slot lies in the hand. @param {Order} order @param {any} position @param {number | null | undefined} slot */
function inHand(order, position, slot) {
  const { hand_slots: slots = [] } = position.seats[order.seat];
  const i = slot === null || slot === undefined ? 0 : slots.indexOf(slot);
  return i < 0 ? [] : [`${own(order)}/hand/${i}`];
}

/** @type {Record<string, (order: Order, position: any) => Gesture>} */
const GESTURES = {
  PlantFromHand: (order, position) => ({ from: inHand(order, position, order.slot), to: field(order) }),
  PlantSetAside: (order, position) => ({ from: lying(`${own(order)}/set_aside`, position.seats[order.seat].set_aside, order.variety), to: field(order) }),
  PlantTurnedUp: (order, position) => ({ from: lying("/turned_up", position.turned_up, order.variety), to: field(order) }),
  PlantOffered: (order, position) => ({ from: lying("/offer", position.offer, order.variety), to: field(order) }),
  DiscardOffered: (order, position) => ({ from: lying("/offer", position.offer, order.variety), to: "/discard_pile" }),
  DiscardFromHand: (order, position) => ({ from: inHand(order, position, order.slot), to: "/discard_pile" }),
  TakeMatchingDiscard: () => ({ from: ["/discard_pile"], to: "/turned_up" }),
  DrawCards: () => ({ from: ["/draw_pile"], to: null }),
  DrawAbbeyCard: () => ({ from: ["/draw_pile"], to: null }),
  HarvestField: (order) => ({ from: [field(order)], to: null }),
  BuyThirdField: (order, position) => ({ from: [`${own(order)}/fields/${position.seats[order.seat].fields.length}`], to: null }),
  StoreInDepot: (order, position) => ({
    from: order.variety ? lying(`${own(order)}/set_aside`, position.seats[order.seat].set_aside, order.variety) : inHand(order, position, null),
    to: `${own(order)}/depot`,
  }),
  ChooseCamp: (order) => ({ from: [`/board/${order.terrain}`], to: null }),
  DeclareAttack: (order) => (order.riders ? { from: [`/board/${order.riders}`], to: `/board/${order.target}` } : { from: [`/board/${order.target}`], to: null }),
  BuildFortress: (order) => ({ from: [`/board/${order.quarry}`], to: `/board/${order.terrain}` }),
  AcceptTrade: (order) => ({ from: [`/proposals/${order.proposal}`], to: null }),
  CommitCombatCard(order, position) {
    if (order.source === "hand") return { from: inHand(order, position, order.slot), to: null };
    if (order.source === "depot") return { from: lying(`${own(order)}/depot`, position.seats[order.seat].depot, order.variety), to: null };
    return { from: ["/draw_pile"], to: null };
  },
};

/** How an order is given at this table; `{from: [], to: null}` where only a button gives it. @param {Order} order @param {any} position @returns {Gesture} */
export const gestureOf = (order, position) => GESTURES[order.type]?.(order, position) ?? NONE;

/** The field of a place, such as 1 of `/seats/0/fields/1`, if it is one of this seat. @param {string} place @param {number} seat */
export function fieldAt(place, seat) {
  const found = place.match(/^\/seats\/([0-9]+)\/fields\/([0-9]+)/);
  return found && Number(found[1]) === seat ? Number(found[2]) : null;
}

/** The place of a whole field or pile in which a pressed place lies. @param {string} place */
export const holder = (place) => place.replace(/^(\/seats\/[0-9]+\/fields\/[0-9]+|\/seats\/[0-9]+\/depot|\/discard_pile|\/draw_pile).*$/, "$1");

/**
 * Ways of which each leaves another hand: which of several equal cards is handed over, matters by its place alone.
 * @template {{order: Order}} W @param {W[]} ways @param {{hand: string[], hand_slots: number[]}} own
 */
export function leadingApart(ways, own) {
  const left = (/** @type {W} */ { order }) => order.handed_over && own.hand.filter((_card, i) => !order.handed_over.includes(own.hand_slots[i])).join();
  return ways.filter((way, i) => !way.order.handed_over || ways.findIndex((other) => left(other) === left(way)) === i);
}
