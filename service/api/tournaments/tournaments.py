"""Tournaments: create and list them."""

from typing import Any, Final

from marshmallow import Schema, fields, validate

from domain.editions import EDITIONS
from domain.tournaments.events import DUPLICATES, FORMATS, ROUNDS_MAX, SEEDINGS
from domain.tournaments.rules import ROUND_SECONDS
from service.api.games.bodies import NewClockSchema, OptionValue
from service.api.games.metadata_bodies import KEEPABLE
from service.api.tournaments.tournament_answers import status_of, tournament_head
from service.api.tournaments.tournament_schemas import (
    STATUSES,
    CreatedTournamentToken,
    MadeTournament,
    TournamentHead,
    TournamentList,
)
from service.http.marshmallow_bodies import LimitedList, MarshmallowBody, StrictBoolean
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import StrictInteger
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer, next_page_link, replay_header
from service.ops.clock import now_ms
from service.queries.game_list import no_such_cursor
from service.store.errors import DamagedTournament
from service.tournaments.new_tournament import DELAY_MAX_SECONDS, TITLE_MAX, NewTournament
from service.tournaments.tournament_attempts import create_tournament_once
from service.tournaments.tournament_store import NoSuchTournament, tournament_store
from service.tournaments.visible_tournament import VisibleTournament

LIST_MAX: Final = 200
PLACES_MAX: Final = 16
NAMES_MAX: Final = 20

tournaments = Operations()


class DelaySeconds(fields.Integer):
    """Seconds in JSON, of which its limits are too; milliseconds in the value."""

    def deserialize(self, *given: Any, **named: Any) -> Any:
        """Return the milliseconds, or the default of a member that is missing."""
        seconds = super().deserialize(*given, **named)
        return 1000 * seconds if isinstance(seconds, int) else seconds


class NewTournamentSchema(MarshmallowBody):
    """A tournament to be made. `preferred` is the size of tables, by default 4 or the nearest that the edition allows.

    `table_points` are points for the places, as exact texts, or the one word `rank_share`. The best `final` players
    meet at one table after the last round. In a knock-out the best `advance` of a table stay in, and `seeding` says how
    tables are filled. Only the best `counted` rounds of a player count. A round lasts `round_seconds`. Of a `private`
    tournament only its officials and players know. All other clients follow it with a delay of `delay_seconds`.
    """

    value = NewTournament
    title = fields.String(validate=[validate.Length(1, TITLE_MAX), KEEPABLE])
    edition = fields.String(validate=validate.OneOf(EDITIONS, error=f"it is one of {', '.join(EDITIONS)}"))
    rounds = fields.Integer(strict=True, validate=validate.Range(1, ROUNDS_MAX))
    format = fields.String(validate=validate.OneOf(FORMATS, error=f"it is one of {', '.join(FORMATS)}"))
    preferred = fields.Integer(strict=True, validate=validate.Range(1, PLACES_MAX))
    options = fields.Dict(
        keys=fields.String(),
        values=OptionValue(metadata={"anyOf": [{"type": kind} for kind in ("boolean", "integer", "string")]}),
    )
    table_points = LimitedList(fields.String(validate=validate.Length(max=40)), items_max=PLACES_MAX)
    tie_breaks = LimitedList(fields.String(validate=validate.Length(max=40)), items_max=NAMES_MAX)
    final = fields.Integer(strict=True, validate=validate.Range(0, PLACES_MAX))
    advance = fields.Integer(strict=True, validate=validate.Range(1, PLACES_MAX))
    seeding = fields.String(validate=validate.OneOf(SEEDINGS, error=f"it is one of {', '.join(SEEDINGS)}"))
    counted = fields.Integer(strict=True, validate=validate.Range(0, ROUNDS_MAX))
    round_seconds = fields.Integer(strict=True, validate=validate.Range(0, ROUND_SECONDS[-1]))
    duplicate = fields.String(validate=validate.OneOf(DUPLICATES, error=f"it is one of {', '.join(DUPLICATES)}"))
    clock = fields.Nested(NewClockSchema, allow_none=True)
    private = StrictBoolean()
    delay_ms = DelaySeconds(strict=True, validate=validate.Range(0, DELAY_MAX_SECONDS), data_key="delay_seconds")


class TournamentsQuery(Schema):
    """Which tournaments to list."""

    status = fields.String(
        validate=validate.OneOf(STATUSES), metadata={"description": "Only tournaments that have come so far"}
    )
    cursor = fields.String(
        validate=validate.Length(max=200),
        metadata={"description": "The cursor of the next page, from `Link`"},
    )
    limit = StrictInteger(
        load_default=50, validate=validate.Range(1, LIST_MAX), metadata={"description": "How many tournaments at most"}
    )


@tournaments.operation(
    "POST",
    "/tournaments",
    "create_tournament",
    ResponseSpec(MadeTournament, 201, headers=["Location"]),
    RequestSpec(
        body=NewTournamentSchema(),
        example={"title": "Spring open", "edition": "classic", "rounds": 3, "format": "swiss", "preferred": 4},
    ),
    cost=5,
    problems=["tournament", "option.unknown", "idempotency.reused", "game.conflict"],
    writes=True,
)
def create_tournament(call: Call, wish: NewTournament) -> HttpAnswer:
    """Create a tournament.

    The creator gets the tokens of its director, a scorer and an arbiter, shown only once. Its games begin with the
    first player in turn order. The secrets of all rounds are fixed now, by the `commitment` of its first event.
    """
    tournament, replayed = create_tournament_once(call.context, wish, call.attempt)
    created = MadeTournament(
        tournament=tournament.tournament,
        version=tournament.version,
        tokens=[
            CreatedTournamentToken(
                token=token, kind=kind, tournament=tournament.tournament, pseudonym=kind, expires=None
            )
            for kind, token in tournament.tokens.items()
        ],
    )
    return answer(created, 201, Location=f"/v1/tournaments/{tournament.tournament}", **replay_header(replayed))


@tournaments.operation(
    "GET",
    "/tournaments",
    "list_tournaments",
    ResponseSpec(TournamentList, headers=["Link"]),
    RequestSpec(query=TournamentsQuery),
    cost=2,
)
def list_tournaments(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """List tournaments, newest first.

    A private tournament is listed only for its officials, its players and the service. Each is described as far as the
    caller may know of it.
    """
    store, caller, at = tournament_store(call.context), call.principal, now_ms()

    def visible_tournament(tournament: str) -> VisibleTournament | None:
        try:
            return VisibleTournament(store, tournament, caller, at)
        except (NoSuchTournament, DamagedTournament):
            return None

    ids, cursor = [one.tournament for one in reversed(store.all_settings())], query.get("cursor")
    if cursor is not None:
        if cursor not in ids or visible_tournament(cursor) is None:
            raise no_such_cursor()
        ids = ids[ids.index(cursor) + 1 :]
    heads = list[TournamentHead]()
    for tournament in ids:
        visible = visible_tournament(tournament)
        if visible is None or query.get("status") not in (None, status_of(visible.state)):
            continue
        heads.append(tournament_head(visible))
        if len(heads) > query["limit"]:
            break
    page = heads[: query["limit"]]
    response = answer(TournamentList(tournaments=page), Vary="Authorization")
    if len(heads) > len(page):
        next_query = {**call.request.args, "cursor": page[-1].tournament}
        response.headers["Link"] = next_page_link(call.request.head.path, next_query)
    return response
