"""Metadata and external ids that a service token writes for its games: visibility, search, limits."""

from typing import Any

import pytest

from tests.service.api.conftest import ApiClient, Match

METADATA = {"channel": "1042", "round": "3"}


def create_game(api: ApiClient, token: str | None, **notes: Any) -> Match:
    asked = {"edition": "classic", "players": 3, **notes}
    return api.match_of(api.post("/v1/games", token, json=asked))


def test_metadata_is_visible_only_to_the_service_token_that_wrote_it(api: ApiClient) -> None:
    other = api.token("service")
    match = create_game(api, api.service, external_id="round-3-table-2", metadata=METADATA)
    own = api.get(match.at, api.service)
    assert (own["external_id"], own["metadata"]) == ("round-3-table-2", METADATA)
    listed = next(one for one in api.get("/v1/games", api.service)["games"] if one["game"] == match.game)
    assert listed["metadata"] == METADATA
    arbiter = api.token("arbiter", match.game)
    for token in (None, other, match.seats[0], match.organiser, arbiter):
        head = api.request("GET", match.at, token)
        assert "external_id" not in head.json
        assert "1042" not in head.text
        assert "1042" not in api.request("GET", "/v1/games", token).text
    for part in ("events", "file", "table", "timeline", "audit"):
        assert "round-3-table-2" not in api.request("GET", f"{match.at}/{part}", api.service).text
    assert "1042" not in api.request("GET", "/v1/feed", api.service).text


def test_games_are_found_by_metadata_only_by_the_token_that_wrote_it(api: ApiClient) -> None:
    one = create_game(api, api.service, external_id="a", metadata={"round": "3"})
    two = create_game(api, api.service, external_id="b", metadata={"round": "4"}, private=True)
    api.match()
    other = api.token("service")
    create_game(api, other, external_id="a")

    def found(query: str, token: str | None = api.service) -> list[str]:
        return [game["game"] for game in api.get(f"/v1/games?{query}", token)["games"]]

    assert found("mine=true") == [two.game, one.game]
    assert found("external_id=a") == [one.game]
    assert found("metadata=round=4") == [two.game]
    assert found("metadata=round=5") == found("external_id=c") == []
    assert one.game not in found("external_id=a", other)
    assert found("external_id=a", None) == found("mine=true", None) == found("external_id=a", one.organiser) == []


def test_an_external_id_names_one_game_and_is_free_after_its_removal(api: ApiClient) -> None:
    one = create_game(api, api.service, external_id="a")
    problem = api.problem(
        409,
        "game.conflict",
        "POST",
        "/v1/games",
        api.service,
        json={"edition": "classic", "players": 3, "external_id": "a"},
    )
    assert one.game in problem["detail"]
    two = create_game(api, api.service)
    api.problem(409, "game.conflict", "PUT", f"{two.at}/notes", api.service, json={"external_id": "a"})
    assert api.request("PUT", f"{one.at}/notes", api.service, json={}).json == {"external_id": None, "metadata": {}}
    assert "external_id" not in api.get(one.at, api.service)
    changed = {"external_id": "a", "metadata": METADATA}
    assert api.request("PUT", f"{two.at}/notes", api.service, json=changed).json == changed
    assert api.get(two.at, api.service)["metadata"] == METADATA


def test_a_retried_creation_does_not_conflict_with_its_own_external_id(api: ApiClient) -> None:
    asked = {
        "json": {"edition": "classic", "players": 3, "external_id": "a"},
        "headers": {"Idempotency-Key": "0123456789abcdefABCDEF"},
    }
    first = api.post("/v1/games", api.service, **asked)
    assert api.post("/v1/games", api.service, **asked)["game"] == first["game"]


def test_new_metadata_changes_the_etag_only_for_the_token_that_wrote_it(api: ApiClient) -> None:
    match = create_game(api, api.service)

    def tags() -> list[str]:
        return [api.request("GET", match.at, token).headers["ETag"] for token in (api.service, None)]

    before = tags()
    api.request("PUT", f"{match.at}/notes", api.service, json={"metadata": METADATA})
    after = tags()
    assert (before[0] != after[0], before[1] == after[1]) == (True, True)


def test_only_the_creator_of_a_game_may_write_its_metadata(api: ApiClient) -> None:
    match, notes = create_game(api, api.service), {"json": {"external_id": "x"}}
    api.problem(403, "seat.forbidden", "PUT", f"{match.at}/notes", api.token("service"), **notes)
    api.problem(403, "seat.forbidden", "PUT", f"{match.at}/notes", match.organiser, **notes)
    api.problem(
        422, "request.shape", "POST", "/v1/games", None, json={"edition": "classic", "players": 3, "external_id": "x"}
    )


@pytest.mark.parametrize(
    ("notes", "place"),
    [
        ({"external_id": "x" * 129}, "external_id"),
        ({"external_id": ""}, "external_id"),
        ({"metadata": {"x" * 41: "y"}}, "metadata"),
        ({"metadata": {"x": "y" * 501}}, "metadata"),
        ({"metadata": {str(number): "" for number in range(21)}}, "metadata"),
        ({"metadata": {"x": {"deep": 1}}}, "metadata"),
        ({"metadata": {"x": "\x00"}}, "metadata"),
        ({"metadata": ["x"]}, "metadata"),
    ],
)
def test_metadata_beyond_its_limits_is_refused_with_its_place(shared, notes, place):
    match = create_game(shared, shared.service)
    problem = shared.problem(422, "request.shape", "PUT", f"{match.at}/notes", shared.service, json=notes)
    assert problem["errors"][0]["place"].startswith(place)


def test_ten_megabytes_of_metadata_are_too_large(api: ApiClient) -> None:
    match = create_game(api, api.service)
    for method, path in (("PUT", f"{match.at}/notes"), ("POST", "/v1/games")):
        asked = {"edition": "classic", "players": 3, "metadata": {"x": "y" * 10_000_000}}
        api.problem(413, "request.too-large", method, path, api.service, json=asked)


def test_duplicate_tables_share_metadata_and_the_first_has_the_external_id(api: ApiClient) -> None:
    asked = {"edition": "classic", "players": 3, "level": "duplicate", "tables": 2}
    answer = api.post("/v1/games", api.service, json={**asked, "external_id": "a", "metadata": METADATA})
    first, second = (
        api.get(f"/v1/games/{game}", api.service) for game in (answer["game"], answer["beside"][0]["game"])
    )
    assert (first["external_id"], "external_id" in second) == ("a", False)
    assert first["metadata"] == second["metadata"] == METADATA
