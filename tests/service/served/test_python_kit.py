"""The client kit in Python: it plays and follows whole games through what lines and servers do to it."""

import asyncio
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from haricot_client import AsyncHaricot, Haricot, HaricotProblem, NoAnswer, SeatLink
from replay.record import Record
from service.api.description import described
from service.api.interface import INTERFACE
from tests.client_models import PYTHON_MODELS, python_models
from tests.servers.proxy import Proxy, proxy_to
from tests.service.served.conftest import HOUSE, Client, Serve, Server, assert_sound, free_port, keys_of, record_of
from tests.waiting import within

KIT = HOUSE / "clients" / "python"
GAME_SECONDS = 120
THREE: Any = {"edition": "classic", "seats": [{"name": name} for name in ("Ana", "Bo", "Cem")]}


def any_legal(offered: Any) -> Any:
    """Somebody who does what comes to mind."""
    return Random(offered["legal"][0]["seat"] + len(offered["legal"])).choice(offered["legal"])


class Offered(Exception):
    """What a game offered, to be looked at."""


def stop(offered: Any) -> Any:
    """Somebody who does nothing but say what they could do."""
    raise Offered(offered)


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


def numbers(address: str, game: str, seen: list[int]) -> None:
    """Follows a game and notes the number of each event."""
    with Haricot(address) as spectator:
        seen += (message["n"] for message in spectator.follow(game, after=0) if "event" in message)


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    """Where players play side by side."""
    with ThreadPoolExecutor(4) as pool:
        yield pool


def disturbed(
    server: Server, line: Proxy, threads: ThreadPoolExecutor, disturb: Callable[[], None]
) -> tuple[Record, list[int]]:
    """A game of three kits over a line, disturbed when sixty events have happened, and what a spectator saw of it."""
    address = f"http://127.0.0.1:{line.port}"
    with Haricot(address) as anybody:
        made = anybody.create_game(THREE)
    links = [f"{address}/join/{made['game']}#token={one['token']}" for one in made["tokens"]]
    seen: list[int] = []
    playing: list[Future[None]] = [threads.submit(numbers, address, made["game"], seen)]
    playing += map(threads.submit, (play, play_asynchronously, play), links)
    with Haricot(address) as anybody:
        assert within(GAME_SECONDS, lambda: anybody.head(made["game"])["version"] > 60)
    disturb()
    for one in playing:
        one.result(GAME_SECONDS)
    return record_of(server.where, made["game"]), seen


def test_kits_play_a_whole_game_through_a_restart_a_break_and_lost_answers(
    serve: Serve, threads: ThreadPoolExecutor
) -> None:
    server = serve().start()
    with proxy_to(server.port) as line:

        def disturb() -> None:
            line.cut = 120
            line.hang_up()
            carried = line.carried
            assert within(10, lambda: line.carried > carried + 1000)
            line.cut = None
            line.hang_up()
            server.kill()
            server.start()

        record, seen = disturbed(server, line, threads, disturb)
    assert_sound(record)
    assert seen == [envelope.n for envelope in record.envelopes]
    keys = Counter(key for _, key in keys_of(record))
    assert len(keys) > 60
    assert {*keys.values()} == {1}


def test_whoever_plays_on_after_a_pause_has_the_table(serve: Serve, threads: ThreadPoolExecutor) -> None:
    server = serve().start()
    with Client(server.port) as organiser:
        made = organiser.new_game(options={"start_player": "seat_0"})
        organiser.post(f"{made.path}/pause", {}, token=made.organiser)

        def first_offer() -> Any:
            seat, game = Haricot.join(f"http://127.0.0.1:{server.port}/join/{made.game}#token={made.tokens[0]}")
            with seat, pytest.raises(Offered) as offered:
                seat.play(game, stop)
            return offered.value.args[0]

        playing = threads.submit(first_offer)
        assert within(10, lambda: organiser.open_streams() == 1)
        organiser.post(f"{made.path}/resume", {}, token=made.organiser)
        offered = playing.result(10)
    assert offered["kind"] == "resumed"
    assert len(offered["table"]["seats"][0]["hand"]) == 5


def test_what_is_wrong_is_said(serve: Serve) -> None:
    server = serve().start()
    with Haricot(f"http://127.0.0.1:{server.port}") as service:
        made = service.create_game({**THREE, "options": {"start_player": "seat_0"}})
        seat = Haricot(f"http://127.0.0.1:{server.port}", made["tokens"][0]["token"])
        with seat, pytest.raises(HaricotProblem) as refused:
            seat.command(made["game"], {"type": "DrawCards", "seat": 0})
        assert refused.value.status == 409
        assert refused.value.code.startswith("rules.")
        assert refused.value.clause
        assert refused.value.request_id
        for wrong in (lambda: service.head("nobody/s"), lambda: next(service.follow("nobody's"))):
            with pytest.raises(HaricotProblem) as missing:
                wrong()
            assert missing.value.status == 404
    for link in ("", "http://here", "http://here/join/g", "/join/g#token=t"):
        with pytest.raises(ValueError, match="no link to a seat"):
            SeatLink.of(link)
    with Haricot(f"http://127.0.0.1:{free_port()}", attempts=2) as nowhere, pytest.raises(NoAnswer, match="2 attempts"):
        nowhere.head("g")


def test_the_readme_runs(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    server = serve().start()
    (block,) = re.findall(r"```python\n(.*?)```", (KIT / "README.md").read_text("utf-8"), re.DOTALL)
    exec(block.replace(":8000", f":{server.port}"), {})  # it is the README's own
    assert " in field " in capsys.readouterr().out


def test_the_kit_has_the_version_of_the_service() -> None:
    ours, theirs = (tomllib.loads((where / "pyproject.toml").read_text("utf-8")) for where in (HOUSE, KIT))
    assert ours["project"]["version"] == theirs["project"]["version"]


def test_the_models_are_those_of_the_description() -> None:
    description = described(INTERFACE)
    kept, anew = PYTHON_MODELS.read_text("utf-8"), "write them anew: python -m tests.client_models"
    assert python_models(description) == kept, anew
    description["components"]["schemas"]["GameMade"]["properties"]["new"] = {"type": "string"}
    assert python_models(description) != kept
