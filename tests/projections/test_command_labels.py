"""Tests of command labels: buttons name no card that the seat may not see."""

import re

import pytest

from domain.commands import AcceptTrade, DrawCards, HarvestField, PlantFromHand, ProposeTrade
from domain.edition_data.family import LANGUAGES
from domain.editions import EDITIONS
from domain.events import DonationOffered, TradeProposed
from domain.rulebook import Bounds
from domain.table import Seat, Table, Turn
from projections.command_labels import CommandLabels
from projections.sentences import Chronicle
from replay.legal_choices import options_at
from replay.rewind import is_batch_end, tables
from tests.long_tests import mostly_long
from tests.replay.example_games import traders_game, wild_game

OFFER = TradeProposed(
    proposal=7, seat=1, partner=0, give=(), want={"soy": 1}, want_turned_up=(), give_coins=2, want_coins=0
)
RULES = EDITIONS["classic"].compose(
    EDITIONS["classic"].data, EDITIONS["classic"].data.setup(3), EDITIONS["classic"].data.resolved({})
)
TABLE = Table(
    edition="classic",
    seats=(
        Seat(hand=("chili", "soy", "soy", "face_down"), slots=(0, 1, 2, None), fields=(("red",) * 3, (), ("soy",))),
        Seat(),
        Seat(),
    ),
    turn=Turn(phase="trade"),
    proposals=(OFFER, DonationOffered(proposal=8, seat=2, to=0, cards=(), coins=1)),
)


ODD = re.compile(r"[{}\[\]|]|None|seat-|slot|^[a-z]")
"""Texts that no label contains."""


def said(command, language="en", table=TABLE):
    chronicle = Chronicle(EDITIONS["classic"].data, language, ["Ana", "Bo"])
    return CommandLabels(chronicle, RULES, table, 0).labels([command])[0]


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (PlantFromHand(seat=0, field=1), "Plant the front card (Chili bean) in field 2"),
        (HarvestField(seat=0, field=0), "Harvest field 1 for 2 coins"),
        (HarvestField(seat=0, field=2), "Harvest field 3 for 0 coins"),
        (HarvestField(seat=0, field=1), "Harvest field 2"),
        (HarvestField(seat=0, field=9), "Harvest field 10"),
        (DrawCards(seat=0), "Draw cards"),
        (DrawCards(seat=0, extra=0), "Draw cards, 0 more"),
        (
            AcceptTrade(seat=0, proposal=7, handed_over=(2,)),
            "Accept Bo\N{RIGHT SINGLE QUOTATION MARK}s offer: 2 coins for a Soy bean, handing over a Soy bean (card 3)",
        ),
        (AcceptTrade(seat=0, proposal=9), "Accept trade 9"),
        (ProposeTrade(seat=0, partner=2, want={"red": 2}), "Propose a trade to Seat 3: nothing for 2 Red beans"),
        (Bounds(type="OfferDonation", from_hand=(0,), turned_up=(), seats=(1,)), "Offer a gift"),
    ],
)
def test_a_command_label_uses_the_cards_of_the_table(command, says):
    assert said(command) == says


def test_a_command_label_exists_in_every_language():
    harvest = HarvestField(seat=0, field=0)
    assert said(harvest, "fr") == "Récolter le 1er champ pour 2 pièces"
    assert said(harvest, "de") == "Bohnenfeld 1 ernten für 2 Taler"


def test_a_command_label_never_names_an_unknown_card():
    hidden = TABLE.with_seat(0, Seat(hand=("face_down",), slots=(None,), fields=((),)))
    assert said(PlantFromHand(seat=0, field=0), table=hidden) == "Plant the front card in field 1"


@pytest.mark.parametrize("language", mostly_long(reversed(LANGUAGES)))
def test_legal_commands_of_whole_games_have_distinct_labels(language):
    for record in (traders_game(), wild_game()):
        for envelope, table in tables(record):
            if envelope.n % 7 or not table.begun or not is_batch_end(record, envelope.n):
                continue
            for seat in range(len(table.seats)):
                options = options_at(table, seat)
                command_labels = CommandLabels(
                    Chronicle(options.rulebook.data, language), options.rulebook, options.table, seat
                )
                may, may_not = (
                    command_labels.labels((*options.legal, *options.offers)),
                    command_labels.labels(options.blocked),
                )
                assert len(may) == len(set(may)), may
                assert not [
                    words for words in (*may, *may_not) if re.search(r"[{}\[\]|]|None|seat-|slot|^[a-z]", words)
                ]
