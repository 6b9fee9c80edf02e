"""Play random whole games of every edition, a share of `make soak`, and plant faults that they detect."""

from random import Random

import pytest
from msgspec.structs import replace

from domain import editions, evolve
from domain.commands import BuyThirdField
from domain.editions import EDITIONS
from domain.events import CardsDrawn
from domain.rules import phases
from domain.visibility import Option
from replay.codec import Codec
from tests.long_tests import mostly_long
from tests.random_games import check_game, tables_to_play
from tests.random_player import begin, play

EVERY = list(tables_to_play())
PLAIN = [table for table in EVERY if not table[2]]
SPREAD = PLAIN[::3] + PLAIN[1::3] + PLAIN[2::3]
"""The same in another order, in which the first ones are of all editions."""


def one_for_each_value() -> list[tuple[str, int, dict[str, Option]]]:
    """Return each value of each option with one number of players. `make soak` plays it with every number."""
    tables: dict[tuple[str, str], list[tuple[str, int, dict[str, Option]]]] = {}
    for edition, players, options in EVERY:
        first = next(iter(options.items()), None)
        if first is not None:
            tables.setdefault((edition, str(first)), []).append((edition, players, options))
    return [several[number % len(several)] for number, several in enumerate(tables.values())]


WITH_OPTIONS = one_for_each_value()
CHUNK = 22
"""The number of games that take about as long as the longest other test."""


@pytest.mark.parametrize(
    ("edition", "players", "options"),
    mostly_long(SPREAD),
    ids=lambda part: str(part)[:60],
)
def test_a_random_game_keeps_every_invariant(edition, players, options):
    check_game(edition, players, options, seed=2026)


@pytest.mark.parametrize("first", mostly_long(range(0, len(WITH_OPTIONS), CHUNK), 0))
def test_many_random_games_keep_every_invariant(first):
    for number, table in enumerate(WITH_OPTIONS[first : first + CHUNK], start=first):
        check_game(*table, seed=number, thorough=False)


def test_every_value_of_every_option_is_played_with_several_numbers_of_players():
    values = {(edition, str(value)) for edition, _, options in EVERY for value in list(options.items())[:1]}
    assert values == {(edition, str(next(iter(options.items())))) for edition, _, options in WITH_OPTIONS}
    assert {players for _, players, _ in WITH_OPTIONS} == {players for _, players, _ in EVERY}


def test_the_same_seed_plays_the_same_game():
    codec = Codec()
    first, again = (play(begin("classic", 4, {}, 7), Random(7)) for _ in range(2))
    assert [codec.to_json(e) for e in first.envelopes] == [codec.to_json(e) for e in again.envelopes]


@pytest.fixture
def change_classic(monkeypatch):
    """Return a function that changes the rulebook of classic."""

    def plant(change):
        compose = EDITIONS["classic"].compose
        planted = replace(EDITIONS["classic"], compose=lambda *given: change(compose(*given)))
        monkeypatch.setitem(EDITIONS, "classic", planted)
        editions._composed.cache_clear()

    yield plant
    monkeypatch.undo()
    editions._composed.cache_clear()


def several_games():
    for seed in range(5):
        check_game("classic", 4, {}, seed)


def test_control_a_sale_that_loses_a_card_is_detected(change_classic):
    def careless(rulebook):
        def pays(meters, field, chosen):
            sale = rulebook.selling.pays(meters, field, chosen)
            return None if sale is None else replace(sale, discarded=())

        return replace(rulebook, selling=replace(rulebook.selling, pays=pays))

    change_classic(careless)
    with pytest.raises(Exception, match="harvested cards"):
        check_game("classic", 4, {}, 1)


def test_control_a_copied_card_is_detected(monkeypatch):
    honest = evolve._appliers[CardsDrawn]
    monkeypatch.setitem(
        evolve._appliers,
        CardsDrawn,
        lambda table, event: replace(honest(table, event), discard_pile=(*table.discard_pile, "blue")),
    )
    with pytest.raises(AssertionError):
        check_game("classic", 4, {}, 1)


def test_control_an_unlisted_refusal_is_detected(change_classic):
    def forgetful(rulebook):
        silent = {kind: replace(move, mistakes=None) for kind, move in phases.ANYTIME.items()}
        return replace(rulebook, anytime=silent)

    change_classic(forgetful)
    with pytest.raises(AssertionError, match="not in blocked"):
        several_games()


@pytest.mark.long
def test_control_a_rule_that_reads_another_hand_is_detected(change_classic):
    def peeking(rulebook):
        def sees_red(book, table, move):
            other = table.seats[(move.seat + 1) % len(table.seats)]
            return "third_field.price" if "red" in other.hand else guard(book, table, move)

        move = phases.ANYTIME[BuyThirdField]
        guard = move.guard
        return replace(rulebook, anytime={**phases.ANYTIME, BuyThirdField: replace(move, forbids=sees_red)})

    change_classic(peeking)
    with pytest.raises(AssertionError, match="own view"):
        several_games()
