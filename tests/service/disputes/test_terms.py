"""Until when disputes may be taken further: chosen when a game is made, public, and never changed."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from service.disputes import proceedings_writer
from service.ops.clock import now_ms
from tests.service.api.conftest import ApiClient, Match, open_api
from tests.service.disputes.test_disputes import CLAIM, RULING, act, arbiter, claimed, refused, table

HOUR = 3600


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    with open_api(tmp_path_factory.mktemp("terms") / "store") as api:
        yield api


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets the clock by which acts are decided so many seconds ahead."""
    return lambda seconds: monkeypatch.setattr(proceedings_writer, "now_ms", lambda: now_ms() + 1000 * seconds)


def terms(api: ApiClient, match: Match, token: str | None = None) -> dict[str, int]:
    """The terms as somebody reads them."""
    read: dict[str, int] = api.get(f"{match.at}/disputes", token)["terms"]
    return read


def test_a_game_has_the_terms_that_its_organiser_chose_and_a_day_else(api: ApiClient) -> None:
    assert terms(api, table(api)) == {"protest": 24 * HOUR, "appeal": 24 * HOUR}
    match = table(api, dispute_terms={"appeal": HOUR}, spectator_delay={"seconds": HOUR})
    assert terms(api, match) == {"protest": 24 * HOUR, "appeal": HOUR}, "who sees it late knows them as well"
    (filed,) = api.get(f"{match.at}/disputes", match.seats[0])["filed"]
    assert filed["event"] == {"type": "terms_set.1", "appeal": HOUR}
    api.sign(match.game)
    assert api.get(f"{match.at}/disputes", match.seats[0])["checkpoint"]["size"] == 1
    match = table(api, dispute_terms={"appeal": HOUR})
    fork = api.match_of(api.post(f"{match.at}/forks", match.seats[0], json={"at": 12, "mode": "redeal"}))
    assert terms(api, fork)["appeal"] == HOUR, "a fork has those of the game that it goes on from"


def test_of_several_tables_each_has_them(api: ApiClient) -> None:
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
def test_terms_that_cannot_be_are_refused_where_they_stand(api: ApiClient, wrong: Any, place: str) -> None:
    refusal = api.problem(422, "request.shape", "POST", "/v1/games", json={"edition": "duel", "dispute_terms": wrong})
    assert [error["place"] for error in refusal["errors"]] == [place]
    for fine in ({"protest": 600, "appeal": 30 * 24 * HOUR}, {}):
        api.post("/v1/games", json={"edition": "duel", "dispute_terms": fine})


def test_a_ruling_is_appealed_within_its_term(api: ApiClient, later: Any) -> None:
    match = table(api, dispute_terms={"appeal": HOUR})
    claimed(api, match)
    act(api, match, arbiter(api, match), **RULING)
    appeal = {"type": "AppealRuling", "dispute": 1, "text": "It was the front card."}
    later(HOUR + 60)
    refused(api, match, match.seats[0], "appeal.too_late", **appeal)
    later(HOUR - 60)
    act(api, match, match.seats[0], **appeal)


def test_a_result_is_protested_against_within_its_term(api: ApiClient, later: Any) -> None:
    match = table(api, dispute_terms={"protest": 600}, options={"start_player": "seat_0", "exhaustions_to_end": 1})
    luck = Random(3)
    while api.move(match, luck):
        pass
    claim = {**CLAIM, "article": "TR-5", "event": api.get(match.at)["version"]}
    later(660)
    refused(api, match, match.seats[1], "dispute.too_late", **claim)
    later(540)
    act(api, match, match.seats[1], **claim)
