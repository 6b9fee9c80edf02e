"""No observation or mask depends on hidden cards."""

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from domain.cards import FACE_DOWN
from domain.editions.bohnaparte.areas import holdings
from domain.field_audiences import hidden_values
from domain.view import View
from domain.visibility import seat_viewer
from haricot_rl.editions import extension_of
from haricot_rl.editions.bohnaparte import WarExtension
from haricot_rl.observations import Observations
from haricot_rl.offers import Offers
from tests.long_tests import mostly_long
from tests.rl.games import TABLES, moments


def put(value, place, card):
    """Return a record with another card at this JSON pointer."""
    if not place:
        return card
    _, head, *parts = place.split("/")
    rest = "".join(f"/{part}" for part in parts)
    if isinstance(value, tuple):
        at = int(head)
        return (*value[:at], put(value[at], rest, card), *value[at + 1 :])
    return replace(value, **{head: put(getattr(value, head), rest, card)})


def twin(table, seat, luck):
    """Return a table that looks the same to this seat, with all hidden cards rearranged."""
    hidden = [
        (place, card)
        for place, card in hidden_values(table, seat_viewer(seat), table.rules.options)
        if isinstance(card, str)
    ]
    cards = [card for _, card in hidden]
    luck.shuffle(cards)
    for (place, _), card in zip(hidden, cards, strict=True):
        table = put(table, place, card)
    return table


def shown_to(game, table, seat):
    """Return the observation and the mask of a seat for this table."""
    observations = Observations(game.rulebook, extension_of(game.rulebook))
    numbers = observations.observe(table, seat, game.seat, game.trade_turns.offers_left)
    may_offer = not table.proposals and game.trade_turns.offers_left[seat] > 0
    choices = game.actions.choices(table, seat, may_pass=game.may_pass, may_offer=may_offer)
    return np.concatenate((numbers, choices.mask))


def leaks(name, seed=0):
    """Count how often a seat can distinguish twins, or its view from the whole table; and how often not."""
    found, alike, luck = 0, 0, Random(seed)
    for game, _ in moments(name, seed):
        if luck.random() > 0.15:
            continue
        seat = game.seat if luck.random() < 0.6 else luck.randrange(game.players)
        view = View.of(game.table, seat_viewer(seat)).table
        other = twin(game.table, seat, luck)
        assert View.of(other, seat_viewer(seat)).table == view
        assert other != game.table
        here = shown_to(game, game.table, seat)
        same = all((shown_to(game, there, seat) == here).all() for there in (other, view))
        found, alike = found + (not same), alike + same
    return found, alike


@pytest.mark.parametrize("name", mostly_long(TABLES, 2))
def test_observations_and_masks_do_not_depend_on_hidden_cards(name):
    found, alike = leaks(name)
    assert found == 0
    assert alike > 30


@pytest.mark.parametrize("name", mostly_long(TABLES, 2))
def test_the_environment_returns_the_compared_observation(name):
    for game, luck in moments(name, 1):
        if luck.random() < 0.1:
            seat = game.seat
            seen = game.observe(game.agent_selection)
            mine = np.concatenate((seen["observation"], seen["action_mask"]))
            assert (mine == shown_to(game, game.table, seat)).all()
            assert game.observation_space(game.agent_selection).contains(seen)


# Negative controls: leaks are planted.


def test_control_the_top_of_the_pile(monkeypatch):
    observe = Observations.observe

    def leaking(self, table, seat, to_move, left):
        numbers = observe(self, table, seat, to_move, left)
        numbers[0] = self.counts.places.get(table.draw_pile[0], -1) if table.draw_pile else 0
        return numbers

    monkeypatch.setattr(Observations, "observe", leaking)
    assert leaks("classic")[0] > 0


@pytest.mark.long
def test_control_coins_of_others(monkeypatch):
    made = Observations.__init__

    def leaking(self, rulebook, extension):
        made(self, rulebook, extension)
        self.layout.coins_hidden = False

    monkeypatch.setattr(Observations, "__init__", leaking)
    assert leaks("hidden coins")[0] > 0
    assert leaks("classic")[0] == 0


@pytest.mark.parametrize(("name", "seed"), mostly_long([("bohnaparte", 7), ("riders", 1)]))
def test_control_depots_and_merchants_of_others(name, seed, monkeypatch):
    seat_numbers = WarExtension.seat_numbers
    monkeypatch.setattr(WarExtension, "seat_numbers", lambda self, seat, *, own: seat_numbers(self, seat, own=True))
    assert leaks(name, seed)[0] > 0


def test_control_cards_that_others_could_give(monkeypatch):
    mark = Offers.mark

    def leaking(self, mask, table, seat):
        mark(self, mask, table, seat)
        for number, offer in enumerate(self.listed, self.first):
            partner = table.seats[(seat + offer.to) % self.players]
            if offer.asked == "hand" and offer.wanted not in partner.hand and FACE_DOWN not in partner.hand:
                mask[number] = 0

    monkeypatch.setattr(Offers, "mark", leaking)
    assert leaks("classic")[0] > 0


def test_control_twins_differ_in_every_kind_of_hidden_card():
    differ, luck = set(), Random(1)
    for game, _ in moments("bohnaparte", 7):
        if game.steps % 10 == 0:
            one, other = game.table, twin(game.table, 0, luck)
            differ |= {"pile"} if one.draw_pile != other.draw_pile else set()
            differ |= {"hand"} if one.seats[1].hand != other.seats[1].hand else set()
            depots = [[holdings(seat).depot for seat in table.seats[1:]] for table in (one, other)]
            differ |= {"depot"} if depots[0] != depots[1] else set()
    assert differ == {"pile", "hand", "depot"}
