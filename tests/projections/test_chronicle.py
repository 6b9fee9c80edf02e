"""Every event has its sentence, in three languages, and a hidden card stays hidden in it."""

import re

import pytest

from domain.edition import FAMILY, LANGUAGES
from domain.editions import EDITIONS
from domain.events import CardsDrawn, FieldHarvested, TradeAccepted
from domain.visibility import SPECTATOR, redact
from projections.chronicle import Chronicle
from replay.event_table import declared_events
from tests.replay.played import traders_game, wild_game

CLASSIC = EDITIONS["classic"].data


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_declared_event_has_a_sentence(language):
    assert set(declared_events()) <= set(FAMILY.sentences[language]) | set(CLASSIC.sentences.get(language, {}))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentences_of_whole_games_leave_nothing_open(language):
    chronicle = Chronicle(CLASSIC, language, ["Ana", "Bo", "Cy", "Dee"])
    for record in (traders_game(), wild_game()):
        for envelope in record.envelopes:
            sentence = chronicle.sentence(envelope.event)
            assert not re.search(r"[{}\[\]]|None|face_down|black_eyed", sentence), sentence


def test_a_harvest_is_told_with_its_coins():
    sold = FieldHarvested(seat=1, field=0, meter="red", coins=("red", "red"), discarded=("red",), reason="choice")
    told = Chronicle(CLASSIC, "en", [None, "Bo"]).sentence(sold)
    assert told == "Bo harvests field 0 (Red bean): turns 2 x Red bean into coins, discards Red bean"


def test_a_trade_is_told_with_what_each_side_gives():
    accepted = next(e.event for e in traders_game().envelopes if isinstance(e.event, TradeAccepted))
    told = Chronicle(CLASSIC).sentence(accepted)
    given, received = (FAMILY.varieties[c[0].variety]["en"] for c in (accepted.given, accepted.received))
    assert told.endswith(f"gives {received}, gets {given}")


@pytest.mark.parametrize(("language", "words"), [("en", "3 face-down cards"), ("fr", "3 "), ("de", "3 ")])
def test_what_a_spectator_may_not_see_is_told_face_down(language, words):
    drawn = redact(CardsDrawn(seat=0, cards=("soy", "red", "garden")), SPECTATOR, {})
    told = Chronicle(CLASSIC, language).sentence(drawn)
    assert words in told
    assert not any(FAMILY.varieties[card][language] in told for card in ("soy", "red", "garden"))


def test_a_name_cannot_move_the_cursor():
    told = Chronicle(CLASSIC, "en", ["A\x1b[2J\nna"]).sentence(CardsDrawn(seat=0, cards=("soy",)))
    assert told == "A?[2J?na draws Soy bean"
