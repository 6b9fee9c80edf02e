"""A sight that is kept, or a stream that was allowed once, stands for no more than what may be known now."""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.refusals import HaricotError
from domain.visibility import viewer_named
from service.access import reader
from service.access.sight import Sight
from service.access.tokens import principal_of
from service.hosting.presiding import revoke
from service.ops.clock import now_ms
from tests.service.api.conftest import House, Match
from tests.service.api.on_loop import OnLoop, Way
from tests.waiting import until


@pytest.fixture
def on_loop(house: House) -> Iterator[OnLoop]:
    """The loop of the house."""
    made = OnLoop(house)
    yield made
    made.end()


def unsealed(house: House, on_loop: OnLoop, way: Way) -> tuple[Match, str]:
    """A fork that is sealed no more, all of which an arbiter of its parent began to follow before."""
    root = house.match()
    arbiter = house.token("arbiter", root.game)
    fork = house.fork(root, root.version, arbiter)
    on_loop.follow(house, f"{fork.at}/stream?as=omniscient", way, arbiter)
    until(lambda: way.said)
    house.post(f"{root.at}/void", root.organiser, json={"reason": "enough"})
    return fork, arbiter


def test_who_may_not_see_hidden_cards_any_more_is_sent_no_more_of_them(house: House, on_loop: OnLoop) -> None:
    way = Way()
    fork, arbiter = unsealed(house, on_loop, way)
    house.problem(403, "view.forbidden", "GET", f"{fork.at}/table?as=omniscient", arbiter)
    house.give(fork, house.choices(fork, 0)[0])
    until(lambda: house.desk.waiting.total == 0)
    assert b"event: event" not in way.said


def test_control_where_a_view_is_asked_for_once_hidden_cards_are_sent_on(
    house: House, on_loop: OnLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual, way = Sight.viewer, Way()

    def granted(sight: Sight, asked: str | None) -> Any:
        return usual(sight, None) if asked is None else viewer_named(asked)

    monkeypatch.setattr(Sight, "viewer", granted)
    fork, _ = unsealed(house, on_loop, way)
    house.give(fork, house.choices(fork, 0)[0])
    until(lambda: b"event: event" in way.said)


def revoked_meanwhile(house: House) -> Sight:
    """How a game looks to somebody whose token was revoked after it had let them in, before they looked."""
    match = house.match()
    principal = principal_of(f"Bearer {match.seats[0]}", "", house.desk.register, at=now_ms())
    revoke(house.desk, principal.digest)
    return house.desk.reader.sight(match.game, principal)


def test_a_token_revoked_just_before_one_looks_shows_nothing(house: House) -> None:
    with pytest.raises(HaricotError, match="revoked"):
        revoked_meanwhile(house)


def test_control_unasked_it_would_count_as_long_as_nobody_writes(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "is_valid", lambda *_, **__: True)
    sight = revoked_meanwhile(house)
    monkeypatch.undo()
    assert house.desk.reader.sight_again(sight) is sight
