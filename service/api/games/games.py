"""Games: create, list and import them."""

from typing import Any

from marshmallow import fields, validate

from domain.refusals import Misuse
from replay.audit import audit
from replay.record import read_file, write_file
from service.access.policy import SERVICE
from service.access.tokens import Principal
from service.api.games.bodies import NewGameSchema
from service.api.games.create_fork import created_game_answer
from service.api.games.game_filters import GamesQuery, caller_filters_from_query, flag_field, search_from_query
from service.api.games.game_summary import add_notes, game_head, head_route
from service.api.games.listing import list_game_heads
from service.api.games.metadata_bodies import NewOwnNotesSchema
from service.api.response_schemas import CreatedGame, GameHead, GameList, Imported
from service.http.http_caching import with_event_etag
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import LanguageQuery, NoneMatchHeader, StrictInteger, ViewQuery
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer, next_page_link, replay_header
from service.lifecycle.external_metadata import OwnNotes, set_notes
from service.lifecycle.games import create_game
from service.lifecycle.importing import import_game_file
from service.lifecycle.new_game import NewGame
from service.problems import Problem
from service.queries.audit_responses import audit_answer
from service.store.index.search import Order
from service.streaming.stream_encoding import NDJSON

LIST_MAX = 200
ORDERS = ("created", "-created", "ended", "-ended")
FILE_LINES_MAX = 20_000

games = Operations()


class ListQuery(GamesQuery):
    """Which games to list, in which order."""

    to_act = flag_field(
        "`true`: only games that wait for the seat of the token, to act or to answer; for a service token games that "
        "it created and that wait for a seat without a bot"
    )
    order = fields.String(
        validate=validate.OneOf(ORDERS),
        metadata={
            "description": "By the time of creation or end; with `-` the latest first. Lists by end leave out "
            "unfinished games. By default by arrival here, the newest first"
        },
    )
    cursor = fields.String(
        validate=validate.Length(max=200),
        metadata={"description": "The cursor of the next page, from `Link`"},
    )
    limit = StrictInteger(
        load_default=50, validate=validate.Range(1, LIST_MAX), metadata={"description": "How many games at most"}
    )


@games.operation(
    "POST",
    "/games",
    "create_game",
    ResponseSpec(CreatedGame, 201, headers=["Location"]),
    RequestSpec(
        query=LanguageQuery,
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
    cost=5,
    problems=["rules.setup.players", "option.unknown", "idempotency.reused", "game.conflict"],
    writes=True,
)
def create(call: Call, query: dict[str, Any], wish: NewGame) -> HttpAnswer:  # noqa: ARG001  # its language is told there
    """Create a game.

    Errors in the request are described in `lang`. The creator gets one token for each human seat and the organiser's,
    shown only once. With `start: when_seated` the humans sit down themselves, each with TakeSeat. Until then the game
    is open. At level `duplicate` the `tables` have the same deal, each a separate game (`beside`). Nothing hidden of
    any is shown before the last has ended.
    """
    if call.principal.kind != SERVICE and (wish.external_id is not None or wish.metadata):
        place = "external_id" if wish.external_id is not None else "metadata"
        raise Misuse("only a token of the service may set notes", place=place)
    return created_game_answer(create_game(call.context, wish, call.attempt))


@games.operation(
    "GET",
    "/games",
    "list_games",
    ResponseSpec(GameList, headers=["Link"]),
    RequestSpec(query=ListQuery),
)
def list_games(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """List games, newest first or in another order.

    A game matches by what the caller may know of it. Private games are listed for their members only. Times are from
    one on (`after`) until another (`before`), so that consecutive ranges share no game.
    """
    order = query.get("order")
    sort_order = Order() if order is None else Order(order.removeprefix("-"), order.startswith("-"))
    cursor, limit = query.get("cursor"), query["limit"]
    search, filters = search_from_query(query, sort_order), caller_filters_from_query(query)
    heads, next_cursor = list_game_heads(call.context, call.principal, search, filters, cursor=cursor, limit=limit)
    response = answer(GameList(games=heads), Vary="Authorization")
    if next_cursor is not None:
        path, next_query = call.request.head.path, {**call.request.args, "cursor": next_cursor}
        response.headers["Link"] = next_page_link(path, next_query)
    return response


@games.operation(
    "GET",
    "/games/<game>",
    "get_game",
    ResponseSpec(GameHead, headers=["ETag"], others=[(304, None, "")]),
    RequestSpec(headers=[NoneMatchHeader]),
)
def get_game(call: Call) -> HttpAnswer:
    """Get a game: status, turn, seats, scores, rules, links.

    `to_act` names the seats that it waits for, `asked` those with an offer to answer. Its ETag changes with every
    event, with names, with a pause, and with the caller's rights.
    """
    head = add_notes(call.context, call.principal, game_head(call.reader, call.sight))
    return with_event_etag(call, head_route(head), call.sight.version, call.sight.viewer(None), lambda: answer(head))


@games.operation(
    "PUT",
    "/games/<game>/notes",
    "set_game_metadata",
    ResponseSpec(OwnNotes),
    RequestSpec(body=NewOwnNotesSchema(), example={"external_id": "round-3-table-2", "metadata": {"channel": "1042"}}),
    problems=["game.conflict"],
    reads_latest=False,
)
def set_game_metadata(call: Call, notes: OwnNotes) -> HttpAnswer:
    """Set the notes of a game that you created.

    They replace the former notes. An empty body deletes them. Only the service token that made the game may use this or
    see the notes, and no file holds them. No two games of one token have the same `external_id`.
    """
    set_notes(call.context, call.principal, call.sight.game, notes)
    return answer(notes, Vary="Authorization")


@games.operation(
    "GET",
    "/games/<game>/file",
    "export_game",
    ResponseSpec({"type": "string"}, media=NDJSON, headers=["Content-Disposition", "ETag"], others=[(304, None, "")]),
    RequestSpec(query=ViewQuery, headers=[NoneMatchHeader]),
    cost=2,
    problems=["view.forbidden"],
)
def export_game(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Export a game as a file.

    The file holds every event as this view may read it, each line chained to the line before. Any Haricot can audit it.
    The omniscient file of a finished game can be imported.
    """
    viewer = call.sight.viewer(query.get("view"))

    def written() -> HttpAnswer:
        response = HttpAnswer(write_file(call.reader.record(call.sight, viewer)), 200, NDJSON)
        response.headers["Content-Disposition"] = f'attachment; filename="{call.sight.game}.haricot.jsonl"'
        return response

    return with_event_etag(call, "file", call.sight.version, viewer, written)


@games.operation(
    "POST",
    "/games:import",
    "import_game",
    ResponseSpec(Imported, 201, headers=["Location"], others=[(200, Imported, "application/json")]),
    RequestSpec(text=NDJSON),
    cost=30,
    problems=["file.corrupt", "game.conflict"],
    writes=True,
)
def import_game(call: Call) -> HttpAnswer:
    """Import a game file.

    The service audits it at once and keeps it even if it holds illegal events. The same file again changes nothing
    (200).
    """
    settings, named = call.context.settings, call.request.key is not None  # an invalid key is refused at once
    data = call.request.body(settings.file_bytes_max)
    call.request.require_media(NDJSON, data)
    if data.count(b"\n") > FILE_LINES_MAX:
        raise Problem("request.too-large", f"a game file has at most {FILE_LINES_MAX} lines here")
    with call.context.background.exclusive(call.request.network):
        record = read_file(data)
        verdict = audit_answer(audit(record))
        record, fresh = import_game_file(call.context, call.principal, record)
    sight = call.reader.sight(record.game, Principal(kind=SERVICE))
    answered = Imported(
        game=record.game,
        version=len(record.envelopes),
        status=game_head(call.reader, sight).status,
        verdict=verdict.verdict,
        first=verdict.first,
        rules=verdict.rules,
        deal=verdict.deal,
        record=verdict.record,
    )
    status = 201 if fresh else 200
    return answer(answered, status, Location=f"/v1/games/{record.game}", **replay_header(named and not fresh))
