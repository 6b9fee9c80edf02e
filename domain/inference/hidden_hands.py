"""What a viewer can know of the cards in a hand of which only the backs are visible.

It is inferred from the events as this viewer reads them: when each hand grew, and where cards that left it can have
lain. Offered cards are named, and stay in the hand until the deal. So when all others of a part of it have gone, the
cards left there are known. `domain.inference.knowledge` adds what counting the deck shows.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from domain.cards import FACE_DOWN, Card, GivenCard
from domain.events import BeansDonated, Cards, DonationOffered, Event, TradeAccepted, TradeProposed
from domain.forks import GameForked
from domain.member_types import Count, Kind, value_of_kind
from domain.reported_cards import IS, CardsAttested
from domain.table import Seat, Table
from domain.values import Value
from domain.zones import HAND

Least = Mapping[Card, tuple[int, int]]
"""For some cards the least number of each variety, with the event n that named it in an offer."""
_NONE_KNOWN: Final[Least] = {}


class Back(Value):
    """The back of a card in a hidden hand, which came to this hand in one of the events `came`.

    Its variety is FACE_DOWN unless it is certain; then event `offered` named this card.
    """

    came: tuple[Count, ...]
    variety: Card = FACE_DOWN
    offered: Count | None = None


class HiddenHand:
    """The backs of a hand, the front card first."""

    def __init__(self) -> None:
        self._came: list[frozenset[int]] = []
        self._least: list[Least] = [_NONE_KNOWN]  # of the first 0, 1, 2 ... cards

    def __len__(self) -> int:
        return len(self._came)

    @property
    def has_names(self) -> bool:
        """Whether any variety in it is known."""
        return bool(self._least[-1])

    def back(self, place: int) -> Back:
        """Return what is known of the card at this place, 0 being the front one; IndexError where there is none."""
        came, before, least = tuple(sorted(self._came[place])), self._least[place], self._least[place + 1]
        if not _unknown_count(before, place) and not _unknown_count(least, place + 1):
            for variety, (count, n) in least.items():
                if count > _known_count(before, variety):
                    return Back(came=came, variety=variety, offered=n)
        return Back(came=came)

    def came(self, place: int) -> frozenset[int]:
        """Return the events in one of which the card at this place came to the hand."""
        return self._came[place]

    def least(self, size: int) -> dict[Card, int]:
        """Return how many cards of each variety are known to be among the first `size`."""
        return {variety: count for variety, (count, _) in self._least[size].items() if count}

    def comes(self, n: int, count: int) -> None:
        """Add `count` cards to the back of the hand in event n."""
        self._came += [frozenset({n})] * count
        self._least += [self._least[-1]] * count

    def offers(self, n: int, cards: Cards) -> None:
        """Note that event n names these cards, which stay where they are."""
        least = self._least[-1]
        more = {
            variety: (cards.count(variety), n)
            for variety in cards
            if cards.count(variety) > _known_count(least, variety)
        }
        self._least[-1] = {**least, **more}
        self._close()

    def attested(self, n: int, place: int, variety: Card) -> None:
        """Note that event n reports the variety of the card at this place."""
        for size in range(place + 1, len(self) + 1):
            least = self._least[size]
            if not _known_count(least, variety):
                self._least[size] = {**least, variety: (1, n)}

    def front_leaves(self, variety: Card) -> None:
        """Remove the front card, which is of this variety, or FACE_DOWN."""
        self._came = self._came[1:]
        self._least = [_least_after(least, variety) for least in self._least[1:]]

    def leaves(self, variety: Card) -> None:
        """Remove a card of this variety, or FACE_DOWN, from an unknown place in the hand."""
        came, least, every = self._came, self._least, len(self)
        self._came, self._least = [], []
        for size in range(1, every + 1):
            if variety == FACE_DOWN:
                inside, outside = True, size < every
            else:  # whether it can have been among the first cards of each size, and whether behind them
                inside = _most(least[size], size, variety) > 0
                outside = size < every and _most(least[every], every, variety) > _known_count(least[size], variety)
            if size < every:
                self._came.append(
                    (came[size] if inside else frozenset()) | (came[size - 1] if outside else frozenset())
                )
            left = _least_after(least[size], variety)
            if not inside:
                left = least[size - 1]
            elif outside and variety != FACE_DOWN:
                left = {**least[size - 1], variety: left.get(variety, (0, 0))}
            self._least.append(left)
        self._close()

    def _close(self) -> None:
        """Lower each bound so that one card less in front means at most one less of a variety."""
        for size in range(len(self) - 1, 0, -1):
            least = self._least[size]
            more = {
                variety: (count - 1, n)
                for variety, (count, n) in self._least[size + 1].items()
                if count - 1 > _known_count(least, variety)
            }
            self._least[size] = {**least, **more} if more else least


class HiddenHands:
    """The hands of a game of which a viewer sees only the backs, event by event.

    With `strict` each event was decided by the rules. In a game that a person wrote down, a card may have been planted
    from anywhere in the hand. An offered card may not have been there at all: the backs do not show it.
    """

    def __init__(self, *, strict: bool) -> None:
        self._strict = strict
        self._hands: list[HiddenHand] = []
        self._seats: tuple[Seat, ...] = ()
        self._last = 0

    def add(self, n: int, event: Event, table: Table) -> None:
        """Add event n as the viewer reads it; `table` is the table after it."""
        self._last = n
        self._seats = table.seats
        if isinstance(event, GameForked) and event.table is not None:  # dealt again
            self._hands = []
        while len(self._hands) < len(table.seats):
            self._hands.append(HiddenHand())
        if self._strict and isinstance(event, TradeProposed | DonationOffered):
            cards = event.give if isinstance(event, TradeProposed) else event.cards
            self._hands[event.seat].offers(n, _of_hand(cards))
        if isinstance(event, CardsAttested) and event.how == IS and event.area == HAND:
            for place in event.places:
                self._hands[event.seat].attested(n, place, event.cards[0])
        for index, (hand, seat) in enumerate(zip(self._hands, table.seats, strict=True)):
            more = len(seat.hand) - len(hand)
            if more > 0:
                hand.comes(n, more)
            elif more < 0:
                for variety in cards_leaving(event, index, -more):
                    (hand.front_leaves if self._strict and event.of_front else hand.leaves)(variety)

    def settle(self, offers: Iterable[TradeProposed | DonationOffered]) -> None:
        """Note that a batch has ended: the cards of offers that are still open lie where they lay."""
        for offer in offers:
            cards = offer.give if isinstance(offer, TradeProposed) else offer.cards
            self._hands[offer.seat].offers(self._last, _of_hand(cards))

    def of(self, seat: int) -> HiddenHand:
        """Return the backs of this seat's hand."""
        return self._hands[seat]

    def back(self, seat: int, place: int) -> Back:
        """Return what is known of the card at this place of a seat's hand, both from 0.

        IndexError where there is none.
        """
        return self._hands[seat].back(place)

    def sure(self) -> Iterable[tuple[str, Back]]:
        """Yield the backs of which the variety is sure, each with its pointer."""
        for index, (hand, seat) in enumerate(zip(self._hands, self._seats, strict=True)):
            for place, card in enumerate(seat.hand) if hand.has_names else ():
                if card == FACE_DOWN and (back := hand.back(place)).variety != FACE_DOWN:
                    yield f"/seats/{index}/hand/{place}", back


def cards_leaving(event: Event, seat: int, count: int) -> Cards:
    """Return the cards that leave this hand in the event, as far as it names them."""
    if isinstance(event, TradeAccepted):
        cards = _of_hand(event.given if seat == event.proposer else event.received)
    elif isinstance(event, BeansDonated):
        cards = _of_hand(event.cards)
    else:
        cards = (value_of_kind(event, Kind.CARD),)
    return cards if len(cards) == count and None not in cards else (FACE_DOWN,) * count


def _of_hand(cards: tuple[GivenCard, ...]) -> Cards:
    return tuple([card.variety for card in cards if card.source == "hand"])


def _known_count(least: Least, variety: Card) -> int:
    return least[variety][0] if variety in least else 0


def _unknown_count(least: Least, size: int) -> int:
    """Return how many of the first `size` cards are entirely unknown."""
    return size - sum(count for count, _ in least.values())


def _most(least: Least, size: int, variety: Card) -> int:
    """Return how many of the first `size` cards can be of this variety."""
    return _known_count(least, variety) + _unknown_count(least, size)


def _least_after(least: Least, variety: Card) -> Least:
    """Return the same after one of these cards has gone, of this variety, or FACE_DOWN."""
    if variety == FACE_DOWN:
        return {one: (count - 1, n) for one, (count, n) in least.items() if count > 1}
    count, n = least.get(variety, (0, 0))
    return {**least, variety: (count - 1, n)} if count else least
