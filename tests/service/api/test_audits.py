"""Audits over HTTP: rules, deal and record, a verdict for each event, three languages, and what each view can prove."""

from random import Random

import pytest

from replay.audit import audit
from replay.proofs.shuffle import contribution_of_text
from service.queries.audit_responses import audit_answer


@pytest.fixture(scope="module")
def finished(shared):
    """A finished game whose shares are all of the service."""
    match = shared.match(options={"start_player": "seat_0", "exhaustions_to_end": 1})
    luck = Random(7)
    while shared.move(match, luck):
        pass
    return match


def test_an_omniscient_audit_of_a_finished_game_is_clean(shared, finished):
    answer = shared.get(f"{finished.at}/audit?as=omniscient")
    assert list(answer) == ["game", "events", "verdict", "first", "rules", "deal", "record", "verdicts"]
    assert (answer["verdict"], answer["rules"]["verdict"], answer["record"]["verdict"]) == ("clean", "legal", "whole")
    assert answer["deal"] == {
        "verdict": "proved",
        "chosen": 0,
        "shares": 3,
        "says": "proved, 0 of 3 shares chosen by players",
    }
    assert answer["record"]["signed"] is False


def test_an_audit_of_a_view_or_a_running_game_is_at_most_legal(shared, finished):
    seen = shared.get(f"{finished.at}/audit?as=seat:1", finished.seats[1])
    assert (seen["verdict"], seen["deal"]["verdict"], seen["first"]) == ("legal", "unproved", None)
    running = shared.match()
    answer = shared.get(f"{running.at}/audit", running.seats[0])
    assert (answer["verdict"], answer["record"]["verdict"], answer["deal"]["verdict"]) == (
        "legal",
        "unfinished",
        "unproved",
    )


@pytest.mark.parametrize(("lang", "says"), [("fr", "entier et terminé"), ("de", "vollständig und beendet")])
def test_an_audit_is_translated(shared, finished, lang, says):
    answer = shared.get(f"{finished.at}/audit?as=omniscient&lang={lang}")
    assert answer["record"]["says"].startswith(says)
    assert shared.post(f"{finished.at}/audits?as=omniscient&lang={lang}")["record"] == answer["record"]
    shared.problem(422, "request.shape", "GET", f"{finished.at}/audit?lang=xx")


def test_an_audit_under_other_rules_equals_that_of_the_command_line(shared, finished):
    plain, at = shared.get(f"{finished.at}/audit?as=omniscient"), f"{finished.at}/audit?as=omniscient&under="
    assert shared.get(f"{at}classic:bean_protection=strict") == plain
    other = shared.get(f"{at}classic:exhaustions_to_end=2")
    assert (other["verdict"], other["rules"]["verdict"]) == ("irregular", "irregular")
    assert other["first"]["n"] > 1
    record = shared.context.store.record(finished.game)
    said = audit_answer(audit(record, "classic:exhaustions_to_end=2"), "en")
    assert [(one["n"], one["verdict"]) for one in other["verdicts"]] == [(one.n, one.verdict) for one in said.verdicts]
    assert shared.get(f"{finished.at}/audit?as=omniscient") == plain
    for wrong in ("modern", "classic:nothing=1", "classic:bean_protection", "99", "", "nothing:a=1"):
        shared.problem(422, "request.shape", "GET", f"{at}{wrong}")
    shared.problem(422, "option.unknown", "GET", f"{at}classic:bean_protection=maybe")
    shared.problem(403, "view.forbidden", "GET", f"{shared.match().at}/audit?as=omniscient&under=classic")


def test_the_verdict_of_an_event_equals_that_of_the_audit(shared, finished):
    answer = shared.get(f"{finished.at}/audit?as=omniscient")
    for n in (1, 5, 60):
        assert shared.get(f"{finished.at}/events/{n}?as=omniscient")["verdict"] == answer["verdicts"][n - 1]


def test_an_import_returns_the_audit_of_the_file(shared, game_file):
    answer = shared.post("/v1/games:import", data=game_file, content_type="application/x-ndjson")
    assert (answer["verdict"], answer["rules"]["verdict"], answer["record"]["verdict"]) == ("clean", "legal", "whole")
    assert answer["deal"]["says"] == "proved, 0 of 3 shares chosen by players"


def test_the_revealed_seed_proves_the_deal_of_a_voided_game_and_of_its_fork(shared):
    match = shared.match()
    for _ in range(9):
        assert shared.move(match, Random(3))
    shared.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    fork = shared.fork(match, 20)
    shared.post(f"{fork.at}/void", fork.organiser, json={"reason": "enough"})
    for game in (match, fork):
        found = shared.get(f"{game.at}/audit?as=omniscient", game.organiser)
        assert (found["verdict"], found["deal"]["verdict"], found["record"]["verdict"]) == ("clean", "proved", "whole")


def test_an_audit_counts_the_shares_that_players_chose(shared):
    match = shared.match(start="when_seated")
    for seat in range(3):
        sit = {"type": "TakeSeat", "seat": seat, "kind": "human", "pseudonym": f"seat-{seat}"}
        shared.submit(match, sit | ({"contribution": contribution_of_text("own")} if seat else {}))
    deal = shared.get(f"{match.at}/audit", match.seats[0])["deal"]
    assert (deal["chosen"], deal["shares"]) == (2, 3)


def test_an_audit_after_an_event_leaves_out_earlier_verdicts(shared, finished):
    whole = shared.get(f"{finished.at}/audit?as=omniscient")
    for after in (0, 1, 57, whole["events"], whole["events"] + 1):
        answer = shared.get(f"{finished.at}/audit?as=omniscient&after={after}")
        assert answer == {**whole, "verdicts": whole["verdicts"][after:]}
    shared.problem(422, "request.shape", "GET", f"{finished.at}/audit?after=-1")
