"""Runs an export: reads the games of the index one by one, and keeps none in memory."""

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
"""The least size of a part that is sent. Each part has a fixed cost."""
_NAME_COLUMN: Final = 4
"""The index of the player's name in a row of the table `seats`."""


def exported_games(
    access: ExportAccess,
    context: Context,
    search: GameSearch,
    *,
    among: Collection[str] | None,
    player: str | None,
    after: str | None,
) -> Iterator[ShownGame]:
    """Yield the games of an export after the game `after`, oldest first.

    `player` is a name: only games are listed in which the audience may know it.
    """
    place = None if after is None else context.store.game_index.place_in(search.order, after)
    for head in context.store.game_index.search(search, place, among):
        shown = access.visible_game(head)
        if shown is None or not search.matches(shown.summary):
            continue
        if player is not None and player not in _names(shown):
            continue
        yield shown


def require_known(context: Context, principal: Principal, game: str) -> None:
    """Raise Misuse unless an export for this token may show the game, so that it can continue after it."""
    head = context.store.game_index.head(game)
    if head is None or ExportAccess(context, principal, SPECTATOR).visible_game(head) is None:
        raise no_such_cursor("query.after")


def exported_rows(
    context: Context, table: str, shown: Iterable[Shown], require_valid: Callable[[], None]
) -> Iterator[Iterable[Row]]:
    """Yield the rows of a table, or the files, in one batch for each of these games or tournaments.

    `require_valid` is called before each batch, and raises to stop the export.
    """
    if table not in PLAYER_TABLES:
        for one in shown:
            require_valid()
            yield rows_of(table, one)
        return
    chosen = set()
    for one in shown:
        require_valid()
        chosen.add(one.name)
    for rows in player_rows(table, context.store, chosen):
        require_valid()
        yield rows


def encode_parts(writer: ExportWriter, batches: Iterable[Iterable[Row]]) -> Iterator[bytes]:
    """Yield the encoded export in parts. Rows of damaged games are left out."""
    part = b""
    for rows in batches:
        with suppress(DamagedGame):
            part += writer.add(rows)
        if len(part) >= PART_BYTES:
            yield part
            part = b""
    yield part + writer.end()


def validity_check(context: Context, principal: Principal) -> Callable[[], None]:
    """Return a function that raises when the token is no longer valid or the service stops.

    The response is then cut off without its proper end, so that the client sees that it is incomplete.
    """

    def require() -> None:
        if context.notifier.closed:
            raise Problem("unavailable", "the service is stopping: continue with `after` and the last complete game")
        if not is_valid(principal.digest, context.register, at=now_ms()):
            raise Problem("auth.invalid", "this token has expired or was revoked")

    return require


def _names(shown: ShownGame) -> list[str | None]:
    with suppress(DamagedGame):
        return [row[_NAME_COLUMN] for row in rows_of("seats", shown)]
    return []
