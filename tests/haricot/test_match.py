"""A match gives the same answers as the engine, the command line and the audit."""

from random import Random

import pytest

from domain.engine import awaited_seats, legal_commands
from domain.rulebook import Bounds
from domain.view import View
from domain.visibility import SPECTATOR, seat_viewer
from haricot import Bot, GameRecord, Match, Misuse, Refusal, audit, bots, commands, editions
from replay.record import CorruptFile, write_file
from service.lifecycle.bots.simulate import simulate
from tests.long_tests import mostly_long, one_in

TABLES = [(key, edition.data.players[0]) for key, edition in editions().items()]


@pytest.fixture(scope="module")
def played():
    """Play a match of traders to its end."""
    match = Match.new("classic", players=4, seed=7)
    match.let_bots_play(dict.fromkeys(range(4), "trader"))
    return match


@pytest.mark.parametrize(("edition", "players"), one_in(2, TABLES))
def test_a_match_of_random_moves_ends_and_its_audit_is_clean(edition, players):
    match, luck = Match.new(edition, players=players, seed="moves"), Random(edition)
    while not match.over:
        seat = luck.choice(match.to_move)
        own = View.of(match.table, seat_viewer(seat))
        assert match.to_move == awaited_seats(match.rulebook, match.table)
        assert [*match.legal(seat), *match.offers(seat)] == sorted(
            legal_commands(match.rulebook, own.table, seat), key=lambda option: isinstance(option, Bounds)
        )
        assert match.view(seat) == own
        assert match.play(luck.choice(match.legal(seat)))
        assert match.n < 20_000
    assert match.winners
    assert match.scores is not None
    assert max(match.scores) == match.scores[match.winners[0]]
    assert match.to_move == match.asked == match.legal(0) == match.offers(0) == ()
    assert audit(match).verdict == "clean"


@pytest.mark.parametrize(("edition", "players"), mostly_long(TABLES, 2))
def test_a_match_of_bots_equals_haricot_simulate(edition, players):
    match = Match.new(edition, players=players, seed=3, bots=["greedy"])
    match.let_bots_play(dict.fromkeys(range(players), "greedy"))
    game, _ = simulate(edition, players, "3", 1, {}, ["greedy"])
    assert write_file(match.record) == write_file(game.record())


def test_a_match_without_a_seed_is_dealt_at_random():
    tables = [Match.new("classic", players=3).table for _ in range(2)]
    assert tables[0].seats[0].hand != tables[1].seats[0].hand or tables[0].draw_pile != tables[1].draw_pile


def test_options_of_a_match_are_those_of_the_edition():
    match = Match.new("classic", players=4, seed=1, options={"trade_coins": True})
    assert match.table.rules.options["trade_coins"] is True
    with pytest.raises(Misuse, match="no option 'luck'"):
        Match.new("classic", players=4, options={"luck": True})


def test_cl_4_4__an_illegal_move_is_refused_and_changes_nothing():
    match = Match.new("classic", players=4, seed=7)
    (seat,) = match.to_move
    before = match.record
    with pytest.raises(Refusal) as refused:
        match.play(commands.EndPlanting(seat=seat))
    assert refused.value.clause == "CL-4.4"
    assert match.record == before
    assert any(type(one.command) is commands.EndPlanting and one.clause == "CL-4.4" for one in match.blocked(seat))
    match.play({"type": "PlantFromHand", "seat": seat, "field": 0})
    match.play(commands.EndPlanting(seat=seat))


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda match: match.legal(4), "no seat 4"),
        (lambda match: match.view(-1), "no seat -1"),
        (lambda match: match.play({"type": "Win", "seat": 0}), "not a command"),
        (lambda match: match.play({"type": object()}), "no command"),
        (lambda match: match.play({"type": "CreateGame", "edition": "classic", "players": 3}), "no command of a seat"),
        (lambda match: match.play(commands.DrawCards(seat=9)), "no seat 10"),
        (lambda match: match.let_bots_play({0: "genius"}), "no bot 'genius'"),
        (lambda match: match.let_bots_play({7: "greedy"}), "no seat 7"),
        (lambda match: match.fork(0, seed=1), "no event 0"),
        (lambda match: match.fork(999, seed=1), "no event 999"),
        (lambda match: Match.new("draughts", players=2), "no edition 'draughts'"),
        (lambda match: Match.new("classic", players=3, seed="../7"), "a seed is a word"),
        (lambda match: Match.of(match.record.as_seen_by("spectator")), "needs every card"),
        (lambda match: Match.of(match.record, seed=8), "does not follow from the seed"),
        (lambda match: match.record.as_seen_by("seat:9"), "no seat:9"),
    ],
)
def test_wrong_arguments_are_misuse(ask, says):
    with pytest.raises(Misuse, match=says):
        ask(Match.new("classic", players=4, seed=7))


def test_an_invalid_number_of_players_is_refused_with_its_clause():
    with pytest.raises(Refusal, match="CL-2"):
        Match.new("classic", players=17)


def test_a_seat_with_an_open_offer_is_asked_first():
    match = Match.new("classic", players=4, seed=7)
    match.play(match.legal(2)[0])
    match.play(commands.EndPlanting(seat=2))
    assert match.order == (3, 0, 1, 2)
    card = commands.CardRef(source="turned_up", variety=match.table.turned_up[0])
    match.play(commands.OfferDonation(seat=2, to=1, cards=(card,)))
    assert (match.to_move, match.asked, match.order) == ((2,), (1,), (1, 3, 0, 2))


def test_the_view_of_a_seat_hides_other_hands():
    match = Match.new("classic", players=4, seed=7)
    assert match.view(1) == View.of(match.table, seat_viewer(1))
    assert match.view() == View.of(match.table, SPECTATOR)
    assert match.view().table.seats[1].hand != match.view(1).table.seats[1].hand == match.table.seats[1].hand


def test_a_saved_match_is_loaded_and_continued_with_its_seed(tmp_path, played):
    half = Match.new("classic", players=4, seed=7)
    half.let_bots_play({0: "trader", 1: "trader", 3: "trader"})
    assert not half.over
    path = tmp_path / "half.haricot.jsonl"
    half.record.save(path)
    with pytest.raises(Misuse, match="load it with its seed"):
        Match.load(path).play(half.legal(2)[0])
    again = Match.load(path, seed=7)
    assert again.record == half.record
    again.let_bots_play(dict.fromkeys(range(4), "trader"))
    assert write_file(again.record) == write_file(played.record)


def test_a_fork_of_a_match_has_its_own_deal(tmp_path, played):
    one, other = played.fork(120, seed=1), played.fork(120, seed=2)
    for fork in (one, other):
        assert fork.record.envelopes[:119] == played.record.envelopes[:119]
        fork.let_bots_play(dict.fromkeys(range(4), "greedy"))
    assert one.record.forked_from == other.record.forked_from
    assert one.table.result != other.table.result or one.n != other.n
    (tmp_path / "seeds").mkdir()
    one.fork(seed=4).record.save(tmp_path / "fork.haricot.jsonl")
    assert Match.load(tmp_path / "fork.haricot.jsonl", seed=4).over


def test_a_custom_bot_plays_only_its_seat():
    class Usurper(Bot):
        def pick(self, situation, luck):
            return commands.EndPlanting(seat=(self.seat + 1) % 2)

    match = Match.new("duel", players=2, seed=1)
    with pytest.raises(Misuse, match="acts for seat"):
        match.let_bots_play({0: Usurper(0, ""), 1: Usurper(1, "")})
    assert {"random", "greedy", "trader"} <= set(bots())


def test_a_damaged_file_is_reported(tmp_path, played):
    path = tmp_path / "damaged.haricot.jsonl"
    played.record.save(path)
    path.write_bytes(path.read_bytes().replace(b'"field":1', b'"field":0', 1))
    with pytest.raises(CorruptFile):
        GameRecord.load(path)
    assert audit(path).verdict == "corrupt"
    assert audit(played.record).verdict == "clean"
