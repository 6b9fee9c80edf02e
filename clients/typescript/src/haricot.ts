// The client: what a program asks of a service.
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
  GameHead,
  CreatedGame,
  GameStatus,
  LegalCommands,
  NewFork,
  NewGame,
  NewOwnNotes,
  NewServiceToken,
  NewToken,
  OwnNotes,
  Position,
  ServiceToken,
  CreatedServiceToken,
  StreamLine,
  CreatedToken,
  View,
} from "./models.js";
import { type Choose, Turns } from "./choices.js";
import { HaricotProblem } from "./problems.js";
import { FeedStream, GameStream } from "./streams.js";

export interface Patiently {
  /** How often a call is made at most; 8 where it is left out. */
  readonly attempts?: number;
  /** After how many seconds in which nothing came a connection counts as broken; 30 where it is left out. */
  readonly silence?: number;
}

export interface Viewing extends Asking {
  /** Whose eyes look, `seat:0`, `spectator` or `omniscient`; where it is left out, the token says so. */
  readonly view?: View | undefined;
}

export interface Keyed extends Asking {
  /** The Idempotency-Key; made anew for each call where it is left out. */
  readonly key?: string;
}

export interface GamesWanted extends Asking {
  readonly status?: GameStatus;
  readonly edition?: Edition;
  readonly player?: string;
  /** Only games that this token of the service made. */
  readonly mine?: boolean;
  readonly external_id?: string;
  /** `round=3`: only games of which this token noted so. */
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
  /** What each message carries besides: `table`, `choices`, `sentence`, `words`, `moves`, `pays`, `lands`. */
  readonly state?: readonly string[];
  /** Goes on after this event; 0 for all events, and where it is left out first comes the table as it stands. */
  readonly after?: number;
  /** The language of sentences: `en`, `fr` or `de`. */
  readonly lang?: string;
}

export interface FeedWanted extends Asking {
  /** Goes on after the line with this cursor; `now` for what is still to come, and all where it is left out. */
  readonly after?: string | null;
  /** Only events of these types, such as `game_ended.1`. */
  readonly kinds?: readonly string[];
  readonly game?: string;
}

/** A service at an address, with the rights of a token if there is one. */
export class Haricot {
  readonly #connection: Connection;

  constructor(address: string, token?: string, { attempts = 8, silence = 30 }: Patiently = {}) {
    this.#connection = new Connection(address, token, attempts, silence);
  }

  /** The client of a seat, and its game, from the link to the seat. */
  static join(link: string, patiently: Patiently = {}): [seat: Haricot, game: string] {
    const { address, game, token } = calls.seatLink(link);
    return [new Haricot(address, token, patiently), game];
  }

  /** Makes a game; its tokens are shown this once. */
  createGame(wish: NewGame, { key, ...asking }: Keyed = {}): Promise<CreatedGame> {
    return this.#connection.ask(calls.createGame(wish, key), asking);
  }

  /** Games, newest first; page after page is asked for as they are read. */
  listGames({ signal, ...wanted }: GamesWanted = {}): AsyncGenerator<GameHead, void, undefined> {
    return this.#rows(calls.listGames(wanted), signal);
  }

  /** The game at a glance. */
  head(game: string, asking?: Asking): Promise<GameHead> {
    return this.#connection.ask(calls.head(game), asking);
  }

  /** The table, by now or after event `at`. */
  table(game: string, { view, at, ...asking }: Viewing & { readonly at?: number } = {}): Promise<Position> {
    return this.#connection.ask(calls.table(game, { as: view, at }), asking);
  }

  /** What a seat may do. */
  legal(game: string, seat: number, asking?: Asking): Promise<LegalCommands> {
    return this.#connection.ask(calls.legal(game, seat), asking);
  }

  /** The events so far, all or of one kind or seat; page after page is asked for as they are read. */
  events(game: string, { after, kind, seat, view, signal }: EventsWanted = {}): AsyncGenerator<Envelope, void, undefined> {
    return this.#rows(calls.events(game, { after, type: kind, seat, as: view }), signal);
  }

  /** Gives a command, once, however often it has to be sent. */
  command(game: string, order: Command, { key, ...asking }: Keyed = {}): Promise<CommandResult> {
    return this.#connection.ask(calls.command(game, order, key), asking);
  }

  /** Whether a command would be allowed, and by which clause not; nothing happens. */
  dryRun(game: string, order: Command, asking?: Asking): Promise<DryRunVerdict> {
    return this.#connection.ask(calls.dryRun(game, order), asking);
  }

  /** Every message of a game, over any number of connections, up to its end. */
  follow(
    game: string,
    { state = [], view, lang, after, ...asking }: Following = {},
  ): AsyncGenerator<StreamLine, void, undefined> {
    const query = { with: state.join(",") || null, as: view, lang };
    return this.#connection.follow(new GameStream(game, query, after), asking);
  }

  /** Plays a seat to the end of its game: whenever it is to move, `choose` picks from what it is offered. */
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

  /** A new game that begins after an event of another one. */
  fork(game: string, wish: NewFork, { view, key, ...asking }: Viewing & Keyed = {}): Promise<CreatedGame> {
    return this.#connection.ask(calls.fork(game, wish, key, { as: view }), asking);
  }

  /** The verdict on every event. */
  audit(game: string, { view, ...asking }: Viewing = {}): Promise<Audit> {
    return this.#connection.ask(calls.audit(game, { as: view }), asking);
  }

  /** The game file, a line of JSON an event. */
  file(game: string, { view, ...asking }: Viewing = {}): Promise<string> {
    return this.#connection.ask(calls.file(game, { as: view }), asking);
  }

  /** Notes something about a game that this token of the service made, in place of all it noted before. */
  note(game: string, notes: NewOwnNotes, asking?: Asking): Promise<OwnNotes> {
    return this.#connection.ask(calls.note(game, notes), asking);
  }

  /** A token for a game, such as a spectator's. */
  createToken(wish: NewToken, { key, ...asking }: Keyed = {}): Promise<CreatedToken> {
    return this.#connection.ask(calls.createToken(wish, key), asking);
  }

  /** A token of the service, with some scopes of this one. */
  createServiceToken(wish: NewServiceToken, { key, ...asking }: Keyed = {}): Promise<CreatedServiceToken> {
    return this.#connection.ask(calls.createServiceToken(wish, key), asking);
  }

  /** The tokens of the service that this one made. */
  async serviceTokens(asking?: Asking): Promise<ServiceToken[]> {
    return (await this.#connection.ask(calls.serviceTokens(), asking)).tokens;
  }

  /** Revokes a token of the service, by its id, with all that it made. */
  revokeServiceToken(id: string, asking?: Asking): Promise<void> {
    return this.#connection.ask(calls.revokeServiceToken(id), asking);
  }

  /** What happens in all games, over any number of connections, without end. */
  async *feed({ after = null, kinds = [], game, ...asking }: FeedWanted = {}): AsyncGenerator<FeedLine, void, undefined> {
    // A connection that breaks before its first line would leave no place to go on from: first a cursor is asked for.
    const from = after === "now" ? (await this.feedPage({ after, ...asking })).cursor : after;
    yield* this.#connection.follow(new FeedStream({ type: kinds.join(",") || null, game }, from), asking);
  }

  /** Lines of the feed that are there already, and the cursor to go on from. */
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

  /** Whether a command was refused since others were faster: then the next message says what may be done now. */
  async #wasOvertaken(game: string, n: number, refusal: unknown, asking: Asking): Promise<boolean> {
    if (!(refusal instanceof HaricotProblem) || refusal.status !== 409) return false;
    return !refusal.code.startsWith("rules.") || (await this.head(game, asking)).version > n;
  }
}
