"""Deals that nobody has revealed yet: games that are begun and dropped stay countable, and private ones unnamed."""

from typing import Any
from urllib.parse import quote

import pytest

from service.api.proofs import commitments
from tests.service.api.conftest import House, Match


def commitment(house: House, match: Match) -> str:
    """What a game was committed to when it was made."""
    found: str = house.desk.store.envelopes(match.game, upto=1)[0].event.commitment
    return found


def listed(house: House, query: str = "") -> dict[str, str | None]:
    """The game of each commitment that is listed for everybody."""
    found = house.get(f"/v1/commitments{query}")["commitments"]
    assert found == sorted(found, key=lambda one: one["commitment"])
    return {one["commitment"]: one["game"] for one in found}


def test_a_game_is_listed_until_its_deal_is_revealed_and_named_where_it_is_for_all(house: House) -> None:
    public, private = house.match(), house.match(private=True)
    late = house.match(spectator_delay={"seconds": 3600})
    own = {commitment(house, one): one.game for one in (public, private, late)}
    shown = listed(house)
    assert shown.keys() == own.keys()
    assert shown[commitment(house, public)] == public.game
    assert shown[commitment(house, private)] is None
    for one in (public, private, late):
        house.post(f"{one.at}/void", one.organiser, json={"reason": "enough"})
    assert list(listed(house)) == [commitment(house, late)]  # whose spectators have not seen its end


def test_a_list_is_told_in_parts(house: House) -> None:
    games = {house.match().game for _ in range(5)}
    whole, parts, query = listed(house), dict[str, Any](), "?limit=2"
    assert set(whole.values()) == games
    while True:
        answer = house.ask("GET", f"/v1/commitments{query}")
        parts.update({one["commitment"]: one["game"] for one in answer.json["commitments"]})
        if "Link" not in answer.headers:
            break
        query = answer.headers["Link"].split("?")[1].split(">")[0].join(["?", ""])
    assert parts == whole
    assert listed(house, f"?cursor={quote('~')}") == {}
    house.problem(422, "request.shape", "GET", "/v1/commitments?limit=0")
    house.problem(422, "request.shape", "GET", "/v1/commitments?game=x")


def test_control_a_list_that_asks_nobody_names_a_private_game(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    private = house.match(private=True)
    monkeypatch.setattr(commitments, "_is_known", lambda *_: True)
    assert listed(house) == {commitment(house, private): private.game}
