"""Tests of calls for an arbiter: admission, agreement, and refused acts."""

import pytest
from msgspec.structs import replace

from domain.disputes.calls import CALL_MS
from domain.disputes.commands import AgreeToArbiter, AnswerCall, CallArbiter, Party, WithdrawCall
from domain.disputes.events import (
    ArbiterAdmitted,
    ArbiterAgreed,
    ArbiterCalled,
    ArbiterCame,
    CallWithdrawn,
    OfCall,
)
from domain.disputes.state import DisputesState, Filed, docket_of
from domain.refusals import CorruptHistory
from tests.domain.disputes.test_state import ANA, BO, RUNNING, WORDS, Tribunal

ALONE = {"people": {0: "p-ana", 1: "bot 1"}, "persons": {0: frozenset({"p-ana"})}}
TWO = replace(RUNNING, persons={0: frozenset({"p-ana"}), 1: frozenset({"p-bo"})}, host="p-host")
COMER = Party(kind="spectator", person="p-judge")
HOST = Party(kind="organiser", person="p-host")
CALL, ANSWER, AGREE = CallArbiter(text=WORDS), AnswerCall(call=1), AgreeToArbiter(call=1)
CALLED = ArbiterCalled(call=1, seat=0, needed=(1,), text=WORDS)


def of_call(tribunal):
    return tribunal.docket.call


@pytest.mark.parametrize(
    "order", [((COMER, ANSWER), (BO, AGREE)), ((BO, AGREE), (COMER, ANSWER)), ((HOST, AGREE), (COMER, ANSWER))]
)
def test_an_arbiter_is_admitted_when_all_other_seats_or_the_organiser_agree(order):
    tribunal = Tribunal(TWO).hear(ANA, CALL)
    (first, does), (second, then) = order
    assert of_call(tribunal.hear(first, does)).state in ("open", "came")
    assert of_call(tribunal.hear(second, then)).state == "admitted"
    assert isinstance(tribunal.filed[-1].event, ArbiterAdmitted)


@pytest.mark.parametrize(
    ("case", "party", "code"),
    [
        (replace(TWO, people={0: "p-ana"}), ANA, "arbiter.players_unknown"),
        (replace(TWO, host=None, **ALONE), ANA, "call.alone"),
        (replace(TWO, host="p-ana", **ALONE), ANA, "call.alone"),
        (replace(TWO, host="p-left", former=frozenset({"p-left"}), **ALONE), ANA, "call.alone"),
        (TWO, HOST, "party.no_seat"),
        (TWO, COMER, "party.no_seat"),
    ],
)
def test_a_call_that_no_one_can_approve_is_refused(case, party, code):
    assert Tribunal(case).refused(party, CALL) == code


def test_a_call_of_a_single_person_needs_the_organiser():
    tribunal = Tribunal(replace(TWO, **ALONE)).hear(ANA, CALL).hear(COMER, ANSWER)
    assert of_call(tribunal).state == "came"
    assert tribunal.refused(ANA, AGREE) == "call.not_asked"
    assert tribunal.refused(replace(HOST, person="p-ana"), AGREE) == "party.no_organiser"
    assert tribunal.refused(replace(HOST, person=None), AGREE) == "party.no_organiser"
    assert of_call(tribunal.hear(HOST, AGREE)).state == "admitted"


@pytest.mark.parametrize(
    ("party", "act", "code"),
    [
        (BO, CALL, "call.open"),
        (ANA, AGREE, "call.not_asked"),
        (BO, AgreeToArbiter(call=2), "call.absent"),
        (replace(COMER, person="p-bo"), ANSWER, "arbiter.own_game"),
        (replace(COMER, person=None), ANSWER, "arbiter.unknown"),
        (BO, WithdrawCall(call=1), "call.not_asked"),
    ],
)
def test_an_invalid_act_on_a_call_is_refused(party, act, code):
    assert Tribunal(TWO).hear(ANA, CALL).refused(party, act) == code


def test_a_call_expires_after_an_hour():
    tribunal = Tribunal(TWO).hear(ANA, CALL, at=0)
    assert tribunal.refused(BO, AGREE, at=CALL_MS) == "call.expired"
    assert tribunal.refused(COMER, ANSWER, at=CALL_MS) == "call.expired"
    assert tribunal.hear(BO, AGREE, at=CALL_MS - 1).docket.call.agreed == ("seat:1",)
    assert tribunal.hear(BO, CALL, at=CALL_MS).docket.call.number == 2


def test_a_closed_call_accepts_no_further_act():
    tribunal = Tribunal(TWO).hear(ANA, CALL).hear(COMER, ANSWER)
    assert tribunal.refused(replace(COMER, person="p-x"), ANSWER) == "call.taken"
    tribunal.hear(BO, AGREE)
    for party, act in ((BO, AGREE), (ANA, WithdrawCall(call=1))):
        assert tribunal.refused(party, act) == "call.over"


@pytest.mark.parametrize(
    "events",
    [
        [replace(CALLED, call=2)],
        [ArbiterAgreed(call=1, by="seat:1")],
        [CALLED, ArbiterAdmitted(call=1, arbiter="p-judge")],
        [CALLED, ArbiterCame(call=1, arbiter="p-judge"), ArbiterAdmitted(call=1, arbiter="p-judge")],
        [CALLED, ArbiterAgreed(call=1, by="seat:1"), ArbiterAgreed(call=1, by="seat:1")],
        [CALLED, ArbiterCame(call=1, arbiter="p-judge"), ArbiterCame(call=1, arbiter="p-x")],
        [
            CALLED,
            ArbiterAgreed(call=1, by="seat:1"),
            ArbiterCame(call=1, arbiter="p-judge"),
            ArbiterAdmitted(call=1, arbiter="p-x"),
        ],
        [CALLED, CallWithdrawn(call=1, seat=1)],
        [CALLED, CallWithdrawn(call=1, seat=0), ArbiterAgreed(call=1, by="seat:1")],
        [CALLED, OfCall(call=1)],
    ],
)
def test_a_history_with_an_invalid_admission_is_refused(events):
    filed = [Filed(n=n, at=0, event=event) for n, event in enumerate(events, 1)]
    with pytest.raises(CorruptHistory):
        docket_of(filed, DisputesState())
