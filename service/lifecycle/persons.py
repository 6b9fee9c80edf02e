"""The persons at the seats of a game, stated after the game was created.

No arbiter may rule before all persons are known.
"""

import secrets
from collections.abc import Iterator

from domain.refusals import Misuse
from domain.values import Value
from service.access.annotations import TRACES_PER_PRINCIPAL_MAX, new_annotation, require_annotation_quota
from service.access.audit_trail import trace_text
from service.access.context import Context
from service.access.identities import unknown_seats
from service.access.policy import SEAT
from service.access.visibility_scope import VisibilityScope
from service.lifecycle.token_holders import PERSONS_PER_SEAT_MAX, person_of, statement_entry
from service.ops.clock import now_ms
from service.problems import Problem
from service.store.entries.metadata_store import Entry, MetadataStore, TokenEntry
from service.store.entries.proceedings_entries import SELF_STATED, Bearer


class SeatPerson(Value):
    """The opaque id of the person at a seat."""

    seat: int
    person: str


class Persons(Value):
    """The persons at some seats. `different` says that different, unnamed people sit at all other seats."""

    seats: tuple[SeatPerson, ...] = ()
    different: bool = False


def set_persons(context: Context, sight: VisibilityScope, wish: Persons) -> tuple[int, ...]:
    """Store the persons that the organiser or a seat states. Return the seats whose person remains unknown.

    A seat may state only its own person. That person may not rule at the table, but the seat stays unknown if it was.
    Earlier statements stay. A statement of an organiser leaves a public trace. Raises Misuse for an impossible
    statement.
    """
    is_seat = sight.relation == SEAT
    for one in wish.seats:
        sight.require_seat(one.seat, "body.seats")
    if is_seat and (wish.different or any(one.seat != sight.principal.seat for one in wish.seats)):
        raise Problem("seat.forbidden", "a seat may state only who sits at itself")
    at = now_ms()

    def entries(register: MetadataStore) -> Iterator[Entry]:
        by = SELF_STATED if is_seat else person_of(sight.principal, register)
        persons = {one.seat: one.person for one in wish.seats}
        if wish.different:
            unknown = set(unknown_seats(register, sight.game, sight.players)).difference(persons)
            persons |= {seat: f"p-{secrets.token_hex(16)}" for seat in sorted(unknown)}
        for seat, person in persons.items():
            if is_seat and register.find_entries(Bearer, game=sight.game, seat=seat, person=person):
                continue  # it was stated before
            entry = statement_entry(_token_at(register, sight.game, seat), person, by)
            if is_seat and _has_named_most(register, sight.game, seat):
                raise Misuse(f"a seat names at most {PERSONS_PER_SEAT_MAX} persons", place="body.seats")
            yield entry
        if persons and not is_seat:
            require_annotation_quota(register, sight.game, sight.principal.name, TRACES_PER_PRINCIPAL_MAX)
            says = trace_text("persons.different" if wish.different else "persons.stated")
            yield new_annotation(
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


def _has_named_most(register: MetadataStore, game: str, seat: int) -> bool:
    """Return whether a seat has named the largest allowed number of persons."""
    return len(register.find_entries(Bearer, game=game, seat=seat, called_by=SELF_STATED)) >= PERSONS_PER_SEAT_MAX
