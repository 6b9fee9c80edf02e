"""Tests of the check of a deal: every random choice and shuffle must follow from the revealed seed."""

from random import Random

import pytest
from msgspec.structs import replace

from domain.editions.bohnaparte.boards import with_kinds
from domain.editions.bohnaparte.events import BoardLaidOut
from domain.events import DeckShuffled, GameStarted
from domain.findings import found
from replay.audit import Auditor, audit
from replay.proofs import deal_check
from replay.record import Record
from tests.random_player import begin, play


@pytest.fixture(scope="module")
def at_random():
    """Return a game with a random board."""
    return play(begin("bohnaparte", 4, {"bp_placement": "random"}, 5), Random(5)).record()


def changed(record, kind, **changes):
    """Return the record with a changed first event of this kind."""
    index = next(i for i, e in enumerate(record.envelopes) if isinstance(e.event, kind))
    envelope = record.envelopes[index]
    answer = replace(envelope, event=replace(envelope.event, **changes))
    return Record(
        game=record.game, envelopes=(*record.envelopes[:index], answer, *record.envelopes[index + 1 :])
    ), index + 1


def first_order(record):
    """Return the pile of the opening deal."""
    return next(e.event.order for e in record.envelopes if isinstance(e.event, DeckShuffled))


def test_a_random_board_agrees_with_the_seed(at_random):
    assert audit(at_random).verdict == "clean"


def test_a_board_that_contradicts_the_seed_is_found(at_random):
    board = next(e.event for e in at_random.envelopes if isinstance(e.event, BoardLaidOut))
    kinds = board.drawn_order()
    first = next(i for i, kind in enumerate(kinds) if kind != kinds[0])
    swapped = [kinds[first], *kinds[1:first], kinds[0], *kinds[first + 1 :]]
    forged, n = changed(at_random, BoardLaidOut, cells=with_kinds(board.cells, swapped))
    verdict = audit(forged).verdicts[n - 1]
    assert (verdict.verdict, verdict.says) == ("differs", found("deal.other_lot"))


def test_a_board_with_a_wrong_terrain_is_found(at_random):
    board = next(e.event for e in at_random.envelopes if isinstance(e.event, BoardLaidOut))
    forged, n = changed(at_random, BoardLaidOut, cells=with_kinds(board.cells, ["farm", *board.drawn_order()[1:]]))
    assert audit(forged).verdicts[n - 1].verdict == "differs"


def test_a_first_chooser_that_contradicts_the_seed_is_found(at_random):
    started = next(e.event for e in at_random.envelopes if isinstance(e.event, GameStarted))
    forged, n = changed(at_random, GameStarted, first_camp_chooser=(started.first_camp_chooser + 1) % 4)
    assert audit(forged).verdicts[n - 1].verdict == "differs"


def test_a_shuffle_that_contradicts_the_seed_is_found(at_random):
    forged, n = changed(at_random, DeckShuffled, order=first_order(at_random)[::-1])
    assert audit(forged).verdicts[n - 1].verdict == "differs"


@pytest.mark.parametrize("forge", [False, True], ids=["honest", "false"])
def test_a_repeated_audit_gives_the_same_and_does_not_deal_again(at_random, monkeypatch, forge):
    record = changed(at_random, DeckShuffled, order=first_order(at_random)[::-1])[0] if forge else at_random
    dealt, shuffle = [], deal_check.Deal.shuffle

    def counted(deal, k, *rest):
        dealt.append(k)
        return shuffle(deal, k, *rest)

    monkeypatch.setattr(deal_check.Deal, "shuffle", counted)
    auditor = Auditor(record.game)
    auditor.extend(record.envelopes)
    answer, once = auditor.result(), len(dealt)
    assert answer.deal.verdict == ("false" if forge else "proved")
    assert auditor.result() == answer
    assert 0 < len(dealt) == once
