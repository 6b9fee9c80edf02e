"""A running export: it reads one game of the index after the other and keeps none in memory."""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from typing import Final

from domain.visibility import SPECTATOR
from service.access.context import Context
from service.access.tokens import Principal, is_valid
from service.exports.export_access import ExportAccess
from service.exports.exported_game import ShownGame
from service.exports.player_rows import PLAYER_TABLES, player_rows
from service.exports.rows import Row, Shown, rows_of
from service.exports.writers import ExportWriter
from service.ops.clock import now_ms
from service.problems import Problem
from service.queries.game_list import no_such_cursor
from service.store.errors import DamagedGame
from service.store.index.search import GameSearch

PART_BYTES: Final = 64 * 1024
"""The least size of a part that is sent, because each part has a cost."""
_NAME: Final = 4
"""The column of the name in a row of seats."""


def games_shown(
    sights: ExportAccess,
    context: Context,
    search: GameSearch,
    *,
    among: Collection[str] | None,
    player: str | None,
    after: str | None,
) -> Iterator[ShownGame]:
    """Yield the games of an export after this one, oldest first.

    `player` filters by a name that the audience may know.
    """
    place = None if after is None else context.store.game_index.place_in(search.order, after)
    for head in context.store.game_index.search(search, place, among):
        shown = sights.shown(head)
        if shown is None or not search.matches(shown.summary):
            continue
        if player is not None and player not in _names(shown):
            continue
        yield shown


def require_known(context: Context, principal: Principal, game: str) -> None:
    """Raise Misuse unless an export for this token may show the game, so that it can continue after it."""
    head = context.store.game_index.head(game)
    if head is None or ExportAccess(context, principal, SPECTATOR).shown(head) is None:
        raise no_such_cursor("query.after")


def rows_shown(
    context: Context, what: str, shown_ones: Iterable[Shown], go_on: Callable[[], None]
) -> Iterator[Iterable[Row]]:
    """Yield the rows of a table, or the files, of these games or tournaments: those of one together.

    `go_on` is called before each and raises to stop the export.
    """
    if what not in PLAYER_TABLES:
        for shown in shown_ones:
            go_on()
            yield rows_of(what, shown)
        return
    chosen = set()
    for shown in shown_ones:
        go_on()
        chosen.add(shown.name)
    for rows in player_rows(what, context.store, chosen):
        go_on()
        yield rows


def parts_of(form: ExportWriter, batches: Iterable[Iterable[Row]]) -> Iterator[bytes]:
    """Yield an export in parts, without the rows of damaged games."""
    part = b""
    for rows in batches:
        with suppress(DamagedGame):
            part += form.add(rows)
        if len(part) >= PART_BYTES:
            yield part
            part = b""
    yield part + form.end()


def counts_still(context: Context, principal: Principal) -> Callable[[], None]:
    """Return a function that raises when the token is no longer valid or the service stops.

    The response then breaks off: only a complete one ends properly.
    """

    def require() -> None:
        if context.notifier.closed:
            raise Problem("unavailable", "the service stops: continue after the last complete game")
        if not is_valid(principal.digest, context.register, at=now_ms()):
            raise Problem("auth.invalid", "this token has expired or was revoked")

    return require


def _names(shown: ShownGame) -> list[str | None]:
    with suppress(DamagedGame):
        return [row[_NAME] for row in rows_of("seats", shown)]
    return []
