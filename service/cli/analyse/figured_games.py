"""The games that count, with their figures brought up to the last finished game."""

from collections.abc import Sequence

from service.analytics.figures_store import FiguredGame, FiguresStore
from service.cli.output import say_note
from service.cli.progress import progress
from service.ops.clock import now_ms
from service.signing.rollback_guard import open_to_write
from service.store.location import Location


def figured_games(location: Location, edition: str | None) -> Sequence[FiguredGame]:
    """Return the games of an edition that count, in the order of their ends; a terminal shows a bar meanwhile."""
    with open_to_write(location, say_note) as store:
        figures = FiguresStore(store)
        heads = figures.counted(now_ms(), edition)
        with progress(len(heads), "counting") as done:
            figures.catch_up(heads, done)
        return list(figures.read(heads))
