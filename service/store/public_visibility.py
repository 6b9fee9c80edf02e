"""Whether everybody may know all of a game as it happens: it depends on nobody who asks, so it never changes."""

from typing import Protocol

from service.store.entries.metadata_store import Arrangement, MetadataStore


class GameOrigins(MetadataStore, Protocol):
    """What says how games came to be: a store, or what is remembered of it."""

    def lineage(self, game: str) -> list[tuple[str, int]]:
        """Return the games that hold the events of this one, each with the last event that counts; the root first."""


def is_for_all(archive: GameOrigins, game: str) -> bool:
    """Return whether everybody may know all of this game as it happens.

    Not of one that is private or that spectators see late; nor of a fork, which is what its ancestors are. Only what is
    for all may be told without a `VisibilityScope`, or kept where others can read it.
    """
    return len(archive.lineage(game)) == 1 and not any(
        arranged.private or arranged.late for arranged in archive.noted(Arrangement, game=game)
    )


def givers(lineage: list[tuple[str, int]]) -> list[str]:
    """The games whose own events a fork shares, the root first: itself left out, and who only passed events on."""
    return [
        game
        for (game, upto), before in zip(lineage[:-1], [0, *(upto for _, upto in lineage)], strict=False)
        if upto > before
    ]
