"""Section 4 of every rulebook: planting."""

from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import replace

from domain.cards import FACE_DOWN, Card
from domain.commands import EndPlanting, PlantFromHand, PlantSetAside
from domain.events import BeanPlanted, Cards
from domain.evolve import applies, register
from domain.pending_events import PendingEvents
from domain.refusals import AbsentCard, CorruptHistory, UnknownCard
from domain.rulebook import GuardFailure, Mechanism, Rulebook
from domain.table import Seat, Table
from domain.values import changed


def fits_one_variety(field: Cards, bean: Card, source: str) -> bool:
    """Return whether the field is empty or grows the same variety. Rule: CL-4.1, CL-4.2."""
    return not field or field[-1] == bean


def forbids_field(rulebook: Rulebook, seat: Seat, index: int, bean: Card, source: str) -> Mechanism | None:
    """Forbid planting this bean in a field that is absent or does not take it. Rule: CL-4.1, CL-4.6."""
    if not 0 <= index < len(seat.fields):
        return _no_such_field(seat)
    planting, field = rulebook.planting, seat.fields[index]
    if planting.fits(field, bean, source):
        return None
    if planting.misfit is not None and (refused := planting.misfit(field, bean, source)):
        return refused
    return "plant.variety" if any(planting.fits(other, bean, source) for other in seat.fields) else "plant.make_room"


def _no_such_field(seat: Seat) -> Mechanism:
    return GuardFailure("plant.own_field", f"the fields are 1 to {len(seat.fields)}")


def forbids_plant_from_hand(rulebook: Rulebook, table: Table, move: PlantFromHand) -> Mechanism | None:
    """Forbid all but the front card of the active seat, as often as phase 1 allows. Rule: CL-4.4 to CL-4.6."""
    turn, seat = table.turn, table.seats[move.seat]
    if move.seat != turn.seat:
        return "plant.active"
    if turn.planted >= rulebook.data.plant_max:
        return "plant.limit"
    if not seat.hand:
        return "plant.no_card"
    if move.slot not in (None, seat.slots[0]):
        return GuardFailure("plant.not_front", f"slot {move.slot} is asked for, and slot {seat.slots[0]} is in front")
    if not 0 <= move.field < len(seat.fields):
        return _no_such_field(seat)  # independent of the front card
    return forbids_field(rulebook, seat, move.field, table.front_card(move.seat), "hand")


def plant_from_hand(rulebook: Rulebook, draft: PendingEvents, move: PlantFromHand) -> None:
    """Plant the front card in the field; without the guard, also a card behind it. Rule: CL-4.4, CL-4.5."""
    seat = draft.table.seats[move.seat]
    if move.slot not in (None, seat.slots[0]):
        bean = seat.hand[seat.slots.index(move.slot)]
        draft.record(BeanPlanted(seat=move.seat, field=move.field, variety=bean, source="hand", slot=move.slot))
        return
    plant(rulebook, draft, move.seat, move.field, seat.hand[0], "hand")


def plant(rulebook: Rulebook, draft: PendingEvents, seat: int, field: int, bean: Card, source: str) -> None:
    """Move the bean to the field from the area that events call `source`. Rule: CL-4.1."""
    doubles = rulebook.planting.doubles
    doubled = doubles and doubles(draft.table.seats[seat].fields[field], bean)
    draft.record(BeanPlanted(seat=seat, field=field, variety=bean, source=source, doubled=doubled))


def plant_from_hand_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[PlantFromHand]:
    """Yield the planting in each field of the active seat."""
    if seat != table.turn.seat:
        return []
    return [PlantFromHand(seat=seat, field=index) for index in range(len(table.seats[seat].fields))]


def plant_from_hand_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[PlantFromHand]:
    """Yield plantings out of turn, into an absent field, or of another card than the front one."""
    own = table.seats[seat]
    behind = (PlantFromHand(seat=seat, field=0, slot=slot) for slot in own.slots[1:2])
    return [PlantFromHand(seat=seat, field=0), PlantFromHand(seat=seat, field=len(own.fields)), *behind]


def forbids_end_planting(rulebook: Rulebook, table: Table, move: EndPlanting) -> Mechanism | None:
    """Forbid the end before the front card is planted, unless there was none. Rule: CL-4.4, CL-3.3."""
    if move.seat != table.turn.seat:
        return "plant.active"
    if table.turn.planted < rulebook.data.plant_required and table.seats[move.seat].hand:
        return "plant.first"
    return None


def end_planting_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[EndPlanting]:
    """Yield the one way to end, for the active seat."""
    return [EndPlanting(seat=seat)] if seat == table.turn.seat else []


def end_planting_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[EndPlanting]:
    """Yield an end out of turn."""
    return [EndPlanting(seat=seat)]


def forbids_plant_set_aside(rulebook: Rulebook, table: Table, move: PlantSetAside) -> Mechanism | None:
    """Forbid planting a card that the seat has not set aside; the order is free. Rule: CL-4.7, CL-4.1, CL-4.6."""
    seat = table.seats[move.seat]
    if move.variety not in seat.set_aside:
        if FACE_DOWN in seat.set_aside:
            raise UnknownCard(f"seats[{move.seat}].set_aside[{seat.set_aside.index(FACE_DOWN)}]")
        return GuardFailure("plant.set_aside", f"no {move.variety} is set aside by seat {move.seat + 1}")
    return forbids_field(rulebook, seat, move.field, move.variety, "set_aside")


def plant_set_aside(rulebook: Rulebook, draft: PendingEvents, move: PlantSetAside) -> None:
    """Plant the set-aside card in the field. Rule: CL-4.7."""
    plant(rulebook, draft, move.seat, move.field, move.variety, "set_aside")


def plant_set_aside_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[PlantSetAside]:
    """Yield each variety set aside in each field of the seat."""
    own = table.seats[seat]
    return [
        PlantSetAside(seat=seat, variety=variety, field=index)
        for variety in dict.fromkeys(own.set_aside)
        if variety != FACE_DOWN
        for index in range(len(own.fields))
    ]


def plant_set_aside_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[PlantSetAside]:
    """Yield plantings of what is not set aside, or into an absent field."""
    own = table.seats[seat]
    absent = next((card for card in dict.fromkeys(rulebook.deck) if card not in own.set_aside), None)
    if absent is not None:
        yield PlantSetAside(seat=seat, variety=absent, field=0)
    if own.set_aside:
        yield PlantSetAside(seat=seat, variety=own.set_aside[0], field=len(own.fields))


def seats_with_set_aside(table: Table) -> tuple[int, ...]:
    """Return the seats with set-aside cards to plant, or the active seat where there are none. Rule: CL-4.7."""
    having = tuple(index for index, seat in enumerate(table.seats) if seat.set_aside)
    return having or (table.turn.seat,)


def is_nothing_set_aside(table: Table) -> bool:
    """Return whether all received or kept cards are planted. Rule: CL-4.8."""
    return not any(seat.set_aside for seat in table.seats)


SourceRemoval = Callable[[Table, Seat, BeanPlanted], tuple[Table, Seat]]
_removals: Final[dict[str, SourceRemoval]] = {}


def declare_plant_source(source: str) -> Callable[[SourceRemoval], SourceRemoval]:
    """Register the function that removes a planted card from the area `source`; the hand has its own rules."""

    def declare(leave: SourceRemoval) -> SourceRemoval:
        register(_removals, source, leave, f"planting from {source} is declared already")
        return leave

    return declare


@applies(BeanPlanted)
def bean_planted(table: Table, event: BeanPlanted) -> Table:
    """Move the card from its area to the top of the field."""
    index, field = event.seat, event.field
    seat = table.seats[index]
    fields = seat.fields
    grown = changed(fields, field, (*fields[field], event.variety))
    if event.source == "hand":
        turn, hand, slots = table.turn, seat.hand, seat.slots
        at = 0 if event.slot is None else slots.index(event.slot)
        if not (hand and (hand[at] == event.variety or FACE_DOWN in (hand[at], event.variety))):
            raise AbsentCard((event.variety,), "front" if event.variety in hand else "hand", index)
        left = (hand[1:], slots[1:]) if at == 0 else (hand[:at] + hand[at + 1 :], slots[:at] + slots[at + 1 :])
        planted = replace(seat, hand=left[0], slots=left[1], fields=grown)
        return replace(table, seats=changed(table.seats, index, planted), turn=replace(turn, planted=turn.planted + 1))
    if (leave := _removals.get(event.source)) is None:
        raise CorruptHistory(f"nothing is planted from {event.source}")
    table, seat = leave(table, seat, event)
    return table.with_seat(index, replace(seat, fields=grown))


@declare_plant_source("set_aside")
def remove_from_set_aside(table: Table, seat: Seat, event: BeanPlanted) -> tuple[Table, Seat]:
    """Remove the planted card from the set-aside area."""
    area = seat.set_aside
    card = event.variety if event.variety in area else FACE_DOWN
    if card not in area:
        raise AbsentCard((event.variety,), "set_aside", event.seat)
    at = area.index(card)
    return table, replace(seat, set_aside=area[:at] + area[at + 1 :])
