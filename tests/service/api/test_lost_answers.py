"""A command whose commit succeeded but whose answer was lost is not applied again."""

import json
import sqlite3
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from tests.service.api.conftest import ApiClient, Match
from tests.service.api.event_loop import api_without_cors, event_loop

__all__ = ["api_without_cors", "event_loop"]


def offer(api: ApiClient, match: Match) -> tuple[str, dict[str, Any]]:
    """Return an offer, which would be legal again, and the token of its seat."""
    while api.move(match, Random(1), until="trade"):
        pass
    table = api.get(f"{match.at}/table?as=omniscient", api.service)
    active, seats = table["turn"]["seat"], table["seats"]
    partner = (active + 1) % len(seats)
    own = {"source": "hand", "slot": seats[active]["hand_slots"][0]}
    want = {seats[partner]["hand"][0]: 1}
    return match.seats[active], {"type": "ProposeTrade", "seat": active, "with": partner, "give": [own], "want": want}


def lose_answers(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every commit succeed and then raise, as if its answer was lost."""
    store: Any = api.context.store
    group = store._recorder._group
    commit = group.commit

    def committed(jobs: Sequence[Any]) -> None:
        commit(jobs)
        raise sqlite3.OperationalError("the answer was lost")

    monkeypatch.setattr(group, "commit", committed)


@pytest.mark.parametrize("key", [None, "a-key-of-mine"])
@pytest.mark.parametrize("path_taken", ["thread", "loop"])
def test_a_command_with_a_lost_answer_is_applied_once(api, event_loop, monkeypatch, path_taken, key):
    match = api.match()
    token, command = offer(api, match)
    path, headers = f"{match.at}/commands", {} if key is None else {"Idempotency-Key": key}
    api.request("POST", path, token, json={"type": "Nothing"})  # loads what the event loop needs
    before = api.context.store.game_row(match.game).version
    lose_answers(api, monkeypatch)
    if path_taken == "loop":
        body = json.dumps(command).encode()
        answer = event_loop.request(path, body, Authorization=f"Bearer {token}", **headers)
        assert api.context.store.game_row(match.game).version == before + 1, "the event loop wrote it"
    if path_taken == "thread" or isinstance(answer, dict):  # handed over by the event loop
        status = api.request("POST", path, token, json=command, headers=headers).status_code
    else:
        status = answer.status
    assert status == (503 if key is None else 201)
    assert api.context.store.game_row(match.game).version == before + 1
