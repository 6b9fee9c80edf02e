"""Service tokens: their scopes, and the tokens that they make and revoke."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.access.policy import POLICY, SERVICE
from service.access.scopes import ALL_SCOPES, NO_SCOPES, REQUIRED_SCOPES, SCOPES
from service.cli import main
from service.store.entries.tenants import ServiceGrant
from service.store.event_store import open_store
from tests.service.api.conftest import ApiClient, open_api
from tests.service.api.test_policy import answer_of_operation, documented_operations, short_file
from tests.still_standing import ROOT

__all__ = ["short_file"]

RUNS = [name for name in POLICY if SERVICE in POLICY[name] and REQUIRED_SCOPES[name] != NO_SCOPES]


def scoped(api: ApiClient, *scopes: str) -> str:
    """Return a service token with these scopes."""
    token: str = api.post("/v1/service-tokens", api.service, json={"scopes": scopes})["token"]
    return token


def test_every_operation_of_a_service_token_has_a_scope() -> None:
    assert {name for name, kinds in POLICY.items() if SERVICE in kinds} == set(REQUIRED_SCOPES)
    assert {scope for needed in REQUIRED_SCOPES.values() for scope in needed} <= ALL_SCOPES == set(SCOPES)


def test_an_operation_requires_its_scope(shared: ApiClient, short_file: bytes) -> None:
    unchanged = shared.match()
    lacking = {
        scopes: scoped(shared, *(ALL_SCOPES - scopes)) for scopes in {frozenset(REQUIRED_SCOPES[name]) for name in RUNS}
    }
    for name in RUNS:
        answer = answer_of_operation(shared, name, unchanged, lacking[frozenset(REQUIRED_SCOPES[name])], short_file)
        assert (answer.status_code, (answer.json or {}).get("code")) == (403, "scope.missing"), name
        assert all(scope in answer.json["detail"] for scope in REQUIRED_SCOPES[name]), name
        match = unchanged if documented_operations()[name][0] == "GET" else shared.match()
        enough = answer_of_operation(shared, name, match, scoped(shared, "feed", *REQUIRED_SCOPES[name]), short_file)
        assert enough.status_code < 500, name
        assert enough.status_code not in (401, 403) or enough.json["code"] == "seat.forbidden", name


def test_a_service_token_without_game_scopes_is_a_stranger(api: ApiClient) -> None:
    private, running = api.match(private=True), api.match()
    feed = scoped(api, "feed", "games:create", "exports")
    api.problem(404, "not-found", "GET", private.at, feed)
    api.problem(403, "scope.missing", "GET", f"{running.at}/table?as=omniscient", feed)
    api.get(f"{running.at}/table?as=omniscient", scoped(api, "games:read"))
    page = api.request("GET", f"/games/{private.game}", feed)
    assert page.status_code == api.request("GET", f"/games/{private.game}").status_code


def test_a_service_token_grants_no_scope_that_it_lacks(api: ApiClient) -> None:
    own = scoped(api, "tokens", "feed")
    assert api.post("/v1/service-tokens", own, json={"scopes": ["feed"]})["scopes"] == ["feed"]
    problem = api.problem(
        403, "scope.missing", "POST", "/v1/service-tokens", own, json={"scopes": ["feed", "games:run"]}
    )
    assert "games:run" in problem["detail"]


@pytest.mark.parametrize("scopes", [[], ["all"], ["feed"] * 9, "feed", None])
def test_invalid_scopes_are_refused(shared: ApiClient, scopes: object) -> None:
    shared.problem(422, "request.shape", "POST", "/v1/service-tokens", shared.service, json={"scopes": scopes})


def test_a_service_token_lists_and_revokes_only_those_that_it_made(api: ApiClient) -> None:
    first = api.post("/v1/service-tokens", api.service, json={"scopes": ["feed"], "note": "a bot"})
    other = scoped(api, "tokens")
    api.post("/v1/service-tokens", other, json={"scopes": ["tokens"]})
    found = api.get("/v1/service-tokens", api.service)["tokens"]
    assert [one["scopes"] for one in found] == [["feed"], ["tokens"]]
    assert found[0] == {name: value for name, value in first.items() if name != "token"}
    assert api.request("DELETE", f"/v1/service-tokens/{first['id']}", api.service).status_code == 204
    api.problem(401, "auth.invalid", "GET", "/v1/feed", first["token"])
    api.problem(404, "not-found", "DELETE", f"/v1/service-tokens/{first['id']}", api.service)
    api.problem(404, "not-found", "DELETE", f"/v1/service-tokens/{found[1]['id']}", other)


def test_revoking_a_service_token_revokes_all_made_with_it(api: ApiClient) -> None:
    parent = api.post("/v1/service-tokens", api.service, json={"scopes": ["tokens", "feed"]})
    child = api.post("/v1/service-tokens", parent["token"], json={"scopes": ["tokens", "feed"]})
    grandchild = api.post("/v1/service-tokens", child["token"], json={"scopes": ["feed"]})
    bystander = scoped(api, "feed")
    assert api.request("DELETE", f"/v1/service-tokens/{parent['id']}", api.service).status_code == 204
    for one in (parent, child, grandchild):
        api.problem(401, "auth.invalid", "GET", "/v1/tokens/me", one["token"])
    assert api.get("/v1/tokens/me", bystander)["scopes"] == ["feed"]


def test_a_service_token_that_revokes_itself_revokes_those_made_with_it(api: ApiClient) -> None:
    parent = scoped(api, "tokens", "feed")
    child = api.post("/v1/service-tokens", parent, json={"scopes": ["feed"]})["token"]
    assert api.request("DELETE", "/v1/tokens", parent, json={"token": parent}).status_code == 204
    api.problem(401, "auth.invalid", "GET", "/v1/feed", child)


def test_a_service_token_expires_no_later_than_the_one_that_made_it(api: ApiClient) -> None:
    short = api.post("/v1/service-tokens", api.service, json={"scopes": ["tokens"], "expires_in": 60})
    made = api.post("/v1/service-tokens", short["token"], json={"scopes": ["tokens"], "expires_in": 3600})
    assert made["expires"] == short["expires"]


def test_a_retried_creation_revokes_the_first_service_token(api: ApiClient) -> None:
    key = {"headers": {"Idempotency-Key": "0123456789abcdefABCDEF"}, "json": {"scopes": ["feed"]}}
    first = api.post("/v1/service-tokens", api.service, **key)["token"]
    again = api.request("POST", "/v1/service-tokens", api.service, **key)
    assert again.headers["Idempotency-Replayed"] == "true"
    api.problem(401, "auth.invalid", "GET", "/v1/feed", first)
    api.get("/v1/feed", again.json["token"])


def test_a_service_token_without_recorded_scopes_has_all(api: ApiClient) -> None:
    assert not api.context.store.find_entries(ServiceGrant)
    assert set(api.get("/v1/tokens/me", api.service)["scopes"]) == ALL_SCOPES


def test_a_service_token_reads_its_own_scopes_and_operations(api: ApiClient) -> None:
    seen = api.get("/v1/tokens/me", scoped(api, "feed"))
    assert (seen["kind"], seen["scopes"]) == ("service", ["feed"])
    assert "read_feed" in seen["operations"]
    assert "submit_command" not in seen["operations"]
    match = api.match()
    assert api.get("/v1/tokens/me", match.seats[0])["scopes"] is None


def test_the_operations_guide_lists_every_scope() -> None:
    guide = (ROOT / "docs" / "operations.md").read_text("utf-8")
    assert [scope for scope in SCOPES if f"\n| `{scope}` |" not in guide] == []


def test_the_command_line_makes_a_service_token_with_scopes(tmp_path: Path) -> None:
    where = tmp_path / "store"
    open_store(where).close()
    made = CliRunner().invoke(main, ["token", "service", "--scope", "feed", "--json", "--data", str(where)])
    assert made.exit_code == 0, made.output
    with open_api(where) as elsewhere:
        assert elsewhere.get("/v1/tokens/me", json.loads(made.output)["token"])["scopes"] == ["feed"]
    wrong = CliRunner().invoke(main, ["token", "service", "--scope", "everything", "--data", str(where)])
    assert wrong.exit_code == 2
    seat = CliRunner().invoke(main, ["token", "seat", "--scope", "feed", "--data", str(where)])
    assert (seat.exit_code, "scope" in seat.output) == (2, True)
