"""The thread that reveals the deal of a group of tables once the last of them has ended."""

from collections.abc import Iterable, Iterator
from typing import Final

from projections.summary import GameStatus, Summary
from service.access.context import Context
from service.commands.notifier import ChangeKind
from service.ops.polling_thread import PollingThread
from service.problems import Problem

LEASE: Final = "opener"
"""The name of the lease. Only the process that holds it works."""
IDLE_SECONDS: Final = 1.0
"""How often to check without a notification."""


class DealRevealWorker:
    """Watches for games that end, and reveals the deal of a group once all games of the group have ended."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._position: int | None = None
        self._thread = PollingThread("opener", self.turn, idle_seconds=IDLE_SECONDS)

    def start(self) -> None:
        """Reveal the deals that are due now, and later the deals of games that end."""
        self._context.notifier.subscribe(ChangeKind.GAME_EVENTS, self._thread.wake)
        self._thread.start()

    def stop(self) -> None:
        """Finish the current game and stop."""
        self._thread.stop()

    def turn(self) -> None:
        """Reveal the deals that are due, if this process holds the lease."""
        store = self._context.store
        if not (store.writable and store.take_lease(LEASE)):
            return
        upto = store.position()
        # An imported file could name games that are played here, so its group is not trusted.
        checked = set[str]()
        for head in self._ended_games(upto):
            if head.tables and not head.imported and head.game not in checked:
                checked.update(reveal_group(self._context, head.tables))
        self._position = upto

    def _ended_games(self, upto: int) -> Iterator[Summary]:
        """Yield the games that have ended since the last check. The first time, yield all that have ended."""
        game_index = self._context.store.game_index
        if self._position is None:
            for status in (GameStatus.FINISHED, GameStatus.VOIDED):
                yield from game_index.newest(status=status)
            return
        written = self._context.store.milestones_since(self._position, upto)
        heads = map(game_index.head, dict.fromkeys(game for _, game in written))
        yield from (head for head in heads if head is not None and head.result is not None)


def reveal_group(context: Context, tables: Iterable[str]) -> list[str]:
    """Reveal the deal of all tables in the group of these, if all have ended. Return the group.

    A missing table does not keep the deal hidden.
    """
    group = deal_group(context, tables)
    if not have_all_ended(context, group):
        return group
    for table in group:
        try:
            context.command_handler.reveal_deal(table)
        except Problem as problem:  # the deal was revealed before
            if problem.code != "game.conflict":
                raise
    return group


def deal_group(context: Context, tables: Iterable[str]) -> list[str]:
    """Return these games and all games that they name as their group, recursively through forks."""
    group: dict[str, None] = {}
    pending = [*tables]
    while pending:
        table = pending.pop()
        if table not in group and context.store.exists(table):
            group[table] = None
            pending += context.tables.current(table).summary.tables
    return [*group]


def have_all_ended(context: Context, tables: Iterable[str]) -> bool:
    """Return whether each of these tables has a result or was voided. Only then may their deal be revealed."""
    return all(context.tables.current(table).table.result is not None for table in tables)
