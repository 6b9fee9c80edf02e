"""Whoever looks into a hand is seen: however a token is given out that opens one, everybody hears of it."""

from typing import Any

import pytest

from service.cli.run import token as command
from tests.service.api.conftest import House, Match
from tests.service.command_line import fine


def remarks(house: House, match: Match) -> list[Any]:
    """What everybody may read of the game, but for when and by whom."""
    house.desk.register.forget()  # as the notifier has it done
    answer = house.get(f"{match.at}/annotations")["annotations"]
    return [(one["n"], one["kind"], one["text"]) for one in answer]


def given_out(house: House, match: Match, wish: dict[str, Any]) -> str:
    """A token of the game, as the command line gives it out."""
    options = [word for name, said in wish.items() if name != "kind" for word in (f"--{name}", said)]
    said = fine("token", wish["kind"], "--game", match.game, *options, "--data", house.desk.settings.store)
    return said.out.strip()


@pytest.mark.parametrize(
    ("wish", "heard"),
    [
        ({"kind": "seat", "seat": 1}, "A new token was given out for seat 1."),
        ({"kind": "arbiter", "reason": "Dispute."}, "An arbiter was called: Dispute."),
        ({"kind": "spectator"}, None),
        ({"kind": "organiser"}, None),
    ],
)
def test_the_command_line_leaves_the_remark_that_the_service_leaves(
    house: House, wish: dict[str, Any], heard: str | None
) -> None:
    asked, answer = house.match(), house.match()
    house.post("/v1/tokens", asked.organiser, json={"game": asked.game, **wish})
    token = given_out(house, answer, wish)
    assert house.get("/v1/tokens/me", token)["kind"] == wish["kind"]
    assert remarks(house, answer) == remarks(house, asked)
    assert [text for _, _, text in remarks(house, answer)] == ([] if heard is None else [heard])


def test_control_a_command_line_that_leaves_none_is_seen(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "_traces", lambda *_: ())
    match = house.match()
    token = given_out(house, match, {"kind": "seat", "seat": 1})
    assert house.get(f"{match.at}/table", token)["seats"][1]["hand"]
    assert remarks(house, match) == []
