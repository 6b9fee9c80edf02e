"""Whoever looks into a hand is seen: however a token is given out that opens one, everybody hears of it."""

from typing import Any

import pytest

from service.cli.run import token as command
from tests.service.api.conftest import ApiClient, Match
from tests.service.command_line import fine


def remarks(api: ApiClient, match: Match) -> list[Any]:
    """What everybody may read of the game, but for when and by whom."""
    api.context.register.forget()  # as the notifier has it done
    answer = api.get(f"{match.at}/annotations")["annotations"]
    return [(one["n"], one["kind"], one["text"]) for one in answer]


def given_out(api: ApiClient, match: Match, wish: dict[str, Any]) -> str:
    """A token of the game, as the command line gives it out."""
    options = [word for name, said in wish.items() if name != "kind" for word in (f"--{name}", said)]
    said = fine("token", wish["kind"], "--game", match.game, *options, "--data", api.context.settings.store)
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
def test_haricot_token_leaves_the_annotation_that_the_service_leaves(
    api: ApiClient, wish: dict[str, Any], heard: str | None
) -> None:
    asked, answer = api.match(), api.match()
    api.post("/v1/tokens", asked.organiser, json={"game": asked.game, **wish})
    token = given_out(api, answer, wish)
    assert api.get("/v1/tokens/me", token)["kind"] == wish["kind"]
    assert remarks(api, answer) == remarks(api, asked)
    assert [text for _, _, text in remarks(api, answer)] == ([] if heard is None else [heard])


def test_control_a_command_line_without_annotations_is_detected(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "_traces", lambda *_: ())
    match = api.match()
    token = given_out(api, match, {"kind": "seat", "seat": 1})
    assert api.get(f"{match.at}/table", token)["seats"][1]["hand"]
    assert remarks(api, match) == []
