"""Cards: a card is its variety, a hidden one is FACE_DOWN; section 1 of every rulebook."""

from typing import Annotated, Final

import msgspec

from domain.values import Value

Card = str
"""The id of a variety, such as "blue", or FACE_DOWN."""

FACE_DOWN: Final = "face_down"

SeatIndex = Annotated[int, msgspec.Meta(ge=0, lt=16)]
"""A seat, counted from 0 clockwise."""
FieldIndex = Annotated[int, msgspec.Meta(ge=0, lt=16)]
"""A bean field of one seat, counted from 0."""
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
"""How many, or the number of something counted; no game comes near the limit."""
Slot = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] | None
"""The running number of a card in one hand, or None where the reader may not know it."""
Steps = tuple[tuple[int, int], ...]
"""A beanometer: (cards, coins), ascending."""


class GivenCard(Value):
    """A card that somebody offers or hands over: whence it comes, what it is, and its slot if from a hand."""

    source: str
    variety: Card
    slot: Slot


def coins_for(card_count: int, steps: Steps) -> int:
    """Coins for a harvest of `card_count` cards. Rule: CL-1.2, MO-1.2, SI-1.2."""
    coins = 0
    for cards, worth in steps:
        if cards > card_count:
            break
        coins = worth
    return coins


def hidden(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """As many cards, face down."""
    return (FACE_DOWN,) * len(cards)


def without(cards: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...] | None:
    """`cards` less those in `gone`, each taken from the back; None when one of them is not there.

    A face-down card on either side stands for any card.
    """
    left = list(cards)
    for card in gone:
        for index in range(len(left) - 1, -1, -1):
            if left[index] == card:
                del left[index]
                break
        else:
            if FACE_DOWN in left:
                left.remove(FACE_DOWN)
            elif card == FACE_DOWN and left:
                left.pop()
            else:
                return None
    return tuple(left)
