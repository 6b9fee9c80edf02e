"""A command whose writing may have happened, though nobody knows, is not given again."""

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
    """An offer, which may be made as often as one likes, with the token of whoever makes it."""
    while api.move(match, Random(1), until="trade"):
        pass
    table = api.get(f"{match.at}/table?as=omniscient", api.service)
    active, seats = table["turn"]["seat"], table["seats"]
    partner = (active + 1) % len(seats)
    own = {"source": "hand", "slot": seats[active]["hand_slots"][0]}
    want = {seats[partner]["hand"][0]: 1}
    return match.seats[active], {"type": "ProposeTrade", "seat": active, "with": partner, "give": [own], "want": want}


def lose_answers(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on every commit happens, and nobody hears of it."""
    store: Any = api.context.store
    group = store._recorder._group
    commit = group.commit

    def committed(jobs: Sequence[Any]) -> None:
        commit(jobs)
        raise sqlite3.OperationalError("the answer was lost")

    monkeypatch.setattr(group, "commit", committed)


@pytest.mark.parametrize("key", [None, "a-key-of-mine"])
@pytest.mark.parametrize("door", ["thread", "loop"])
def test_a_command_with_a_lost_answer_is_applied_once(api, event_loop, monkeypatch, door, key):
    match = api.match()
    token, command = offer(api, match)
    path, headers = f"{match.at}/commands", {} if key is None else {"Idempotency-Key": key}
    api.ask("POST", path, token, json={"type": "Nothing"})  # so that the loop has at hand what it needs
    before = api.context.store.game_row(match.game).version
    lose_answers(api, monkeypatch)
    if door == "loop":
        body = json.dumps(command).encode()
        answer = event_loop.ask(path, body, Authorization=f"Bearer {token}", **headers)
        assert api.context.store.game_row(match.game).version == before + 1, "it was the loop that gave it"
    if door == "thread" or isinstance(answer, dict):  # handed over by the loop
        status = api.ask("POST", path, token, json=command, headers=headers).status_code
    else:
        status = answer.status
    assert status == (503 if key is None else 201)
    assert api.context.store.game_row(match.game).version == before + 1
