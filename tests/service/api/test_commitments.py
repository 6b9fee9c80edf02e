"""Commitments of deals that are not revealed: abandoned games stay countable, private games unnamed."""

from typing import Any
from urllib.parse import quote

import pytest

from service.api.proofs import commitments
from tests.service.api.conftest import ApiClient, Match


def commitment(api: ApiClient, match: Match) -> str:
    """Return the commitment of a game's deal."""
    found: str = api.context.store.envelopes(match.game, upto=1)[0].event.commitment
    return found


def listed(api: ApiClient, query: str = "") -> dict[str, str | None]:
    """Return the game, or None, of each commitment in the public list."""
    found = api.get(f"/v1/commitments{query}")["commitments"]
    assert found == sorted(found, key=lambda one: one["commitment"])
    return {one["commitment"]: one["game"] for one in found}


def test_a_commitment_is_listed_until_its_deal_is_revealed(api: ApiClient) -> None:
    public, private = api.match(), api.match(private=True)
    late = api.match(spectator_delay={"seconds": 3600})
    own = {commitment(api, one): one.game for one in (public, private, late)}
    shown = listed(api)
    assert shown.keys() == own.keys()
    assert shown[commitment(api, public)] == public.game
    assert shown[commitment(api, private)] is None
    for one in (public, private, late):
        api.post(f"{one.at}/void", one.organiser, json={"reason": "enough"})
    assert list(listed(api)) == [commitment(api, late)]  # its end is within the delay


def test_commitments_are_paged(api: ApiClient) -> None:
    games = {api.match().game for _ in range(5)}
    whole, parts, query = listed(api), dict[str, Any](), "?limit=2"
    assert set(whole.values()) == games
    while True:
        answer = api.request("GET", f"/v1/commitments{query}")
        parts.update({one["commitment"]: one["game"] for one in answer.json["commitments"]})
        if "Link" not in answer.headers:
            break
        query = answer.headers["Link"].split("?")[1].split(">")[0].join(["?", ""])
    assert parts == whole
    assert listed(api, f"?cursor={quote('~')}") == {}
    api.problem(422, "request.shape", "GET", "/v1/commitments?limit=0")
    api.problem(422, "request.shape", "GET", "/v1/commitments?game=x")


def test_control_commitments_without_access_checks_name_a_private_game(
    shared: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    private = shared.match(private=True)
    monkeypatch.setattr(commitments, "_is_known", lambda *_: True)
    assert listed(shared) == {commitment(shared, private): private.game}
