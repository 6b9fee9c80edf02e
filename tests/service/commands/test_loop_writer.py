"""Check that appends of one turn of an event loop are one commit, and that their results wake the loop once."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from service.commands.loop_writer import LoopWriter
from service.store.errors import Conflict
from service.store.event_store import open_store
from tests.coroutines import run_coroutine
from tests.service.store.games import LATE, play_game, with_game_id
from tests.waiting import wait_until

ENVELOPES = play_game("g", LATE).envelopes
GAMES = [f"g{number}" for number in range(20)]


def test_appends_of_one_loop_turn_are_one_commit_and_wake_the_loop_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[object] = []

    async def write() -> None:
        loop = asyncio.get_running_loop()
        wake = loop.call_soon_threadsafe

        def waking(callback: Callable[..., object], *values: Any) -> asyncio.Handle:
            woken.append(callback)
            return wake(callback, *values)

        monkeypatch.setattr(loop, "call_soon_threadsafe", waking)
        writer = LoopWriter(store, loop)
        order: list[str] = []

        async def send(game: str) -> None:
            await writer.append(game, with_game_id(ENVELOPES[4:5], game), None, lambda: order.append(f"wrote {game}"))
            order.append(f"{game} goes on")

        sent = [asyncio.ensure_future(send(game)) for game in GAMES]
        sent[3].cancel()  # before it is sent, so that it is not written
        await asyncio.sleep(0)
        group = store._recorder._group
        assert (len(GAMES) - 1, False) == (len(group._waiting), group._has_leader), "written before all were sent"
        await asyncio.sleep(0)
        sent[4].cancel()  # after it was sent: it is written all the same
        wait_until(lambda: len(writer._finished) == len(GAMES) - 1)  # the loop does nothing else meanwhile
        await asyncio.gather(*sent, return_exceptions=True)
        assert [3, 4] == [number for number, one in enumerate(sent) if one.cancelled()]
        assert 1 == len(woken)
        others = [game for game in GAMES if game != "g3"]
        goes_on = [f"{game} goes on" for game in others if game != "g4"]
        assert [*(f"wrote {game}" for game in others), *goes_on] == order, "each continues after all callbacks"
        monkeypatch.setattr(threading, "excepthook", lambda fault: order.append(fault.exc_type.__name__))

        def faulty() -> None:
            raise ZeroDivisionError

        await asyncio.wait_for(writer.append("g0", with_game_id(ENVELOPES[5:6], "g0"), None, faulty), 10)
        assert (2, "ZeroDivisionError") == (len(woken), order[-1])
        with pytest.raises(Conflict):
            await writer.append("g0", with_game_id(ENVELOPES[5:6], "g0"), None, order.clear)
        assert order, "no callback for what is not written"

    with open_store(tmp_path) as store:
        for game in GAMES:
            store.append(game, with_game_id(ENVELOPES[:4], game))
        run_coroutine(write())
        lengths = {game: len(store.envelopes(game)) for game in GAMES}
    assert {game: {"g0": 6, "g3": 4}.get(game, 5) for game in GAMES} == lengths
