"""The figures of one finished game: what each seat did, what each variety brought, who traded with whom."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Final

from domain.cards import Card
from domain.events import (
    BeanPlanted,
    BeansDonated,
    DonationOffered,
    DrawPileExhausted,
    Event,
    FieldHarvested,
    GameEnded,
    GivenCards,
    TradeAccepted,
    TradeProposed,
    TurnStarted,
)
from domain.member_types import Count, EditionId, SeatIndex
from domain.rulebook_sections import Meters
from domain.upcasters import upcast
from domain.values import Value

VERSION: Final = 2
"""The version of these figures; a figure that is counted otherwise raises it, and then all are made again."""
COIN_VALUE: Final = 100
"""What a coin counts where values of cards are compared."""


class VarietyFigures(Value, omit_defaults=False):
    """What one variety brought, in a game or to a seat of it.

    The cards `planted`, all cards of the fields that were `sold` as it, the `coins` kept.

    A field is sold as the variety whose beanometer paid.
    """

    variety: Card
    planted: Count
    sold: Count
    coins: Count


class SeatFigures(Value, omit_defaults=False):
    """What one seat did, from the first turn to the end.

    `turn_order` counts from 1, the seat that had the first turn, and on clockwise. `win` is its exact share of the win,
    such as 1/2. `offers` are trades and gifts that it offered, `taken` those of them that another seat accepted, and
    `gifts` those that were gifts. It sold `cards` in `harvests`, of which `losses` paid nothing.
    """

    seat: SeatIndex
    turn_order: Count
    score: int
    win: str
    turns: Count
    offers: Count
    taken: Count
    gifts: Count
    harvests: Count
    losses: Count
    cards: Count
    coins: Count
    varieties: tuple[VarietyFigures, ...]


class PairFigures(Value, omit_defaults=False):
    """What two seats exchanged: trades, gifts of either to the other, and the value that the first `given` and `got`.

    Values are in hundredths of a coin: a card counts the best rate of its beanometer, a coin 100.
    """

    seats: tuple[SeatIndex, SeatIndex]
    trades: Count
    gifts: Count
    given: Count
    got: Count


class GameFigures(Value, omit_defaults=False):
    """All figures of a game that was played to its end."""

    edition: EditionId
    players: Count
    turns: Count
    exhaustions: Count
    seats: tuple[SeatFigures, ...]
    varieties: tuple[VarietyFigures, ...]
    pairs: tuple[PairFigures, ...]


def turn_order_of(seat: int, first: int, players: int) -> int:
    """Return the place of a seat in the order of turns, from 1: `first` has the first turn."""
    return (seat - first) % players + 1


def card_values(meters: Meters) -> dict[Card, int]:
    """Return what a card of each variety is worth, in hundredths of a coin: the best rate of its beanometer."""
    return {card: max([0, *(COIN_VALUE * coins // cards for cards, coins in steps)]) for card, steps in meters.items()}


def value_of(worth: Mapping[Card, int], cards: GivenCards, coins: int) -> int:
    """Return the value of these cards and coins, in hundredths of a coin."""
    return sum(worth.get(card.variety, 0) for card in cards) + COIN_VALUE * coins


class _GameFold:
    def __init__(self, players: int, meters: Meters) -> None:
        self.players = players
        self.worth = card_values(meters)
        self.turns: Counter[int] = Counter()
        self.first: int | None = None
        self.offers: Counter[int] = Counter()
        self.taken: Counter[int] = Counter()
        self.gifts: Counter[int] = Counter()
        self.harvests: Counter[int] = Counter()
        self.losses: Counter[int] = Counter()
        self.cards: Counter[int] = Counter()
        self.coins: Counter[int] = Counter()
        self.exhaustions = 0
        self.varieties: defaultdict[tuple[int, Card], Counter[str]] = defaultdict(Counter)
        self.trades: Counter[tuple[int, int]] = Counter()
        self.pair_gifts: Counter[tuple[int, int]] = Counter()
        self.given: Counter[tuple[int, int]] = Counter()
        self.ended: GameEnded | None = None

    def add(self, event: Event) -> None:
        match event:
            case TurnStarted(seat=seat):
                self.turns[seat] += 1
                self.first = seat if self.first is None else self.first
            case TradeProposed(seat=seat) | DonationOffered(seat=seat):
                self.offers[seat] += 1
            case TradeAccepted():
                self._add_trade(event)
            case BeansDonated(giver=giver, seat=seat):
                self.taken[giver] += 1
                self.gifts[giver] += 1
                self.pair_gifts[_pair(giver, seat)] += 1
                self.given[giver, seat] += value_of(self.worth, event.cards, len(event.coins))
            case BeanPlanted(seat=seat, variety=variety):
                self.varieties[seat, variety]["planted"] += 1
            case FieldHarvested():
                self._add_harvest(event)
            case DrawPileExhausted():
                self.exhaustions += 1
            case GameEnded():
                self.ended = event

    def _add_trade(self, event: TradeAccepted) -> None:
        one, other = event.proposer, event.seat
        self.taken[one] += 1
        self.trades[_pair(one, other)] += 1
        self.given[one, other] += value_of(self.worth, event.given, len(event.given_coins))
        self.given[other, one] += value_of(self.worth, event.received, len(event.received_coins))

    def _add_harvest(self, event: FieldHarvested) -> None:
        coins, seat = len(event.coins), event.seat
        sold = coins + len(event.discarded)
        self.harvests[seat] += 1
        self.losses[seat] += not coins
        self.cards[seat] += sold
        self.coins[seat] += coins
        self.varieties[seat, event.meter].update(sold=sold, coins=coins)


def game_figures(edition: str, players: int, meters: Meters, events: Iterable[Event]) -> GameFigures | None:
    """Return the figures of a game, from all its events as they happened; None for one that has no result."""
    fold = _GameFold(players, meters)
    for event in events:
        fold.add(upcast(event))
    if fold.ended is None:
        return None
    return GameFigures(
        edition=edition,
        players=players,
        turns=fold.turns.total(),
        exhaustions=fold.exhaustions,
        seats=tuple(_seats(fold, fold.ended)),
        varieties=tuple(_varieties(fold)),
        pairs=tuple(_pairs(fold)),
    )


def _seats(fold: _GameFold, ended: GameEnded) -> Iterator[SeatFigures]:
    for seat, score in enumerate(ended.scores):
        yield SeatFigures(
            seat=seat,
            turn_order=turn_order_of(seat, fold.first or 0, fold.players),
            score=score,
            win=str(Fraction(seat in ended.winners, max(len(ended.winners), 1))),
            turns=fold.turns[seat],
            offers=fold.offers[seat],
            taken=fold.taken[seat],
            gifts=fold.gifts[seat],
            harvests=fold.harvests[seat],
            losses=fold.losses[seat],
            cards=fold.cards[seat],
            coins=fold.coins[seat],
            varieties=tuple(_varieties(fold, seat)),
        )


def _varieties(fold: _GameFold, seat: int | None = None) -> Iterator[VarietyFigures]:
    """Yield what each variety brought to a seat, or to all of them."""
    sums: defaultdict[Card, Counter[str]] = defaultdict(Counter)
    for (planter, variety), count in fold.varieties.items():
        if seat in (None, planter):
            sums[variety].update(count)
    for variety, count in sorted(sums.items()):
        yield VarietyFigures(variety=variety, planted=count["planted"], sold=count["sold"], coins=count["coins"])


def _pairs(fold: _GameFold) -> Iterator[PairFigures]:
    for one, other in combinations(range(fold.players), 2):
        pair = one, other
        if fold.trades[pair] or fold.pair_gifts[pair]:
            yield PairFigures(
                seats=pair,
                trades=fold.trades[pair],
                gifts=fold.pair_gifts[pair],
                given=fold.given[one, other],
                got=fold.given[other, one],
            )


def _pair(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)
