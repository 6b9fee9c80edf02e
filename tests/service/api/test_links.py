"""Each answer with a token has the link that opens the game with it."""

from typing import Any

from tests.service.api.conftest import ApiClient


def assert_opens(shared: ApiClient, link: str, game: str, token: str) -> None:
    """Check that a link leads to a page and has the token in its fragment, which browsers do not send."""
    path, _, fragment = link.partition("#")
    assert (path, fragment) == (f"/join/{game}", f"token={token}")
    assert f'data-game="{game}"' in shared.request("GET", path).text


def assert_links(shared: ApiClient, made: dict[str, Any]) -> None:
    """Check that the game has its page and each token its link."""
    assert made["tokens"]
    assert made["page"] == f"/games/{made['game']}"
    for game in ({**made}, *made.get("beside", ())):
        for one in game["tokens"]:
            assert_opens(shared, one["link"], game["game"], one["token"])


def test_a_created_or_forked_game_has_links_for_its_seats(shared: ApiClient) -> None:
    made = shared.post("/v1/games", json={"edition": "classic", "players": 3})
    assert_links(shared, made)
    asked = {"edition": "classic", "players": 3, "level": "duplicate", "tables": 2}
    assert_links(shared, shared.post("/v1/games", json=asked))
    assert_links(shared, shared.post(f"/v1/games/{made['game']}/forks", shared.service, json={"at": 8}))


def test_a_repeated_request_has_links_with_the_new_tokens(shared: ApiClient) -> None:
    asked = {"json": {"edition": "classic", "players": 3}, "headers": {"Idempotency-Key": "0123456789abcdefABCDEF"}}
    first, again = (shared.post("/v1/games", **asked) for _ in range(2))
    assert first["tokens"][0]["link"] != again["tokens"][0]["link"]
    assert_links(shared, again)


def test_a_created_token_has_its_link(shared: ApiClient) -> None:
    match = shared.match()
    for asked in ({"kind": "spectator"}, {"kind": "seat", "seat": 1}, {"kind": "organiser"}):
        made = shared.post("/v1/tokens", match.organiser, json={"game": match.game, **asked})
        assert_opens(shared, made["link"], match.game, made["token"])


def test_a_filled_seat_has_a_link_for_a_human_and_none_for_a_bot(shared: ApiClient) -> None:
    match = shared.match()
    put = ("PUT", f"{match.at}/seats/2", match.organiser)
    made = shared.request(*put, json={"kind": "human", "name": "Zoe"}).json
    assert_opens(shared, made["link"], match.game, made["token"])
    assert shared.request(*put, json={"kind": "bot"}).json["link"] is None


def test_a_head_links_to_the_pages_of_its_game(shared: ApiClient) -> None:
    match = shared.match(private=True)
    links = shared.get(match.at, match.seats[0])["links"]
    assert links["join"] == f"/join/{match.game}"
    public = shared.get(shared.match().at)["links"]
    for name in ("page", "join", "protocol"):
        assert shared.request("GET", public[name]).status_code == 200, name
