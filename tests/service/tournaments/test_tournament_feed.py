"""The feed contains each public event of a tournament once, from the moment that it is public."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from domain.tournaments.commands import ConfirmRound, DrawRound, ReleaseRound, VoidTable
from service.feed import feed_projector
from service.feed.tournament_lines import TournamentLines
from tests.service.api.conftest import ApiClient, open_api
from tests.service.tournaments.held_tournament import HeldTournament
from tests.service.tournaments.test_table_results import match_of, play_out

HOUR = 3_600_000


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    with pytest.MonkeyPatch.context() as patched, open_api(tmp_path_factory.mktemp("fed") / "store") as api:
        patched.setattr(feed_projector, "TOURNAMENT_CHECK_SECONDS", 0.0)
        yield api


def feed(api: ApiClient, query: str = "") -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = api.get(f"/v1/feed?limit=1000{query}", api.service)["lines"]
    return lines


def of(lines: list[dict[str, Any]], name: str) -> list[tuple[int, str]]:
    """Return the events of a tournament among lines of the feed."""
    found = [one for one in lines if one["kind"] == "tournament" and one["tournament"] == name]
    return [(one["envelope"]["n"], one["envelope"]["event"]["type"]) for one in found]


def numbers(api: ApiClient, held: HeldTournament) -> list[int]:
    return [n for n, _ in of(feed(api, f"&tournament={held.name}"), held.name)]


def test_tournament_events_enter_the_feed_when_they_are_public(api: ApiClient) -> None:
    held = HeldTournament(api.context, "spring")
    assert numbers(api, held) == [*range(1, 8)]
    held.act(DrawRound(round=1))
    assert numbers(api, held) == [*range(1, 8)], "a draft is visible to officials only"
    held.act(ReleaseRound(round=1))
    (one,) = held.start().games
    play_out(api, match_of(api, one))
    held.look()
    held.act(ConfirmRound(round=1))
    lines = feed(api, "&tournament=spring")
    assert [n for n, _ in of(lines, "spring")] == [*range(1, held.state.version + 1)]
    games = {one["game"] for one in lines if one["kind"] == "event"}
    assert games == {"spring-r1-t1"}
    kinds = feed(api, "&tournament=spring&type=round_released.1,table_result_taken.1,game_ended.1")
    types = [line["envelope"]["event"]["type"] for line in kinds]
    assert sorted(types) == ["game_ended.1", "round_released.1", "table_result_taken.1"]
    assert feed(api, "&game=spring") == [], "a tournament is no game"
    assert all("words" not in line["envelope"] for line in kinds), "names and reasons are in no feed"
    cursor = kinds[0]["cursor"]
    assert [line["cursor"] for line in feed(api, f"&after={cursor}&tournament=spring")] == [
        line["cursor"] for line in lines[lines.index(kinds[0]) + 1 :]
    ]


def test_delayed_private_and_inherited_events_enter_late_or_never(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = HeldTournament(api.context, "late", delay_ms=HOUR)
    assert numbers(api, held) == [1]
    held.set(delay_ms=0)
    assert numbers(api, held) == [*range(1, 8)]
    assert numbers(api, HeldTournament(api.context, "secret", private=True)) == []
    fork = HeldTournament(api.context, "fork", forked_from="spring", forked_at=5)
    assert numbers(api, fork) == [6, 7]
    held.release()
    held.set(delay_ms=HOUR)
    (one,) = held.start().games
    held.set(delay_ms=0)
    known = numbers(api, held)
    play_out(api, match_of(api, one))
    held.look()
    assert (numbers(api, held), held.table().is_settled) == (known, True)
    with monkeypatch.context() as planted:
        planted.setattr(TournamentLines, "_known", lambda self, one: self._records.events(one.tournament))
        assert numbers(api, held)[-1] > known[-1], "control: without the check it is there"
    assert numbers(api, held) == known
    held.set(private=True)
    assert numbers(api, held) == [], "a tournament that becomes private leaves the feed"


def test_concurrent_readers_of_the_feed_get_each_event_once(api: ApiClient) -> None:
    held = HeldTournament(api.context, "crowd", players=6)
    held.release()

    def act(table: int) -> list[tuple[int, str]]:
        held.act(VoidTable(round=1, table=table, text="They left."))
        return of(feed(api), "crowd")

    with ThreadPoolExecutor(4) as threads:
        [*threads.map(act, (1, 2))]
    assert numbers(api, held) == [*range(1, held.state.version + 1)]
