"""The client kit in Python: it plays and follows whole games through what lines and servers do to it."""

import asyncio
from random import Random
from typing import Any

import pytest

from haricot_client import AsyncHaricot, Haricot, HaricotProblem, NoAnswer, SeatLink
from service.api.description import described
from service.api.interface import INTERFACE
from tests.client_models import PYTHON_MODELS, python_models
from tests.service.served.conftest import Serve, free_port
from tests.service.served.kits import THREE, assert_kits_bear_everything


def any_legal(offered: Any) -> Any:
    """Somebody who does what comes to mind."""
    return Random(offered["legal"][0]["seat"] + len(offered["legal"])).choice(offered["legal"])


def play(link: str) -> None:
    """Plays a seat, waiting."""
    seat, game = Haricot.join(link)
    with seat:
        seat.play(game, any_legal)


def play_asynchronously(link: str) -> None:
    """Plays a seat, awaiting."""

    async def to_the_end() -> None:
        seat, game = AsyncHaricot.join(link)
        async with seat:
            await seat.play(game, any_legal)

    asyncio.run(to_the_end())


def numbers(address: str, game: str) -> list[int]:
    """The number of each event of a game."""
    with Haricot(address) as spectator:
        return [message["n"] for message in spectator.follow(game, after=0) if "event" in message]


def test_kits_play_a_whole_game_through_a_restart_a_break_and_lost_answers(serve: Serve) -> None:
    assert_kits_bear_everything(serve, (play, play_asynchronously, play), numbers)


def test_what_is_wrong_is_said(serve: Serve) -> None:
    server = serve().start()
    with Haricot(f"http://127.0.0.1:{server.port}") as service:
        made = service.create_game({**THREE, "options": {"start_player": "seat_0"}})
        seat = Haricot(f"http://127.0.0.1:{server.port}", made["tokens"][0]["token"])
        with pytest.raises(HaricotProblem) as refused:
            seat.command(made["game"], {"type": "DrawCards", "seat": 0})
        assert refused.value.status == 409
        assert refused.value.code.startswith("rules.")
        assert refused.value.clause
        assert refused.value.request_id
        with seat, pytest.raises(HaricotProblem) as forbidden:  # while it plays, where nobody was faster
            seat.play(made["game"], lambda _: {"type": "DrawCards", "seat": 0})
        assert forbidden.value.code == refused.value.code
        for wrong in (lambda: service.head("nobody/s"), lambda: next(service.follow("nobody's"))):
            with pytest.raises(HaricotProblem) as missing:
                wrong()
            assert missing.value.status == 404
    for link in ("", "http://here", "http://here/join/g", "/join/g#token=t"):
        with pytest.raises(ValueError, match="no link to a seat"):
            SeatLink.of(link)
    with Haricot(f"http://127.0.0.1:{free_port()}", attempts=2) as nowhere, pytest.raises(NoAnswer, match="2 attempts"):
        nowhere.head("g")


def test_the_models_are_those_of_the_description() -> None:
    description = described(INTERFACE)
    kept, anew = PYTHON_MODELS.read_text("utf-8"), "write them anew: python -m tests.client_models"
    assert python_models(description) == kept, anew
    description["components"]["schemas"]["GameMade"]["properties"]["new"] = {"type": "string"}
    assert python_models(description) != kept
