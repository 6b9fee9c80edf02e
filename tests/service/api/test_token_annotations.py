"""A new token that shows a hand leaves a public annotation, over HTTP and on the command line."""

from typing import Any

import pytest

from service.cli.run import token as command
from tests.service.api.conftest import ApiClient, Match
from tests.service.command_line import fine


def public_annotations(api: ApiClient, match: Match) -> list[Any]:
    """Return the public annotations of a game, without time and author."""
    api.context.register.forget()  # as the notifier does
    answer = api.get(f"{match.at}/annotations")["annotations"]
    return [(one["n"], one["kind"], one["text"]) for one in answer]


def token_by_cli(api: ApiClient, match: Match, request: dict[str, Any]) -> str:
    """Create a token of a game on the command line."""
    options = [word for name, said in request.items() if name != "kind" for word in (f"--{name}", said)]
    said = fine("token", request["kind"], "--game", match.game, *options, "--data", api.context.settings.store)
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
    api: ApiClient, request: dict[str, Any], text: str | None
) -> None:
    asked, answer = api.match(), api.match()
    api.post("/v1/tokens", asked.organiser, json={"game": asked.game, **request})
    token = token_by_cli(api, answer, request)
    assert api.get("/v1/tokens/me", token)["kind"] == request["kind"]
    assert public_annotations(api, answer) == public_annotations(api, asked)
    assert [text for _, _, text in public_annotations(api, answer)] == ([] if text is None else [text])


def test_control_a_command_line_without_annotations_is_detected(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "_traces", lambda *_: ())
    match = api.match()
    token = token_by_cli(api, match, {"kind": "seat", "seat": 1})
    assert api.get(f"{match.at}/table", token)["seats"][1]["hand"]
    assert public_annotations(api, match) == []
