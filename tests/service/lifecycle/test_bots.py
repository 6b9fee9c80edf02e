"""Check that bots decide by their own seat's view, play to the end, and are as strong as their names say."""

from functools import cache
from statistics import mean

import pytest

from domain.editions import EDITIONS, rulebook, rulebook_of
from domain.engine import legal_commands
from domain.field_audiences import redact
from domain.rulebook import Bounds
from domain.visibility import seat_viewer
from replay.audit import audit
from replay.record import write_file
from replay.rewind import is_batch_end, tables
from replay.seeded import game_id
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.bot import situation_of
from service.lifecycle.bots.common_evaluation import planting_score
from service.lifecycle.bots.simulate import simulate
from tests.long_tests import mostly_long


def test_a_seed_determines_every_byte_of_a_simulated_game():
    one, again, other = (simulate("classic", 3, seed, 1, {}, ["trader"])[0] for seed in ("5", "5", "6"))
    assert write_file(one.record()) == write_file(again.record())
    assert one.envelopes[6].event != other.envelopes[6].event


@cache
def record_of(edition, players=0, strength="trader"):
    """Play a game of bots of this strength; `players` is an index of the edition's numbers of players."""
    return simulate(edition, EDITIONS[edition].data.players[players], "12", 1, {}, [strength])[0].record()


OPTIONS = [
    ("classic", {"trade_coins": True}),
    ("classic", {"coins_visibility": "hidden"}),
    ("classic", {"exhaustions_to_end": 1}),
    ("modern", {"tie_break": "shared"}),
    ("duel", {"duel_matching": "choice", "duel_end_timing": "finish_step"}),
    ("sissi", {"sissi_coin_cards": "owner_choice", "sissi_action_scope": "all_players"}),
    ("bohnaparte", {"bp_riders": "on"}),
    ("bohnaparte", {"bp_placement": "random", "bp_geometry": "grid", "exhaustion_counting": "lazy"}),
]


@pytest.mark.parametrize("strength", mostly_long(reversed(BOTS)))
@pytest.mark.parametrize("edition", EDITIONS)
def test_each_bot_plays_every_edition_legally_to_its_end(edition, strength):
    for players in {0, len(EDITIONS[edition].data.players) - 1}:
        audited = audit(record_of(edition, players, strength))
        assert (audited.verdict, audited.first) == ("clean", None)


@pytest.mark.parametrize(("edition", "options"), [case for case in OPTIONS if case[0] in EDITIONS])
def test_bots_play_under_options(edition, options):
    game, _ = simulate(edition, EDITIONS[edition].data.players[0], "12", 1, options, ["trader", "greedy", "random"])
    assert game.table.result is not None


@pytest.mark.parametrize("edition", mostly_long(EDITIONS))
def test_greedy_bots_score_higher_than_random_ones(edition):
    players = EDITIONS[edition].data.players[0]
    scores = {"greedy": [], "random": []}
    for number in range(1, 7):
        game, _ = simulate(edition, players, "odds", number, {}, list(scores))
        for seat, score in enumerate(game.table.result.scores):
            scores[list(scores)[seat % 2]].append(score)
    assert mean(scores["greedy"]) > mean(scores["random"])


def test_bots_plant_a_second_royal_bean_on_the_field_of_the_first_last():
    doubling = [
        rules for key in EDITIONS if (rules := rulebook(key, EDITIONS[key].data.players[0], {})).planting.doubles
    ]
    for rules in doubling:
        royal = rules.data.numbers["royal"]
        assert (
            planting_score(rules, ("red",), royal)
            > planting_score(rules, (), royal)
            > planting_score(rules, (royal,), royal)
        )
        assert planting_score(rules, (royal, royal, "red"), royal) > planting_score(
            rules, (), royal
        )  # this field will be sold


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_bot_decides_by_the_view_of_its_seat_alone(edition):
    record = record_of(edition)
    for envelope, table in list(tables(record))[20:400:9]:
        if not is_batch_end(record, envelope.n):
            continue
        for seat in range(len(table.seats)):
            masked = redact(table, seat_viewer(seat), table.rules.options)
            for kind in BOTS.values():
                from_truth = kind(seat, "x").choose(situation_of(rulebook_of(table), table, seat), envelope.n)
                from_mask = kind(seat, "x").choose(situation_of(rulebook_of(table), masked, seat), envelope.n)
                assert from_truth == from_mask


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_bot_chooses_legal_commands_only(edition):
    record = record_of(edition)
    for envelope, table in list(tables(record))[20:400:5]:
        if is_batch_end(record, envelope.n) and table.result is None:
            for seat in range(len(table.seats)):
                command = BOTS["greedy"](seat, "x").choose(situation_of(rulebook_of(table), table, seat), envelope.n)
                listed = legal_commands(rulebook_of(table), table, seat)
                kinds = {option.type if isinstance(option, Bounds) else type(option).__name__ for option in listed}
                assert command is None or command in listed or type(command).__name__ in kinds


@pytest.mark.long
def test_tables_of_traders_earn_more_than_greedy_ones_and_these_more_than_random_ones():
    earned = {
        strength: sum(
            sum(simulate("classic", 3, "strength", number, {}, [strength])[0].table.result.scores)
            for number in range(1, 7)
        )
        for strength in BOTS
    }
    assert earned["trader"] > earned["greedy"] > earned["random"]


def test_the_id_of_a_simulated_game_depends_on_options_that_are_not_the_default():
    data = EDITIONS["classic"].data
    assert game_id(data, 4, "1", 7, {}) == "classic-4-1-0007"
    assert game_id(data, 4, "1", 7, {"trade_coins": False}) == "classic-4-1-0007"
    assert game_id(data, 4, "1", 7, {"trade_coins": True}) == "classic-4-1-0007-698a9e"
