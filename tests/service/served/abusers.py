"""Abusive callers, and a polite one for comparison, each in a process of its own.

python -m tests.service.served.abusers KIND PORT GAME TOKEN

Each runs until its standard input ends, then prints the number of answers by status as JSON.
"""

import http.client
import json
import socket
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import cycle
from threading import Event, Thread
from typing import Final

BODY_BYTES: Final = 64 * 1024
DEPTH: Final = 32
SLOW: Final = 30
SILENT: Final = 300
TALKERS: Final = 2
ADDRESS: Final = ("127.0.0.2", 0)
"""The address of abusers, so that their rate limit is not that of the measured client."""


class Victim:
    """A server under abuse, with a game, a token, and the answers so far."""

    def __init__(self, port: int, game: str, token: str) -> None:
        self.port, self.token = port, token
        self.path = f"/v1/games/{game}"
        self.enough = Event()
        self.answers = Counter[int]()

    def connected(self) -> socket.socket:
        """Open a connection with a small receive buffer."""
        link = socket.socket()
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        link.bind(ADDRESS)
        link.connect(("127.0.0.1", self.port))
        return link

    def request_bytes(self, path: str, *headers: str) -> bytes:
        """Return the bytes of a GET."""
        lines = [f"GET {path} HTTP/1.1", "Host: beans", f"Authorization: Bearer {self.token}", *headers, "", ""]
        return "\r\n".join(lines).encode()


def padded(text: str, size: int) -> bytes:
    """Pad a text to this size with blanks."""
    return (text + " " * (size - len(text))).encode()


def nested(depth: int) -> str:
    """Return nested lists as JSON."""
    return "[" * depth + "]" * depth


def bodies(victim: Victim) -> None:
    """Send bodies at and above the limits of size and depth to every operation that takes a body."""
    command = {"type": "PlantFromHand", "seat": 0, "field": 0}
    sent = [
        padded(json.dumps(command), BODY_BYTES),
        padded(json.dumps(command), BODY_BYTES + 1),
        json.dumps({**command, "seat": "x" * (BODY_BYTES - 100)}).encode(),
        json.dumps({f"option {number}": number for number in range(2500)}).encode(),
        nested(DEPTH).encode(),
        nested(BODY_BYTES // 2).encode(),
        f'{{"type": {nested(DEPTH)}, "edition": {nested(DEPTH)}, "position": {nested(DEPTH)}}}'.encode(),
        f'{{"edition": "classic", "options": {nested(BODY_BYTES // 2 - 50)}}}'.encode(),
        b"9" * BODY_BYTES,
        b'{"type": "PlantFromHand", "seat": ' + b"9" * (BODY_BYTES - 100) + b', "field": 0}',
        b"\xff" * BODY_BYTES,
        b"[]" * (BODY_BYTES // 2),
        b'"' + b'\\"' * (BODY_BYTES // 2 - 1),
    ]
    places = [f"{victim.path}/commands", f"{victim.path}/commands:batch", "/v1/positions:adjudicate", "/v1/games"]
    places += ["/v1/games:import", f"{victim.path}/annotations", "/v1/tokens"]
    line = http.client.HTTPConnection("127.0.0.1", victim.port, timeout=20, source_address=ADDRESS)
    for body, place in cycle((body, place) for body in sent for place in places):
        if victim.enough.is_set():
            break
        kind = "application/x-ndjson" if place.endswith("import") else "application/json"
        try:
            line.request("POST", place, body, {"Content-Type": kind, "Authorization": f"Bearer {victim.token}"})
            answer = line.getresponse()
            answer.read()
            victim.answers[answer.status] += 1
        except (OSError, http.client.HTTPException):  # too large: the server may close before it has read all
            line.close()
    line.close()


def polite(victim: Victim) -> None:
    """Send usual requests, one after another."""
    full_speed(victim, talkers_max=1)


def full_speed(victim: Victim, talkers_max: int = TALKERS) -> None:
    """Send requests at full speed, over some connections and with one token."""

    def talk() -> None:
        asked = victim.request_bytes(victim.path)
        with (
            socket.create_connection(("127.0.0.1", victim.port), source_address=ADDRESS) as line,
            line.makefile("rb") as heard,
        ):
            while not victim.enough.is_set():
                line.sendall(asked)
                victim.answers[int(heard.readline().split()[1])] += 1
                size = 0
                while (header := heard.readline()) not in (b"\r\n", b""):
                    if header.lower().startswith(b"content-length:"):
                        size = int(header.split(b":")[1])
                heard.read(size)

    talkers = [Thread(target=talk) for _ in range(talkers_max)]
    for talker in talkers:
        talker.start()
    for talker in talkers:
        talker.join()


def slow_readers(victim: Victim) -> None:
    """Open streams and ask for all events, and read neither."""
    lines = [victim.connected() for _ in range(2 * SLOW)]
    for number, line in enumerate(lines):
        path = f"{victim.path}/stream?after=0" if number % 2 else f"{victim.path}/events?limit=1000"
        line.sendall(victim.request_bytes(path))
    _hold(victim, lines)


def silent(victim: Victim) -> None:
    """Open many connections, and send nothing or half a request."""
    lines = [victim.connected() for _ in range(SILENT)]
    for line in lines[::3]:
        line.sendall(victim.request_bytes(victim.path)[:-6])
    _hold(victim, lines)


def _hold(victim: Victim, lines: list[socket.socket]) -> None:
    victim.enough.wait()
    for line in lines:
        line.setblocking(False)
        with suppress(OSError, IndexError, ValueError):  # many got no answer
            victim.answers[int(line.recv(64).split()[1])] += 1
        line.close()


KINDS: Final[dict[str, Callable[[Victim], None]]] = {
    "polite": polite,
    "bodies": bodies,
    "full_speed": full_speed,
    "slow_readers": slow_readers,
    "silent": silent,
}

if __name__ == "__main__":
    kind, port, game, token = sys.argv[1:]
    victim = Victim(int(port), game, token)
    at_work = Thread(target=KINDS[kind], args=(victim,))
    at_work.start()
    sys.stdin.read()
    victim.enough.set()
    at_work.join()
    sys.stdout.write(json.dumps(victim.answers))
