"""Hints: for a single player among bots, unless the organiser forbids them, and never in a tournament."""

from typing import Any

import pytest

from service.store.entries.tournament_entries import TournamentGame
from tests.service.api.conftest import ApiClient

BOTS = [{"kind": "bot"}, {"kind": "bot"}]
ALONE: list[dict[str, Any]] = [{"kind": "human"}, *BOTS]


def rights(api: ApiClient, made: Any, token: str | None) -> Any:
    """Return what a token may see and do in a game."""
    return api.get(f"/v1/games/{made['game']}", token)["may"]


@pytest.mark.parametrize(
    ("wish", "given"),
    [
        ({"seats": ALONE}, True),
        ({"seats": [{"kind": "human"}, {"kind": "human"}, {"kind": "bot"}]}, False),
        ({"seats": ALONE, "hints": False}, False),
        ({"seats": ALONE, "level": "tournament", "start": "when_seated"}, False),
    ],
)
def test_a_seat_among_bots_has_hints_unless_the_organiser_forbids_them(
    shared: ApiClient, wish: dict[str, Any], given: bool
) -> None:
    made = shared.post("/v1/games", json={"edition": "classic", "pace": 60, **wish})
    assert rights(shared, made, made["tokens"][0]["token"]).get("hints", False) is given
    assert "hints" not in rights(shared, made, None)
    assert "hints" not in rights(shared, made, made["organiser_token"])


def test_forbidding_hints_leaves_a_public_annotation(shared: ApiClient) -> None:
    made = shared.post("/v1/games", json={"edition": "classic", "pace": 60, "seats": ALONE, "hints": False})
    (note,) = shared.get(f"/v1/games/{made['game']}/annotations")["annotations"]
    assert (note["by"], note["code"]) == ("organiser", "hints.off")


def test_a_game_of_a_tournament_gives_no_hints(shared: ApiClient) -> None:
    made = shared.post("/v1/games", json={"edition": "classic", "pace": 60, "seats": ALONE})
    token = made["tokens"][0]["token"]
    assert rights(shared, made, token)["hints"]
    shared.context.register.save_entries(TournamentGame(game=made["game"], tournament="cup", round=1, seated=1))
    assert "hints" not in rights(shared, made, token)
