"""A token is authenticated once, and again as soon as tokens may have changed."""

from collections import Counter
from typing import Any

import pytest

from service.access.tokens import Principal, digest_of
from service.http import middleware
from service.lifecycle.organiser_actions import revoke_token_tree
from service.ops.clock import now_ms
from service.store.metadata_cache import MetadataCache
from tests.service.api.conftest import ApiClient

ME = "/v1/tokens/me"


@pytest.fixture
def authentications(monkeypatch: pytest.MonkeyPatch) -> Counter[str | None]:
    """The number of authentications of each Authorization header."""
    found: Counter[str | None] = Counter()
    principal_of = middleware.principal_of

    def counted(header: str | None, *of: Any, at: int) -> Principal:
        found[header] += 1
        return principal_of(header, *of, at=at)

    monkeypatch.setattr(middleware, "principal_of", counted)
    return found


def test_a_token_is_authenticated_once_for_many_requests(
    shared: ApiClient, authentications: Counter[str | None]
) -> None:
    match = shared.match()
    age = shared.context.register.age
    for token in match.seats.values():
        for _ in range(30):
            assert shared.get(ME, token)["kind"] == "seat"
    aged = shared.context.register.age - age  # a poll in the background may age the register
    assert 3 <= sum(authentications[f"Bearer {token}"] for token in match.seats.values()) <= 3 + aged < 30


def status_after_revoking(api: ApiClient) -> int:
    """Return the status of a request whose token was revoked just before."""
    match = api.match()
    assert api.request("GET", ME, match.organiser).status_code == 200
    revoke_token_tree(api.context, digest_of(match.organiser))
    status: int = api.request("GET", ME, match.organiser).status_code
    return status


def test_a_revoked_token_is_refused_at_once(shared: ApiClient) -> None:
    assert status_after_revoking(shared) == 401


def test_control_a_register_that_never_ages_accepts_a_revoked_token(shared: ApiClient, monkeypatch: Any) -> None:
    monkeypatch.setattr(MetadataCache, "age", 0)
    assert status_after_revoking(shared) == 200


def test_a_token_is_valid_until_it_expires(shared: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    token = shared.token("spectator", shared.match().game, life_ms=60_000)
    assert shared.request("GET", ME, token).status_code == 200
    monkeypatch.setattr(middleware, "now_ms", lambda: now_ms() + 60_001)
    shared.problem(401, "auth.invalid", "GET", ME, token)
