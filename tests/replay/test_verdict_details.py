"""Tests of verdict details: facts, legal alternatives, and how the game continues without the event."""

from pathlib import Path

import pytest

import tests.golden
from domain.commands import HarvestField, PlantFromHand
from domain.edition_data.family import FAMILY, LANGUAGES
from domain.refusals import Misuse
from domain.visibility import SPECTATOR, seat_viewer
from replay.record import read_file
from replay.verdict_details import explain_verdict
from service.queries.verdict_detail_responses import details_answer

GAME = read_file((Path(tests.golden.__path__[0]) / "games/classic-3-1964-0001.haricot.jsonl").read_bytes())


def first_of(kind):
    """Return the first event of a command of this kind."""
    return next(one for one in GAME.envelopes if one.cause is not None and isinstance(one.cause.command, kind))


def test_verdict_details_list_the_front_card_and_fields():
    planted = first_of(PlantFromHand)
    behind = explain_verdict(GAME, planted.n)
    assert behind.facts is not None
    assert [fact.name for fact in behind.facts][:3] == ["fact.turn", "fact.planted", "fact.front"]
    assert behind.facts[2].facts["cards"] == (planted.event.variety,)
    for lang in LANGUAGES:
        said = details_answer(behind, None, "classic", lang)
        assert said.facts is not None
        assert len(said.facts) == len(behind.facts)
        assert not any("{" in fact for fact in said.facts)


def test_verdict_details_list_the_other_legal_commands():
    planted = first_of(PlantFromHand)
    behind = explain_verdict(GAME, planted.n)
    assert planted.cause.command in behind.options.legal
    said = details_answer(behind, None, "classic").alternatives
    assert len(said.legal) == len(behind.options.legal) - 1
    assert len(said.words) == len(said.legal) + len(said.offers)


def test_verdict_details_show_the_effect_of_omitting_a_harvest():
    harvest = next(
        one
        for one in GAME.envelopes
        if one.cause is not None and isinstance(one.cause.command, HarvestField) and one.event.coins
    )
    effect = explain_verdict(GAME, harvest.n).effect
    seat, coins = harvest.event.seat, len(harvest.event.coins)
    assert effect.upto >= harvest.n
    assert effect.played.coins[seat] - effect.without.coins[seat] >= coins
    said = details_answer(explain_verdict(GAME, harvest.n), None, "classic").effect
    assert said.followed is (effect.stopped is None)


def test_control_omitting_nothing_leads_to_the_recorded_end():
    last = explain_verdict(GAME, len(GAME.envelopes)).effect
    assert last.played == last.without or last.without.scores is None


@pytest.mark.parametrize("viewer", [SPECTATOR, seat_viewer(0), seat_viewer(1), seat_viewer(2)])
def test_verdict_details_are_hidden_from_viewers_who_do_not_see_the_hand(viewer):
    planted = first_of(PlantFromHand)
    behind = explain_verdict(GAME.seen_by(viewer), planted.n)
    own = viewer.seat == planted.event.seat
    assert (behind.facts is not None, behind.options is not None, behind.effect) == (own, own, None)


def test_a_missing_event_has_no_verdict_details():
    for n in (0, len(GAME.envelopes) + 1):
        with pytest.raises(Misuse, match="there is no event"):
            explain_verdict(GAME, n)


def test_each_fact_of_verdict_details_has_words_in_each_language():
    names = [{name for name in FAMILY.findings[lang] if name.startswith(("fact.", "effect."))} for lang in LANGUAGES]
    assert names[0] == names[1] == names[2] != set()
