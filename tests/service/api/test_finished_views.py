"""Views of finished games are cached for all clients: later reads cost nothing and are never outdated."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from service.lifecycle.erasure import erase
from service.queries.response_cache import ResponseCache
from service.web import picture_canvas
from tests.service.api.conftest import ApiClient, Match, finished_file

VIEWS = (
    "timeline",
    "sentences?lang=de",
    "sentences?lang=en&as=omniscient",
    "tables?limit=200&as=omniscient&with=moves,pays",
    "audit?as=omniscient",
    "backs",
    "forks",
    "knowledge?at=20",
    "card?at=20&as=omniscient&card=/seats/0/hand/0",
    "events/5",
    "events/5/verdict",
)
"""The requests of a page about a finished game that have costs."""
ALL_COST = 1 + 2 + 2 + 3 + 10 + 5 + 5 + 5 + 5 + 2 + 10
NewApi = Callable[..., ApiClient]


@pytest.fixture
def api(new_api: NewApi) -> ApiClient:
    """An API client whose costs let an address read all views of one game once."""
    return new_api(rate="100000 per minute", costs=f"{ALL_COST} per minute")


def import_finished_game(api: ApiClient, **headers: str) -> str:
    """Import a finished game, and return its path."""
    made = api.request("POST", "/v1/games:import", api.service, data=finished_file(), **headers, **from_address(1))
    assert made.status_code == 201, made.text
    return f"/v1/games/{made.json['game']}"  # type: ignore[index]  # it is an object


def from_address(number: int) -> dict[str, Any]:
    """Return the arguments that set the address of a request."""
    return {"environ_base": {"REMOTE_ADDR": f"192.0.2.{number}"}}


def read_all_views(api: ApiClient, at: str, address: int, token: str | None = None) -> Counter[int]:
    """Read all views of a game, and count the statuses."""
    answers = [api.request("GET", f"{at}/{view}", token, **from_address(address)) for view in VIEWS]
    return Counter(one.status_code for one in answers)


def test_a_cached_view_costs_later_readers_nothing(api: ApiClient) -> None:
    at = import_finished_game(api)
    assert read_all_views(api, at, 2) == {200: len(VIEWS)}
    paid = [api.request("GET", f"{at}/timeline?as=seat:0", **from_address(2)).status_code for _ in range(2)]
    assert paid == [429, 429], "the costs of this address are used up"
    assert read_all_views(api, at, 2) == read_all_views(api, at, 3) == {200: len(VIEWS)}
    assert api.request("GET", f"{at}/timeline?as=seat:0", **from_address(3)).status_code == 200
    first, again = (api.request("GET", f"{at}/{view}", **from_address(4)) for view in ("sentences?lang=de",) * 2)
    assert (first.data, dict(first.headers).keys()) == (again.data, dict(again.headers).keys())


@pytest.mark.parametrize("kind", ["running", "private", "late", "with a token"])
def test_control_views_that_depend_on_a_token_or_a_delay_are_not_cached(api: ApiClient, kind: str) -> None:
    arranged: dict[str, Any] = {"private": {"private": True}, "late": {"spectator_delay": {"events": 4}}}
    match = api.match(**arranged.get(kind, {}))
    if kind != "running":
        api.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    token = {"running": None, "private": api.token("spectator", match.game), "late": None}.get(kind, match.seats[0])
    asked = [api.request("GET", f"{match.at}/audit", token, **from_address(7)).status_code for _ in range(7)]
    assert asked == [200] * 5 + [429] * 2
    assert api.context.responses._responses.size == 0


def test_a_picture_costs_its_first_reader_only(new_api: NewApi) -> None:
    api = new_api(rate="100000 per minute", costs="30 per minute")
    picture = f"{import_finished_game(api).removeprefix('/v1')}/story.png"
    asked = [(2, "en"), (2, "en"), (2, "fr"), (3, "en"), (3, "fr")]
    answers = [api.request("GET", f"{picture}?lang={lang}", **from_address(address)) for address, lang in asked]
    assert [one.status_code for one in answers] == [200, 200, 429, 200, 200]
    assert answers[0].data == answers[1].data == answers[3].data != answers[4].data


def test_a_page_without_pillow_links_no_picture(new_api: NewApi, monkeypatch: pytest.MonkeyPatch) -> None:
    api = new_api()
    page = import_finished_game(api).removeprefix("/v1")
    assert "og:image" in api.request("GET", f"{page}?result=shown").text
    monkeypatch.setattr(picture_canvas, "find_spec", lambda _: None)
    picture_canvas.load_drawing()  # does nothing
    shown = api.request("GET", f"{page}?result=shown").text
    assert "og:description" in shown
    assert "og:image" not in shown
    assert '"pictures": false' in shown
    for picture in ("story.png", "moment.gif?n=50"):
        assert api.request("GET", f"{page}/{picture}").status_code == 406


def sentences_of(api: ApiClient, match: Match) -> str:
    """Return the sentences of a game as one text."""
    return "\n".join(api.get(f"{match.at}/sentences")["sentences"])


def test_cached_views_follow_names_signatures_and_forks(new_api: NewApi) -> None:
    api = new_api(rate="100000 per minute", costs="")
    seats = [{"kind": "human", "name": name} for name in ("Ana", "Bo", "Cy")]
    match = api.match_of(api.post("/v1/games", json={"edition": "classic", "seats": seats, "start": "now"}))
    api.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    audit, forks = f"{match.at}/audit", f"{match.at}/forks"
    assert "Ana" in sentences_of(api, match)
    assert not api.get(audit)["record"]["signed"]
    assert api.get(forks)["forks"] == []
    assert api.context.responses._responses.size > 0
    api.sign(match.game)
    assert api.get(audit)["record"]["signed"]
    fork = api.fork(match, 10)
    before = api.get(forks)["forks"]
    assert [one["game"] for one in before] == [fork.game]
    api.submit(fork, api.choices(fork, api.get(fork.at)["to_act"][0])[0])
    assert api.get(forks)["forks"][0]["version"] > before[0]["version"]
    erase(api.context.store, lambda name: name == "Ana")
    api.context.register.invalidate()  # as after a write of another process
    assert "Ana" not in sentences_of(api, match)


def test_control_a_cache_with_a_shorter_key_returns_outdated_views(
    new_api: NewApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, got = ResponseCache.get_or_make, ResponseCache.get
    monkeypatch.setattr(ResponseCache, "get_or_make", lambda self, key, make: made(self, key[:2], make))
    monkeypatch.setattr(ResponseCache, "get", lambda self, key: got(self, key[:2]))
    with pytest.raises(AssertionError):
        test_cached_views_follow_names_signatures_and_forks(new_api)
