"""Names and annotations of a game, as far as a principal may know."""

from service.access.annotations import paused_as_of
from service.access.visibility_scope import VisibilityScope
from service.store.entries.metadata_store import Annotation, FormerPlayer, MetadataStore, Player


def seated(register: MetadataStore, sight: VisibilityScope) -> dict[int, Player | FormerPlayer]:
    """Return the player at each seat, as far as the principal may know."""
    found: dict[int, Player | FormerPlayer] = {
        player.seat: player for player in register.noted(Player, game=sight.game)
    }
    if sight.until is not None:
        former = register.noted(FormerPlayer, game=sight.game)
        for player in sorted(former, key=lambda player: -player.n):
            if not sight.knows(player.n, player.at):
                found[player.seat] = player
    return found


def remarks(register: MetadataStore, sight: VisibilityScope) -> list[Annotation]:
    """Return the annotations that the principal may know of, in the order of the events."""
    entries = register.noted(Annotation, game=sight.game)
    return sorted((entry for entry in entries if sight.knows(entry.n, entry.at)), key=lambda entry: entry.n)


def paused(register: MetadataStore, sight: VisibilityScope) -> bool:
    """Return whether the game is paused, as far as the principal may know."""
    if sight.until is None:
        return sight.arrangement.paused
    found = register.noted(Annotation, game=sight.game)
    if not any(entry.kind == "paused" for entry in found):  # it was paused before pauses were noted
        return sight.arrangement.paused
    return paused_as_of(entry for entry in found if sight.knows(entry.n, entry.at))
