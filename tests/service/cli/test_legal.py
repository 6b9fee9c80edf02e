"""`haricot legal`: the commands that a seat may give, and a clause for each that it may not."""

import pytest

from tests.long_tests import mostly_long
from tests.service.command_line import GAME, HUGE, command_file, haricot, run_ok, run_refused, shape


@pytest.mark.parametrize("n", mostly_long([60, 10**9, 15, 120, 300, 500], 2))
def test_legal_and_adjudicate_agree_on_every_command(n, store):
    events = run_ok("events", GAME, "--data", store).lines
    n = next((event["n"] - 1 for event in events if event["n"] > n and "cause" in event), len(events))
    position = run_ok("show", GAME, "--at", n, "--json", "--data", store).out
    for seat in range(4):
        (answer,) = run_ok("legal", GAME, "--seat", seat, "--at", n, "--json", "--data", store).lines
        shape(answer, {"seat": int, "n": int, "legal": list, "offers": list, "blocked": list})
        assert (answer["seat"], answer["n"]) == (seat, n)
        for may in answer["offers"]:
            addressed = {"ProposeTrade": "with", "OfferDonation": "to"}[may["type"]]
            assert list(may) == ["type", "from_hand", "turned_up", addressed]
        for may in answer["legal"]:
            reply = haricot("adjudicate", "-", command_file(store, may), "--json", stdin=position)
            assert (reply.code, reply.lines[0]["verdict"]) == (0, "legal"), may
        for may_not in answer["blocked"]:
            assert list(may_not)[-3:] == ["clause", "says", "in_phase"]
            command = {key: value for key, value in may_not.items() if key not in ("clause", "says", "in_phase")}
            reply = haricot("adjudicate", "-", command_file(store, command), "--json", stdin=position)
            assert (reply.code, reply.lines[0]["clause"]) == (1, may_not["clause"]), command


def test_legal_cites_a_clause_for_each_command_that_is_not_allowed(store):
    lines = run_ok("legal", GAME, "--seat", 2, "--at", 120, "--data", store).out.splitlines()
    assert all(line.startswith(("may      ", "may not  ", "         CL-")) for line in lines)
    assert any(line.startswith("         CL-") for line in lines)


def test_legal_inside_a_batch_allows_no_command(store):
    assert "inside a batch" in run_ok("legal", GAME, "--seat", 0, "--at", 2 + 4, "--data", store).out


@pytest.mark.parametrize("seat", ["4", "99", "-1", HUGE, "x", "", "seat:1"])
def test_legal_refuses_a_seat_that_does_not_exist(seat, unchanged_store):
    run_refused("legal", GAME, "--seat", seat, "--data", unchanged_store)
