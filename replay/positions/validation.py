"""Checks that a position can lie on a table."""

from domain.cards import FACE_DOWN
from domain.invariants import cards_on
from domain.refusals import ImpossiblePosition
from domain.rulebook import Rulebook
from domain.table import Table
from replay.positions.open_offers import offer_faults


def require_possible(rulebook: Rulebook, table: Table) -> None:
    """Raise ImpossiblePosition for unknown cards, too many of one, absent seats or phases, and the like."""
    if table.turn.seat >= len(table.seats):
        says = f"there is no seat {table.turn.seat + 1}: seats are 1 to {len(table.seats)}"
        raise ImpossiblePosition(says)
    phases = [phase.name for phase in (*rulebook.opening[2:], *rulebook.turn)]  # from the deal on
    if table.turn.phase not in phases:
        names = ", ".join(phases)
        says = f"there is no phase {table.turn.phase!r} in {table.edition}; phases are {names}"
        raise ImpossiblePosition(says)
    _check_cards(rulebook, table)
    _check_fields(rulebook, table)
    _check_numbers(rulebook, table)
    for says in offer_faults(rulebook, table):
        raise ImpossiblePosition(says)
    for own in rulebook.invariants:
        for says in own(rulebook, table):
            raise ImpossiblePosition(says)


def _check_cards(rulebook: Rulebook, table: Table) -> None:
    deck, lying = rulebook.deck_counts, cards_on(table)
    face_down = lying.pop(FACE_DOWN, 0)
    for card, count in lying.items():
        if card not in deck:
            raise ImpossiblePosition(f"no card {card!r} in this game")
        if count > deck[card]:
            raise ImpossiblePosition(f"{count} cards {card}: the deck has {deck[card]}")
    if lying.total() + face_down > deck.total():
        raise ImpossiblePosition(f"{lying.total() + face_down} cards: the deck has {deck.total()}")


def _check_fields(rulebook: Rulebook, table: Table) -> None:
    for index, seat in enumerate(table.seats):
        for number, field in enumerate(seat.fields, 1):
            for at, card in enumerate(field):
                if FACE_DOWN in field:
                    says = f"the cards in the fields of seat {index + 1} lie face up"
                    raise ImpossiblePosition(says)
                if at and not any(rulebook.planting.fits(field[:at], card, source) for source in ("hand", "set_aside")):
                    says = f"in field {number} of seat {index + 1} no {card} grows on {field[at - 1]}"
                    raise ImpossiblePosition(says)


def _check_numbers(rulebook: Rulebook, table: Table) -> None:
    if table.turn.planted > rulebook.data.plant_max:
        says = f"{table.turn.planted} cards were planted in this turn, and may be {rulebook.data.plant_max}"
        raise ImpossiblePosition(says)
    if table.exhaustions > rulebook.drawing.exhaustions_to_end:
        says = f"{table.exhaustions} exhaustions are too many: with {rulebook.drawing.exhaustions_to_end} the game ends"
        raise ImpossiblePosition(says)
    seats, result = len(table.seats), table.result
    if result is not None and result.scores is not None and len(result.scores) != seats:
        raise ImpossiblePosition(f"{len(result.scores)} scores of {seats} seats")
    if result is not None and any(not 0 <= seat < seats for seat in result.winners or ()):
        raise ImpossiblePosition(f"winners are seats, 1 to {seats}")
