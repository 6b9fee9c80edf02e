"""The games that count, with their figures brought up to the last finished game."""

from collections.abc import Sequence

from service.analytics.figures_store import FiguredGame, FiguresStore
from service.cli.output import say_note
from service.cli.progress import progress
from service.ops.clock import now_ms
from service.store.event_store import GameStore


def figured_games(store: GameStore, edition: str | None) -> Sequence[FiguredGame]:
    """Return the games of an edition that count, in the order of their ends; a terminal shows a bar meanwhile.

    In a store that can only be read they are those that were counted before.
    """
    figures = FiguresStore(store)
    heads = figures.counted(now_ms(), edition)
    if store.writable:
        with progress(len(heads), "counting") as done:
            figures.catch_up(heads, done)
    else:
        say_note("this store can only be read: statistics and ratings are of the games that were counted before")
    return list(figures.read(heads))
