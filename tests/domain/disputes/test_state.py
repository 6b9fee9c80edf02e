"""Tests of proceedings: claims, deadlines, rulings, appeals and confirmations."""

import msgspec
import pytest
from msgspec.structs import replace

from domain.disputes import commands
from domain.disputes.commands import Party
from domain.disputes.deciding import Hearing
from domain.disputes.events import DAY, AnyProceeding, Proceeding, TermsSet
from domain.disputes.game_facts import Case, case_of
from domain.disputes.refusals import ActRefused
from domain.disputes.state import DisputesState, Filed, docket_of
from domain.field_audiences import audiences_of, is_declared
from domain.refusals import CorruptHistory
from domain.remedies import TOURNAMENT
from tests.replay.example_games import traders_game

DAY_MS = 1000 * DAY
WORDS = "3q2-7wAAAAA"
ANA, BO = Party(kind="seat", seat=0, person="p-ana"), Party(kind="seat", seat=1, person="p-bo")
JUDGE = Party(kind="arbiter", person="p-judge", called_by="-")
RUNNING = Case(
    players=2,
    version=60,
    turns=(5, 30, 50),
    planted=7,
    people={0: "p-ana", 1: "p-bo"},
    arbiters=frozenset({"p-judge", "p-x", "p-y", "p-z"}),
    citations=frozenset({"CL-4.4"}),
)
OVER = replace(RUNNING, ended=1000)
CLAIM = commands.OpenDispute(event=55, article="TR-1", text=WORDS)
RULING = commands.RuleDispute(
    dispute=1,
    outcome="upheld",
    clause="CL-4.4",
    article="TR-1",
    remedy="repair",
    text=WORDS,
    penalty="warning",
    against=1,
)
REWOUND = replace(RULING, remedy="rewind", back_to=54, penalty="none", against=None)
APPEAL = commands.AppealRuling(dispute=1, text=WORDS)
FIRST, SECOND, THIRD = (replace(JUDGE, person=f"p-{name}") for name in "xyz")
BY_COMMITTEE = replace(RULING, committee=("p-x", "p-y"))
"""The ruling that the third member proposes."""


class Tribunal:
    """The proceedings on a case, to which a test adds acts."""

    def __init__(self, case=RUNNING):
        self.case, self.filed = case, []

    @property
    def docket(self):
        return docket_of(self.filed)

    def hear(self, party, act, at=2000):
        for event in Hearing(self.docket, self.case, TOURNAMENT, party, at).decide(act):
            again = msgspec.json.decode(msgspec.json.encode(event), type=AnyProceeding)
            assert again == event
            self.filed.append(Filed(n=len(self.filed) + 1, at=at, event=again))
        return self

    def refused(self, party, act, at=2000):
        with pytest.raises(ActRefused) as refusal:
            Hearing(self.docket, self.case, TOURNAMENT, party, at).decide(act)
        assert refusal.value.says
        return refusal.value.code


def joining(tribunal):
    """Return the act that agrees with the proposed ruling of the first dispute."""
    return commands.JoinRuling(dispute=1, proposed=tribunal.docket.dispute(1).proposed.n)


def ruled_court():
    return Tribunal().hear(BO, CLAIM).hear(JUDGE, RULING)


def test_a_dispute_passes_every_state_and_is_reopened():
    tribunal = Tribunal().hear(ANA, CLAIM).hear(BO, commands.MakeStatement(dispute=1, text=WORDS))
    tribunal.hear(ANA, commands.PinEvidence(dispute=1, events=(54, 55))).hear(
        JUDGE, commands.FindFacts(dispute=1, text=WORDS, sealed=True)
    )
    tribunal.hear(ANA, commands.PlayOn(dispute=1, branch="g.f54"))
    assert tribunal.refused(JUDGE, REWOUND) == "ruling.branch"
    tribunal.hear(JUDGE, replace(REWOUND, branch="g.f54")).hear(
        JUDGE, commands.NameOfficialFork(dispute=1, fork="g.f54")
    )
    assert tribunal.docket.dispute(1).state == "ruled"
    assert tribunal.docket.dispute(1).rulings[0].book == TOURNAMENT.digest
    tribunal.hear(BO, APPEAL)
    committee = replace(RULING, branch="g", committee=("p-x", "p-y"))
    assert tribunal.refused(JUDGE, committee) == "ruling.committee"  # who has ruled on it
    tribunal.hear(THIRD, committee).hear(FIRST, joining(tribunal))
    assert tribunal.refused(BO, APPEAL) == "appeal.final"
    tribunal.hear(JUDGE, commands.ReopenDispute(dispute=1, text=WORDS))
    dispute = tribunal.docket.dispute(1)
    assert (dispute.state, dispute.pinned, dispute.fork, len(dispute.rulings)) == ("reopened", (54, 55), "g.f54", 2)
    assert dispute.filed == tuple(range(1, len(tribunal.filed) + 1))


@pytest.mark.parametrize(
    ("case", "change", "at", "code"),
    [
        (RUNNING, {}, 0, None),
        (RUNNING, {"event": 49}, 0, "dispute.too_late"),  # the next turn began with event 50
        (RUNNING, {"event": 49, "article": "TR-5"}, 0, None),  # until all have confirmed
        (RUNNING, {"event": 3, "article": "TR-10"}, 0, "dispute.too_late"),  # a bean is planted
        (replace(RUNNING, planted=None), {"event": 3, "article": "TR-10"}, 0, None),
        (RUNNING, {"event": 61}, 0, "dispute.no_event"),
        (RUNNING, {"event": 0}, 0, "dispute.no_event"),
        (RUNNING, {"article": "TR-99"}, 0, "dispute.no_article"),
        (OVER, {"article": "TR-5"}, 1000 + DAY_MS, None),
        (OVER, {"article": "TR-5"}, 1001 + DAY_MS, "dispute.too_late"),
    ],
)
def test_a_claim_is_refused_after_its_deadline(case, change, at, code):
    tribunal, claim = Tribunal(case), replace(CLAIM, **change)
    if code is None:
        assert len(tribunal.hear(ANA, claim, at).docket.undecided) == 1
    else:
        assert tribunal.refused(ANA, claim, at) == code


@pytest.mark.parametrize(
    ("party", "code"),
    [
        (ANA, "party.no_arbiter"),
        (Party(kind="organiser", person="p-org"), "party.no_arbiter"),
        (replace(JUDGE, person=None), "arbiter.unknown"),
        (replace(JUDGE, called_by=None), "arbiter.unknown"),
        (replace(JUDGE, person="p-bo"), "arbiter.own_game"),
        (replace(JUDGE, called_by="p-ana"), "arbiter.own_organiser"),
    ],
)
def test_only_an_impartial_arbiter_rules_or_finds_facts(party, code):
    tribunal = Tribunal().hear(BO, CLAIM)
    for act in (RULING, commands.FindFacts(dispute=1, text=WORDS)):
        assert tribunal.refused(party, act) == code
    assert tribunal.hear(JUDGE, RULING).docket.undecided == ()


def test_no_arbiter_rules_while_players_are_unknown():
    tribunal = Tribunal(replace(RUNNING, people={0: "p-ana"})).hear(BO, CLAIM)
    assert tribunal.refused(JUDGE, RULING) == "arbiter.players_unknown"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"outcome": "maybe"}, "ruling.outcome"),
        ({"clause": "CL-99.9"}, "ruling.clause"),
        ({"article": "TR-99"}, "ruling.article"),
        ({"text": ""}, "ruling.no_reasons"),
        ({"remedy": "stocks"}, "ruling.remedy"),
        ({"outcome": "dismissed"}, "ruling.remedy"),
        ({"back_to": 3}, "ruling.rewind"),
        ({"penalty": "exclusion"}, "ruling.penalty"),
        ({"against": None}, "ruling.penalty"),
        ({"against": 2}, "ruling.penalty"),
        ({"penalty": "none"}, "ruling.penalty"),
        ({"committee": ("p-x", "p-y")}, "ruling.committee"),
        ({"remedy": "rewind"}, "ruling.rewind"),
        ({"remedy": "rewind", "back_to": 55}, "ruling.rewind"),
        ({"remedy": "rewind", "back_to": 54, "exact": True}, "rewind.no_reason"),
        ({"dispute": 2}, "dispute.absent"),
    ],
)
def test_an_incomplete_ruling_is_refused(change, code):
    assert Tribunal().hear(BO, CLAIM).refused(JUDGE, replace(RULING, **change)) == code


def test_a_second_ruling_is_refused():
    tribunal = Tribunal().hear(BO, CLAIM)
    (other,) = Hearing(tribunal.docket, tribunal.case, TOURNAMENT, JUDGE, 2000).decide(RULING)  # at the same moment
    tribunal.hear(JUDGE, RULING)
    assert tribunal.refused(JUDGE, RULING) == "dispute.closed"
    with pytest.raises(CorruptHistory, match="no ruling was awaited"):
        docket_of([Filed(n=3, at=1, event=other)], tribunal.docket)


def test_an_appeal_has_a_deadline_and_another_committee():
    tribunal = ruled_court()
    assert tribunal.refused(BO, APPEAL, 2001 + DAY_MS) == "appeal.too_late"
    tribunal.hear(BO, APPEAL, 2000 + DAY_MS)
    for members in ((), ("p-x",), ("p-x", "p-x"), ("p-x", "p-judge")):
        assert tribunal.refused(THIRD, replace(RULING, committee=members)) == "ruling.committee"
    assert tribunal.refused(THIRD, replace(RULING, committee=("p-x", "p-ana"))) == "arbiter.own_game"


def test_only_the_claimant_withdraws_a_claim():
    tribunal = Tribunal().hear(BO, CLAIM)
    assert tribunal.refused(BO, CLAIM) == "dispute.twice"
    assert tribunal.refused(ANA, commands.WithdrawDispute(dispute=1)) == "dispute.not_yours"
    assert tribunal.hear(BO, commands.WithdrawDispute(dispute=1)).docket.dispute(1).state == "withdrawn"
    assert tribunal.refused(ANA, commands.MakeStatement(dispute=1, text=WORDS)) == "dispute.closed"
    assert tribunal.refused(BO, APPEAL) == "appeal.no_ruling"
    assert tribunal.refused(BO, commands.OpenDispute(event=99, article="TR-1", text=WORDS)) == "dispute.no_event"


def test_a_result_confirmed_by_every_seat_ends_all_claims():
    tribunal, confirm = Tribunal(OVER), commands.ConfirmResult()
    assert Tribunal().refused(ANA, confirm) == "confirm.running"
    assert Tribunal(replace(OVER, voided=True)).refused(ANA, confirm) == "confirm.voided"
    assert tribunal.refused(JUDGE, confirm) == "party.no_seat"
    tribunal.hear(ANA, confirm)
    assert tribunal.refused(ANA, confirm) == "confirm.twice"
    tribunal.hear(BO, CLAIM)
    assert tribunal.refused(BO, confirm) == "confirm.disputed"
    tribunal.hear(JUDGE, RULING)
    assert tribunal.docket.confirmed == frozenset()  # it was put right: they confirm again
    tribunal.hear(ANA, confirm).hear(BO, confirm)
    assert tribunal.refused(BO, replace(CLAIM, article="TR-5")) == "dispute.too_late"


def test_a_result_set_aside_by_a_ruling_cannot_be_confirmed():
    tribunal = Tribunal(OVER).hear(BO, CLAIM).hear(JUDGE, REWOUND)
    assert tribunal.refused(ANA, commands.ConfirmResult()) == "confirm.overturned"
    tribunal.hear(JUDGE, commands.NameOfficialFork(dispute=1, fork="g.f54"))
    assert tribunal.refused(JUDGE, commands.NameOfficialFork(dispute=1, fork="g.f55")) == "fork.twice"
    assert ruled_court().refused(JUDGE, commands.NameOfficialFork(dispute=1, fork="g.f54")) == "fork.not_ordered"


def test_evidence_must_name_its_source():
    tribunal = Tribunal().hear(BO, CLAIM)
    assert tribunal.refused(BO, commands.PinEvidence(dispute=1, events=())) == "evidence.empty"
    assert tribunal.refused(BO, commands.PinEvidence(dispute=1, events=(61,))) == "dispute.no_event"
    assert tribunal.refused(BO, commands.PinEvidence(dispute=1, events=(1,) * 201)) == "evidence.too_much"


def test_a_docket_refuses_events_out_of_order():
    tribunal = Tribunal().hear(BO, CLAIM)
    with pytest.raises(CorruptHistory, match="follows on 1"):
        docket_of([Filed(n=3, at=1, event=tribunal.filed[0].event)], tribunal.docket)
    with pytest.raises(CorruptHistory, match="dispute 1 follows on 1"):
        docket_of([Filed(n=2, at=1, event=tribunal.filed[0].event)], tribunal.docket)
    with pytest.raises(CorruptHistory, match="there is no dispute 1"):
        docket_of([Filed(n=1, at=1, event=ruled_court().filed[1].event)], DisputesState())


def test_events_of_proceedings_have_audiences_and_no_free_text():
    kinds = list(AnyProceeding.__args__)
    assert all(issubclass(kind, Proceeding) and is_declared(kind) for kind in kinds)
    assert all(audiences_of(kind) for kind in kinds)
    tags = [kind.__struct_config__.tag for kind in kinds]
    assert len(set(tags)) == len(tags)
    assert all(tag.endswith(".1") for tag in tags)


def test_a_case_is_read_from_the_events_of_a_game():
    record = traders_game()
    events = [(one.n, one.at, one.event) for one in record.envelopes]
    case = case_of(record.created.players, events, {}, frozenset())
    assert (case.version, case.ended is not None) == (len(record.envelopes), True)
    assert case.next_turn(case.turns[0]) == case.turns[1]
    assert case.turns[0] < case.planted


@pytest.mark.parametrize(("at", "code"), [(601_000, None), (601_001, "dispute.too_late")])
def test_the_deadlines_of_a_game_take_precedence(at, code):
    terms = Filed(n=1, at=0, event=TermsSet(protest=600, appeal=7200))
    tribunal, claim = Tribunal(OVER), replace(CLAIM, article="TR-5")
    tribunal.filed.append(terms)
    if code is not None:
        assert tribunal.refused(BO, claim, at) == code
        return
    tribunal.hear(BO, claim, at).hear(JUDGE, RULING, at)
    assert tribunal.refused(BO, APPEAL, at + 7_200_001) == "appeal.too_late"
    assert len(tribunal.hear(BO, APPEAL, at + 7_200_000).docket.disputes[0].rulings) == 1
    with pytest.raises(CorruptHistory, match="before all else"):
        docket_of([replace(terms, n=5)], tribunal.docket)
