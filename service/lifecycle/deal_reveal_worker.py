"""The thread that reveals the deal of a group of tables once the last of them has ended."""

from collections.abc import Iterable, Iterator
from typing import Final

from projections.summary import GameStatus, Summary
from service.access.context import Context
from service.commands.notifier import Topic
from service.ops.polling_thread import PollingThread
from service.problems import Problem

DUTY: Final = "opener"
"""The lease that lets one process on a store do this."""
IDLE_SECONDS: Final = 1.0
"""How often to check without a notification."""


class DealRevealWorker:
    """Follows beginnings and ends of games, and reveals the deal of a group when each of its games is over."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._position: int | None = None
        self._thread = PollingThread("opener", self.turn, idle_seconds=IDLE_SECONDS)

    def start(self) -> None:
        """Reveal deals of games that end from now on, and those that were left."""
        self._context.notifier.subscribe(Topic.EVENTS, self._thread.wake)
        self._thread.start()

    def stop(self) -> None:
        """Finish the game under way and begin no other."""
        self._thread.stop()

    def turn(self) -> None:
        """Reveal the deals that are due, if this process holds the lease."""
        store = self._context.store
        if not (store.writable and store.take_lease(DUTY)):
            return
        upto = store.position()
        # An imported file could name games that are played here, so its group is not trusted.
        seen = set[str]()
        for head in self._news(upto):
            if head.tables and not head.imported and head.game not in seen:
                seen.update(open_group(self._context, head.tables))
        self._position = upto

    def _news(self, upto: int) -> Iterator[Summary]:
        """Yield the games that have ended since the last check; at first all."""
        game_index = self._context.store.game_index
        if self._position is None:
            for status in (GameStatus.FINISHED, GameStatus.VOIDED):
                yield from game_index.newest(status=status)
            return
        written = self._context.store.milestones_since(self._position, upto)
        heads = map(game_index.head, dict.fromkeys(game for _, game in written))
        yield from (head for head in heads if head is not None and head.result is not None)


def open_group(context: Context, tables: Iterable[str]) -> list[str]:
    """Reveal the deal of these tables, and of all in their group, if all have ended. Return the group.

    A table of the group that does not exist keeps no deal hidden.
    """
    made = together(context, tables)
    if not is_over(context, made):
        return made
    for table in made:
        try:
            context.live.open(table)
        except Problem as problem:  # it was revealed before
            if problem.code != "game.conflict":
                raise
    return made


def together(context: Context, tables: Iterable[str]) -> list[str]:
    """Return these games and, through any number of forks, all that the log of one of them names as its group."""
    found: dict[str, None] = {}
    asked = [*tables]
    while asked:
        table = asked.pop()
        if table not in found and context.store.exists(table):
            found[table] = None
            asked += context.tables.at_present(table).summary.tables
    return [*found]


def is_over(context: Context, tables: Iterable[str]) -> bool:
    """Return whether each of these tables has a result or was voided.

    Before that no seed and no hidden card is revealed.
    """
    return all(context.tables.at_present(table).table.result is not None for table in tables)
