"""Section 1 of every rulebook: cards, each written as its variety or as FACE_DOWN where it is hidden."""

from typing import Annotated, Final

import msgspec

from domain.member_types import Kind, Source
from domain.values import Value

Card = Annotated[str, Kind.CARD]
"""The id of a variety, such as "blue", or FACE_DOWN."""
CoinCard = Annotated[str, Kind.COIN]
"""A card that is a coin or becomes one, written as its variety."""
CoinCards = tuple[CoinCard, ...]
FACE_DOWN: Final = "face_down"
Slot = Annotated[int, msgspec.Meta(ge=0, le=1_000_000), Kind.SLOT] | None
"""The running number of a card in one hand, or None where the reader may not know it."""
Score = Annotated[int, msgspec.Meta(ge=0, le=1_000_000), Kind.SCORE]
"""What a seat has at the end: coins, or points."""
Steps = tuple[tuple[int, int], ...]
"""A beanometer: (cards, coins), ascending."""


class GivenCard(Value):
    """A card that a seat offers or hands over: its area, its variety, and its slot if it is a hand card."""

    source: Source
    variety: Card
    slot: Slot


def coins_for(card_count: int, steps: Steps) -> int:
    """Return the coins for a harvest of `card_count` cards. Rule: CL-1.2, MO-1.2, SI-1.2."""
    coins = 0
    for cards, worth in steps:
        if cards > card_count:
            break
        coins = worth
    return coins


def may_be_equal(cards: tuple[Card, ...], others: tuple[Card, ...]) -> bool:
    """Return whether these can be the same cards: equally many, and equal wherever both are known."""
    return len(cards) == len(others) and all(
        card == other or FACE_DOWN in (card, other) for card, other in zip(cards, others, strict=True)
    )


def all_face_down(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the same number of cards, all FACE_DOWN."""
    return (FACE_DOWN,) * len(cards)


def without_cards(cards: tuple[Card, ...], removed: tuple[Card, ...]) -> tuple[Card, ...] | None:
    """Return `cards` without the `removed` ones, each taken from the back; None when one of them is missing.

    A face-down card on either side matches any card. If a face-down card is removed, all cards left are unknown.
    """
    left = list(cards)
    for card in removed:
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
    return all_face_down(tuple(left)) if FACE_DOWN in removed else tuple(left)
