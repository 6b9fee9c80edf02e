"""Exports of many games, as tables for statistics or as game files for other servers."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from marshmallow import fields, validate
from werkzeug.http import parse_accept_header

from domain.refusals import Misuse
from domain.visibility import viewer_named
from service.api.games.game_filters import GamesQuery, caller_filters_from_query, search_from_query
from service.api.games.listing import CallerFilters, candidate_games
from service.api.integration.export_schemas import CSV_MEDIA, EXPORT_NAMES, PARQUET_MEDIA, writer_of
from service.api.text_types import text_of
from service.exports.columns import FILES
from service.exports.export_access import ExportAccess
from service.exports.export_job import encode_parts, exported_games, exported_rows, require_known, validity_check
from service.exports.parquet import require_parquet
from service.exports.rows import Shown
from service.exports.tournament_rows import TOURNAMENT_ROWS, tournaments_shown
from service.exports.writers import GzipWriter, TableForm
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import StrictInteger
from service.http.request_context import Call
from service.http.response import HttpAnswer, next_page_link
from service.ops.quota import Quota
from service.problems import Problem
from service.queries.game_list import no_such_cursor
from service.store.index.filters import FILTERS
from service.store.index.search import OLDEST
from service.streaming.stream_encoding import NDJSON
from service.tournaments.tournament_store import tournament_store

GAMES_MAX: Final = 10_000
EXPORTS_PER_TOKEN: Final = 2
"""How many exports one token may have at once."""
VIEWS: Final = ("spectator", "omniscient")
_MEDIA: Final = {TableForm.NDJSON: NDJSON, TableForm.PARQUET: PARQUET_MEDIA, TableForm.CSV: CSV_MEDIA}

exports = Operations()


class ExportQuery(GamesQuery):
    """Which games, in which view, in which form."""

    form = fields.String(
        data_key="format",
        validate=validate.OneOf([str(form) for form in TableForm]),
        metadata={"description": "By default as `Accept` asks for it, else lines of JSON"},
    )
    view = fields.String(
        data_key="as",
        load_default="spectator",
        validate=validate.OneOf(VIEWS),
        metadata={"description": "`omniscient` has only games that have ended, with all cards"},
    )
    flat = fields.Boolean(
        truthy={"true"},
        falsy={"false"},
        load_default=False,
        metadata={"description": "`true`: lines of JSON have `command`, `event`, `options` and `metadata` as text"},
    )
    after = fields.String(
        validate=validate.Length(max=200),
        metadata={"description": "Continue after this game: the last one that you have completely"},
    )
    limit = StrictInteger(
        validate=validate.Range(1, GAMES_MAX),
        metadata={"description": "How many games at most; the `Link` header leads to the others. By default all"},
    )


@exports.operation(
    "GET",
    "/exports/<table>",
    "export_games",
    ResponseSpec(
        text_of("ExportLine", NDJSON),
        media=NDJSON,
        headers=["Content-Disposition", "Link"],
        others=[(200, {"type": "string", "contentMediaType": media}, media) for media in (PARQUET_MEDIA, CSV_MEDIA)],
    ),
    RequestSpec(query=ExportQuery),
    cost=20,
    problems=["export.form", "not-found"],
)
def export_games(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Export many games as a table or as files.

    The tables are `games`, `seats`, `results`, `events`, `turns`, `trades` and `harvests`. `ratings` and `players` are
    of those games that count in statistics. `files` are game files. The tables `tournaments`, `standings` and
    `placings` have what everybody may know of tournaments. The export has all games or those that match the
    query, in the order of arrival. Each is shown as the public sees it, with its delay. Private and sealed games,
    `external_id` and `metadata` are shown only to the token that made the game. Lines of JSON and CSV are compressed if
    gzip is accepted. Parquet needs pyarrow on the service (`export.form`). A response that breaks off is incomplete:
    continue with `after`. Games that arrive meanwhile come at the end. The feed has the later events of a running game.
    """
    table = call.args["table"]
    if table not in EXPORT_NAMES:
        raise Problem("not-found", f"there is no table {table[:40]!r}: use one of {', '.join(EXPORT_NAMES)}")
    wanted_form = _requested_form(call, query)
    if table == FILES and wanted_form != TableForm.NDJSON:
        raise Problem(
            "export.form", f"{FILES} have no other format than lines of JSON: request a table, or leave out `format`"
        )
    if wanted_form == TableForm.PARQUET:
        require_parquet()
    context, caller, limit = call.context, call.principal, query.get("limit")
    subjects: Iterator[Shown] = _tournaments(call, query) if table in TOURNAMENT_ROWS else _games(call, query)
    next_cursor = None
    if limit is not None and len(page := list(islice(subjects, limit + 1))) > limit:
        next_cursor = page[limit - 1].name
    if limit is not None:
        subjects = iter(page[:limit])
    writer = writer_of(table, wanted_form, flat=query["flat"])
    compressed = wanted_form != TableForm.PARQUET and _accepts_gzip(call)
    batches = exported_rows(context, table, subjects, validity_check(context, caller))
    parts = encode_parts(GzipWriter(writer) if compressed else writer, batches)
    slot = _ExportSlot(context.export_quota, caller.name)
    response = HttpAnswer(slot.release_after(parts), 200, _MEDIA[wanted_form], close=slot.release)
    suffix = "haricot.jsonl" if table == FILES else wanted_form
    response.headers["Content-Disposition"] = f'attachment; filename="haricot-{table}.{suffix}"'
    response.headers.update({"Cache-Control": "no-store", "Vary": "Authorization, Accept, Accept-Encoding"})
    if compressed:
        response.headers["Content-Encoding"] = "gzip"
    if next_cursor is not None:
        next_query = {**call.request.args, "after": next_cursor}
        response.headers["Link"] = next_page_link(call.request.head.path, next_query)
    return response


def _games(call: Call, query: dict[str, Any]) -> Iterator[Shown]:
    """Yield the games of an export."""
    context, caller, after = call.context, call.principal, query.get("after")
    if after is not None:
        require_known(context, caller, after)
    caller_filters, search = caller_filters_from_query(query), search_from_query(query, OLDEST)
    access = ExportAccess(context, caller, viewer_named(query["view"]))
    among = candidate_games(context, caller, caller_filters)
    return iter(exported_games(access, context, search, among=among, player=caller_filters.player, after=after))


def _tournaments(call: Call, query: dict[str, Any]) -> Iterator[Shown]:
    """Yield the tournaments of an export, as the public may see them.

    Raises Misuse for filters of games, and for an unknown `after`.
    """
    context, after = call.context, query.get("after")
    filters = (*CallerFilters._fields, *FILTERS)
    if other_filters := [name for name in query if name in filters and name != "tournament"]:
        raise Misuse(
            "tables about tournaments have no other filter than `tournament`: leave this one out",
            place=f"query.{other_filters[0]}",
        )
    store, only = tournament_store(context), query.get("tournament")
    visible = list(tournaments_shown(store, whole=False, only=only))
    if after is None:
        return iter(visible)
    names = [one.name for one in visible]
    if after not in names:
        raise no_such_cursor("query.after")
    return iter(visible[names.index(after) + 1 :])


class _ExportSlot:
    """A slot in the quota of running exports. It is held until the last part is sent or the client disconnects."""

    def __init__(self, quota: Quota, name: str) -> None:
        self._quota, self._shares, self._held = quota, {name: EXPORTS_PER_TOKEN}, True
        quota.enter(self._shares)

    def release_after(self, parts: Iterator[bytes]) -> Iterator[bytes]:
        """Yield these parts, and release the slot after the last."""
        try:
            yield from parts
        finally:
            self.release()

    def release(self) -> None:
        """Release the slot if it is still held."""
        held, self._held = self._held, False
        if held:
            self._quota.leave(self._shares)


def _requested_form(call: Call, query: dict[str, Any]) -> TableForm:
    """Return the form that the query names, else the one that `Accept` prefers to lines of JSON."""
    if "form" in query:
        return TableForm(query["form"])
    others = (TableForm.PARQUET, TableForm.CSV)
    return next((form for form in others if call.request.prefers(_MEDIA[form], NDJSON)), TableForm.NDJSON)


def _accepts_gzip(call: Call) -> bool:
    """Return whether the client accepts gzip."""
    return parse_accept_header(call.request.head.headers.get("accept-encoding")).quality("gzip") > 0
