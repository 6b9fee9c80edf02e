"""Tests of the statistics of editions: they are sums over the events of games."""

from collections import Counter
from fractions import Fraction
from functools import cache
from statistics import mean, stdev

import pytest

from domain.editions import EDITIONS, rulebook_of
from domain.events import BeanPlanted, BeansDonated, FieldHarvested, GameEnded, GivenCard, TradeAccepted, TurnStarted
from domain.upcasters import upcast
from projections.analytics.edition_statistics import edition_statistics
from projections.analytics.game_figures import game_figures
from projections.analytics.statistics_sums import CountedGame, add_game
from replay.record import Record
from replay.rewind import table_at
from service.lifecycle.bots.simulate import simulate
from tests.long_tests import one_in


@cache
def games(edition: str, count: int) -> tuple[Record, ...]:
    """Return games of bots."""
    players = min(EDITIONS[edition].data.players)
    return tuple(simulate(edition, players, "figures", number, {}, ["greedy"])[0].record() for number in range(count))


def counted(record, players=None):
    events = [one.event for one in record.envelopes]
    table = table_at(record, len(events))
    seats = len(table.seats)
    figures = game_figures(table.edition, seats, rulebook_of(table).selling.meters, events)
    assert figures is not None
    return CountedGame(figures, tuple(players or (f"p{seat}" for seat in range(seats))))


@pytest.mark.parametrize("edition", one_in(2, EDITIONS))
def test_statistics_are_sums_over_the_events(edition):
    records = list(games(edition, 2))
    found = edition_statistics(edition, map(counted, records))
    events = [upcast(one.event) for record in records for one in record.envelopes]
    planted = Counter(one.variety for one in events if isinstance(one, BeanPlanted))
    sold, coins = Counter[str](), Counter[str]()
    for one in events:
        if isinstance(one, FieldHarvested):
            sold[one.meter] += len(one.coins) + len(one.discarded)
            coins[one.meter] += len(one.coins)
    assert {line.variety: line.planted for line in found.by_variety if line.planted} == planted
    assert {line.variety: line.sold for line in found.by_variety if line.sold} == +sold
    assert {line.variety: line.coins for line in found.by_variety if line.coins} == +coins
    assert sum(line.trades for line in found.by_pair) == sum(isinstance(one, TradeAccepted) for one in events)
    assert sum(line.gifts for line in found.by_pair) == sum(isinstance(one, BeansDonated) for one in events)
    assert sum(Fraction(line.wins) for line in found.by_turn_order) == len(records) == found.games
    first = next(one for one in events if isinstance(one, TurnStarted))
    ended = next(one for one in events if isinstance(one, GameEnded))
    seats = counted(records[0]).figures.seats
    assert seats[first.seat].turn_order == 1
    assert [one.score for one in seats] == list(ended.scores)
    assert [one.seat for one in seats if one.win != "0"] == sorted(ended.winners)


def test_an_interval_is_that_of_the_mean():
    records = list(games("classic", 2))
    found = edition_statistics("classic", map(counted, records))
    for line in found.by_turn_order:
        scores = [
            seat.score
            for record in records
            for seat in counted(record).figures.seats
            if seat.turn_order == line.turn_order
        ]
        assert line.coins_mean == round(mean(scores), 4)
        reach = 1.96 * stdev(scores) / len(scores) ** 0.5
        assert line.coins_interval == pytest.approx((mean(scores) - reach, mean(scores) + reach), abs=1e-4)
    (one, *_) = edition_statistics("classic", [counted(records[0])]).by_turn_order
    assert one.coins_interval is None


def test_pair_statistics_are_oriented_and_omit_hidden_players():
    cards = (GivenCard(source="hand", variety="garden", slot=None),)
    trade = TradeAccepted(
        proposal=1, seat=0, proposer=1, given=cards, received=(), given_coins=(), received_coins=("blue",)
    )
    record = next(iter(games("classic", 1)))
    events = [*(one.event for one in record.envelopes), trade]
    plain = counted(record, ("ana", "bo", "cy", "di", "ed")[: len(counted(record).players)])
    more = game_figures("classic", len(plain.players), {"garden": ((2, 2), (3, 3))}, events)
    assert more is not None
    before = game_figures("classic", len(plain.players), {"garden": ((2, 2), (3, 3))}, events[:-1])

    def pair(figures, players):
        lines = edition_statistics("classic", [CountedGame(figures, players)]).by_pair
        return {line.players: (line.trades, line.given, line.got) for line in lines}

    given, got = (pair(one, plain.players).get(("ana", "bo"), (0, 0, 0)) for one in (more, before))
    assert [a - b for a, b in zip(given, got, strict=True)] == [1, 100, 100], "a coin for a bean that pays one at best"
    other = pair(more, ("zoe", *plain.players[1:]))[("bo", "zoe")]
    assert other == (given[0], given[2], given[1]), "the first by name"
    same = pair(more, ("bo", *plain.players[1:]))[("bo", "bo")]
    assert same == (given[0], given[1] + given[2], given[1] + given[2])
    assert all("ana" not in players for players in pair(more, (None, *plain.players[1:])))


def test_removing_a_game_restores_the_statistics():
    one, other = (counted(record, ("ana", "bo", "ana", "cy")[:3]) for record in games("classic", 2))
    alone, both = {}, {}
    add_game(alone, one)
    add_game(both, other._replace(simulated=True))
    add_game(both, one)
    add_game(both, other._replace(simulated=True), -1)
    assert {key: +counts for key, counts in both.items() if any(counts.values())} == {
        key: +counts for key, counts in alone.items()
    }
