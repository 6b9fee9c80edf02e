"""Deadlines of disputes: chosen when a game is created, public, and constant."""

from collections.abc import Iterator
from typing import Any

import pytest

from service.disputes import proceedings_writer
from service.ops.clock import now_ms
from tests.service.api.conftest import ApiClient, Match, open_api
from tests.service.disputes.disputed_games import CLAIM, RULING, act, arbiter, claimed, play_to_end, refused, table

HOUR = 3600


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    with open_api(tmp_path_factory.mktemp("terms") / "store") as api:
        yield api


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Set the clock of the proceedings some seconds ahead."""
    return lambda seconds: monkeypatch.setattr(proceedings_writer, "now_ms", lambda: now_ms() + 1000 * seconds)


def terms(api: ApiClient, match: Match, token: str | None = None) -> dict[str, int]:
    """Return the terms as a token sees them."""
    read: dict[str, int] = api.get(f"{match.at}/disputes", token)["terms"]
    return read


def test_a_game_has_the_chosen_terms_or_a_day(api: ApiClient) -> None:
    assert terms(api, table(api)) == {"protest": 24 * HOUR, "appeal": 24 * HOUR}
    match = table(api, dispute_terms={"appeal": HOUR}, spectator_delay={"seconds": HOUR})
    assert terms(api, match) == {"protest": 24 * HOUR, "appeal": HOUR}, "also for delayed spectators"
    (filed,) = api.get(f"{match.at}/disputes", match.seats[0])["filed"]
    assert filed["event"] == {"type": "terms_set.1", "appeal": HOUR}
    api.sign(match.game)
    assert api.get(f"{match.at}/disputes", match.seats[0])["checkpoint"]["size"] == 1
    match = table(api, dispute_terms={"appeal": HOUR})
    fork = api.match_of(api.post(f"{match.at}/forks", match.seats[0], json={"at": 12, "mode": "redeal"}))
    assert terms(api, fork)["appeal"] == HOUR, "a fork has the terms of its parent"


def test_each_table_of_a_duplicate_has_the_chosen_terms(api: ApiClient) -> None:
    made = api.post(
        "/v1/games", json={"edition": "duel", "level": "duplicate", "tables": 2, "dispute_terms": {"protest": 600}}
    )
    for game in (made["game"], made["beside"][0]["game"]):
        assert api.get(f"/v1/games/{game}/disputes")["terms"]["protest"] == 600


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ({"protest": 599}, "dispute_terms.protest"),
        ({"appeal": 30 * 24 * HOUR + 1}, "dispute_terms.appeal"),
        ({"appeal": "1"}, "dispute_terms.appeal"),
        ({"appeal": None}, "dispute_terms.appeal"),
        ({"confirm": HOUR}, "dispute_terms.confirm"),
        (HOUR, "dispute_terms"),
        (None, "dispute_terms"),
    ],
)
def test_invalid_terms_are_refused_with_their_place(api: ApiClient, wrong: Any, place: str) -> None:
    refusal = api.problem(422, "request.shape", "POST", "/v1/games", json={"edition": "duel", "dispute_terms": wrong})
    assert [error["place"] for error in refusal["errors"]] == [place]
    for fine in ({"protest": 600, "appeal": 30 * 24 * HOUR}, {}):
        api.post("/v1/games", json={"edition": "duel", "dispute_terms": fine})


def test_a_ruling_can_be_appealed_only_within_its_term(api: ApiClient, later: Any) -> None:
    match = table(api, dispute_terms={"appeal": HOUR})
    claimed(api, match)
    act(api, match, arbiter(api, match), **RULING)
    appeal = {"type": "AppealRuling", "dispute": 1, "text": "It was the front card."}
    later(HOUR + 60)
    refused(api, match, match.seats[0], "appeal.too_late", **appeal)
    later(HOUR - 60)
    act(api, match, match.seats[0], **appeal)


def test_a_result_can_be_disputed_only_within_its_term(api: ApiClient, later: Any) -> None:
    match = table(api, dispute_terms={"protest": 600}, options={"start_player": "seat_0", "exhaustions_to_end": 1})
    play_to_end(api, match.game)
    claim = {**CLAIM, "article": "TR-5", "event": api.get(match.at)["version"]}
    later(660)
    refused(api, match, match.seats[1], "dispute.too_late", **claim)
    later(540)
    act(api, match, match.seats[1], **claim)
