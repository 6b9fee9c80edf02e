"""The head of a game: order of its members, seats asked to answer, times of creation, start and end."""

from typing import Any

import pytest

from replay.codec import time_of

MEMBERS = (
    *("game", "status", "version", "rules", "turn", "to_act", "asked", "created", "started", "ended", "seats"),
    *("scores", "winners", "forked_from", "links", "practice", "level", "private", "paused", "may"),
)
SEAT = ["seat", "name", "kind", "coins", "hand", "taken", "bot", "person"]


def play_to_trading(api: Any) -> tuple[Any, int]:
    """Return a game in its first trading phase, and a slot of seat 0's hand."""
    match = api.match()
    api.submit(match, {"type": "PlantFromHand", "seat": 0, "field": 0})
    api.submit(match, {"type": "EndPlanting", "seat": 0})
    table = api.get(f"{match.at}/table", match.seats[0])
    assert table["turn"]["phase"] == "trade"
    return match, table["seats"][0]["hand_slots"][0]


def test_a_head_has_its_members_in_order(shared):
    match = shared.match()
    for head in (shared.get(match.at), shared.get("/v1/games?limit=1")["games"][0]):
        assert tuple(head) == MEMBERS
        assert list(head["seats"][0]) == SEAT


@pytest.mark.parametrize(("partner", "asked"), [(2, [2]), (None, [1, 2])])
def test_asked_lists_the_seats_with_an_offer_to_answer(shared, partner, asked):
    match, slot = play_to_trading(shared)
    assert shared.get(match.at)["asked"] == []
    give = [{"source": "hand", "slot": slot}]
    made = shared.submit(match, {"type": "ProposeTrade", "seat": 0, "with": partner, "give": give, "want": {"red": 1}})
    head = shared.get(match.at)
    assert (head["to_act"], head["asked"]) == ([0], asked)
    assert shared.get("/v1/games?limit=200")["games"][0]["asked"] == asked
    if partner is not None:
        assert "DeclineTrade" in {one["type"] for one in shared.choices(match, partner)}
    number = made["events"][0]["event"]["proposal"]
    shared.submit(match, {"type": "WithdrawTrade", "seat": 0, "proposal": number})
    shared.submit(match, {"type": "OfferDonation", "seat": 0, "to": 1, "cards": give})
    assert shared.get(match.at)["asked"] == [1]
    shared.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    assert shared.get(match.at)["asked"] == []


def head_times(api: Any, match: Any, token: str | None = None) -> list[int | None]:
    """Return the times of creation, start and end in the head of a game."""
    head = api.get(match.at, token)
    return [None if head[one] is None else time_of(head[one]) for one in ("created", "started", "ended")]


def event_time(api: Any, game: str, kind: str) -> int:
    """Return the time of the first event of a type."""
    events = api.context.store.record(game).envelopes
    return next(one.at for one in events if one.event.__struct_config__.tag == kind)


def test_a_head_has_the_times_of_creation_start_and_end(shared):
    match = shared.match(start="when_seated")
    assert head_times(shared, match) == [event_time(shared, match.game, "game_created.1"), None, None]
    for seat in match.seats:
        shared.submit(match, {"type": "TakeSeat", "seat": seat, "kind": "human", "pseudonym": f"seat-{seat}"})
    begun = [event_time(shared, match.game, kind) for kind in ("game_created.1", "game_started.1")]
    assert head_times(shared, match) == [*begun, None]
    shared.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    assert head_times(shared, match) == [*begun, event_time(shared, match.game, "game_voided.1")]
    shared.context.tables._tables._entries.clear()  # as another process reads it
    assert head_times(shared, match) == [*begun, event_time(shared, match.game, "game_voided.1")]
    fork = shared.fork(match, match.version + 4)
    forked = event_time(shared, fork.game, "game_forked.1")
    assert head_times(shared, fork) == [forked, forked, None]


def test_a_delayed_spectator_reads_the_end_time_after_the_delay(shared):
    match = shared.match(spectator_delay={"seconds": 3600})
    shared.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    created, *_ = head_times(shared, match, match.seats[0])
    assert head_times(shared, match) == [created, None, None]
    assert head_times(shared, match, match.seats[0])[2] is not None
