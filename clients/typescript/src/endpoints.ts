// Each operation of the service as a value: its request, and the type of its answer.
import { type Call, json, type Page, pageOf, type Query } from "./request.js";
import type {
  Audit,
  Command,
  CommandResult,
  DryRunVerdict,
  Envelope,
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
  NewServiceToken,
  NewToken,
  NewTournament,
  OwnNotes,
  Position,
  RegisteredPlayers,
  ServiceTokenList,
  CreatedServiceToken,
  CreatedToken,
  TournamentCommand,
  TournamentEventList,
  TournamentStandings,
  PlayerAnswer,
  RatingList,
  RatingSteps,
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

const LINES = { Accept: "application/x-ndjson" };

/** The link to a seat: where the service is, the game, and the token. */
export interface SeatLink {
  readonly address: string;
  readonly game: string;
  readonly token: string;
}

/** Return the parts of `http://host/join/GAME#token=hrc_seat_...`; throw a TypeError for any other link. */
export function seatLink(link: string): SeatLink {
  const url = URL.canParse(link) ? new URL(link) : null;
  const [, before, game] = /^(.*)\/join\/([^/]+)$/.exec(url?.pathname ?? "") ?? [];
  const [token, ...others] = new URLSearchParams(url?.hash.slice(1)).getAll("token");
  if (!url?.host || before === undefined || game === undefined || !token || others.length > 0) {
    throw new TypeError(`no link to a seat, such as http://host/join/GAME#token=...: ${link}`);
  }
  return { address: url.origin + before, game: decodeURIComponent(game), token };
}

function at(game: string, rest = ""): string {
  return `/v1/games/${encodeURIComponent(game)}${rest}`;
}

function ofTournament(tournament: string, rest: string): string {
  return `/v1/tournaments/${encodeURIComponent(tournament)}${rest}`;
}

function get<Answer>(path: string, query: Query = {}, headers = {}): Call<Answer> {
  return { method: "GET", path, query, headers, read: json };
}

function page<Row>(path: string, name: string, query: Query): Call<Page<Row>> {
  return { ...get(path, query), read: pageOf(name) };
}

function put<Answer>(path: string, body: unknown): Call<Answer> {
  return { ...get<Answer>(path), method: "PUT", body };
}

function post<Answer>(path: string, body: unknown, key?: string, query: Query = {}): Call<Answer> {
  const headers = { "Idempotency-Key": key ?? newKey() };
  return { method: "POST", path, query, headers, body, read: json };
}

/** Pages without a secure context have no crypto.randomUUID. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const createGame = (wish: NewGame, key?: string): Call<CreatedGame> => post("/v1/games", wish, key);
export const listGames = (query: Query): Call<Page<GameHead>> => page("/v1/games", "games", query);
export const head = (game: string): Call<GameHead> => get(at(game));
export const table = (game: string, query: Query): Call<Position> => get(at(game, "/table"), query);
export const legal = (game: string, seat: number): Call<LegalCommands> => get(at(game, "/legal-commands"), { seat });
export const passTrading = (game: string, key?: string): Call<GameClock> =>
  post(at(game, "/clock/passes"), undefined, key);
export const events = (game: string, query: Query): Call<Page<Envelope>> => page(at(game, "/events"), "events", query);
export const command = (game: string, order: Command, key?: string): Call<CommandResult> =>
  post(at(game, "/commands"), order, key);
export const dryRun = (game: string, order: Command): Call<DryRunVerdict> => ({
  ...get<DryRunVerdict>(at(game, "/commands:check")),
  method: "POST",
  body: order,
});
export const stream = (game: string, query: Query): Call<unknown> => get(at(game, "/stream"), query, LINES);
export const fork = (game: string, wish: NewFork, key?: string, query: Query = {}): Call<CreatedGame> =>
  post(at(game, "/forks"), wish, key, query);
export const audit = (game: string, query: Query): Call<Audit> => get(at(game, "/audit"), query);
export const story = (game: string, query: Query): Call<GameStory> => get(at(game, "/story"), query);
export const par = (game: string): Call<GamePar> => get(at(game, "/par"));
export const requestPar = (game: string): Call<GamePar> => ({ ...get<GamePar>(at(game, "/par")), method: "POST" });
export const file = (game: string, query: Query): Call<string> => ({
  ...get(at(game, "/file"), query),
  read: ({ body }) => body,
});
export const note = (game: string, notes: NewOwnNotes): Call<OwnNotes> => put(at(game, "/notes"), notes);
export const createTournament = (wish: NewTournament, key?: string): Call<MadeTournament> =>
  post("/v1/tournaments", wish, key);
export const registerPlayers = (tournament: string, wish: NewPlayers, key?: string): Call<RegisteredPlayers> =>
  post(ofTournament(tournament, "/players"), wish, key);
export const tournamentCommands = (
  tournament: string,
  commands: readonly TournamentCommand[],
  key?: string,
): Call<TournamentEventList> => post(ofTournament(tournament, "/commands"), { commands }, key);
export const standings = (tournament: string, query: Query): Call<TournamentStandings> =>
  get(ofTournament(tournament, "/standings"), query);
export const slots = (tournament: string): Call<SlotList> => get(ofTournament(tournament, "/slots"));
export const bindSlot = (tournament: string, slot: string, binding: NewBinding): Call<BoundSlot> =>
  put(ofTournament(tournament, `/slots/${encodeURIComponent(slot)}`), binding);
export const slotField = (tournament: string, slot: string, field: string, query: Query): Call<SlotField> =>
  get(ofTournament(tournament, `/slots/${encodeURIComponent(slot)}/${encodeURIComponent(field)}`), query);
export const setBroadcastRules = (tournament: string, rules: NewBroadcastRules): Call<SlotList> =>
  put(ofTournament(tournament, "/broadcast"), rules);
export const publishCommentary = (tournament: string, commentary: NewCommentary, key?: string): Call<Remark> =>
  post(ofTournament(tournament, "/commentary"), commentary, key);
export const statistics = (edition: string, query: Query): Call<StatisticsAnswer> =>
  get(`/v1/statistics/${encodeURIComponent(edition)}`, query);
export const player = (id: string, query: Query): Call<PlayerAnswer> =>
  get(`/v1/players/${encodeURIComponent(id)}`, query);
export const ratingSteps = (id: string, query: Query): Call<RatingSteps> =>
  get(`/v1/players/${encodeURIComponent(id)}/ratings`, query);
export const ratings = (edition: string): Call<RatingList> => get(`/v1/ratings/${encodeURIComponent(edition)}`);
export const setPersonHidden = (person: string, hidden: boolean): Call<HiddenPerson> =>
  put(`/v1/persons/${encodeURIComponent(person)}/hidden`, { hidden });
export const createToken = (wish: NewToken, key?: string): Call<CreatedToken> => post("/v1/tokens", wish, key);
export const createServiceToken = (wish: NewServiceToken, key?: string): Call<CreatedServiceToken> =>
  post("/v1/service-tokens", wish, key);
export const serviceTokens = (): Call<ServiceTokenList> => get("/v1/service-tokens");
export const revokeServiceToken = (id: string): Call<void> => ({
  ...get<void>(`/v1/service-tokens/${encodeURIComponent(id)}`),
  method: "DELETE",
  read: () => undefined,
});
export const feed = (query: Query): Call<unknown> => get("/v1/feed", query, LINES);
export const feedPage = (query: Query): Call<FeedPage> => get("/v1/feed", query);
