"""Filters the names and annotations of a game by what a principal may know."""

from domain.deal_commitments import SIMPLE
from service.access.annotations import COMMENTARY, REMOVED, is_paused_after, writer_of
from service.access.audit_trail import trace_text
from service.access.policy import SEAT, SPECTATOR
from service.access.visibility_scope import VisibilityScope
from service.store.entries.metadata_store import Annotation, FormerPlayer, MetadataStore, Player
from service.store.entries.tournament_entries import TournamentGame


def players_by_seat(register: MetadataStore, sight: VisibilityScope) -> dict[int, Player | FormerPlayer]:
    """Return the player at each seat, as far as the principal may know."""
    players: dict[int, Player | FormerPlayer] = {
        player.seat: player for player in register.find_entries(Player, game=sight.game)
    }
    if sight.until is not None:
        former = register.find_entries(FormerPlayer, game=sight.game)
        for player in sorted(former, key=lambda player: -player.n):
            if not sight.knows(player.n, player.at):
                players[player.seat] = player
    return players


def visible_annotations(register: MetadataStore, sight: VisibilityScope) -> list[Annotation]:
    """Return the annotations that the principal may know of, in the order of the events."""
    entries = register.find_entries(Annotation, game=sight.game)
    return sorted((entry for entry in entries if may_know(entry, sight)), key=lambda entry: entry.n)


def may_know(entry: Annotation, sight: VisibilityScope) -> bool:
    """Return whether the principal may know of an annotation.

    - No principal may know of a removed comment.
    - Seats may know of comments by spectators and broadcasters only after the game.
    - Commentary becomes visible with its event, because a broadcaster sees no more than everybody.
    """
    if entry.kind == REMOVED:
        return False
    is_from_outside = entry.kind == COMMENTARY or writer_of(entry)[0] == SPECTATOR
    if sight.relation == SEAT and not sight.over and is_from_outside:
        return False
    return entry.n <= sight.version if entry.kind == COMMENTARY else sight.knows(entry.n, entry.at)


def is_paused(register: MetadataStore, sight: VisibilityScope) -> bool:
    """Return whether the game is paused, as far as the principal may know."""
    if sight.until is None:
        return sight.arrangement.paused
    annotations = register.find_entries(Annotation, game=sight.game)
    if not any(entry.kind == "paused" for entry in annotations):  # games from before pauses left annotations
        return sight.arrangement.paused
    return is_paused_after(entry for entry in annotations if sight.knows(entry.n, entry.at))


def allows_hints(register: MetadataStore, sight: VisibilityScope) -> bool:
    """Return whether the principal plays a game in which hints are allowed.

    They are if all other seats are bots, the deal is a simple one, and no table of a tournament has the game. The
    organiser can forbid hints when creating the game, which leaves a trace.
    """
    if sight.relation != SEAT or sight.over or sight.live.summary.level != SIMPLE:
        return False
    players = players_by_seat(register, sight)
    others = (seat for seat in range(len(sight.live.table.seats)) if seat != sight.principal.seat)
    if not all(seat in players and players[seat].kind == "bot" for seat in others):
        return False
    forbidden = any(
        entry.text == trace_text("hints.off") for entry in register.find_entries(Annotation, game=sight.game)
    )
    return not forbidden and not register.find_entries(TournamentGame, game=sight.game)
