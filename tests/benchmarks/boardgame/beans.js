// A bean game of the shape of Haricot's: five hands, fields, plant, offer, accept, pass; nobody sees another hand.
// It never ends: a pile that runs out is shuffled again from the discards.

const VARIETIES = { blue: 20, chili: 18, stink: 16, green: 14, soy: 12, black_eyed: 10, red: 8, garden: 6 };
const HAND = 5;

function deck() {
  return Object.entries(VARIETIES).flatMap(([variety, count]) => Array(count).fill(variety));
}

function draw({ G, random }, count) {
  const drawn = [];
  while (drawn.length < count) {
    if (!G.pile.length) {
      G.pile = random.Shuffle(G.discards);
      G.discards = [];
    }
    drawn.push(G.pile.pop());
  }
  return drawn;
}

function lay(G, seat, field, variety) {
  const owner = G.seats[seat];
  const cards = owner.fields[field];
  if (cards.length && cards[0] !== variety) {
    owner.coins += Math.floor(cards.length / 2);
    G.discards.push(...cards);
    owner.fields[field] = [];
  }
  owner.fields[field].push(variety);
}

function fitting(G, seat, variety) {
  const fields = G.seats[seat].fields;
  const same = fields.findIndex((cards) => cards[0] === variety);
  if (same >= 0) return same;
  const empty = fields.findIndex((cards) => !cards.length);
  return empty >= 0 ? empty : fields[0].length > fields[1].length ? 0 : 1;
}

// Every rule is decided by the server alone, as in Haricot: `client: false` leaves nothing to guess before the answer.
const onServer = (move) => ({ move, client: false });

const moves = {
  plant: onServer(({ G, playerID, ctx }) => {
    const hand = G.seats[playerID].hand;
    if (playerID !== ctx.currentPlayer || !hand.length) return 'INVALID_MOVE';
    const variety = hand.shift();
    lay(G, playerID, fitting(G, playerID, variety), variety);
  }),
  offer: onServer(({ G, ctx, playerID }, to) => {
    const hand = G.seats[playerID].hand;
    if (playerID !== ctx.currentPlayer || to === playerID || G.offer || !hand.length) return 'INVALID_MOVE';
    G.offer = { from: playerID, to, variety: hand[hand.length - 1] };
  }),
  accept: onServer(({ G, playerID }) => {
    const { offer } = G;
    if (!offer || offer.to !== playerID) return 'INVALID_MOVE';
    const giver = G.seats[offer.from];
    giver.hand.splice(giver.hand.lastIndexOf(offer.variety), 1);
    lay(G, playerID, fitting(G, playerID, offer.variety), offer.variety);
    G.offer = null;
  }),
  pass: onServer((context) => {
    const { G, ctx, events, playerID } = context;
    if (playerID !== ctx.currentPlayer || G.offer) return 'INVALID_MOVE';
    G.seats[playerID].hand.push(...draw(context, 2));
    events.endTurn();
  }),
};

exports.beans = {
  name: 'beans',
  minPlayers: 5,
  maxPlayers: 5,
  disableUndo: true,
  setup: ({ ctx, random }) => {
    const G = { pile: random.Shuffle(deck()), discards: [], offer: null, seats: {} };
    for (const seat of ctx.playOrder) {
      G.seats[seat] = { hand: draw({ G, random }, HAND), fields: [[], []], coins: 0 };
    }
    return G;
  },
  turn: { activePlayers: { all: 'table' }, stages: { table: { moves } } },
  playerView: ({ G, playerID }) => ({
    ...G,
    pile: G.pile.length,
    seats: Object.fromEntries(
      Object.entries(G.seats).map(([seat, owner]) => [
        seat,
        seat === playerID ? owner : { ...owner, hand: owner.hand.length },
      ]),
    ),
  }),
};

// What a table plays over and over: who moves, counted from whose turn it is, and what.
exports.ROUND = [
  { by: 0, move: 'plant', args: () => [] },
  { by: 0, move: 'offer', args: (turn) => [String((turn + 1) % 5)] },
  { by: 1, move: 'accept', args: () => [] },
  { by: 0, move: 'pass', args: () => [] },
];
