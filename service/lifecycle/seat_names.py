"""The public name of the player at a seat, set by the player or by the organiser."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from domain.refusals import Misuse
from domain.values import Value
from service.access.annotations import new_annotation
from service.access.audit_trail import trace_text
from service.access.context import Context
from service.access.policy import SEAT
from service.access.visibility_scope import VisibilityScope, is_own_seat
from service.ops.clock import now_ms
from service.problems import Problem
from service.store.entries.metadata_store import Annotation, Entry, MetadataStore, Player

NAME_CHANGES_MAX: Final = 20
"""How often one principal may change the name of a seat."""


class SeatName(Value):
    """The new public name of the player at a seat."""

    name: str


def name_seat(context: Context, sight: VisibilityScope, seat: int, wish: SeatName) -> None:
    """Set the public name of the player at a seat. The public trace holds no name, so that the name can be erased.

    The present name changes nothing. Raises `seat.forbidden` if a seat names another seat, and Misuse for an unknown
    seat or after too many changes.
    """
    sight.require_seat(seat, "path.seat")
    if sight.relation == SEAT and not is_own_seat(sight, seat):
        raise Problem("seat.forbidden", "a seat may name only itself", seat=seat)
    who, says = sight.principal.name, trace_text("seat.named", seat=seat)
    by = f"seat:{seat}" if sight.relation == SEAT else sight.relation

    def entries(register: MetadataStore) -> Iterator[Entry]:
        unknown = Player(game=sight.game, seat=seat, kind="human")
        player = next(iter(register.find_entries(Player, game=sight.game, seat=seat)), unknown)
        if player.name == wish.name:
            return
        traces = register.find_entries(Annotation, game=sight.game, author=who)
        if sum(trace.text == says for trace in traces) >= NAME_CHANGES_MAX:
            raise Misuse(f"a seat changes its name at most {NAME_CHANGES_MAX} times", place="name")
        yield replace(player, name=wish.name)
        yield new_annotation(sight.game, sight.live.version, "seat", says, at=now_ms(), by=by, author=who)

    context.register.change_entries(entries)
    context.notifier.notify(sight.game, sight.live.version)
