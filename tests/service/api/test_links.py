"""Whoever is shown a token is shown the link that opens the game with it; nobody has to build one."""

from typing import Any

from tests.service.api.conftest import ApiClient


def opens(api: ApiClient, link: str, game: str, token: str) -> None:
    """The link is of a page that is there, which finds the token behind the sign that no browser sends."""
    path, _, fragment = link.partition("#")
    assert (path, fragment) == (f"/join/{game}", f"token={token}")
    assert f'data-game="{game}"' in api.ask("GET", path).text


def assert_made(api: ApiClient, made: dict[str, Any]) -> None:
    """Every token of a seat has its link, the game its page."""
    assert made["tokens"]
    assert made["page"] == f"/games/{made['game']}"
    for game in ({**made}, *made.get("beside", ())):
        for one in game["tokens"]:
            opens(api, one["link"], game["game"], one["token"])


def test_a_created_or_forked_game_has_links_for_its_seats(api: ApiClient) -> None:
    made = api.post("/v1/games", json={"edition": "classic", "players": 3})
    assert_made(api, made)
    asked = {"edition": "classic", "players": 3, "level": "duplicate", "tables": 2}
    assert_made(api, api.post("/v1/games", json=asked))
    assert_made(api, api.post(f"/v1/games/{made['game']}/forks", api.service, json={"at": 8}))


def test_a_repeated_request_has_links_with_the_new_tokens(api: ApiClient) -> None:
    asked = {"json": {"edition": "classic", "players": 3}, "headers": {"Idempotency-Key": "0123456789abcdefABCDEF"}}
    first, again = (api.post("/v1/games", **asked) for _ in range(2))
    assert first["tokens"][0]["link"] != again["tokens"][0]["link"]
    assert_made(api, again)


def test_a_created_token_has_its_link(api: ApiClient) -> None:
    match = api.match()
    for asked in ({"kind": "spectator"}, {"kind": "seat", "seat": 1}, {"kind": "organiser"}):
        made = api.post("/v1/tokens", match.organiser, json={"game": match.game, **asked})
        opens(api, made["link"], match.game, made["token"])


def test_a_filled_seat_has_a_link_for_a_human_and_none_for_a_bot(api: ApiClient) -> None:
    match = api.match()
    put = ("PUT", f"{match.at}/seats/2", match.organiser)
    made = api.ask(*put, json={"kind": "human", "name": "Zoe"}).json
    opens(api, made["link"], match.game, made["token"])
    assert api.ask(*put, json={"kind": "bot"}).json["link"] is None


def test_a_head_links_to_the_pages_of_its_game(api: ApiClient) -> None:
    match = api.match(private=True)
    links = api.get(match.at, match.seats[0])["links"]
    assert links["join"] == f"/join/{match.game}"
    public = api.get(api.match().at)["links"]
    for name in ("page", "join", "protocol"):
        assert api.ask("GET", public[name]).status_code == 200, name
