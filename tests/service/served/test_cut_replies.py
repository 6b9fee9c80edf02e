"""R10 over HTTP: a lost reply does no harm if the client repeats the request with its key."""

import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from secrets import token_hex
from threading import Lock, Thread
from typing import Self

import pytest

from tests.service.served.conftest import (
    GONE,
    Client,
    Played,
    Reply,
    Serve,
    Server,
    assert_sound,
    keys_of,
    record_of,
)

CUTS = int(os.environ.get("HARICOT_CUTS", "150"))
"""How many commands are given over the lossy connection."""
SHARE = 0.4
"""The share of replies that are cut."""


class LossyProxy:
    """A proxy that cuts some replies after some bytes, or after none."""

    def __init__(self, port: int, seed: int) -> None:
        self._server, self._luck = port, Random(seed)
        self._guard = Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.cut: list[int] = []
        self._forwarders: list[Thread] = []
        self._acceptor = Thread(target=self._accept)
        self._acceptor.start()

    def _accept(self) -> None:
        with suppress(OSError):  # the listener was closed
            while True:
                caller, _ = self._listener.accept()
                self._forwarders.append(Thread(target=self._forward, args=(caller,)))
                self._forwarders[-1].start()

    def _forward(self, caller: socket.socket) -> None:
        with caller, socket.create_connection(("127.0.0.1", self._server)) as server, suppress(OSError):
            while asked := _message(caller):
                server.sendall(asked)
                answer = _message(server)
                bytes_left = self._bytes_left(len(answer)) if asked.startswith(b"POST") else None
                caller.sendall(answer[:bytes_left])
                if bytes_left is not None:
                    return

    def _bytes_left(self, length: int) -> int | None:
        with self._guard:
            if self._luck.random() >= SHARE:
                return None
            self.cut.append(self._luck.choice((0, self._luck.randrange(length))))
            return self.cut[-1]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._acceptor.join()
        for carrier in self._forwarders:
            carrier.join()


def _message(source: socket.socket) -> bytes:
    """Return the next whole message, a request or a reply; nothing if the other end has closed."""
    data = b""
    while b"\r\n\r\n" not in data:
        if not (more := source.recv(65536)):
            return b""
        data += more
    head, _, body = data.partition(b"\r\n\r\n")
    fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
    while len(body) < int(fields.get(b"content-length", 0)):
        body += source.recv(65536)
    return head + b"\r\n\r\n" + body


@pytest.fixture
def server(serve: Serve) -> Iterator[Server]:
    """A sound server behind the lossy proxy."""
    return serve().start()


def doubled_or_lost(server: Server, game: str, sent: list[str]) -> list[str]:
    """Return a fault if these commands are not in the log exactly once, in order."""
    found = [envelope.cause.command for envelope in record_of(server.data, game).envelopes if envelope.cause]
    given = [f"{type(command).__name__} {command.seat}" for command in found if hasattr(command, "seat")]
    given = [text for text in given if not text.startswith("TakeSeat")]
    return [] if given == sent else [f"{len(sent)} were sent, {len(given)} happened"]


def name_of(command: dict[str, object]) -> str:
    """Return type and seat of a command."""
    return f"{command['type']} {command['seat']}"


@pytest.mark.long
def test_no_command_is_lost_or_repeated_over_a_lossy_connection(server: Server) -> None:
    luck, answer, repeated = Random(10), 0, 0
    sent: dict[str, list[str]] = {}
    keys: dict[str, list[str]] = {}
    with LossyProxy(server.port, seed=10) as line, Client(line.port) as client, Client(server.port) as good:
        while answer < CUTS:
            game = good.new_game()
            sent[game.game], keys[game.game] = [], []
            while answer < CUTS and (command := game.choice(luck)) is not None:
                method, path, body, token = game.order(command)
                key = f"{game.game} {answer}"
                reply, times = client.insist(method, path, body, token=token, key=key)
                assert reply.status == 201, reply
                assert ("idempotency-replayed" in reply.headers) == (times > 1)
                sent[game.game].append(name_of(command))
                keys[game.game].append(key)
                answer, repeated = answer + 1, repeated + (times > 1)
    server.stop()
    assert len(line.cut) > CUTS * SHARE / 2
    assert 0 in line.cut
    assert repeated > CUTS * SHARE / 2
    for game, names in sent.items():
        record = record_of(server.data, game)
        assert doubled_or_lost(server, game, names) == []
        assert [key for _, key in keys_of(record)] == keys[game]
        assert_sound(record)


@pytest.mark.long
def test_a_game_created_over_a_lossy_connection_is_created_once(server: Server) -> None:
    wish = {"edition": "classic", "seats": [{"kind": "human"}] * 3}
    with LossyProxy(server.port, seed=11) as line, Client(line.port) as client:
        made = [client.insist("POST", "/v1/games", wish, key=f"{token_hex(16)} {number}") for number in range(20)]
    assert line.cut
    with Client(server.port) as client:
        listed = {game["game"] for game in client.get("/v1/games?limit=100").body["games"]}
        assert listed == {reply.body["game"] for reply, _ in made}
        assert len(listed) == 20
        for reply, _ in made:  # the tokens that arrived are valid
            game = Played(client, reply.body)
            assert game.choice(Random(0), onward=True) is not None


@pytest.mark.long
def test_control_without_keys_commands_are_lost_or_repeated(server: Server) -> None:
    luck, refused, harmed = Random(12), 0, 0
    with LossyProxy(server.port, seed=12) as line, Client(line.port) as client, Client(server.port) as good:
        game, sent = good.new_game(), []
        for _ in range(60):
            command = game.choice(luck)
            assert command is not None
            method, path, body, token = game.order(command)
            reply, times = client.insist(method, path, body, token=token)
            sent.append(name_of(command))
            refused += reply.status == 409
            harmed += times > 1
    server.stop()
    assert harmed
    assert refused or doubled_or_lost(server, game.game, sent)


@pytest.mark.long
def test_control_a_client_that_does_not_repeat_misses_acknowledgements(server: Server) -> None:
    with LossyProxy(server.port, seed=13) as line, Client(line.port) as client, Client(server.port) as good:
        game, answers = good.new_game(), []
        for number in range(12):
            command = game.choice(Random(number))
            assert command is not None
            method, path, body, token = game.order(command)
            try:
                answers.append(client.request(method, path, body, token=token, key=f"only once {number}"))
            except GONE:
                answers.append(Reply(0, {}, None))
    server.stop()
    happened = len(keys_of(record_of(server.data, game.game)))
    assert sum(reply.status == 201 for reply in answers) < happened == 12
