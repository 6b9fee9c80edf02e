"""Check that concurrent rulings and orders in two processes have one effect."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from domain.disputes.events import CommitteeRuled
from domain.disputes.state import docket_of
from service.access.arbiter_actions import filed_events
from service.store.entries.proceedings_entries import DisputeEvent
from service.store.location import Location
from tests.service.api.conftest import ApiClient, open_api
from tests.service.disputes.disputed_games import RULING, act, arbiter
from tests.service.disputes.test_ordered_forks import disputed, rewound
from tests.waiting import wait_until

AT_ONCE = 6


@pytest.fixture(params=["folder", "database"])
def apis(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[ApiClient]]:
    """Two services over one store of either kind, each with its own connections, caches and locks."""
    place: Location = tmp_path / "store" if request.param == "folder" else request.getfixturevalue("location")
    with ExitStack() as stack:
        yield [stack.enter_context(open_api(place)) for _ in range(2)]  # type: ignore[arg-type]  # any place


def at_once(apis: list[ApiClient], judges: list[str], path: str, body: dict[str, Any]) -> list[tuple[int, str | None]]:
    """Send all requests at once, and return their statuses and codes in order."""
    start = Barrier(len(judges))

    def one(number: int) -> tuple[int, str | None]:
        start.wait(timeout=20)
        answer = apis[number % 2].request("POST", path, judges[number], json=body)
        return answer.status_code, answer.json.get("code")

    with ThreadPoolExecutor(len(judges)) as threads:
        return sorted(threads.map(one, range(len(judges))), key=lambda found: (found[0], found[1] or ""))


def test_of_concurrent_rulings_one_is_filed(apis: list[ApiClient]) -> None:
    match, _, _ = disputed(apis[0])
    judges = [arbiter(apis[0], match, f"p-{k}") for k in range(AT_ONCE)]
    answers = at_once(apis, judges, f"{match.at}/disputes", RULING)
    assert answers == [(201, None), *[(409, "dispute.closed")] * (AT_ONCE - 1)]
    filed = apis[1].context.store.find_entries(DisputeEvent, game=match.game)
    assert [one.n for one in filed] == [1, 2]


def test_concurrent_votes_of_a_committee_file_one_ruling(apis: list[ApiClient]) -> None:
    match, judge, _ = disputed(apis[0])
    act(apis[0], match, judge, **RULING)
    act(apis[0], match, match.seats[0], type="AppealRuling", dispute=1, text="It was the front card.")
    judges = [arbiter(apis[0], match, f"p-{k}") for k in range(AT_ONCE)]
    act(apis[0], match, judges[0], **RULING, committee=[f"p-{k}" for k in range(1, AT_ONCE)])
    answers = at_once(apis, judges[1:], f"{match.at}/disputes", {"type": "JoinRuling", "dispute": 1, "proposed": 4})
    assert answers == [*[(201, None)] * 3, *[(409, "dispute.closed")] * 2], "four of six are more than half"
    rows = apis[1].context.store.find_entries(DisputeEvent, game=match.game)
    assert [one.n for one in rows] == [*range(1, 9)]
    ruled = [type(one.proceeding) for one in rows].count(CommitteeRuled)
    assert ruled == 1
    assert (
        len(docket_of(filed for _, filed in filed_events(apis[0].context.store, match.game)).disputes[0].rulings) == 2
    )


def test_of_concurrently_ordered_forks_one_counts(apis: list[ApiClient]) -> None:
    match, judge, back_to = disputed(apis[0])
    rewound(apis[0], match, judge, back_to)
    judges = [arbiter(apis[0], match, f"p-{k}") for k in range(AT_ONCE)]
    answers = at_once(apis, judges, f"{match.at}/forks", {"at": back_to, "mode": "redeal", "dispute": 1})
    assert {code for status, code in answers[1:]} == {"fork.twice"}
    assert answers[0] == (201, None)
    wait_until(lambda: all(api.get(match.at)["status"] == "voided" for api in apis), "a service does not know")
    wait_until(lambda: all(api.get(f"{match.at}/disputes/1")["fork"] for api in apis), "a service does not know")
    fork = apis[1].get(f"{match.at}/disputes/1")["fork"]
    assert apis[1].get(f"/v1/games/{fork}")["status"] == "running"
    grouped = [one["event"] for one in apis[1].get(f"{match.at}/events")["events"] if "tables" in one["event"]]
    assert [one["tables"] for one in grouped] == [[match.game, fork]], "a game that does not count stays open"
