"""Tests of actions: allowed ones are accepted, every legal command has a number, agents take turns."""

from itertools import combinations

import pytest
from msgspec.structs import replace

import haricot_rl as rl
from domain.commands import AcceptTrade, DeclineTrade, EndTrading, OfferDonation, ProposeTrade
from domain.editions.bohnaparte.areas import holdings
from domain.editions.bohnaparte.commands import ArrangeMerchantCards
from domain.engine import decide, legal_commands
from domain.pending_events import UnknownChance
from domain.refusals import HaricotError, UnknownCard
from domain.rulebook import Bounds
from haricot_rl.actions import PASS
from haricot_rl.offers import Offers
from tests.long_tests import one_in
from tests.rl.games import TABLES, allowed, moments, table

OFFERS = ("OfferDonation", "ProposeTrade")


def refused(game, number):
    """Return whether the rules refuse this action."""
    command = game.actions.command(number, game.choices, game.table, game.seat)
    try:
        if command is not None:
            decide(game.rulebook, game.table, command, UnknownChance())
    except UnknownCard:  # accepted; what follows depends on a shuffle
        return False
    except HaricotError:
        return True
    return False


def wrong(name, seed, wild=0.2):
    """Yield every allowed action of a game that the rules refuse, or that is read back as another."""
    for game, luck in moments(name, seed, wild=wild):
        numbers = allowed(game)
        for number in numbers if luck.random() < 0.1 else luck.sample(numbers, min(2, len(numbers))):
            command = game.actions.command(number, game.choices, game.table, game.seat)
            same = command is None or game.actions.number_of(command, game.table) == number
            if refused(game, number) or not same:
                yield game.actions.names[number]


@pytest.mark.parametrize("name", one_in(3, TABLES))
def test_every_allowed_action_is_accepted(name):
    assert [] == [fault for seed in range(1) for fault in wrong(name, seed)]


def test_control_an_impossible_offer_is_detected(monkeypatch):
    mark = Offers.mark

    def marked(offers, mask, now, seat):
        mark(offers, mask, now, seat)
        mask[offers.first :] = 1

    monkeypatch.setattr(Offers, "mark", marked)
    assert next(wrong("classic", 0, wild=0)).startswith(OFFERS)


@pytest.mark.parametrize("name", one_in(3, TABLES))
def test_every_legal_command_has_an_action_number(name):
    kinds = set()
    for game, _ in moments(name, 1):
        may = [
            option for option in legal_commands(game.rulebook, game.table, game.seat) if not isinstance(option, Bounds)
        ]
        numbers = {game.actions.number_of(command, game.table) for command in may}
        assert numbers <= set(allowed(game))
        kinds |= {type(command) for command in may}
    assert len(kinds) >= 6


def test_any_two_cards_of_a_merchant_may_stay():
    seen = 0
    for game, _ in moments("riders", 1):
        listed = legal_commands(game.rulebook, game.table, game.seat)
        if any(isinstance(one, ArrangeMerchantCards) for one in listed):
            on_merchant = holdings(game.table.seats[game.seat]).merchant
            pairs = {" ".join(sorted(pair)) for pair in combinations(on_merchant, 2)}
            names = [game.actions.names[number].partition(" ") for number in allowed(game)]
            assert pairs == {cards for kind, _, cards in names if kind == "ArrangeMerchantCards"}
            seen += 1
    assert seen > 5


@pytest.mark.parametrize("name", TABLES)
def test_every_action_has_a_unique_name(name):
    actions = table(name).actions
    assert len(set(actions.names)) == len(actions.names) == actions.size
    assert actions.names[PASS] == "Pass"


def test_offers_are_answered_immediately_and_counted():
    offers, turn = {}, 0
    for game, _ in moments("classic", 4, wild=0.9):
        if game.table.turn.number != turn:
            turn, offers = game.table.turn.number, {seat: set() for seat in range(3)}
        names = {game.actions.names[number].split()[0] for number in allowed(game)}
        if game.table.proposals:
            (offer,) = game.table.proposals
            offers[offer.seat].add(offer.proposal)
            assert not names & {*OFFERS, "Pass"}
            assert names & {"DeclineTrade", "DeclineDonation"}
        elif len(offers[game.seat]) == 2:
            assert not names & {*OFFERS}
        assert max(map(len, offers.values())) <= 2
    assert game.table.next_proposal > 100


def test_each_agent_is_asked_again_after_a_trade():
    game = rl.env(players=4)
    game.reset(seed=12)
    names = game.actions.names
    while game.table.turn.phase != "trade":
        game.step(allowed(game)[0])
    active, order = game.table.turn.seat, []
    while "EndTrading" not in {names[number] for number in allowed(game)}:
        order.append(game.seat)
        game.step(PASS)
    assert order == [(active + step) % 4 for step in (1, 2, 3)]
    assert game.seat == active
    gift = next(number for number in allowed(game) if names[number].startswith("OfferDonation"))
    game.step(gift)
    assert game.seat == (active + 1) % 4
    game.step(names.index("DeclineDonation"))
    assert game.seat == active  # nothing lies otherwise
    game.step(gift)
    game.step(names.index("AcceptDonation"))
    assert game.seat == (active + 1) % 4
    assert game.may_pass


def test_offers_of_two_and_of_turned_up_cards_are_made():
    made = set()
    for seed in range(4):
        for game, _ in moments("classic", seed, wild=0.9):
            for number in allowed(game):
                name = game.actions.names[number].split()
                if name[0] in OFFERS:
                    made.add((name[0], name[1], name[3], *(name[i] for i in (5, 7) if len(name) > 6)))
    trades = {
        ("ProposeTrade", source, *rate)
        for source in ("hand", "turned_up")
        for rate in (("x1", "hand", "x1"), ("x1", "hand", "x2"), ("x2", "hand", "x1"))
    }
    gifts = {("OfferDonation", source, "x1") for source in ("hand", "turned_up")}
    turned_up = {("ProposeTrade", "hand", count, "turned_up", "x1") for count in ("x1", "x2")}
    assert made == trades | gifts | turned_up


def test_offers_without_an_action_number_are_recognised():
    game = table("hidden coins")
    game.reset(seed=1)
    while game.table.turn.phase != "trade" or game.may_pass:
        game.step(PASS if game.may_pass else allowed(game)[0])
    active, actions = game.seat, game.actions
    option = next(number for number in allowed(game) if actions.names[number].startswith("ProposeTrade hand"))
    trade = actions.command(option, game.choices, game.table, active)
    assert isinstance(trade, ProposeTrade)
    gift = OfferDonation(seat=active, to=trade.partner, cards=trade.give)
    assert actions.number_of(trade, game.table) == option
    assert actions.number_of(gift, game.table) is not None
    for other in (
        replace(trade, partner=None),
        replace(trade, give_coins=1),
        replace(trade, want=dict.fromkeys(game.layout.cards[:2], 1)),
        replace(trade, want={}, want_turned_up=()),
        replace(gift, coins=1),
        replace(gift, cards=()),
    ):
        assert actions.number_of(other, game.table) is None
    assert actions.number_of(EndTrading(seat=active), game.table) is not None
    assert actions.number_of(DeclineTrade(seat=active, proposal=1), game.table) is not None
    assert AcceptTrade in actions.kinds
