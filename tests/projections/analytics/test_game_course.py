"""Tests of the course of a game: it agrees with the tables and is the same for all viewers."""

from functools import cache

import pytest

from domain.editions import EDITIONS, rulebook_of
from domain.events import TurnStarted
from domain.evolve import evolve
from domain.table import Table
from domain.visibility import OMNISCIENT, SPECTATOR, Viewer
from projections.analytics.game_course import GIFT, TRADE, GameCourse, game_course
from projections.analytics.game_figures import card_values, game_figures
from replay.record import Record, redacted_envelope
from replay.rewind import tables as seen_tables
from service.lifecycle.bots.simulate import simulate
from tests.long_tests import one_in


@cache
def game(edition: str) -> tuple[Record, tuple[Table, ...]]:
    """Return a game of bots and the table after each event."""
    players = min(EDITIONS[edition].data.players)
    record = simulate(edition, players, "course", 1, {}, ["trader", "greedy"])[0].record()
    tables = [Table()]
    for one in record.envelopes:
        tables.append(evolve(tables[-1], one.event))
    return record, tuple(tables[1:])


def course_of(edition: str, viewer: Viewer = OMNISCIENT) -> GameCourse:
    record, tables = game(edition)
    options = tables[-1].rules.options
    shown = tuple(redacted_envelope(one, viewer, options) for one in record.envelopes)
    worth = card_values(rulebook_of(tables[-1]).selling.meters)
    seen = seen_tables(Record(game=record.game, envelopes=shown, viewer=viewer))
    return game_course(len(tables[-1].seats), worth, [(one.n, one.at, one.event, table) for one, table in seen])


@pytest.mark.parametrize("edition", one_in(2, EDITIONS))
def test_the_course_has_the_coins_of_the_table_and_the_sums_of_the_figures(edition):
    record, tables = game(edition)
    course = course_of(edition)
    began = [one for one in record.envelopes if isinstance(one.event, TurnStarted)]
    assert [(line.n, line.at, line.turn) for line in course.turns] == [(one.n, one.at, one.event.turn) for one in began]
    for line in course.turns:
        assert line.coins == tuple(len(seat.coins) for seat in tables[line.n - 1].seats), line.turn
    events = [one.event for one in record.envelopes]
    figures = game_figures(edition, len(tables[-1].seats), rulebook_of(tables[-1]).selling.meters, events)
    assert figures is not None
    for pair in figures.pairs:
        there = [line for line in course.trades if {line.seat, line.partner} == {*pair.seats}]
        assert pair.trades == sum(line.kind == TRADE for line in there)
        assert pair.gifts == sum(line.kind == GIFT for line in there)
        values = [(line.given_value, line.received_value)[:: 1 if line.seat == pair.seats[0] else -1] for line in there]
        assert (pair.given, pair.got) == tuple(map(sum, zip(*values, strict=True)))
    for variety in figures.varieties:
        sold = [line for line in course.harvests if line.variety == variety.variety]
        assert (variety.sold, variety.coins) == (sum(line.cards for line in sold), sum(line.coins for line in sold))
    orders = {seat.seat: seat.turn_order for seat in figures.seats}
    assert all(line.turn_order == orders[line.seat] for line in (*course.turns, *course.harvests, *course.trades))
    assert sum(line.harvests for line in course.turns) == sum(seat.harvests for seat in figures.seats)
    assert sum(line.offers for line in course.turns) == sum(seat.offers for seat in figures.seats)


@pytest.mark.parametrize("edition", one_in(2, EDITIONS))
def test_a_spectator_reads_the_same_course(edition):
    assert course_of(edition, SPECTATOR) == course_of(edition)


def test_the_course_is_shorter_before_the_first_turn_and_for_unknown_rules():
    record, tables = game("classic")
    events = [(one.n, one.at, one.event, None) for one in record.envelopes if not isinstance(one.event, TurnStarted)]
    course = game_course(len(tables[-1].seats), None, events)
    assert course.turns == ()
    assert course.trades
    assert {(line.turn, line.turn_order, line.given_value) for line in course.trades} == {(None, None, None)}
    assert {(line.turn, line.turn_order, line.value) for line in course.harvests} == {(None, None, None)}
