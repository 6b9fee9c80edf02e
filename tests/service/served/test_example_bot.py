"""The example bot plays whole games with one stream and one POST for each move, also through a killed server."""

import json
import subprocess
import sys
from collections import Counter
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace

import pytest

from projections.summary import summary_of
from replay.record import Record
from tests.servers.proxy import proxy_to
from tests.service.served.conftest import ROOT, Client, Played, Serve, assert_sound, record_of
from tests.waiting import happens_within

BOT = ROOT / "examples" / "bot.py"
GAME_SECONDS = 240.0
COUNTED = """
import json, runpy, sys
def note(event, args):
    if event == "urllib.Request":
        url, body, headers, method = args
        asked.write(json.dumps([url.partition("/v1/")[2], headers.get("Idempotency-key")]) + chr(10))
asked = open(sys.argv.pop(1), "w", buffering=1)
sys.addaudithook(note)
sys.argv.pop(0)
runpy.run_path(sys.argv[0], run_name="__main__")
"""
"""Runs a program, and writes down path and key of each request that it sends."""


class BotProcess:
    """The example bot at one seat, in a process of its own."""

    def __init__(self, game: Played, seat: int, folder: Path, port: int, bot: Path = BOT) -> None:
        self._asked = folder / f"asked-{seat}"
        self._said = folder / f"said-{seat}"
        self._asked.touch()
        link = f"http://127.0.0.1:{port}/join/{game.game}#token={game.tokens[seat]}"
        with self._said.open("wb") as said:
            command = [sys.executable, "-c", COUNTED, str(self._asked), str(bot), link]
            self.process = subprocess.Popen(command, stdout=said, stderr=said)

    @property
    def refused(self) -> int:
        """How many of its commands were refused; any other output is a fault."""
        lines = self._said.read_text("utf-8").splitlines()
        assert [] == [line for line in lines if not line.startswith('{"type":"/problems/')]
        return len(lines)

    @property
    def keys(self) -> Counter[str]:
        """The keys of its commands with the number of times that each was sent."""
        return Counter(key for _, key in self._requests() if key is not None)

    @property
    def streams(self) -> int:
        """How many streams it opened; other requests than streams and commands are a fault."""
        paths = Counter(path.rpartition("/")[2] for path, _ in self._requests())
        assert {*paths} <= {"stream?with=choices", "commands"}, paths
        return paths["stream?with=choices"]

    def _requests(self) -> list[tuple[str, str | None]]:
        return [tuple(json.loads(line)) for line in self._asked.read_text("utf-8").splitlines()]


@pytest.fixture
def players():
    """A list of players, which are ended after the test."""
    seated: list[BotProcess] = []
    yield seated
    for player in seated:
        player.process.kill()
        player.process.wait(10)


def moves_of(record: Record) -> Counter[str]:
    """Count the commands of each seat except those that took it."""
    caused = [envelope for envelope in record.envelopes if envelope.cause is not None]
    return Counter(one.cause.by for one in caused if not one.event.__struct_config__.tag.startswith("seat_taken."))


def assert_played_out(players: list[BotProcess], record: Record) -> None:
    """Require that the game is over and sound, and that each command had one key."""
    assert_sound(record)
    assert summary_of(record.game, ((one.n, one.at, one.event) for one in record.envelopes)).over
    for seat, player in enumerate(players):
        assert len(player.keys) - player.refused == moves_of(record)[f"seat:{seat}"]


@pytest.mark.long
def test_example_bots_play_a_game_with_one_stream_and_one_post_for_each_move(
    serve: Serve, tmp_path: Path, players
) -> None:
    server = serve().start()
    with Client(server.port) as client:
        game = client.new_game()
        players += [BotProcess(game, seat, tmp_path, server.port) for seat in game.tokens]
        assert happens_within(GAME_SECONDS, lambda: all(player.process.poll() == 0 for player in players))
    server.stop()
    assert_played_out(players, record_of(server.where, game.game))
    assert [(1, {1})] * len(players) == [(player.streams, {*player.keys.values()}) for player in players]


@pytest.mark.long
def test_example_bots_play_on_through_kills_and_lost_answers(serve: Serve, tmp_path: Path, players) -> None:
    server = serve().start()
    with Client(server.port) as client, proxy_to(server.port) as line:
        game = client.new_game()
        players += [BotProcess(game, seat, tmp_path, line.port) for seat in game.tokens]
        for moves in (20, 50):
            assert happens_within(GAME_SECONDS, lambda moves=moves: sum(len(player.keys) for player in players) > moves)
            server.kill()
            assert happens_within(10, lambda: all(player.process.poll() is None for player in players))
            server.start()
        line.cut = 10  # commands are handled, and their answers lost
        line.hang_up()
        assert happens_within(GAME_SECONDS, lambda: any(max(player.keys.values()) > 1 for player in players))
        line.cut = None
        assert happens_within(GAME_SECONDS, lambda: all(player.process.poll() == 0 for player in players))
    server.stop()
    assert_played_out(players, record_of(server.where, game.game))
    for player in players:
        assert player.streams > 1
        # Only unanswered commands are repeated: one at each interruption.
        assert sum(times > 1 for times in player.keys.values()) <= 3


@pytest.mark.long
def test_the_example_bot_reconnects_after_a_rate_limit_on_its_stream(tmp_path: Path, players) -> None:
    lines = iter(['{"game":"g","n":7,"event":{}}\n{"problem":{"status":429}}\n', '{"end":{}}\n'])
    asked = []

    class Cut(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # the library's name
            asked.append(self.headers["Last-Event-ID"])
            self.send_response(200)
            self.end_headers()
            self.wfile.write(next(lines).encode())

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    with HTTPServer(("127.0.0.1", 0), Cut) as server:
        players.append(BotProcess(SimpleNamespace(game="g", tokens={0: "hrc_seat_x"}), 0, tmp_path, server.server_port))
        server.timeout = 10
        for _ in range(2):
            server.handle_request()
        assert players[0].process.wait(10) == 0
    assert (asked, players[0].refused) == ([None, "7"], 0)


# Negative controls: bots with a planted fault.


def spoilt(folder: Path, right: str, wrong: str) -> Path:
    """Write a copy of the bot with one change."""
    text = BOT.read_text("utf-8")
    assert text.count(right) == 1
    bad = folder / "bad.py"
    bad.write_text(text.replace(right, wrong), "utf-8")
    return bad


@pytest.mark.long
def test_control_a_bot_that_polls_is_detected(serve: Serve, tmp_path: Path, players) -> None:
    server = serve().start()
    bad = spoilt(tmp_path, "        key = ", '        next(ask("", {}))\n        key = ')
    with Client(server.port) as client:
        game = client.new_game(options={"start_player": "seat_0"})
        players.append(BotProcess(game, 0, tmp_path, server.port, bad))
        assert happens_within(GAME_SECONDS, lambda: players[0].keys)
    with pytest.raises(AssertionError, match=game.game):
        assert players[0].streams == 1


@pytest.mark.long
def test_control_a_bot_that_gives_up_is_detected(serve: Serve, tmp_path: Path, players) -> None:
    server = serve().start()
    bad = spoilt(
        tmp_path,
        "            if isinstance(error, HTTPError) and error.code not in (429, 502, 503):",
        "            if error:",
    )
    with Client(server.port) as client:
        game = client.new_game()
        players += [BotProcess(game, seat, tmp_path, server.port, bad) for seat in game.tokens]
        assert happens_within(GAME_SECONDS, lambda: sum(len(player.keys) for player in players) > 10)
    server.kill()
    assert happens_within(10, lambda: all(player.process.poll() == 1 for player in players))
