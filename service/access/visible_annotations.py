"""Names and annotations of a game, as far as a principal may know."""

from domain.deal_commitments import SIMPLE
from service.access.annotations import COMMENTARY, REMOVED, paused_as_of, speaker_of
from service.access.audit_trail import sentence
from service.access.policy import SEAT, SPECTATOR
from service.access.visibility_scope import VisibilityScope
from service.store.entries.metadata_store import Annotation, FormerPlayer, MetadataStore, Player
from service.store.entries.tournament_entries import TournamentGame


def seated(register: MetadataStore, sight: VisibilityScope) -> dict[int, Player | FormerPlayer]:
    """Return the player at each seat, as far as the principal may know."""
    found: dict[int, Player | FormerPlayer] = {
        player.seat: player for player in register.find_entries(Player, game=sight.game)
    }
    if sight.until is not None:
        former = register.find_entries(FormerPlayer, game=sight.game)
        for player in sorted(former, key=lambda player: -player.n):
            if not sight.knows(player.n, player.at):
                found[player.seat] = player
    return found


def remarks(register: MetadataStore, sight: VisibilityScope) -> list[Annotation]:
    """Return the annotations that the principal may know of, in the order of the events."""
    entries = register.find_entries(Annotation, game=sight.game)
    return sorted((entry for entry in entries if may_know(entry, sight)), key=lambda entry: entry.n)


def may_know(entry: Annotation, sight: VisibilityScope) -> bool:
    """Return whether the principal may know of an annotation.

    What spectators and broadcasters say is kept from the seats until the game is over. A broadcaster sees what
    everybody may see, so commentary is as late as its event and no later. What was removed is known to no one.
    """
    if entry.kind == REMOVED:
        return False
    is_from_outside = entry.kind == COMMENTARY or speaker_of(entry)[0] == SPECTATOR
    if sight.relation == SEAT and not sight.over and is_from_outside:
        return False
    return entry.n <= sight.version if entry.kind == COMMENTARY else sight.knows(entry.n, entry.at)


def paused(register: MetadataStore, sight: VisibilityScope) -> bool:
    """Return whether the game is paused, as far as the principal may know."""
    if sight.until is None:
        return sight.arrangement.paused
    found = register.find_entries(Annotation, game=sight.game)
    if not any(entry.kind == "paused" for entry in found):  # it was paused before pauses were noted
        return sight.arrangement.paused
    return paused_as_of(entry for entry in found if sight.knows(entry.n, entry.at))


def gives_hints(register: MetadataStore, sight: VisibilityScope) -> bool:
    """Return whether the principal plays a game in which hints are allowed.

    All other seats are bots, the deal is a simple one, and the game belongs to no table of a tournament. The organiser
    can forbid hints when the game is made, which leaves a trace.
    """
    if sight.relation != SEAT or sight.over or sight.live.summary.level != SIMPLE:
        return False
    players = seated(register, sight)
    others = (seat for seat in range(len(sight.live.table.seats)) if seat != sight.principal.seat)
    if not all(seat in players and players[seat].kind == "bot" for seat in others):
        return False
    forbidden = any(entry.text == sentence("hints.off") for entry in register.find_entries(Annotation, game=sight.game))
    return not forbidden and not register.find_entries(TournamentGame, game=sight.game)
