// The client: the operations of a service.
import type { Call, Page } from "./request.js";
import * as calls from "./endpoints.js";
import { type Asking, Connection } from "./connection.js";
import type {
  Audit,
  Command,
  CommandResult,
  DryRunVerdict,
  Edition,
  Envelope,
  FeedLine,
  FeedPage,
  GameClock,
  GameHead,
  GameStory,
  CreatedGame,
  GameStatus,
  LegalCommands,
  MadeTournament,
  NewFork,
  NewGame,
  NewOwnNotes,
  NewPlayers,
  NewServiceToken, NewToken, NewTournament,
  OwnNotes,
  Position,
  RegisteredPlayers,
  ServiceToken, CreatedServiceToken, CreatedToken,
  StreamLine,
  TournamentCommand,
  TournamentEventList,
  TournamentStandings,
  PlayerAnswer,
  RatingList, RatingSteps,
  StatisticsAnswer,
  View,
} from "./models.js";
import { type Choose, Turns } from "./choices.js";
import { HaricotProblem } from "./problems.js";
import { FeedStream, GameStream } from "./streams.js";

export interface Patiently {
  /** How often a call is sent at most; default 8. */
  readonly attempts?: number;
  /** After how many silent seconds a connection counts as broken; default 30. */
  readonly silence?: number;
}

export interface Viewing extends Asking {
  /** The view: `seat:0`, `spectator` or `omniscient`; default is the token's own. */
  readonly view?: View | undefined;
}

export interface Keyed extends Asking {
  /** The Idempotency-Key; by default a new one for each call. */
  readonly key?: string;
}

export interface GamesWanted extends Asking {
  readonly status?: GameStatus;
  readonly edition?: Edition;
  readonly player?: string;
  /** Only games that this service token created. */
  readonly mine?: boolean;
  readonly external_id?: string;
  /** `round=3`: only games with this metadata of this token. */
  readonly metadata?: string;
}

export interface EventsWanted extends Viewing {
  /** Only events after this one. */
  readonly after?: number;
  /** Only events of this type, such as `field_harvested.1`. */
  readonly kind?: string;
  readonly seat?: number;
}

export interface Following extends Viewing {
  /** What each message carries additionally: `table`, `choices`, `sentence`, `words`, `moves`, `pays`, `lands`. */
  readonly state?: readonly string[];
  /** Continue after this event; 0 for all events. By default the first message is the present table. */
  readonly after?: number;
  /** The language of sentences: `en`, `fr` or `de`. */
  readonly lang?: string;
}

export interface FeedWanted extends Asking {
  /** Continue after the line with this cursor; `now` for future events only; by default all. */
  readonly after?: string | null;
  /** Only events of these types, such as `game_ended.1`. */
  readonly kinds?: readonly string[];
  readonly game?: string;
}

/** The API of a service at an address, with the rights of a token if there is one. */
export class Haricot {
  readonly #connection: Connection;

  constructor(address: string, token?: string, { attempts = 8, silence = 30 }: Patiently = {}) {
    this.#connection = new Connection(address, token, attempts, silence);
  }

  /** Return the client of a seat, and its game, from the link to the seat. */
  static join(link: string, patiently: Patiently = {}): [seat: Haricot, game: string] {
    const { address, game, token } = calls.seatLink(link);
    return [new Haricot(address, token, patiently), game];
  }

  /** Create a game; its tokens are shown only once. */
  createGame(wish: NewGame, { key, ...asking }: Keyed = {}): Promise<CreatedGame> {
    return this.#connection.ask(calls.createGame(wish, key), asking);
  }

  /** Yield the games, newest first; further pages are requested as they are read. */
  listGames({ signal, ...wanted }: GamesWanted = {}): AsyncGenerator<GameHead, void, undefined> {
    return this.#rows(calls.listGames(wanted), signal);
  }

  /** Return the game at a glance. */
  head(game: string, asking?: Asking): Promise<GameHead> {
    return this.#connection.ask(calls.head(game), asking);
  }

  /** Return the present table, or the one after event `at`. */
  table(game: string, { view, at, ...asking }: Viewing & { readonly at?: number } = {}): Promise<Position> {
    return this.#connection.ask(calls.table(game, { as: view, at }), asking);
  }

  /** Return what a seat may do. */
  legal(game: string, seat: number, asking?: Asking): Promise<LegalCommands> {
    return this.#connection.ask(calls.legal(game, seat), asking);
  }

  /** Pass in the trading of a game with a clock, for your seat. */
  passTrading(game: string, { key, ...asking }: Keyed = {}): Promise<GameClock> {
    return this.#connection.ask(calls.passTrading(game, key), asking);
  }

  /** Yield the events so far, all or of one kind or seat; further pages are requested on demand. */
  events(game: string, { after, kind, seat, view, signal }: EventsWanted = {}): AsyncGenerator<Envelope, void, undefined> {
    return this.#rows(calls.events(game, { after, type: kind, seat, as: view }), signal);
  }

  /** Submit a command; it is executed once, even after retries. */
  command(game: string, order: Command, { key, ...asking }: Keyed = {}): Promise<CommandResult> {
    return this.#connection.ask(calls.command(game, order, key), asking);
  }

  /** Return whether a command would be legal, or the clause that forbids it; change nothing. */
  dryRun(game: string, order: Command, asking?: Asking): Promise<DryRunVerdict> {
    return this.#connection.ask(calls.dryRun(game, order), asking);
  }

  /** Yield every message of a game to its end, with reconnects. */
  follow(
    game: string,
    { state = [], view, lang, after, ...asking }: Following = {},
  ): AsyncGenerator<StreamLine, void, undefined> {
    const query = { with: state.join(",") || null, as: view, lang };
    return this.#connection.follow(new GameStream(game, query, after), asking);
  }

  /** Play a seat to the end of its game: whenever it is to move, call `choose` with its choices. */
  async play(game: string, choose: Choose, asking: Asking = {}): Promise<void> {
    const turns = new Turns();
    for await (const message of this.follow(game, { ...asking, state: ["table", "choices"] })) {
      const choice = turns.offered(message);
      const order = choice && (await choose(choice));
      if (!order) continue;
      try {
        turns.moved = (await this.command(game, order, asking)).version;
      } catch (refusal) {
        if (!(await this.#wasOvertaken(game, choice.n, refusal, asking))) throw refusal;
      }
    }
  }

  /** Create a game that begins after an event of another one. */
  fork(game: string, wish: NewFork, { view, key, ...asking }: Viewing & Keyed = {}): Promise<CreatedGame> {
    return this.#connection.ask(calls.fork(game, wish, key, { as: view }), asking);
  }

  /** Return the verdict on every event. */
  audit(game: string, { view, ...asking }: Viewing = {}): Promise<Audit> {
    return this.#connection.ask(calls.audit(game, { as: view }), asking);
  }

  /** Return the story of a finished game in English, French or German; `story` is null while it goes on. */
  story(game: string, { lang, ...asking }: { readonly lang?: GameStory["lang"] } & Asking = {}): Promise<GameStory> {
    return this.#connection.ask(calls.story(game, { lang }), asking);
  }

  /** Return the game file, with one line of JSON for each event. */
  file(game: string, { view, ...asking }: Viewing = {}): Promise<string> {
    return this.#connection.ask(calls.file(game, { as: view }), asking);
  }

  /** Set the metadata of a game that this service token created; it replaces the earlier metadata. */
  note(game: string, notes: NewOwnNotes, asking?: Asking): Promise<OwnNotes> {
    return this.#connection.ask(calls.note(game, notes), asking);
  }

  /** Create a tournament; its tokens are shown only once. */
  createTournament(wish: NewTournament, { key, ...asking }: Keyed = {}): Promise<MadeTournament> {
    return this.#connection.ask(calls.createTournament(wish, key), asking);
  }

  /** Register players of a tournament, all or none. */
  registerPlayers(tournament: string, wish: NewPlayers, { key, ...asking }: Keyed = {}): Promise<RegisteredPlayers> {
    return this.#connection.ask(calls.registerPlayers(tournament, wish, key), asking);
  }

  /** Submit commands of a tournament, all or none. */
  tournamentCommands(
    tournament: string,
    commands: readonly TournamentCommand[],
    { key, ...asking }: Keyed = {},
  ): Promise<TournamentEventList> {
    return this.#connection.ask(calls.tournamentCommands(tournament, commands, key), asking);
  }

  /** Return the standings of a tournament, with the reason for every point. */
  standings(tournament: string, { at, ...asking }: { readonly at?: number } & Asking = {}): Promise<TournamentStandings> {
    return this.#connection.ask(calls.standings(tournament, { at }), asking);
  }

  /** Return the statistics of an edition, each figure with its count and interval. */
  statistics(edition: string, { players, simulated, ...asking }: { readonly players?: number; readonly simulated?: boolean } & Asking = {}): Promise<StatisticsAnswer> {
    return this.#connection.ask(calls.statistics(edition, { players, simulated }), asking);
  }

  /** Return a player or bot: results, varieties, partners and the last games. */
  player(player: string, { limit, ...asking }: { readonly limit?: number } & Asking = {}): Promise<PlayerAnswer> {
    return this.#connection.ask(calls.player(player, { limit }), asking);
  }

  /** Return the last steps of a player's ratings, the oldest of them first. */
  ratingSteps(player: string, { edition, limit, ...asking }: { readonly edition?: string; readonly limit?: number } & Asking = {}): Promise<RatingSteps> {
    return this.#connection.ask(calls.ratingSteps(player, { edition, limit }), asking);
  }

  /** Return the ratings of an edition, the best first. */
  ratings(edition: string, asking: Asking = {}): Promise<RatingList> {
    return this.#connection.ask(calls.ratings(edition), asking);
  }

  /** Create a token for a game, such as a spectator's. */
  createToken(wish: NewToken, { key, ...asking }: Keyed = {}): Promise<CreatedToken> {
    return this.#connection.ask(calls.createToken(wish, key), asking);
  }

  /** Create a service token, with some scopes of this one. */
  createServiceToken(wish: NewServiceToken, { key, ...asking }: Keyed = {}): Promise<CreatedServiceToken> {
    return this.#connection.ask(calls.createServiceToken(wish, key), asking);
  }

  /** Return the service tokens that this one created. */
  async serviceTokens(asking?: Asking): Promise<ServiceToken[]> {
    return (await this.#connection.ask(calls.serviceTokens(), asking)).tokens;
  }

  /** Revoke a service token, by its id, with all that it created. */
  revokeServiceToken(id: string, asking?: Asking): Promise<void> {
    return this.#connection.ask(calls.revokeServiceToken(id), asking);
  }

  /** Yield the events of all games without end, with reconnects. */
  async *feed({ after = null, kinds = [], game, ...asking }: FeedWanted = {}): AsyncGenerator<FeedLine, void, undefined> {
    // A connection that breaks before its first line leaves no cursor to continue from: so request one first.
    const from = after === "now" ? (await this.feedPage({ after, ...asking })).cursor : after;
    yield* this.#connection.follow(new FeedStream({ type: kinds.join(",") || null, game }, from), asking);
  }

  /** Return the lines of the feed that are there already, and the cursor to continue from. */
  feedPage(
    { after, kinds = [], game, limit, ...asking }: FeedWanted & { readonly limit?: number } = {},
  ): Promise<FeedPage> {
    return this.#connection.ask(calls.feedPage({ after, type: kinds.join(",") || null, game, limit }), asking);
  }

  async *#rows<Row>(first: Call<Page<Row>>, signal?: AbortSignal): AsyncGenerator<Row, void, undefined> {
    for (let call: Call<Page<Row>> | null = first; call !== null; ) {
      const page: Page<Row> = await this.#connection.ask(call, signal && { signal });
      yield* page.rows;
      call = page.onward && { ...call, query: page.onward };
    }
  }

  /** Return whether a refusal may come from a faster request; then the next message has the new choices. */
  async #wasOvertaken(game: string, n: number, refusal: unknown, asking: Asking): Promise<boolean> {
    if (!(refusal instanceof HaricotProblem) || refusal.status !== 409) return false;
    return !refusal.code.startsWith("rules.") || (await this.head(game, asking)).version > n;
  }
}
