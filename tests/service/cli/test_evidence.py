"""`haricot evidence`: balances by pairs, told as evidence."""

from tests.service.command_line import GAME, fine, misused


def test_evidence_tells_of_each_pair_and_says_that_it_is_no_verdict(store):
    (found,) = fine("evidence", "--all", "--json", "--data", store).lines
    assert (set(found), found["decks"]) == ({"games", "pairs", "decks", "says"}, {})
    assert {"giver", "taker", "games", "deals", "gifts", "given", "got", "beyond"} == set(found["pairs"][0])
    says = fine("evidence", GAME, "--data", store).out
    assert "evidence and no verdict" in says
    assert f"{GAME} seat 1 -> {GAME} seat 2: " in says
    misused("evidence", "--data", store)
