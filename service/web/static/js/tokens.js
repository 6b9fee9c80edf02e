// @ts-check
// The tokens of games that this browser holds: those of seats, of whoever made the game, of an arbiter or spectator.

/**
 * @typedef {{seats: Record<string, string>, organiser?: string, other?: string}} Kept
 * @typedef {{seat: number, token: string}} SeatToken
 */

const key = (/** @type {string} */ game) => `haricot:tokens:${game}`;
const actingKey = (/** @type {string} */ game) => `haricot:acting:${game}`;
const loyalKey = (/** @type {string} */ game) => `haricot:loyal:${game}`;

/** @param {string} game @returns {Kept} */
const kept = (game) => JSON.parse(localStorage.getItem(key(game)) ?? '{"seats":{}}');

/** @param {string} game @param {Kept} all */
function keepAll(game, all) {
  if (Object.keys(all.seats).length || all.organiser || all.other) localStorage.setItem(key(game), JSON.stringify(all));
  else localStorage.removeItem(key(game));
}

/** The seat that this tab of the browser acts for: the one chosen last, else the first that is held. @param {string} game */
function actingSeat(game) {
  const { seats } = kept(game);
  const chosen = sessionStorage.getItem(actingKey(game));
  return chosen !== null && chosen in seats ? Number(chosen) : Number(Object.keys(seats)[0] ?? NaN);
}

export const tokens = {
  /** The token to ask with. @param {string} game @returns {string | null} */
  get(game) {
    const { seats, other } = kept(game);
    return seats[actingSeat(game)] ?? other ?? null;
  },

  /** Every seat whose token is held, ascending. @param {string} game @returns {SeatToken[]} */
  seats: (game) => Object.entries(kept(game).seats).map(([seat, token]) => ({ seat: Number(seat), token })),

  /** The token of whoever made the game, if it was made here. @param {string} game @returns {string | null} */
  organiser: (game) => kept(game).organiser ?? null,

  /** Keeps a token that somebody was given; this tab acts for its seat, and for no other unless told to. Without a seat it is one to look on with. @param {string} game @param {{seat?: number | null, token: string}} one */
  keep(game, { seat = null, token }) {
    const all = kept(game);
    if (seat === null) all.other = token;
    else all.seats[seat] = token;
    keepAll(game, all);
    if (seat === null) return;
    this.act(game, seat);
    sessionStorage.setItem(loyalKey(game), "");
  },

  /** Whether this tab takes the seat that is to act by itself: it holds several, and came by no link to one of them. @param {string} game */
  follows: (game) => Object.keys(kept(game).seats).length > 1 && sessionStorage.getItem(loyalKey(game)) === null,

  /** Keeps the tokens of a game that was just made, to play all of these seats: as POST /v1/games and forks answer. @param {{game: string, tokens?: SeatToken[], organiser_token?: string | null}} made */
  keepMade({ game, tokens: seats = [], organiser_token: organiser }) {
    const all = kept(game);
    for (const { seat, token } of seats) all.seats[seat] = token;
    if (organiser) all.organiser = organiser;
    keepAll(game, all);
  },

  /** This tab acts for one of the seats held. @param {string} game @param {number} seat */
  act: (game, seat) => sessionStorage.setItem(actingKey(game), String(seat)),

  /** Forgets the token that is asked with: it is valid no more. @param {string} game */
  drop(game) {
    const all = kept(game);
    const seat = actingSeat(game);
    if (seat in all.seats) delete all.seats[seat];
    else delete all.other;
    keepAll(game, all);
  },
};
