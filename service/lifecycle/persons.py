"""The persons at the seats of a game, stated after it was made.

No arbiter may rule before all are known.
"""

import secrets
from collections.abc import Iterator

from domain.refusals import Misuse
from domain.values import Value
from service.access.annotations import TRACES_MAX, remark, require_room
from service.access.audit_trail import sentence
from service.access.context import Context
from service.access.identities import unknown_seats
from service.access.policy import SEAT
from service.access.visibility_scope import VisibilityScope
from service.lifecycle.token_holders import OWN_MAX, caller, stated
from service.ops.clock import now_ms
from service.problems import Problem
from service.store.entries.metadata_store import Entry, MetadataStore, TokenEntry
from service.store.entries.proceedings_entries import OWN_WORD, Bearer


class SeatPerson(Value):
    """Who sits at a seat, by an opaque id."""

    seat: int
    person: str


class Persons(Value):
    """Who sits at the seats. `different` says that different people sit at all other seats, without naming them."""

    seats: tuple[SeatPerson, ...] = ()
    different: bool = False


def set_persons(context: Context, sight: VisibilityScope, wish: Persons) -> tuple[int, ...]:
    """Store what the organiser or a seat states about who sits there. Return the seats that remain unknown.

    A seat states this of itself only. Such a person may not rule at that table, but the seat stays unknown if it was.
    Earlier statements stay. A statement of an organiser leaves a public trace. Raises Misuse for what cannot be stated.
    """
    own = sight.relation == SEAT
    for one in wish.seats:
        sight.require_seat(one.seat, "body.seats")
    if own and (wish.different or any(one.seat != sight.principal.seat for one in wish.seats)):
        raise Problem("seat.forbidden", "a seat may state only who sits at itself")
    at = now_ms()

    def entries(register: MetadataStore) -> Iterator[Entry]:
        by = OWN_WORD if own else caller(sight.principal, register)
        said = {one.seat: one.person for one in wish.seats}
        if wish.different:
            unknown = set(unknown_seats(register, sight.game, sight.players)).difference(said)
            said |= {seat: f"p-{secrets.token_hex(16)}" for seat in sorted(unknown)}
        for seat, person in said.items():
            if own and register.find_entries(Bearer, game=sight.game, seat=seat, person=person):
                continue  # that is known already
            made = stated(_token_at(register, sight.game, seat), person, by)
            if own and _is_full(register, sight.game, seat):
                raise Misuse(f"a seat names at most {OWN_MAX} persons", place="body.seats")
            yield made
        if said and not own:
            require_room(register, sight.game, sight.principal.name, TRACES_MAX)
            says = sentence("persons.different" if wish.different else "persons.stated")
            yield remark(
                sight.game, sight.live.version, "seat", says, at=at, by=sight.relation, author=sight.principal.name
            )

    context.register.change_entries(entries)
    context.notifier.notify(sight.game, sight.live.version)
    return unknown_seats(context.register, sight.game, sight.players)


def _token_at(register: MetadataStore, game: str, seat: int) -> TokenEntry:
    """Return the newest token of a seat. Raises Misuse if the seat never had one."""
    tokens = register.find_entries(TokenEntry, game=game, seat=seat)
    if not tokens:
        raise Misuse(f"seat {seat + 1} never had a token, so it has no player", place="body.seats")
    return tokens[-1]


def _is_full(register: MetadataStore, game: str, seat: int) -> bool:
    """Return whether a seat has named as many persons as it may."""
    return len(register.find_entries(Bearer, game=game, seat=seat, called_by=OWN_WORD)) >= OWN_MAX
