"""The balance of deals between each two players over several games: evidence for people to judge.

A card counts as much as it pays at best, in hundredths of a coin: the best rate of its beanometer. A player who gives
more than they get may be generous, hurried or mistaken. Only people can judge whether it was on purpose.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from statistics import mean, pstdev
from typing import Final

from domain.cards import FACE_DOWN, Card
from domain.events import BeansDonated, Event, TradeAccepted
from domain.member_types import Count
from domain.rulebook_sections import Meters
from domain.values import Value
from projections.analytics.game_figures import card_values, value_of

STRIKING: Final = 2.0
"""The number of standard deviations above the mean from which a pair is reported."""


class PairBalance(Value, omit_defaults=False):
    """What one player gave another and got back, in hundredths of a coin, with the number of games and deals.

    `beyond` is by how many standard deviations `given - got` lies above the mean of all pairs; 0 where all are alike.
    """

    giver: str
    taker: str
    games: Count
    deals: Count
    gifts: Count
    given: Count
    got: Count
    beyond: float

    @property
    def striking(self) -> bool:
        """Whether this is far more than is usual in these games."""
        return self.beyond >= STRIKING


class BalanceSheet:
    """Trades and gifts, game after game."""

    def __init__(self) -> None:
        self._given: Counter[tuple[str, str]] = Counter()
        self._deals: Counter[tuple[str, str]] = Counter()
        self._gifts: Counter[tuple[str, str]] = Counter()
        self._games: defaultdict[tuple[str, str], int] = defaultdict(int)

    def add(self, players: Sequence[str], meters: Meters, events: Iterable[Event]) -> None:
        """Add a game of these players, seat by seat."""
        worth = card_values(meters)
        for pair in permutations(players, 2):
            self._games[pair] += 1
        for event in events:
            if isinstance(event, TradeAccepted):
                one, other = players[event.proposer], players[event.seat]
                self._deals.update([(one, other), (other, one)])
                self._given[one, other] += value_of(worth, event.given, len(event.given_coins))
                self._given[other, one] += value_of(worth, event.received, len(event.received_coins))
            elif isinstance(event, BeansDonated):
                pair = players[event.giver], players[event.seat]
                self._gifts[pair] += 1
                self._given[pair] += value_of(worth, event.cards, len(event.coins))

    def pairs(self) -> list[PairBalance]:
        """Return every ordered pair that sat at one table, the most one-sided first."""
        nets = {(one, other): self._given[one, other] - self._given[other, one] for one, other in self._games}
        usual, spread = (mean(nets.values()), pstdev(nets.values())) if nets else (0.0, 0.0)
        found = [
            PairBalance(
                giver=one,
                taker=other,
                games=self._games[one, other],
                deals=self._deals[one, other],
                gifts=self._gifts[one, other],
                given=self._given[one, other],
                got=self._given[other, one],
                beyond=round((net - usual) / spread, 2) if spread else 0.0,
            )
            for (one, other), net in nets.items()
        ]
        return sorted(found, key=lambda pair: (-pair.beyond, pair.giver, pair.taker))


class DeckCount(Value, omit_defaults=False):
    """A variety whose count is wrong: the number in the deck, and the least and greatest number on the table."""

    variety: Card
    deck: Count
    least: Count
    most: Count


def deck_counts(deck: Mapping[Card, int], lying: Mapping[Card, int]) -> list[DeckCount]:
    """Return the varieties of which too many or too few lie on a table; hidden cards can be any."""
    hidden = lying.get(FACE_DOWN, 0)
    spans = [
        DeckCount(variety=card, deck=deck.get(card, 0), least=lying.get(card, 0), most=lying.get(card, 0) + hidden)
        for card in dict.fromkeys([*deck, *(card for card in lying if card != FACE_DOWN)])
    ]
    return [span for span in spans if not span.least <= span.deck <= span.most]
