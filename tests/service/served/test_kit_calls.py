"""The calls of a server through the client kits: games, tokens, tournaments and the feed."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from haricot_client import AsyncHaricot, Haricot, HaricotProblem
from tests.coroutines import run_coroutine
from tests.long_tests import mostly_long
from tests.node.client_kit import build_kit
from tests.servers.proxy import Proxy, proxy_to
from tests.service.command_line import run_ok
from tests.service.served.conftest import Server
from tests.service.served.kits import THREE, in_node_done

BOTS: Any = {"edition": "classic", "seats": [{"kind": "bot", "bot": "greedy"}] * 3, "pace": 0}
NOTES: Any = {"external_id": "round-1 äß", "metadata": {"channel": "10&42"}}
ODD = "one\u2028line \u0085 or two"
"""Line ends for `str.splitlines` that are none in JSON."""


class Awaited:
    """The synchronous client with the interface of the asynchronous one."""

    def __init__(self, *arguments: Any) -> None:
        self._waiting = Haricot(*arguments)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def ask(*arguments: Any, **named: Any) -> Any:
            asked = getattr(self._waiting, name)
            if name in ("list_games", "events", "follow", "feed"):
                return one_by_one(asked(*arguments, **named))
            return asyncio.to_thread(asked, *arguments, **named)

        return ask

    async def __aenter__(self) -> "Awaited":
        return self

    async def __aexit__(self, *_: object) -> None:
        self._waiting.close()


async def one_by_one(rows: Iterator[Any]) -> AsyncIterator[Any]:
    """Yield rows from a thread."""
    while (row := await asyncio.to_thread(next, rows, None)) is not None:
        yield row


async def listed(rows: AsyncIterator[Any]) -> list[Any]:
    """Collect all rows."""
    return [row async for row in rows]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One service for all kits."""
    folder = tmp_path_factory.mktemp("served")
    server = Server(folder / "data", folder / "serve.log")
    try:
        yield server.start()
    finally:
        server.end()


@pytest.fixture
def token(server: Server) -> str:
    """A new service token with all scopes."""
    return run_ok("token", "service", "--data", server.data).out.strip()


@pytest.mark.long
@pytest.mark.parametrize("kit", mostly_long([AsyncHaricot, Awaited]))
def test_the_python_kit_makes_all_calls_of_a_server(kit: Any, server: Server, token: str) -> None:
    with proxy_to(server.port) as line:
        run_coroutine(everything(kit, f"http://127.0.0.1:{line.port}", token, line, server))


@pytest.mark.long
def test_the_typescript_kit_makes_all_calls_of_a_server(server: Server, token: str, tmp_path: Path) -> None:
    kit = build_kit(tmp_path, *["--noCheck", "--declaration", "false"])
    assert in_node_done(kit, "ask", f"http://127.0.0.1:{server.port}", token) == ["all answered"]


async def everything(kit: Any, address: str, token: str, line: Proxy, server: Server) -> None:
    """Create, annotate, follow, read and fork a game of bots, then use tokens, a broadcast and the feed."""
    async with kit(address, token) as service:
        game = (await service.create_game({**BOTS, **NOTES}))["game"]
        other = (await service.create_game({**BOTS, "seats": THREE["seats"]}))["game"]
        *_, last = [one async for one in service.follow(game, after=0, state=["sentence"], lang="fr") if "event" in one]
        assert last["sentence"]
        version = last["n"]
        assert [one["n"] for one in await listed(service.events(game))] == [*range(1, version + 1)]
        assert version > 200, "more than a page"
        ends = await listed(service.events(game, kind="game_ended.1", after=100, view="spectator"))
        assert [one["event"]["type"] for one in ends] == ["game_ended.1"]
        assert (await service.table(game, at=60, view="omniscient"))["n"] == 60
        assert (await service.audit(game, view="omniscient"))["verdict"] == "clean"
        assert (await service.story(game, lang="de"))["lang"] == "de"
        assert (await service.par(game))["state"] == "none"
        assert (await service.request_par(game))["state"] == "wanted"
        assert await service.set_person_hidden("u-17", hidden=True) == {"person": "u-17", "hidden": True}
        assert len((await service.file(game, view="omniscient")).splitlines()) == version + 2

        assert [one["game"] for one in await listed(service.list_games(mine=True))] == [other, game]
        for wanted in (
            {"external_id": NOTES["external_id"]},
            {"metadata": "channel=10&42"},
            {"status": "finished", "mine": True},
        ):
            assert [one["game"] for one in await listed(service.list_games(**wanted))] == [game]
        assert await service.note(game, {"external_id": "round 2"}) == {"external_id": "round 2", "metadata": {}}
        assert (await service.head(game))["external_id"] == "round 2"

        fork = await service.fork(game, {"at": 20, "mode": "exact"}, view="omniscient")
        assert fork["forked_from"]["game"] == game
        spectator = await service.create_token({"game": other, "kind": "spectator"})
        assert spectator["kind"] == "spectator"
        await broadcast(service)
        await tokens_and_feed(kit, address, service, line, server)


async def broadcast(service: Any) -> None:
    """Broadcast a tournament."""
    cup = (await service.create_tournament({"title": "Spring open", "edition": "classic", "rounds": 2}))["tournament"]
    assert (await service.bind_slot(cup, "main", {"table": 3}))["table"] == 3
    rules = await service.set_broadcast_rules(cup, {"delay_seconds": 60})
    assert (rules["delay_seconds"], await service.slots(cup)) == (60, rules)
    assert (await service.slot_field(cup, "main", "scores", lang="de"))["title"] == "Spring open"
    with pytest.raises(HaricotProblem, match="no game"):
        await service.publish_commentary(cup, {"game": "other", "n": 1, "text": "So it begins."})


async def tokens_and_feed(kit: Any, address: str, service: Any, line: Proxy, server: Server) -> None:
    """Follow the feed with a token, through a broken connection and a killed server, until it is revoked."""
    made = await service.create_service_token({"scopes": ["feed"], "note": ODD})
    assert [(one["id"], one["note"]) for one in await service.service_tokens()] == [(made["id"], ODD)]
    async with kit(address, made["token"]) as listener:
        whole = await listener.feed_page(limit=1000)
        feed, heard = listener.feed(), []
        async for one in feed:
            heard.append(one)
            if len(heard) == 5:
                line.hang_up()
            if len(heard) == 50:
                server.kill()
                server.start()
            if len(heard) == len(whole["lines"]):
                break
        assert heard == whole["lines"]
        with pytest.raises(HaricotProblem) as unknown:
            await anext(listener.feed(after="nobody's"))
        assert (unknown.value.status, unknown.value.code) == (410, "feed.cursor")
        new, games = asyncio.ensure_future(anext(listener.feed(after="now", kinds=["game_created.1"]))), []
        while not new.done():
            games.append((await service.create_game(THREE))["game"])
            await asyncio.wait([new], timeout=0.5)
        assert new.result()["game"] in games
        await service.revoke_service_token(made["id"])
        with pytest.raises(HaricotProblem) as refused:
            await listener.feed_page()
        assert refused.value.status == 401
