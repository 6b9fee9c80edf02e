"""Fills noted cards into a table whose hidden cards lie face down."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from domain.cards import FACE_DOWN, Card, all_face_down
from domain.commands import SeatCommand
from domain.events import Cards
from domain.member_types import Kind, members_of
from domain.refusals import UnknownCard
from domain.table import Table

KnownCards = dict[tuple[int, int], Card]
"""The varieties of cards known so far, by seat and slot."""


DeniedCard = tuple[int, int | None, Cards]
"""A card in a hand, by seat and slot, and the varieties that players reported it not to be."""


class NoteConflict(Exception):
    """A card is noted as one variety and known as another."""

    def __init__(self, says: str) -> None:
        super().__init__(says)
        self.says = says


class NotedChance:
    """The chance of a game that was played at a table: the noted outcomes, else face-down cards.

    `lots` are the seats drawn, `items` the order of what was laid out, `shuffles` the orders of this move's shuffles.
    """

    commitment = None

    def __init__(self, lots: Sequence[int] = (), items: tuple[str, ...] = ()) -> None:
        self._lots, self._items = lots, items
        self.shuffles: list[Cards] = []
        self.top_of_next_shuffle: Cards = ()

    def shuffle(self, k: int, contributions: tuple[str, ...], pile: Cards) -> Cards:  # noqa: ARG002  # a Chance
        """Return the noted order, or else the cards known to come first; NoteConflict for other cards."""
        order = self.shuffles.pop(0) if self.shuffles else all_face_down(pile)
        if len(order) != len(pile):
            raise NoteConflict(f"{len(order)} cards are noted in this shuffle, and {len(pile)} are shuffled")
        top, self.top_of_next_shuffle = self.top_of_next_shuffle[: len(order)], self.top_of_next_shuffle[len(order) :]
        return overlay_cards(order, top)

    def lot(self, j: int, contributions: tuple[str, ...], candidates: tuple[int, ...]) -> int:  # noqa: ARG002  # a Chance
        """Return the seat that was drawn; UnknownCard where that is not noted."""
        if j >= len(self._lots) or self._lots[j] not in candidates:
            raise UnknownCard("lot")
        return self._lots[j]

    def order(self, j: int, contributions: tuple[str, ...], items: tuple[str, ...]) -> tuple[str, ...]:  # noqa: ARG002  # a Chance
        """Return the order that was noted; UnknownCard where none is."""
        if sorted(self._items) != sorted(items):
            raise UnknownCard("lot")
        return self._items

    def draw_share(self, seat: int) -> str | None:  # noqa: ARG002  # a Chance
        """Return None: this deal has no proof."""
        return None

    def verify_share(self, seat: int, contribution: str, commitment: str) -> bool:  # noqa: ARG002  # a Chance
        """Return False: no seat has committed to a share."""
        return False

    def reveal(self) -> str | None:
        """Return None: there is no seed to reveal."""
        return None


def overlay_cards(lying: Cards, noted: Cards) -> Cards:
    """Return the cards with the first ones as noted; NoteConflict if one is known as another variety."""
    if len(noted) > len(lying):
        raise NoteConflict(f"{len(noted)} cards are noted, and {len(lying)} are there")
    return tuple(_merge_card(one, other) for one, other in zip(lying, noted, strict=False)) + lying[len(noted) :]


def _merge_card(lying: Card, noted: Card) -> Card:
    if noted == FACE_DOWN:
        return lying
    if lying not in (FACE_DOWN, noted):
        raise NoteConflict(f"{noted} is noted where {lying} lies")
    return noted


def put_on_pile(table: Table, brought: Cards, chance: NotedChance) -> Table:
    """Return the table with these cards of a move on top of the pile. Cards beyond the pile go to the next shuffle."""
    here, chance.top_of_next_shuffle = brought[: len(table.draw_pile)], brought[len(table.draw_pile) :]
    return replace(table, draw_pile=overlay_cards(table.draw_pile, here)) if here else table


def slots_of_command(table: Table, command: SeatCommand, count: int) -> list[int]:
    """Return the slots of the hand cards that a command names, in order; without any, the first `count` slots."""
    found: list[int] = []
    for member in members_of(type(command)):
        value = getattr(command, member.attribute)
        if member.kind is Kind.SLOT:
            found += [slot for slot in (value if member.many else (value,)) if slot is not None]
        elif member.parts:
            refs = value if member.many else (value,)
            found += [ref.slot for ref in refs if getattr(ref, "slot", None) is not None]
    return found or [slot for slot in table.seats[command.seat].slots[:count] if slot is not None]


def require_not_denied(denied: Iterable[DeniedCard], seat: int, cards: Mapping[int, Card]) -> None:
    """Raise NoteConflict where one of these cards of a hand, by slot, is noted as a variety that was denied."""
    for whose, slot, never in denied:
        if whose == seat and slot is not None and cards.get(slot) in never:
            raise NoteConflict(f"{cards[slot]} is noted, and it was told that this card is not one")


def put_in_hand(table: Table, seat: int, named: Mapping[int, Card]) -> Table:
    """Return the table with these cards, by slot, in the hand of a seat; NoteConflict if one is known as another."""
    own = table.seats[seat]
    hand = list(own.hand)
    for at, slot in enumerate(own.slots):
        if slot is not None and slot in named:
            hand[at] = _merge_card(hand[at], named[slot])
    return table.with_seat(seat, replace(own, hand=tuple(hand)))
