"""A new token that shows a hand leaves a public annotation, over HTTP and on the command line."""

from typing import Any

import pytest

from service.cli.run import token as command
from tests.service.api.conftest import ApiClient, Match
from tests.service.command_line import run_ok


def public_annotations(api: ApiClient, match: Match) -> list[Any]:
    """Return the public annotations of a game, without time and author."""
    api.context.register.invalidate()  # as the notifier does
    answer = api.get(f"{match.at}/annotations")["annotations"]
    return [(one["n"], one["kind"], one["text"]) for one in answer]


def token_by_cli(api: ApiClient, match: Match, body: dict[str, Any]) -> str:
    """Create a token of a game on the command line."""
    options = [word for name, said in body.items() if name != "kind" for word in (f"--{name}", said)]
    said = run_ok("token", body["kind"], "--game", match.game, *options, "--data", api.context.settings.store)
    return said.out.strip()


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ({"kind": "seat", "seat": 1}, "A new token was given out for seat 1."),
        ({"kind": "arbiter", "reason": "Dispute."}, "An arbiter was called: Dispute."),
        ({"kind": "spectator"}, None),
        ({"kind": "organiser"}, None),
    ],
)
def test_haricot_token_leaves_the_annotation_that_the_service_leaves(
    shared: ApiClient, body: dict[str, Any], text: str | None
) -> None:
    asked, answer = shared.match(), shared.match()
    shared.post("/v1/tokens", asked.organiser, json={"game": asked.game, **body})
    token = token_by_cli(shared, answer, body)
    assert shared.get("/v1/tokens/me", token)["kind"] == body["kind"]
    assert public_annotations(shared, answer) == public_annotations(shared, asked)
    assert [said for _, _, said in public_annotations(shared, answer)] == ([] if text is None else [text])


def test_control_a_command_line_without_annotations_is_detected(
    shared: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "_public_remarks", lambda *_: ())
    match = shared.match()
    token = token_by_cli(shared, match, {"kind": "seat", "seat": 1})
    assert shared.get(f"{match.at}/table", token)["seats"][1]["hand"]
    assert public_annotations(shared, match) == []
