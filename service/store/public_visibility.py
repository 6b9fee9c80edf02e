"""Whether a game is fully public as it happens.

This does not depend on the caller and never changes.
"""

from typing import Protocol

from service.store.entries.metadata_store import Arrangement, MetadataStore


class LineageSource(MetadataStore, Protocol):
    """The source of games' lineages and arrangements: a store, or its cache."""

    def lineage(self, game: str) -> list[tuple[str, int]]:
        """Return the games that hold the events of this one, each with the last event that counts.

        The root is first.
        """


def is_fully_public(archive: LineageSource, game: str) -> bool:
    """Return whether everyone may know all of this game as it happens.

    A private or delayed game is not for all, and a fork is what its ancestors are. Only events of games for all may be
    shown without a `VisibilityScope`, or stored where others can read them.
    """
    return len(archive.lineage(game)) == 1 and not any(
        arranged.private or arranged.late for arranged in archive.find_entries(Arrangement, game=game)
    )


def ancestors_with_events(lineage: list[tuple[str, int]]) -> list[str]:
    """Return the games whose own events a fork shares, the root first, without itself."""
    return [
        game
        for (game, upto), before in zip(lineage[:-1], [0, *(upto for _, upto in lineage)], strict=False)
        if upto > before
    ]
