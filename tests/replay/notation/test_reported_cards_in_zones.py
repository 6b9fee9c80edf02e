"""Tests of reports about hidden cards on a merchant or in a depot."""

import pytest

from domain.editions import edition_named, rulebook_of
from domain.inference.bounds import bounds_by_zone
from domain.invariants import cards_on
from domain.visibility import SPECTATOR, seat_viewer
from projections.sentences import Chronicle
from replay.audit import audit
from replay.notation.move_reader import NotationError
from replay.notation.sheet import Contradiction
from replay.redeal import SeenHistory, knowledge_at, redeal_table
from tests.replay.notation.test_fixed_zones import begun, check, fixed, held, last
from tests.replay.test_redeal import DEAL

MORE = ("%fix shuffle pile", "%fix pile > X merchant", "%fix pile > X merchant")


def spoken(*lines, zone="merchant"):
    return fixed(zone, *(line.replace("merchant", zone) for line in MORE), *lines)


def bounds(back, viewer=SPECTATOR):
    seat = begun("merchant")[1]
    record = back.record.seen_by(viewer)
    knowledge = knowledge_at(record, len(record.envelopes), strict=False)[1]
    return bounds_by_zone(knowledge)[f"/seats/{seat}/merchant"]


@pytest.mark.long
@pytest.mark.parametrize("zone", ["merchant", "depot"])
def test_a_reported_card_outside_hands_is_known_afterwards(zone):
    assert held(zone, spoken(zone=zone))[-2:] == ("face_down", "face_down")
    at = len(held(zone, spoken(zone=zone)))
    back = spoken(zone=zone)
    card, *_ = rulebook_of(last(back)).deck_counts - cards_on(last(back))
    back = spoken(f"%? X {zone} @{at} = {card}", f"%? X {zone} @{at - 1} != Re,Ga", zone=zone)
    assert held(zone, back)[-2:] == ("face_down", card)
    assert audit(back.record).verdicts[-1].says.name == "attested"
    check(back)


def test_reported_cards_narrow_the_bounds_of_a_zone():
    none = spoken("%? X merchant != Gr")
    assert "green" in bounds(spoken())
    assert "green" not in bounds(none)
    sure = bounds(spoken("%? X merchant @4 = Gr"))
    assert sure["green"].least == 1
    assert "green" not in bounds(spoken("%? X merchant != Gr", "%fix X merchant > pile"))
    record = spoken("%? X merchant @4 = Gr").record
    seen = SeenHistory.of(record, SPECTATOR, len(record.envelopes))
    assert redeal_table(seen, DEAL).seats[begun("merchant")[1]].annex.merchant[3] == "green"


def test_cards_added_after_a_report_are_unbounded():
    assert bounds(spoken("%? X merchant != Gr", "%fix pile > X merchant"))["green"].most == 1
    assert bounds(spoken("%? X merchant != Gr", "%fix pile > X merchant"), seat_viewer(0))["green"].most == 1


def test_a_report_that_was_denied_cannot_be_repeated():
    with pytest.raises(Contradiction, match="told that this card is not one"):
        spoken("%? X merchant @3 != Gr", "%? X merchant @3 = Gr")
    spoken("%? X merchant @3 != Gr", "%? X merchant @4 = Gr")


def test_a_report_on_an_empty_place_is_refused_with_its_column():
    with pytest.raises(NotationError, match="4 cards lie there, each named once") as caught:
        spoken("%? X merchant @7 = Gr")
    assert caught.value.column == 15
    with pytest.raises(NotationError, match="did you mean merchant"):
        spoken("%? X merchnt @3 = Gr")


def test_the_sentence_of_a_report_names_the_zone():
    event = spoken("%? X merchant @3 = Gr").record.envelopes[-1].event
    data, names = edition_named("bohnaparte").data, ["Bo", "Ana", "Cy", "Di"]
    assert {lang: Chronicle(data, lang, names).sentence(event) for lang in ("en", "fr", "de")} == {
        "en": "Told at the table: Ana, card 3 of the merchant: Green bean",
        "fr": "Dit à la table\u00a0: Ana, le marchand, carte 3\u00a0: Brechbohne",
        "de": "Am Tisch gesagt: Ana, Händler, Karte 3: Brechbohne",
    }
