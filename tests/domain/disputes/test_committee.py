"""Tests of committees: each member votes once, and more than half make a ruling."""

import pytest
from msgspec.structs import replace

from domain.disputes import commands
from domain.disputes.events import CommitteeRuled, DisputeRuled, RulingJoined
from domain.disputes.state import Filed, docket_of
from domain.refusals import CorruptHistory
from tests.domain.disputes.test_state import (
    ANA,
    APPEAL,
    BO,
    BY_COMMITTEE,
    FIRST,
    JUDGE,
    RULING,
    RUNNING,
    SECOND,
    THIRD,
    joining,
    ruled_court,
)


def appealed_court():
    return ruled_court().hear(BO, APPEAL)


def proposed_court():
    return appealed_court().hear(THIRD, BY_COMMITTEE)


def test_a_proposed_ruling_counts_when_more_than_half_have_agreed():
    tribunal = proposed_court()
    dispute = tribunal.docket.dispute(1)
    assert (dispute.state, len(dispute.rulings), dispute.proposed.needed) == ("appealed", 1, 2)
    filed = tribunal.hear(FIRST, joining(tribunal)).filed[-2:]
    assert [type(one.event) for one in filed] == [RulingJoined, CommitteeRuled]
    dispute = tribunal.docket.dispute(1)
    assert (dispute.state, dispute.proposed, dispute.rulings[-1].committee) == ("ruled", None, ("p-x", "p-y"))
    assert dispute.rulers == {"p-judge", "p-x", "p-y", "p-z"}
    assert tribunal.refused(SECOND, commands.JoinRuling(dispute=1, proposed=4)) == "dispute.closed"


def test_three_of_four_members_must_agree():
    tribunal = appealed_court()
    tribunal.case = replace(RUNNING, arbiters=RUNNING.arbiters | {"p-w"})
    tribunal.hear(THIRD, replace(RULING, committee=("p-x", "p-y", "p-w"))).hear(FIRST, joining(tribunal))
    assert tribunal.docket.dispute(1).state == "appealed"
    assert tribunal.hear(SECOND, joining(tribunal)).docket.dispute(1).state == "ruled"


@pytest.mark.parametrize(
    ("party", "code"),
    [
        (THIRD, "join.twice"),
        (JUDGE, "join.not_member"),
        (ANA, "party.no_arbiter"),
        (replace(FIRST, called_by="p-bo"), "arbiter.own_organiser"),
        (replace(FIRST, person=None), "arbiter.unknown"),
        (FIRST, None),
    ],
)
def test_each_member_of_a_committee_agrees_once(party, code):
    tribunal = proposed_court()
    if code is None:
        assert tribunal.hear(party, joining(tribunal)).docket.dispute(1).state == "ruled"
    else:
        assert tribunal.refused(party, joining(tribunal)) == code


def test_an_agreement_must_name_the_current_proposal():
    tribunal = proposed_court()
    before = joining(tribunal)
    tribunal.hear(FIRST, replace(RULING, text="other"))  # the same committee
    assert tribunal.refused(SECOND, before) == "join.replaced"
    assert tribunal.refused(FIRST, joining(tribunal)) == "join.twice"
    tribunal.hear(THIRD, joining(tribunal))
    assert tribunal.docket.dispute(1).rulings[-1].text == "other"
    assert appealed_court().refused(FIRST, before) == "join.absent"


def test_a_committee_is_replaced_only_if_a_member_can_no_longer_rule():
    tribunal = proposed_court()
    tribunal.case = replace(RUNNING, arbiters=RUNNING.arbiters | {"p-w"})
    other = replace(RULING, committee=("p-x", "p-w"))
    assert tribunal.refused(THIRD, other) == "ruling.committee"
    tribunal.case = replace(tribunal.case, arbiters=tribunal.case.arbiters - {"p-y"})
    tribunal.hear(THIRD, other)
    assert tribunal.docket.dispute(1).proposed.ruling.committee == ("p-x", "p-w")


def test_a_member_who_has_joined_the_game_no_longer_counts():
    tribunal = proposed_court()
    tribunal.case = replace(RUNNING, former=frozenset({"p-z"}))
    assert tribunal.hear(FIRST, joining(tribunal)).docket.dispute(1).state == "appealed"
    assert tribunal.hear(SECOND, joining(tribunal)).docket.dispute(1).state == "ruled"
    partial = proposed_court()
    partial.case = replace(RUNNING, former=frozenset({"p-x"}))
    assert partial.refused(FIRST, joining(partial)) == "arbiter.own_game"


def test_a_ruling_filed_before_votes_existed_keeps_its_meaning():
    tribunal = appealed_court()
    before = replace(tribunal.docket.dispute(1).rulings[0], arbiter="p-z", committee=("p-x", "p-y"))
    assert isinstance(before, DisputeRuled)
    tribunal.filed.append(Filed(n=4, at=3000, event=before))
    assert tribunal.docket.dispute(1).state == "ruled"
    assert tribunal.refused(BO, APPEAL) == "appeal.final"


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (CommitteeRuled(dispute=1, proposed=4), "too few"),
        (CommitteeRuled(dispute=1, proposed=3), "not what is proposed"),
        (RulingJoined(dispute=1, arbiter="p-z", proposed=4), "no other member"),
        (RulingJoined(dispute=1, arbiter="p-judge", proposed=4), "no other member"),
        (RulingJoined(dispute=1, arbiter="p-x", proposed=2), "not what is proposed"),
    ],
)
def test_a_docket_refuses_an_impossible_vote(event, says):
    tribunal = proposed_court()
    with pytest.raises(CorruptHistory, match=says):
        docket_of([Filed(n=5, at=1, event=event)], tribunal.docket)
    early = [one for one in tribunal.filed if one.n != 3]  # there was no appeal
    with pytest.raises(CorruptHistory, match="no committee was awaited"):
        docket_of([replace(one, n=n) for n, one in enumerate(early, 1)])
