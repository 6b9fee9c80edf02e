"""Games: making, listing, importing and forking them."""

from typing import Any
from urllib.parse import urlencode

from flask import Response, request
from marshmallow import Schema, fields, validate

from replay.audit import audit
from replay.record import read_file, write_file
from service.api.description import NoneMatchHeader, ViewQuery, Whole
from service.api.head import head_of, head_route
from service.api.keeping import tagged
from service.api.listing import listed
from service.api.operation import Call, Room, answer, read_body, replayed, require_media
from service.api.shapes import Fork, ForkList, GameHead, GameList, GameMade, Imported, NewFork
from service.audits import told
from service.hosting import Made, create_game, fork_game
from service.importing import bring_in
from service.policy import ARBITER, SERVICE
from service.problems import Problem
from service.sight import Sight
from service.tokens import Principal
from service.wishes import NewGame

STATUSES = ("open", "running", "finished", "voided", "imported")
LIST_MAX = 200
FILE_LINES_MAX = 20_000
FILE_TYPE = "application/x-ndjson"

games = Room("games", __name__, description="Making, finding, importing and forking games")


class ListQuery(Schema):
    """Which games to list."""

    status = fields.String(validate=validate.OneOf(STATUSES), metadata={"description": "Only games of this status"})
    edition = fields.String(validate=validate.Length(max=40), metadata={"description": "Only games of this edition"})
    player = fields.String(
        validate=validate.Length(min=1, max=40),
        metadata={"description": "Only games at which somebody of this name sits"},
    )
    cursor = fields.String(
        validate=validate.Length(max=200), metadata={"description": "Where the list goes on, from the `Link` header"}
    )
    limit = Whole(
        load_default=50, validate=validate.Range(1, LIST_MAX), metadata={"description": "How many games at most"}
    )


@games.operation(
    "POST",
    "/games",
    "create_game",
    costs=5,
    answers=GameMade,
    status=201,
    body=NewGame,
    body_example={
        "edition": "classic",
        "seats": [{"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Bo"}, {"kind": "bot", "bot": "greedy"}],
    },
    problems=["rules.setup.players", "option.unknown", "idempotency.reused", "game.conflict"],
    writes=True,
    sends=["Location"],
)
def create(call: Call, wish: NewGame) -> Response:
    """Make a game.

    Whoever makes it gets one token for each human seat and the organiser's, shown this once. With `start: when_seated`
    the humans sit down themselves, each with TakeSeat; until then the game is open.
    """
    return _made_answer(create_game(call.desk, wish, call.request))


@games.operation(
    "GET", "/games", "list_games", answers=GameList, query=ListQuery, example={"games": []}, sends=["Link"]
)
def list_games(call: Call, query: dict[str, Any]) -> Response:
    """List games, newest first."""
    heads, following = listed(call.desk, call.principal, **query)
    told = answer(GameList(games=heads), Vary="Authorization")
    if following is not None:
        told.headers["Link"] = f'<{request.path}?{urlencode({**query, "cursor": following})}>; rel="next"'
    return told


@games.operation(
    "GET",
    "/games/<game>",
    "get_game",
    answers=GameHead,
    others=[(304, None, "")],
    hears=[NoneMatchHeader],
    sends=["ETag"],
)
def get_game(call: Call) -> Response:
    """The head of a game: status, turn, seats, scores, rules, links."""
    head = head_of(call.desk, call.sight)
    return tagged(call, head_route(head), call.sight.version, call.sight.viewer(None), lambda: answer(head))


@games.operation(
    "GET",
    "/games/<game>/file",
    "get_file",
    costs=2,
    answers={"type": "string"},
    content_type=FILE_TYPE,
    query=ViewQuery,
    others=[(304, None, "")],
    hears=[NoneMatchHeader],
    sends=["Content-Disposition", "ETag"],
    problems=["view.forbidden"],
)
def get_file(call: Call, query: dict[str, Any]) -> Response:
    """The game file: every event as this view may read it, chained line to line."""
    viewer = call.sight.viewer(query.get("view"))

    def written() -> Response:
        response = Response(write_file(call.desk.record(call.sight, viewer)), mimetype=FILE_TYPE)
        response.headers["Content-Disposition"] = f'attachment; filename="{call.sight.game}.haricot.jsonl"'
        return response

    return tagged(call, "file", call.sight.version, viewer, written)


@games.operation(
    "POST",
    "/games:import",
    "import_game",
    costs=30,
    answers=Imported,
    status=201,
    others=[(200, Imported, "application/json")],
    problems=["file.corrupt", "game.conflict"],
    writes=True,
    sends=["Location"],
    raw_body=FILE_TYPE,
)
def import_game(call: Call) -> Response:
    """Bring a game file in: it is audited at once, and kept even with illegal events.

    The same file again changes nothing (200).
    """
    settings = call.desk.settings
    data = read_body(settings.file_bytes_max)
    require_media(FILE_TYPE, data)
    if data.count(b"\n") > FILE_LINES_MAX:
        raise Problem("request.too-large", f"a game file has at most {FILE_LINES_MAX} lines here")
    with call.desk.study.alone(call.origin):
        record = read_file(data)
        verdict = told(audit(record))
        record, fresh = bring_in(call.desk, call.principal, record)
    sight = call.desk.sight(record.game, Principal(kind=SERVICE))
    answered = Imported(
        game=record.game,
        version=len(record.envelopes),
        status=head_of(call.desk, sight).status,
        verdict=verdict.verdict,
        first=verdict.first,
        rules=verdict.rules,
        deal=verdict.deal,
        record=verdict.record,
    )
    status = 201 if fresh else 200
    return answer(answered, status, Location=f"/v1/games/{record.game}", **replayed(not fresh and call.key is not None))


@games.operation(
    "POST",
    "/games/<game>/forks",
    "fork_game",
    costs=20,
    answers=GameMade,
    status=201,
    body=NewFork,
    body_example={"at": 57, "mode": "exact"},
    problems=["view.forbidden", "idempotency.reused", "game.conflict"],
    writes=True,
    sends=["Location"],
)
def fork(call: Call, wish: NewFork) -> Response:
    """Fork a game: go on otherwise from any event, with the same hidden cards.

    Of a finished game anybody may; of a running one only an arbiter, and the fork stays sealed until that game ends.
    """
    if not call.sight.over and call.sight.relation not in (ARBITER, SERVICE):
        raise Problem("view.forbidden", "a fork shares the hidden cards: it can be made once the game has ended")
    call.n(wish.at, "at")
    made = fork_game(call.desk, call.sight, wish.at, wish.seats, call.request)
    return _made_answer(made)


@games.operation("GET", "/games/<game>/forks", "list_forks", costs=5, answers=ForkList)
def list_forks(call: Call) -> Response:
    """The forks of a game that one may know of."""
    forks = []
    for line in call.desk.store.roll.forks_of(call.sight.game):
        origin = line.forked_from
        if origin is None or origin.at > call.sight.version:
            continue
        if (sight := _visible(call, line.game, call.principal)) is not None:
            forks.append(Fork(game=line.game, at=origin.at, status=head_of(call.desk, sight).status))
    return answer(ForkList(forks=forks))


def _made_answer(made: Made) -> Response:
    told = GameMade(
        game=made.game,
        version=made.version,
        status=made.status,
        tokens=made.tokens,
        organiser_token=made.organiser_token,
        forked=made.forked,
    )
    return answer(told, 201, Location=f"/v1/games/{made.game}", **replayed(made.replayed))


def _visible(call: Call, game: str, principal: Principal) -> Sight | None:
    """What they may know of a game that is listed: private ones are so for their members only."""
    try:
        return call.desk.sight(game, principal)
    except Problem:
        return None
