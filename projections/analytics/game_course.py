"""The course of a game in lines, of what all viewers see: its turns, its trades and gifts, its harvests."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from domain.cards import Card
from domain.events import (
    BeanPlanted,
    BeansDonated,
    DonationOffered,
    Event,
    FieldHarvested,
    GivenCards,
    TradeAccepted,
    TradeProposed,
    TurnStarted,
)
from domain.table import Table
from domain.upcasters import upcast
from projections.analytics.game_figures import turn_order_of, value_of

TRADE, GIFT = "trade", "gift"


class TurnLine(NamedTuple):
    """A turn: its first event, whose it is, what all seats did in it, and the coins of each seat as it began."""

    turn: int
    n: int
    at: int
    seat: int
    turn_order: int
    planted: int
    offers: int
    trades: int
    gifts: int
    harvests: int
    coins: tuple[int, ...] | None


class TradeLine(NamedTuple):
    """A trade or a gift that came about: what `seat` gave and what `partner` gave back, with their values.

    Turns are None before the first one, and values None where the beanometers are not known.
    """

    n: int
    turn: int | None
    kind: str
    seat: int
    turn_order: int | None
    partner: int
    partner_turn_order: int | None
    given: tuple[Card, ...]
    received: tuple[Card, ...]
    given_coins: int
    received_coins: int
    given_value: int | None
    received_value: int | None


class HarvestLine(NamedTuple):
    """A field that was sold: all its cards, by the beanometer of `variety`, and the coins that it paid."""

    n: int
    turn: int | None
    seat: int
    turn_order: int | None
    field: int
    variety: Card
    cards: int
    coins: int
    value: int | None
    reason: str


class GameCourse(NamedTuple):
    """All lines of a game up to its last event, in the order of what happened."""

    turns: tuple[TurnLine, ...]
    trades: tuple[TradeLine, ...]
    harvests: tuple[HarvestLine, ...]


def game_course(
    players: int, worth: Mapping[Card, int] | None, steps: Iterable[tuple[int, int, Event, Table | None]]
) -> GameCourse:
    """Return the course of a game as one viewer sees it.

    Args:
        players: how many play.
        worth: what a card is worth in hundredths of a coin; None where that is not known.
        steps: each event as (n, time, event, table after it). Without the tables turns have no coins.
    """
    fold = _CourseFold(players, worth)
    for n, at, event, table in steps:
        fold.add(n, at, upcast(event), table)
    return GameCourse(tuple(fold.all_turns()), tuple(fold.trades), tuple(fold.harvests))


class _Turn(NamedTuple):
    started: TurnStarted
    n: int
    at: int
    coins: tuple[int, ...] | None
    did: Counter[str]


class _CourseFold:
    def __init__(self, players: int, worth: Mapping[Card, int] | None) -> None:
        self.players = players
        self.worth = worth
        self.first: int | None = None
        self.turns: list[_Turn] = []
        self.trades: list[TradeLine] = []
        self.harvests: list[HarvestLine] = []

    def add(self, n: int, at: int, event: Event, table: Table | None) -> None:
        match event:
            case TurnStarted(seat=seat):
                self.first = seat if self.first is None else self.first
                self.turns.append(_Turn(event, n, at, _coins(table), Counter()))
            case BeanPlanted():
                self._count("planted")
            case TradeProposed() | DonationOffered():
                self._count("offers")
            case TradeAccepted():
                self._add_trade(n, event)
            case BeansDonated():
                self._add_gift(n, event)
            case FieldHarvested():
                self._add_harvest(n, event)

    def all_turns(self) -> Iterator[TurnLine]:
        for turn in self.turns:
            seat, did = turn.started.seat, turn.did
            assert self.first is not None, "there was a turn"
            yield TurnLine(
                turn=turn.started.turn,
                n=turn.n,
                at=turn.at,
                seat=seat,
                turn_order=turn_order_of(seat, self.first, self.players),
                planted=did["planted"],
                offers=did["offers"],
                trades=did["trades"],
                gifts=did["gifts"],
                harvests=did["harvests"],
                coins=turn.coins,
            )

    def _add_trade(self, n: int, event: TradeAccepted) -> None:
        self._count("trades")
        coins = len(event.given_coins), len(event.received_coins)
        self._add_exchange(n, TRADE, (event.proposer, event.seat), (event.given, event.received), coins)

    def _add_gift(self, n: int, event: BeansDonated) -> None:
        self._count("gifts")
        self._add_exchange(n, GIFT, (event.giver, event.seat), (event.cards, ()), (len(event.coins), 0))

    def _add_exchange(
        self, n: int, kind: str, seats: tuple[int, int], cards: tuple[GivenCards, GivenCards], coins: tuple[int, int]
    ) -> None:
        """Note what two seats gave each other, the first one first."""
        self.trades.append(
            TradeLine(
                n=n,
                turn=self._turn,
                kind=kind,
                seat=seats[0],
                turn_order=self._turn_order(seats[0]),
                partner=seats[1],
                partner_turn_order=self._turn_order(seats[1]),
                given=tuple(card.variety for card in cards[0]),
                received=tuple(card.variety for card in cards[1]),
                given_coins=coins[0],
                received_coins=coins[1],
                given_value=self._value(cards[0], coins[0]),
                received_value=self._value(cards[1], coins[1]),
            )
        )

    def _add_harvest(self, n: int, event: FieldHarvested) -> None:
        self._count("harvests")
        coins = len(event.coins)
        cards = coins + len(event.discarded)
        self.harvests.append(
            HarvestLine(
                n=n,
                turn=self._turn,
                seat=event.seat,
                turn_order=self._turn_order(event.seat),
                field=event.field,
                variety=event.meter,
                cards=cards,
                coins=coins,
                value=None if self.worth is None else cards * self.worth.get(event.meter, 0),
                reason=event.reason,
            )
        )

    def _value(self, cards: GivenCards, coins: int) -> int | None:
        return None if self.worth is None else value_of(self.worth, cards, coins)

    @property
    def _turn(self) -> int | None:
        return self.turns[-1].started.turn if self.turns else None

    def _turn_order(self, seat: int) -> int | None:
        return None if self.first is None else turn_order_of(seat, self.first, self.players)

    def _count(self, what: str) -> None:
        if self.turns:
            self.turns[-1].did[what] += 1


def _coins(table: Table | None) -> tuple[int, ...] | None:
    return None if table is None else tuple(len(seat.coins) for seat in table.seats)
