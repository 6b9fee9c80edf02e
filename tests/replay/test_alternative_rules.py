"""Tests of second opinions: a game is audited under other rules, and nothing is stored."""

import pytest
from msgspec.structs import replace

from domain.events import GameEnded
from domain.refusals import Misuse
from replay.alternative_rules import AlternativeRules, parse_alternative_rules, rules_difference
from replay.audit import audit
from tests.replay.test_redeal import games


def test_rules_are_named_by_version_or_by_edition_and_options():
    assert parse_alternative_rules("2") == AlternativeRules(version="2")
    named = parse_alternative_rules("classic:bean_protection=off,trade_coins=true")
    assert named == AlternativeRules(edition="classic", options={"bean_protection": "off", "trade_coins": True})
    for wrong in ("classic:nothing=1", "classic:bean_protection", "chess:a=b"):
        with pytest.raises(Misuse):
            parse_alternative_rules(wrong)


def test_a_second_opinion_lists_events_that_other_rules_judge_differently():
    (record, *_) = games("classic", 1)
    assert rules_difference(audit(record, "classic:bean_protection=strict").verdicts).events == 0
    sooner = rules_difference(audit(record, "classic:exhaustions_to_end=2").verdicts)
    assert sooner.events > 0
    assert sooner.first is not None
    with pytest.raises(Misuse):
        audit(record, "duel:duel_matching=choice")


def test_a_second_opinion_reports_changed_winners():
    (record, *_) = games("classic", 1)
    (at,) = (at for at, envelope in enumerate(record.envelopes) if isinstance(envelope.event, GameEnded))
    ended = record.envelopes[at].event
    losers = tuple(seat for seat in range(3) if seat not in ended.winners)
    envelopes = list(record.envelopes)
    envelopes[at] = replace(envelopes[at], event=replace(ended, winners=losers))
    found = rules_difference(audit(replace(record, envelopes=tuple(envelopes))).verdicts)
    assert (found.events, found.first, found.scores, found.winners) == (1, at + 1, False, True)
