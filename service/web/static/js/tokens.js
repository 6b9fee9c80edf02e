// @ts-check
// The tokens of games in this browser's storage: of seats, of the organiser, and of an arbiter or spectator.

/**
 * @typedef {{seats: Record<string, string>, organiser?: string, other?: string}} StoredTokens
 * @typedef {{seat: number, token: string}} SeatToken
 */

const key = (/** @type {string} */ game) => `haricot:tokens:${game}`;
const actingKey = (/** @type {string} */ game) => `haricot:acting:${game}`;
const fixedSeatKey = (/** @type {string} */ game) => `haricot:loyal:${game}`;

/** @param {string} game @returns {StoredTokens} */
const stored = (game) => JSON.parse(localStorage.getItem(key(game)) ?? '{"seats":{}}');

/** @param {string} game @param {StoredTokens} all */
function store(game, all) {
  if (Object.keys(all.seats).length || all.organiser || all.other) localStorage.setItem(key(game), JSON.stringify(all));
  else localStorage.removeItem(key(game));
}

/** Return the seat that this tab acts for: the one chosen last, otherwise the first with a token. @param {string} game */
function actingSeat(game) {
  const { seats } = stored(game);
  const chosen = sessionStorage.getItem(actingKey(game));
  return chosen !== null && chosen in seats ? Number(chosen) : Number(Object.keys(seats)[0] ?? NaN);
}

export const tokens = {
  /** Return the token to send with requests. @param {string} game @returns {string | null} */
  get(game) {
    const { seats, other } = stored(game);
    return seats[actingSeat(game)] ?? other ?? null;
  },

  /** Return the seats with a stored token, ascending. @param {string} game @returns {SeatToken[]} */
  seats: (game) => Object.entries(stored(game).seats).map(([seat, token]) => ({ seat: Number(seat), token })),

  /** Return the organiser's token, if the game was created in this browser. @param {string} game @returns {string | null} */
  organiser: (game) => stored(game).organiser ?? null,

  /** Store a received token. This tab then acts for its seat only. A token without a seat is for watching. @param {string} game @param {{seat?: number | null, token: string}} one */
  add(game, { seat = null, token }) {
    const all = stored(game);
    if (seat === null) all.other = token;
    else all.seats[seat] = token;
    store(game, all);
    if (seat === null) return;
    this.setActingSeat(game, seat);
    sessionStorage.setItem(fixedSeatKey(game), "");
  },

  /** Return whether this tab switches to the seat that has to act: it holds several, and no link chose one. @param {string} game */
  switchesSeats: (game) => Object.keys(stored(game).seats).length > 1 && sessionStorage.getItem(fixedSeatKey(game)) === null,

  /** Store the tokens of a new game, to play all of these seats: the response of POST /v1/games and of forks. @param {{game: string, tokens?: SeatToken[], organiser_token?: string | null}} made */
  addNewGame({ game, tokens: seats = [], organiser_token: organiser }) {
    const all = stored(game);
    for (const { seat, token } of seats) all.seats[seat] = token;
    if (organiser) all.organiser = organiser;
    store(game, all);
  },

  /** Let this tab act for another stored seat. @param {string} game @param {number} seat */
  setActingSeat: (game, seat) => sessionStorage.setItem(actingKey(game), String(seat)),

  /** Remove the token of this tab, because it is no longer valid. @param {string} game */
  remove(game) {
    const all = stored(game);
    const seat = actingSeat(game);
    if (seat in all.seats) delete all.seats[seat];
    else delete all.other;
    store(game, all);
  },
};
