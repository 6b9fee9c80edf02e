"""Games: making, listing, importing them."""

from typing import Any
from urllib.parse import urlencode

from marshmallow import Schema, fields, validate

from domain.refusals import Misuse
from projections.summary import Status
from replay.audit import audit
from replay.record import read_file, write_file
from service.access.policy import SERVICE
from service.access.tokens import Principal
from service.api.answering import NDJSON, HttpAnswer, answer, replayed
from service.api.arguments import Form, NoneMatchHeader, TongueQuery, ViewQuery, Whole
from service.api.bodies import NewGameSchema
from service.api.call import Call
from service.api.forking import made_answer
from service.api.head import head_of, head_route, with_notes
from service.api.keeping import tagged
from service.api.listing import listed
from service.api.noted_bodies import NewOwnNotesSchema
from service.api.operation import Gives, Operations, Takes
from service.api.shapes import GameHead, GameList, GameMade, Imported
from service.hosting.games import create_game
from service.hosting.importing import bring_in
from service.hosting.new_game import NAME_MAX, NewGame
from service.hosting.own_notes import EXTERNAL_ID_MAX, OwnNotes, note
from service.problems import Problem
from service.reading.audit_answers import audit_answer

LIST_MAX = 200
FILE_LINES_MAX = 20_000

games = Operations("games", "Making, finding and importing games")


class ListQuery(Schema):
    """Which games to list."""

    status = fields.String(
        validate=validate.OneOf(tuple(Status)), metadata={"description": "Only games of this status"}
    )
    edition = fields.String(validate=validate.Length(max=40), metadata={"description": "Only games of this edition"})
    player = fields.String(
        validate=validate.Length(min=1, max=NAME_MAX),
        metadata={"description": "Only games at which somebody of this name sits"},
    )
    mine = fields.Boolean(
        truthy={"true"},
        falsy={"false"},
        metadata={"description": "Only games that the token of the service made which is sent"},
    )
    external_id = fields.String(
        validate=validate.Length(1, EXTERNAL_ID_MAX),
        metadata={"description": "Only the game that the token of the service calls so which is sent"},
    )
    metadata = fields.String(
        validate=Form("^[A-Za-z0-9_.:-]{1,40}=[^\\x00]{0,500}$", error="a name and a word, such as `round=3`"),
        metadata={"description": "Only games of which it noted this word, such as `round=3`"},
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
    Gives(GameMade, 201, headers=["Location"]),
    Takes(
        query=TongueQuery,
        body=NewGameSchema(),
        example={
            "edition": "classic",
            "seats": [
                {"kind": "human", "name": "Ana"},
                {"kind": "human", "name": "Bo"},
                {"kind": "bot", "bot": "greedy"},
            ],
        },
    ),
    costs=5,
    problems=["rules.setup.players", "option.unknown", "idempotency.reused", "game.conflict"],
    writes=True,
)
def create(call: Call, query: dict[str, Any], wish: NewGame) -> HttpAnswer:  # noqa: ARG001  # its language is told there
    """Make a game; what is wrong with the wish for it is told in `lang`.

    Whoever makes it gets one token for each human seat and the organiser's, shown this once. With `start: when_seated`
    the humans sit down themselves, each with TakeSeat; until then the game is open. At level `duplicate` so many
    `tables` have the same deal, each a game (`beside`): nothing hidden of any is told before the last has ended.
    """
    if call.principal.kind != SERVICE and (wish.external_id is not None or wish.metadata):
        place = "external_id" if wish.external_id is not None else "metadata"
        raise Misuse("a token of the service notes something for itself, nobody else does", place=place)
    return made_answer(create_game(call.context, wish, call.attempt))


@games.operation(
    "GET",
    "/games",
    "list_games",
    Gives(GameList, headers=["Link"]),
    Takes(query=ListQuery),
)
def list_games(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """List games, newest first.

    A game counts as what whoever asks may know it to be; private ones are listed for their members alone.
    """
    heads, following = listed(call.context, call.principal, **query)
    found = answer(GameList(games=heads), Vary="Authorization")
    if following is not None:
        path = call.request.head.path
        found.headers["Link"] = f'<{path}?{urlencode({**query, "cursor": following})}>; rel="next"'
    return found


@games.operation(
    "GET",
    "/games/<game>",
    "get_game",
    Gives(GameHead, headers=["ETag"], others=[(304, None, "")]),
    Takes(headers=[NoneMatchHeader]),
)
def get_game(call: Call) -> HttpAnswer:
    """The head of a game: status, turn, seats, scores, rules, links.

    `to_act` names the seats that it waits for, `asked` those with an offer to answer. Its ETag changes with every
    event, and where names, a pause or what one may see do.
    """
    head = with_notes(call.context, call.principal, head_of(call.reader, call.sight))
    return tagged(call, head_route(head), call.sight.version, call.sight.viewer(None), lambda: answer(head))


@games.operation(
    "PUT",
    "/games/<game>/notes",
    "note_own_game",
    Gives(OwnNotes),
    Takes(body=NewOwnNotesSchema(), example={"external_id": "round-3-table-2", "metadata": {"channel": "1042"}}),
    problems=["game.conflict"],
    looks=False,
)
def note_own_game(call: Call, notes: OwnNotes) -> HttpAnswer:
    """Note something about a game that one made, in place of what was noted before; an empty body erases it.

    It is for the token of the service alone that made the game: nobody else is told of it, and it goes into no file. No
    two games of one token have the same `external_id`.
    """
    note(call.context, call.principal, call.sight.game, notes)
    return answer(notes, Vary="Authorization")


@games.operation(
    "GET",
    "/games/<game>/file",
    "get_file",
    Gives({"type": "string"}, media=NDJSON, headers=["Content-Disposition", "ETag"], others=[(304, None, "")]),
    Takes(query=ViewQuery, headers=[NoneMatchHeader]),
    costs=2,
    problems=["view.forbidden"],
)
def get_file(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """The game file: every event as this view may read it, chained line to line.

    It can be audited wherever there is a Haricot; the omniscient one of a game that has ended can be imported.
    """
    viewer = call.sight.viewer(query.get("view"))

    def written() -> HttpAnswer:
        made = HttpAnswer(write_file(call.reader.record(call.sight, viewer)), 200, NDJSON)
        made.headers["Content-Disposition"] = f'attachment; filename="{call.sight.game}.haricot.jsonl"'
        return made

    return tagged(call, "file", call.sight.version, viewer, written)


@games.operation(
    "POST",
    "/games:import",
    "import_game",
    Gives(Imported, 201, headers=["Location"], others=[(200, Imported, "application/json")]),
    Takes(text=NDJSON),
    costs=30,
    problems=["file.corrupt", "game.conflict"],
    writes=True,
)
def import_game(call: Call) -> HttpAnswer:
    """Bring a game file in: it is audited at once, and kept even with illegal events.

    The same file again changes nothing (200).
    """
    settings, named = call.context.settings, call.request.key is not None  # a key that cannot be is refused at once
    data = call.request.body(settings.file_bytes_max)
    call.request.require_media(NDJSON, data)
    if data.count(b"\n") > FILE_LINES_MAX:
        raise Problem("request.too-large", f"a game file has at most {FILE_LINES_MAX} lines here")
    with call.context.background.alone(call.request.origin):
        record = read_file(data)
        verdict = audit_answer(audit(record))
        record, fresh = bring_in(call.context, call.principal, record)
    sight = call.reader.sight(record.game, Principal(kind=SERVICE))
    answered = Imported(
        game=record.game,
        version=len(record.envelopes),
        status=head_of(call.reader, sight).status,
        verdict=verdict.verdict,
        first=verdict.first,
        rules=verdict.rules,
        deal=verdict.deal,
        record=verdict.record,
    )
    status = 201 if fresh else 200
    return answer(answered, status, Location=f"/v1/games/{record.game}", **replayed(named and not fresh))
