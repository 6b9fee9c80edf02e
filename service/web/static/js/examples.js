// What the arbiter's form begins with: a table for each edition, and the members of each command.

/** The members of a command besides type and seat; what is not listed has none. */
export const TEMPLATES = {
  HarvestField: { field: 0 },
  PlantFromHand: { field: 0 },
  ProposeTrade: { with: 1, give: [{ source: "turned_up", variety: "soy" }], want: { red: 1 } },
  AcceptTrade: { proposal: 1, handed_over: [] },
  DeclineTrade: { proposal: 1 },
  WithdrawTrade: { proposal: 1 },
  OfferDonation: { to: 1, cards: [{ source: "turned_up", variety: "soy" }] },
  AcceptDonation: { proposal: 1 },
  DeclineDonation: { proposal: 1 },
  WithdrawDonation: { proposal: 1 },
  PlantSetAside: { variety: "soy", field: 0 },
  PlantOffered: { variety: "soy", field: 0 },
  DiscardOffered: { variety: "soy" },
  DiscardFromHand: { slot: 0 },
  PlantTurnedUp: { variety: "soy", field: 0 },
  ChooseCamp: { terrain: "camp-orange" },
  ChooseStartPlayer: { chosen: 0 },
  DeclareAttack: { target: "village-1" },
  CommitCombatCard: { source: "hand", slot: 0 },
  BuildFortress: { quarry: "quarry-1", terrain: "camp-orange" },
  ArrangeMerchantCards: { taken: [] },
};

/** A table at which most of the questions of a beginner come up: one field of one bean, one of several. */
const TABLE = {
  turn: { seat: 0, number: 9, phase: "trade", planted: 1 },
  seats: [
    { hand: ["green", "red", "chili"], fields: [["garden"], ["blue", "blue", "blue", "blue"]], coins: 3 },
    { hand: 4, fields: [["soy", "soy"], []], coins: 1 },
    { hand: ["red", "red", "stink"], fields: [["chili"], ["stink", "stink", "stink"]], coins: 2 },
    { hand: 5, fields: [["black_eyed"], ["green", "green"]], coins: 0 },
  ],
  turned_up: ["soy", "red"],
  draw_pile: 50,
  discard_pile: 6,
};

/** What is otherwise on the table of an edition. */
const OTHERWISE = {
  modern: {
    seats: [
      { hand: ["green", "wax", "chili"], fields: [["cocoa"], ["blue", "blue", "blue", "blue"]], coins: 3 },
      ...TABLE.seats.slice(1),
    ],
  },
  duel: {
    turn: { seat: 0, number: 9, phase: "offer", planted: 0 },
    seats: [
      { hand: ["green", "wax", "chili"], fields: [["red"], ["blue", "blue", "blue", "blue"]], coins: 3 },
      { hand: 4, fields: [["soy", "soy"], []], coins: 1 },
    ],
    turned_up: [],
    offer: ["soy", "red"],
  },
  sissi: {
    seats: [
      { hand: ["sissi", "red", "chili"], fields: [["sissi"], ["green", "sissi", "green", "sissi"]], coins: 3 },
      { hand: 4, fields: [["soy", "sissi"], []], coins: 1 },
      { hand: ["sissi", "red", "stink"], fields: [["chili"], ["sissi", "stink", "sissi"]], coins: 2 },
      { hand: 5, fields: [["black_eyed"], ["sissi", "sissi"]], coins: 0 },
    ],
    turned_up: ["soy", "sissi"],
  },
  bohnaparte: {
    turn: { seat: 0, number: 9, phase: "attack", planted: 1 },
    turned_up: [],
    board: {
      terrains: [
        { id: "camp-orange", owner: 0 },
        { id: "farm-1", owner: 0 },
        { id: "camp-black", owner: 1 },
        { id: "camp-red", owner: 2 },
        { id: "city-3", owner: 2, fortress: true },
        { id: "camp-blue", owner: 3 },
      ],
    },
  },
};

/** The position that the form shows first for an edition. */
export const example = (edition) => ({ format: "haricot-position/1", edition, ...TABLE, ...OTHERWISE[edition] });
