"""A table in a few lines of text, as one seat sees it."""

from collections.abc import Iterator

from domain.cards import FACE_DOWN, Card
from domain.events import Cards, DonationOffered
from domain.rulebook import Rulebook
from domain.rules.offers import Proposal, addressee
from domain.table import Table
from domain.view import View
from domain.visibility import seat_viewer


def render_table(table: Table, seat: int, rulebook: Rulebook) -> str:
    """Return the table as this seat sees it; `#` is a card that lies face down."""
    view = View.of(table, seat_viewer(seat))
    own, turn = view.table, table.turn
    discards = f"{_cards(view.discards[:1])} ({len(own.discard_pile)})"
    piles = f"draw pile {len(own.draw_pile)}, discard pile {discards}, exhaustions {own.exhaustions}"
    lines = [
        f"{rulebook.data.key}, seen by seat_{seat}: turn {turn.number}, seat_{turn.seat}, {turn.phase}",
        f"{piles}, turned up {_cards(own.turned_up)}",
    ]
    lines += [f"open: seat_{offer.seat} {_offer(offer)}" for offer in own.proposals]
    lines += _seats(own, seat)
    if table.result is not None:
        lines.append(f"scores {table.result.scores}, won by {table.result.winners}")
    return "\n".join(lines)


def _seats(own: Table, seat: int) -> Iterator[str]:
    for index, there in enumerate(own.seats):
        fields = ", ".join(_field(field) for field in there.fields)
        aside = f", set aside {_cards(there.set_aside)}" if there.set_aside else ""
        mark = ">" if index == seat else " "
        yield f"{mark} seat_{index}: {len(there.coins)} coins, fields {fields}, hand {_cards(there.hand)}{aside}"


def _field(field: Cards) -> str:
    if len(set(field)) > 1:
        return f"({_cards(field)})"
    return f"{field[-1]} x{len(field)}" if field else "empty"


def _cards(cards: Cards) -> str:
    return " ".join(map(_card, cards)) or "none"


def _card(card: Card) -> str:
    return "#" if card == FACE_DOWN else card


def _offer(offer: Proposal) -> str:
    to = f"to seat_{addressee(offer)}"
    if isinstance(offer, DonationOffered):
        return f"{to}: {_cards(tuple(card.variety for card in offer.cards))} as a gift"
    wants = tuple(card for card, count in offer.want.items() for _ in range(count)) + offer.want_turned_up
    return f"{to}: {_cards(tuple(card.variety for card in offer.give))} for {_cards(wants)}"
