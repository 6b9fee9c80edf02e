"""Tests of sentences: every event has one in three languages, and hidden cards stay hidden."""

import re
from string import Formatter
from typing import Annotated

import msgspec
import pytest
from msgspec.structs import replace

from domain.cards import Card, CoinCards
from domain.edition_data.family import FAMILY, LANGUAGES
from domain.editions import EDITIONS, rulebook
from domain.events import BeanPlanted, CardsDrawn, FieldHarvested, GameStarted, PhaseSkipped, TradeAccepted
from domain.field_audiences import Redactable, redact
from domain.member_types import Count, FieldIndex, Kind, SeatIndex, Text, members_of
from domain.visibility import EVERYONE, SPECTATOR
from projections.sentences import Chronicle
from tests.event_table import declared_events
from tests.replay.example_games import traders_game, wild_game

CLASSIC = EDITIONS["classic"].data
PlaceId = Annotated[str, msgspec.Meta(max_length=40), Kind.PLACE]


def retold(sentences, words):
    """Return the classic chronicle in English with additional sentences and words."""
    return Chronicle(replace(CLASSIC, sentences={"en": sentences}, words={"en": words}), "en", ["Ana", "Bo"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_sentence(language):
    answer = {
        key: {*FAMILY.sentences[language], *edition.data.sentences.get(language, {})}
        for key, edition in EDITIONS.items()
    }
    for name, kind in declared_events().items():
        home = edition_of(kind)
        for key in EDITIONS if home is None else [home]:
            assert name in answer[key], f"{key} has no sentence for {name} in {language}"


def edition_of(kind):
    """Return the edition that declares an event, None for a shared one."""
    path = kind.__module__.split(".")
    return path[2] if path[:2] == ["domain", "editions"] else None


@pytest.mark.parametrize("key", EDITIONS)
def test_every_phase_has_a_name_in_every_language(key):
    data = EDITIONS[key].data
    for players in data.players:
        composed = rulebook(key, players, {})
        for phase in (*composed.opening[1:], *composed.turn):
            for language in LANGUAGES:
                assert Chronicle(data, language).phase(phase.name) not in ("", phase.name) or language == "en"


@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_uses_only_members_of_its_event(key, language):
    data = EDITIONS[key].data
    kinds = declared_events()
    for name, template in {**FAMILY.sentences[language], **data.sentences.get(language, {})}.items():
        fields = {part for _, field, _, _ in Formatter().parse(template) if field for part in field.split("+")}
        assert fields <= {member.name for member in members_of(kinds[name.split(":")[0]])}, f"{key} {language} {name}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentences_of_whole_games_have_no_unfilled_placeholder(language):
    chronicle = Chronicle(CLASSIC, language, ["Ana", "Bo", "Cy", "Dee"])
    for record in (traders_game(), wild_game()):
        for envelope in record.envelopes:
            sentence = chronicle.sentence(envelope.event)
            assert not re.search(r"[{}\[\]]|None|face_down|black_eyed", sentence), sentence


def test_the_sentence_of_a_harvest_has_its_coins():
    sold = FieldHarvested(seat=1, field=0, meter="red", coins=("red", "red"), discarded=("red",), reason="choice")
    answer = Chronicle(CLASSIC, "en", [None, "Bo"]).sentence(sold)
    assert answer == "Bo harvests field 1 (Red bean) for 2 coins and discards a Red bean"


def test_the_sentence_of_a_trade_has_the_cards_of_both_sides():
    accepted = next(e.event for e in traders_game().envelopes if isinstance(e.event, TradeAccepted))
    answer = Chronicle(CLASSIC).sentence(accepted)
    given, received = (FAMILY.beans["en"][c[0].variety].one for c in (accepted.given, accepted.received))
    assert answer.endswith(f"gives {received}, gets {given}")


@pytest.mark.parametrize(("language", "words"), [("en", "3 face-down cards"), ("fr", "3 "), ("de", "3 ")])
def test_hidden_cards_are_face_down_in_sentences(language, words):
    drawn = redact(CardsDrawn(seat=0, cards=("soy", "red", "garden")), SPECTATOR, {})
    answer = Chronicle(CLASSIC, language).sentence(drawn)
    assert words in answer
    assert not any(FAMILY.beans[language][card].name in answer for card in ("soy", "red", "garden"))


def test_control_characters_in_names_are_escaped():
    answer = Chronicle(CLASSIC, "en", ["A\x1b[2J\nna"]).sentence(CardsDrawn(seat=0, cards=("soy",)))
    assert answer == "A?[2J?na draws a Soy bean"


def test_a_field_is_written_by_its_type():
    class Sighted(Redactable):  # no event, so that the codec does not register it
        ally: Annotated[SeatIndex | None, EVERYONE]
        camps: Annotated[tuple[SeatIndex, ...], EVERYONE]
        plot: Annotated[FieldIndex, EVERYONE]
        target: Annotated[PlaceId | None, EVERYONE]
        attack_card: Annotated[Card | None, EVERYONE]
        paid: Annotated[CoinCards, EVERYONE]
        wanted: Annotated[dict[Card, Count], EVERYONE]
        reason: Annotated[Text, EVERYONE]
        won: Annotated[bool, EVERYONE]

    kinds = {member.name: (member.kind, member.many, member.counted) for member in members_of(Sighted)}
    assert kinds == {
        "ally": (Kind.SEAT, False, False),
        "camps": (Kind.SEAT, True, False),
        "plot": (Kind.FIELD, False, False),
        "target": (Kind.PLACE, False, False),
        "attack_card": (Kind.CARD, False, False),
        "paid": (Kind.COIN, True, False),
        "wanted": (Kind.CARD, True, True),
        "reason": (Kind.TEXT, False, False),
        "won": (Kind.FLAG, False, False),
    }


def test_a_bracketed_part_without_a_value_is_omitted():
    chronicle = retold(
        {
            "bean_planted.1": "{seat} plants {variety}[ and {doubled}]",
            "game_started.1": "It begins[, first {start_player}][, choosing {first_camp_chooser}]",
        },
        {"doubled": "doubles the field"},
    )
    planted = BeanPlanted(seat=1, field=0, variety="soy", source="hand")
    assert chronicle.sentence(planted) == "Bo plants a Soy bean"
    assert chronicle.sentence(replace(planted, doubled=False)) == "Bo plants a Soy bean"
    assert chronicle.sentence(replace(planted, doubled=True)) == "Bo plants a Soy bean and doubles the field"
    assert chronicle.sentence(GameStarted(start_player=0)) == "It begins, first Ana"


def test_a_sentence_is_chosen_by_reason_and_values_have_words():
    chronicle = retold(
        {"phase_skipped.1:no_offer": "{seat} finds no offer", "phase_skipped.1": "{seat} skips: {reason}"},
        {"reason.empty_hand": "the hand is empty"},
    )
    answer = [
        chronicle.sentence(PhaseSkipped(seat=1, phase="plant", reason=why)) for why in ("no_offer", "empty_hand", "x")
    ]
    assert answer == ["Bo finds no offer", "Bo skips: the hand is empty", "Bo skips: x"]


def test_a_terrain_is_named_by_its_kind_and_mark():
    chronicle = retold({}, {"iron_mine": "Iron mine", "camp": "Camp", "orange": "(orange)"})
    assert [chronicle.place(place) for place in ("iron-mine-2", "camp-orange", "wide-river-1")] == [
        "Iron mine 2",
        "Camp (orange)",
        "wide river 1",
    ]
