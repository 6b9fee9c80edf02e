// The client: the operations of a service.
import type { Call, Page } from "./request.js";
import * as calls from "./endpoints.js";
import { type Asking, Connection } from "./connection.js";
import type {
  Audit,
  Command,
  CommandResult,
  DryRunVerdict,
  Envelope,
  FeedLine,
  FeedPage,
  GameClock,
  GameHead,
  GameStory,
  CreatedGame,
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
  BoundSlot,
  GamePar,
  HiddenPerson,
  NewBinding,
  NewBroadcastRules,
  NewCommentary,
  Remark,
  SlotField,
  SlotList,
} from "./models.js";
import { type Choose, Turns } from "./choices.js";
import type { EventsWanted, FeedWanted, Following, GamesWanted, Keyed, Patiently, Viewing } from "./options.js";
import { HaricotProblem } from "./problems.js";
import { FeedStream, GameStream } from "./streams.js";

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

  /** Return what bots made of the deal of a finished game, if par was asked for. */
  par(game: string, asking: Asking = {}): Promise<GamePar> {
    return this.#connection.ask(calls.par(game), asking);
  }

  /** Ask for par of a finished game; `par` has it some seconds later. */
  requestPar(game: string, asking: Asking = {}): Promise<GamePar> {
    return this.#connection.ask(calls.requestPar(game), asking);
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

  /** Return the slots of a broadcast, and what holds for all of them. */
  slots(tournament: string, asking: Asking = {}): Promise<SlotList> {
    return this.#connection.ask(calls.slots(tournament), asking);
  }

  /** Bind a slot of a broadcast to a table: of the last released round, or of the round that is named. */
  bindSlot(tournament: string, slot: string, binding: NewBinding, asking: Asking = {}): Promise<BoundSlot> {
    return this.#connection.ask(calls.bindSlot(tournament, slot, binding), asking);
  }

  /** Return what a slot of a broadcast shows, such as its `scores`. */
  slotField(tournament: string, slot: string, field: string, { lang, ...asking }: { readonly lang?: string } & Asking = {}): Promise<SlotField> {
    return this.#connection.ask(calls.slotField(tournament, slot, field, { lang }), asking);
  }

  /** Set what holds for all slots of a broadcast: the least delay, and whether results are kept back. */
  setBroadcastRules(tournament: string, rules: NewBroadcastRules, asking: Asking = {}): Promise<SlotList> {
    return this.#connection.ask(calls.setBroadcastRules(tournament, rules), asking);
  }

  /** Publish commentary on an event of a game of the tournament, with marks on its table. */
  publishCommentary(tournament: string, commentary: NewCommentary, { key, ...asking }: Keyed = {}): Promise<Remark> {
    return this.#connection.ask(calls.publishCommentary(tournament, commentary, key), asking);
  }

  /** Return the statistics of an edition, or of a tournament's games, each figure with its count and interval. */
  statistics(edition: string, { players, simulated, tournament, ...asking }: { readonly players?: number; readonly simulated?: boolean; readonly tournament?: string } & Asking = {}): Promise<StatisticsAnswer> {
    return this.#connection.ask(calls.statistics(edition, { players, simulated, tournament }), asking);
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

  /** Hide a person, by your id, from statistics and ratings, or show them again. */
  setPersonHidden(person: string, hidden: boolean, asking: Asking = {}): Promise<HiddenPerson> {
    return this.#connection.ask(calls.setPersonHidden(person, hidden), asking);
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
