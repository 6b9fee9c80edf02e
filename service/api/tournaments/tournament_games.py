"""The games of a tournament: those of a round are made, officials see what each table waits for, arbiters come."""

from typing import Final

from marshmallow import fields, validate

from domain.tournaments.clauses import refuse
from replay.codec import time_text
from service.access.policy import ARBITER, SERVICE, is_allowed
from service.access.tokens import Principal
from service.api.response_schemas import Answer, CreatedToken
from service.api.text_types import Timestamp
from service.http.http_caching import with_content_etag
from service.http.marshmallow_bodies import MarshmallowBody, StrictBoolean, StrictNumber
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import NoneMatchHeader
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer, replay_header
from service.lifecycle.bots import BOTS
from service.lifecycle.links import join_link
from service.lifecycle.new_game import PACE_MAX_SECONDS, PATIENCE_MAX_SECONDS, TokenWish
from service.lifecycle.organiser_actions import create_game_token
from service.tournaments.registration import PLAYERS_MAX
from service.tournaments.result_worker import awaited_tables
from service.tournaments.round_games import StartedGames, game_made_for_table, start_games
from service.tournaments.table_comments import comments_on_tables
from service.tournaments.table_game import GamesWish, person_id
from service.tournaments.table_results import AwaitedTable

tournament_games = Operations()
TABLES_PER_COST: Final = 32
"""For how many tables that are looked at a request pays one more."""
_BOT: Final = validate.OneOf(BOTS, error=f"it is one of {', '.join(BOTS)}")


class GamesWishSchema(MarshmallowBody):
    """How the games of a round are made. `bots` are the strengths of players who are bots, by their pseudonyms.

    The pseudonym `*` stands for all players who are not named. Bots take `pace` seconds for a move, and keep their
    trading open for `patience` seconds. With `renew` games that are not over get new tokens in place of all earlier
    ones.
    """

    value = GamesWish
    optional = True
    bots = fields.Dict(
        keys=fields.String(validate=validate.Length(max=64)),
        values=fields.String(validate=_BOT),
        validate=validate.Length(max=PLAYERS_MAX),
    )
    pace = StrictNumber(validate=validate.Range(0, PACE_MAX_SECONDS))
    patience = StrictNumber(validate=validate.Range(0, PATIENCE_MAX_SECONDS))
    renew = StrictBoolean()


class CommentedTable(Answer):
    """A table whose game has comments of spectators."""

    round: int
    table: int
    game: str
    count: int
    latest: Timestamp


class AwaitedTables(Answer):
    """The tables of a tournament that wait for something, and those with comments of spectators."""

    tournament: str
    tables: list[AwaitedTable]
    comments: list[CommentedTable]


@tournament_games.operation(
    "POST",
    "/tournaments/<tournament>/rounds/<int:round>/games",
    "start_round_games",
    ResponseSpec(StartedGames, 201),
    RequestSpec(body=GamesWishSchema(), example={"bots": {"player-7": "greedy"}}),
    cost=20,
    problems=["tournament", "tournament.forbidden", "idempotency.reused", "game.conflict"],
    writes=True,
)
def start_round_games(call: Call, wish: GamesWish) -> HttpAnswer:
    """Make the games of a round that is released.

    Each table without a game gets one, linked to it, with its players in turn order. The tokens of seats are shown only
    to the request that made the game, and to its retry. The results come into the tournament by themselves.
    """
    visible = call.tournament
    games = start_games(call.context, visible.tournament, call.args["round"], wish, call.attempt, _actor(call))
    return answer(games, 201, **replay_header(games.replayed))


@tournament_games.operation(
    "GET",
    "/tournaments/<tournament>/awaited",
    "list_awaited_tables",
    ResponseSpec(AwaitedTables, headers=["ETag"], others=[(304, None, "")]),
    RequestSpec(headers=[NoneMatchHeader]),
    cost=2,
)
def list_awaited_tables(call: Call) -> HttpAnswer:
    """List the tables that wait, for officials.

    `awaits` is what each waits for: a game, the end of its game, a confirmation, a ruling. `comments` are the tables
    whose games have comments of spectators, for officials who can remove them.
    """
    tournament = call.tournament.tournament
    if call.request.payer is not None:
        call.request.payer.charge_unrefundable(
            sum(len(one.tables) for one in call.tournament.state.rounds) // TABLES_PER_COST
        )
    awaited = awaited_tables(call.context, tournament).awaited
    moderates = is_allowed("create_arbiter_token", call.tournament.relation)
    comments = [
        CommentedTable(round=one.round, table=one.table, game=one.game, count=one.total, latest=time_text(one.latest))
        for one in (comments_on_tables(call.context.store, tournament) if moderates else [])
    ]
    tables_answer = AwaitedTables(tournament=tournament, tables=list(awaited), comments=comments)
    return with_content_etag(call, "awaited", answer(tables_answer))


@tournament_games.operation(
    "POST",
    "/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/arbiter",
    "create_arbiter_token",
    ResponseSpec(CreatedToken, 201),
    cost=5,
    problems=["tournament", "tournament.forbidden", "idempotency.reused"],
    writes=True,
)
def create_arbiter_token(call: Call) -> HttpAnswer:
    """Create an arbiter's token for the game of a table.

    The game was made for the tournament. Its holder may rule on disputes there, as the person who holds the pseudonym
    of the official. The token opens all hands, so it leaves a public remark at the game.
    """
    visible, (number, table) = call.tournament, (call.args["round"], call.args["table"])
    game = game_made_for_table(call.context, visible.state, number, table)
    if game is None:
        return refuse("TO-4.4", f"table {table} of round {number} has no game that was made for the tournament")
    holder = _actor(call)
    wish = TokenWish(
        kind=ARBITER,
        reason=f"{holder} of the tournament {visible.tournament}",
        person=person_id(visible.tournament, holder),
    )
    host = call.reader.sight(game, Principal(kind=SERVICE))
    token, _, replayed = create_game_token(call.context, host, call.attempt, wish)
    created = CreatedToken(token=token, link=join_link(game, token), kind=ARBITER, game=game, seat=None, expires=None)
    return answer(created, 201, **replay_header(replayed))


def _actor(call: Call) -> str:
    """Return the pseudonym under which the caller acts in the tournament."""
    return SERVICE if call.tournament.relation == SERVICE else call.principal.pseudonym
