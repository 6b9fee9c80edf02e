"""An export as it runs: game after game from the index, each looked at when its turn comes, none held on to."""

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from typing import Final

from domain.visibility import SPECTATOR
from service.access.context import Context
from service.access.tokens import Principal, is_valid
from service.exports.export_access import ExportAccess
from service.exports.exported_game import ShownGame
from service.exports.rows import rows_of
from service.exports.writers import ExportWriter
from service.ops.clock import now_ms
from service.problems import Problem
from service.queries.game_list import no_such_cursor
from service.store.errors import DamagedGame
from service.store.index.search import GameSearch

PART_BYTES: Final = 64 * 1024
"""From so many bytes on a part is sent: each costs something."""
_NAME: Final = 4
"""Where a row of seats has the name."""


def games_shown(
    sights: ExportAccess,
    context: Context,
    search: GameSearch,
    *,
    among: Collection[str] | None,
    player: str | None,
    after: str | None,
) -> Iterator[ShownGame]:
    """Yield the games of an export, oldest first, from after this one on; a name counts that is known to sit there."""
    place = None if after is None else context.store.game_index.place_in(search.order, after)
    for head in context.store.game_index.found(search, place, among):
        shown = sights.shown(head)
        if shown is None or not search.fits(shown.summary):
            continue
        if player is not None and player not in _names(shown):
            continue
        yield shown


def require_known(context: Context, principal: Principal, game: str) -> None:
    """Misuse unless an export for this token may show the game, so that it can go on after it."""
    head = context.store.game_index.head(game)
    if head is None or ExportAccess(context, principal, SPECTATOR).shown(head) is None:
        raise no_such_cursor("query.after")


def parts_of(
    form: ExportWriter, games: Iterator[ShownGame], go_on: Callable[[], None] = lambda: None
) -> Iterator[bytes]:
    """An export in parts; a damaged game is left out. What it asks before each game raises where it is not to go on."""
    part = b""
    for shown in games:
        go_on()
        with suppress(DamagedGame):
            part += form.add(shown)
        if len(part) >= PART_BYTES:
            yield part
            part = b""
    yield part + form.end()


def counts_still(context: Context, principal: Principal) -> Callable[[], None]:
    """Return what raises where the token counts no more, or the service stops.

    Then the answer breaks off: one that ends as it should has all.
    """

    def require() -> None:
        if context.notifier.closed:
            raise Problem("unavailable", "the service stops: go on after the last game that you have whole")
        if not is_valid(principal.digest, context.register, at=now_ms()):
            raise Problem("auth.invalid", "this token has expired or was revoked")

    return require


def _names(shown: ShownGame) -> list[str | None]:
    with suppress(DamagedGame):
        return [row[_NAME] for row in rows_of("seats", shown)]
    return []
