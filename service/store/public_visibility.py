"""Decides whether a game is fully public while it runs, which never changes."""

from typing import Protocol

from service.store.entries.metadata_store import Arrangement, MetadataStore


class LineageSource(MetadataStore, Protocol):
    """A source of lineages and arrangements: a store or its cache."""

    def lineage(self, game: str) -> list[tuple[str, int]]:
        """Return (id, n) of each game that stores events of this one, the root first: those up to n belong to it."""


def is_fully_public(source: LineageSource, game: str) -> bool:
    """Return whether everyone may see the public view of this game without delay.

    This is false for private games, delayed games and forks. Only events of fully public games may be shown without a
    `VisibilityScope`, or stored where others can read them.
    """
    return len(source.lineage(game)) == 1 and not any(
        arranged.private or arranged.late for arranged in source.find_entries(Arrangement, game=game)
    )


def ancestors_with_events(lineage: list[tuple[str, int]]) -> list[str]:
    """Return the ancestors of a fork whose events it shares, the root first."""
    return [
        game
        for (game, upto), before in zip(lineage[:-1], [0, *(upto for _, upto in lineage)], strict=False)
        if upto > before
    ]
