"""Creates the games of a released round, one for each table without a game, and links them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from domain.deal_commitments import DUPLICATE
from domain.refusals import Misuse
from domain.tournaments.clauses import TournamentRefused, refuse, require
from domain.tournaments.commands import LinkGame
from domain.tournaments.state import RELEASED, DrawnRound, Tournament, TournamentTable
from domain.values import Value
from projections.summary import GameStatus
from service.access.context import Context
from service.access.policy import SERVICE
from service.access.tokens import Principal
from service.lifecycle.bots import BOTS
from service.lifecycle.games import NamedGame, create_games
from service.lifecycle.idempotency import Attempt, earlier_result
from service.lifecycle.links import join_link
from service.lifecycle.new_game import SeatRequest, player_entry
from service.lifecycle.new_game_writer import MadeGame, SeatToken, reissue_tokens
from service.lifecycle.organiser_actions import update_seat
from service.ops.clock import now_ms
from service.store.entries.metadata_store import Player
from service.store.entries.tournament_entries import TournamentGame
from service.store.errors import Conflict
from service.tournaments.shared_deals import deal_groups, shared_deal_of_game
from service.tournaments.table_game import EVERY_PLAYER, GamesWish, new_game, person_id, possible_ids
from service.tournaments.tournament_handler import PlannedCommands, TournamentHandler
from service.tournaments.tournament_store import TournamentStore, tournament_store

LINK_ATTEMPTS_MAX: Final = 6
"""How often to try again if another official links games at the same time."""


class StartedSeat(Value, omit_defaults=False):
    """A seat of a table and its player. Only people have a token and a link, which are shown once."""

    seat: int
    player: str
    token: str | None = None
    link: str | None = None


class StartedGame(Value, omit_defaults=False):
    """The game of a table. The tokens are shown if the game was `made` now or its tokens were renewed."""

    table: int
    game: str
    made: bool
    seats: tuple[StartedSeat, ...]
    organiser_token: str | None = None


class StartedGames(Value, omit_defaults=False):
    """The games of a round, table by table. `version` is the version of the tournament."""

    tournament: str
    round: int
    version: int
    games: tuple[StartedGame, ...]
    replayed: bool = False


def start_games(
    context: Context, tournament: str, number: int, wish: GamesWish, attempt: Attempt, by: str = ""
) -> StartedGames:
    """Create a game for each table of a released round that has none, and link all of them in one transaction.

    Players sit in turn order. A game's id depends on the tournament, the round and the table. So after a crash, the
    same request creates no second game. Raises TournamentRefused for a round that is not being played, and Misuse for
    unknown bots or players.
    """
    store = tournament_store(context)
    again = earlier_result(context.store, attempt) is not None
    made = dict[str, MadeGame]()
    for _ in range(LINK_ATTEMPTS_MAX):
        store.record(tournament)
        state = store.state(tournament)
        round_ = _require_released(state, number)
        _require_bots(wish.bots, state)
        host = person_id(tournament, by) if by else None
        links = [*_make_games(context, store, state, round_, wish, attempt, host, made)]
        if links:
            try:
                state = TournamentHandler(store, now_ms).handle_plan(
                    tournament, _plan_for_same_players(round_, links), by=by
                )
            except (TournamentRefused, Conflict):  # another official was faster, or the round has changed: try again
                continue
        return _started_games(context, state, number, made, attempt, renew=wish.renew or again, replayed=again)
    raise Conflict("other officials linked games at the same time: try again")


def _plan_for_same_players(
    round_: DrawnRound, links: Sequence[LinkGame]
) -> Callable[[Tournament, object], PlannedCommands]:
    """Return a plan with these links. It raises Conflict if the players of their tables have changed."""

    def plan(before: Tournament, _: object) -> PlannedCommands:
        now = _require_released(before, round_.number)
        if any(now.tables[one.table - 1].players != round_.tables[one.table - 1].players for one in links):
            raise Conflict(f"other players sit at the tables of round {round_.number} by now")
        return PlannedCommands(links)

    return plan


def _require_released(state: Tournament, number: int) -> DrawnRound:
    require(not state.closed, "TO-6.4", "the tournament is closed")
    round_ = state.round(number)
    if round_ is None or round_.state != RELEASED:
        return refuse("TO-4.1", f"round {number} is {'not drawn' if round_ is None else round_.state}")
    return round_


def _require_bots(bots: Mapping[str, str], state: Tournament) -> None:
    for player, strength in bots.items():
        if player != EVERY_PLAYER and player not in state.entrants:
            raise Misuse(f"no player is called {player[:64]!r}", place="body.bots")
        if strength not in BOTS:
            raise Misuse(f"bots are {', '.join(BOTS)}, not {strength[:40]!r}", place="body.bots")


def _make_games(
    context: Context,
    store: TournamentStore,
    state: Tournament,
    round_: DrawnRound,
    wish: GamesWish,
    attempt: Attempt,
    host: str | None,
    made: dict[str, MadeGame],
) -> Iterator[LinkGame]:
    """Create the missing games of a round, add them to `made`, and yield the commands that link them."""
    tournament, names = state.rules.tournament, store.names(state.rules.tournament)
    settings, secret = store.settings(tournament), store.secret(tournament)
    linked = {one.game for each in state.rounds for one in each.tables}
    tables = [table for table in round_.tables if needs_game(context, table)]
    entries = dict[int, TournamentGame]()
    for table in tables:
        entry = TournamentGame(game="", tournament=tournament, round=round_.number, seated=table.number)
        ids = (game for game in possible_ids(settings, state.rules.edition, secret, entry) if game not in linked)
        own = (replace(entry, game=game) for game in ids)
        entries[table.number] = next(
            one for one in own if not context.store.exists(one.game) or is_made_for_table(context, one)
        )
    missing = list[TournamentTable]()
    for table in tables:
        game = entries[table.number].game
        if context.store.exists(game):
            _reseat(context, game, new_game(state, round_, table, settings, names, wish, host).seats, made)
        else:
            missing.append(table)
    for group in deal_groups(state, round_, missing):
        games = list[NamedGame]()
        for table in group:
            new = new_game(state, round_, table, settings, names, wish, host)
            if attempt.maker is not None:
                notes = {"tournament": tournament, "round": str(round_.number), "table": str(table.number)}
                new = replace(new, metadata=notes)
            entry = entries[table.number]
            games.append(NamedGame(entry.game, new if len(group) == 1 else replace(new, level=DUPLICATE), (entry,)))
        # Only the first game is stored as the request's result, by which a retry is recognised.
        alone = attempt if earlier_result(context.store, attempt) is None else replace(attempt, key=None)
        try:
            made |= {one.game: one for one in create_games(context, games, alone)}
        except Conflict:
            if not any(context.store.exists(one.game) for one in games):
                raise
    for table in tables:
        entry = entries[table.number]
        if is_made_for_table(context, entry):
            deal = None if state.rules.duplicate is None else shared_deal_of_game(context, entry.game)
            yield LinkGame(round=round_.number, table=table.number, game=entry.game, deal=deal)


def _reseat(context: Context, game: str, seats: Sequence[SeatRequest], made: dict[str, MadeGame]) -> None:
    """Seat these players in a game that exists but is not linked, because its table may have had other players."""
    host, sits = context.reader.sight(game, Principal(kind=SERVICE)), context.register.find_entries(Player, game=game)
    for seat, wish in enumerate(seats):
        if player_entry(game, seat, wish).name in {one.name for one in sits if one.seat == seat}:
            continue
        token, mine = update_seat(context, host, seat, wish), made.get(game)
        if mine is not None:
            shown = () if token is None else (SeatToken(seat=seat, token=token, link=join_link(game, token)),)
            others = (one for one in mine.tokens if one.seat != seat)
            made[game] = replace(mine, tokens=(*others, *shown))


def is_made_for_table(context: Context, entry: TournamentGame) -> bool:
    """Return whether the game of this entry was created for its table."""
    return context.register.find_entries(TournamentGame, game=entry.game) == [entry]


def needs_game(context: Context, table: TournamentTable) -> bool:
    """Return whether a table has neither a result nor a game that can have one."""
    if table.is_settled or table.result is not None:
        return False
    return table.game is None or is_voided(context, table.game)


def is_voided(context: Context, game: str) -> bool:
    """Return whether a game has ended without a result."""
    return context.store.exists(game) and context.tables.current(game).summary.status == GameStatus.VOIDED


def _started_games(
    context: Context,
    state: Tournament,
    number: int,
    made: Mapping[str, MadeGame],
    attempt: Attempt,
    *,
    renew: bool,
    replayed: bool,
) -> StartedGames:
    round_ = state.round(number)
    assert round_ is not None, "it was released"
    games = list[StartedGame]()
    for table in round_.tables:
        if table.game is None:
            continue
        shown = made.get(table.game)
        if shown is None and renew and _may_renew(context, state.rules.tournament, table):
            shown = reissue_tokens(context, table.game, attempt.at or now_ms())
        games.append(_started_game(table, table.game, shown, made=table.game in made))
    return StartedGames(
        tournament=state.rules.tournament,
        round=number,
        version=state.version,
        games=tuple(games),
        replayed=replayed,
    )


def game_made_for_table(context: Context, state: Tournament, number: int, table: int) -> str | None:
    """Return the game of a table if it was created for this tournament, or else None."""
    round_ = state.round(number)
    seated = None if round_ is None else round_.table(table)
    if seated is None or seated.game is None:
        return None
    ours = context.register.find_entries(TournamentGame, game=seated.game, tournament=state.rules.tournament)
    return seated.game if ours else None


def _may_renew(context: Context, tournament: str, table: TournamentTable) -> bool:
    """Return whether the game of a table was created for it and is not over. A game linked by hand keeps its tokens."""
    game = table.game
    ours = [] if game is None else context.register.find_entries(TournamentGame, game=game, tournament=tournament)
    return bool(ours) and context.tables.current(ours[0].game).table.result is None


def _started_game(table: TournamentTable, game: str, shown: MadeGame | None, *, made: bool) -> StartedGame:
    tokens = {} if shown is None else {one.seat: one for one in shown.tokens}
    seats = [
        StartedSeat(seat=seat, player=player, token=tokens[seat].token, link=tokens[seat].link)
        if seat in tokens
        else StartedSeat(seat=seat, player=player)
        for seat, player in enumerate(table.players)
    ]
    organiser = None if shown is None else shown.organiser_token
    return StartedGame(table=table.number, game=game, made=made, seats=tuple(seats), organiser_token=organiser)
