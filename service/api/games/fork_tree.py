"""The tree of a game's forks, as far as the caller may know of them."""

from collections.abc import Callable, Hashable, Iterable
from typing import Final

from projections.summary import Summary
from service.access.reader import Reader
from service.access.visibility_scope import VisibilityScope
from service.api.games.game_summary import head_or_none
from service.api.response_schemas import ForkedGame, ForkList, GameHead

DEPTH_MAX: Final = 64
"""How many levels of forks one request may ask for."""
FORKS_MAX: Final = 200
"""How many forks of a tree are listed at once. The direct forks of the game are always listed."""


def dependencies(
    forks_of: Callable[[str], Iterable[Summary]], reader: Reader, sight: VisibilityScope
) -> Hashable | None:
    """Return what the list of a game's forks depends on, or None if a delay or a seal could change it."""
    versions: list[tuple[str, int]] = []
    for line in forks_of(sight.game):
        arrangement = reader.arrangement(line.game)
        if arrangement.private or arrangement.late:
            return None
        versions.append((line.game, line.version))
    return tuple(versions)


def visible_forks(
    forks_of: Callable[[str], Iterable[Summary]], reader: Reader, sight: VisibilityScope, depth: int
) -> ForkList:
    """Return the forks that the caller may know of, down to `depth`: those of the game first, then their forks.

    Access to each is checked. A hidden fork hides all below it, and a fork from an event that is delayed is hidden.
    """
    forks: list[ForkedGame] = []
    level, listed_games = [sight], {sight.game}
    for generation in range(depth):
        next_level: list[VisibilityScope] = []
        for parent in level:
            if generation and len(forks) >= FORKS_MAX:
                return ForkList(forks=forks, whole=False)
            for line in forks_of(parent.game):
                origin = line.forked_from
                if origin is None or origin.at > parent.version or line.game in listed_games:
                    continue
                listed_games.add(line.game)
                if (head := head_or_none(reader, line.game, sight.principal)) is None:
                    continue
                forks.append(_forked_game(parent.game, origin.at, head))
                if (
                    generation + 1 < depth
                    and (fork_sight := reader.sight_or_none(line.game, sight.principal)) is not None
                ):
                    next_level.append(fork_sight)
        level = next_level
    return ForkList(forks=forks, whole=True)


def _forked_game(parent: str, at: int, head: GameHead) -> ForkedGame:
    return ForkedGame(
        game=head.game,
        at=at,
        status=head.status,
        parent=parent,
        version=head.version,
        scores=head.scores,
        winners=head.winners,
    )
