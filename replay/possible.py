"""What cannot lie on a table: unknown cards, too many of one, numbers and offers that no rule allows."""

from collections import Counter

from domain.cards import FACE_DOWN, Card
from domain.invariants import cards_on
from domain.refusals import Misuse
from domain.rulebook import Rulebook
from domain.table import Table
from replay.offered import impossible_offers


def require_possible(rules: Rulebook, table: Table) -> None:
    """Misuse for what cannot lie on a table: unknown cards, too many of one, seats and phases that are not there."""
    if table.turn.seat >= len(table.seats):
        raise Misuse("position.invalid", f"turn.seat is {table.turn.seat}: seats are 0 to {len(table.seats) - 1}")
    phases = [phase.name for phase in (*rules.opening[2:], *rules.turn)]  # from the deal on
    if table.turn.phase not in phases:
        names = ", ".join(phases)
        raise Misuse("position.invalid", f"no phase {table.turn.phase!r} in {table.edition}; phases are {names}")
    _check_cards(rules, table)
    _check_fields(rules, table)
    _check_numbers(rules, table)
    for says in impossible_offers(rules, table):
        raise Misuse("position.invalid", says)
    for own in rules.invariants:
        for says in own(rules, table):
            raise Misuse("position.invalid", says)


def _check_cards(rules: Rulebook, table: Table) -> None:
    deck, lying = Counter[Card](rules.deck), cards_on(table)
    face_down = lying.pop(FACE_DOWN, 0)
    for card, count in lying.items():
        if card not in deck:
            raise Misuse("position.invalid", f"no card {card!r} in this game")
        if count > deck[card]:
            raise Misuse("position.invalid", f"{count} cards {card}: the deck has {deck[card]}")
    if lying.total() + face_down > deck.total():
        raise Misuse("position.invalid", f"{lying.total() + face_down} cards: the deck has {deck.total()}")


def _check_fields(rules: Rulebook, table: Table) -> None:
    for index, seat in enumerate(table.seats):
        for field in seat.fields:
            for at, card in enumerate(field):
                if FACE_DOWN in field:
                    raise Misuse("position.invalid", f"seats[{index}].fields: cards in fields lie face up")
                if at and not any(rules.fits(field[:at], card, source) for source in ("hand", "set_aside")):
                    raise Misuse("position.invalid", f"seats[{index}].fields: {card} cannot grow on {field[at - 1]}")


def _check_numbers(rules: Rulebook, table: Table) -> None:
    if table.turn.planted > rules.data.plant_max:
        raise Misuse("position.invalid", f"turn.planted is {table.turn.planted}: at most {rules.data.plant_max}")
    if table.exhaustions > rules.exhaustions_to_end:
        raise Misuse("position.invalid", f"exhaustions is {table.exhaustions}: at most {rules.exhaustions_to_end}")
    seats, result = len(table.seats), table.result
    if result is not None and result.scores is not None and len(result.scores) != seats:
        raise Misuse("position.invalid", f"{len(result.scores)} scores of {seats} seats")
    if result is not None and any(not 0 <= seat < seats for seat in result.winners or ()):
        raise Misuse("position.invalid", f"winners are seats, 0 to {seats - 1}")
