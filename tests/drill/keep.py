"""Keeps a store of one commit with its answers, for the compatibility tests of later commits.

In a clean clone of that commit:  make install && .venv/bin/python .../tests/drill/keep.py .venv/bin/haricot FOLDER
It uses only the interfaces of Haricot: a running `haricot serve`, and the command line.
"""

import hashlib
import json
import lzma
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

FEWEST = {"classic": 3, "modern": 3, "duel": 2, "sissi": 3, "bohnaparte": 3}
BOTS = ("trader", "greedy", "random")


class DrilledService:
    """The service on its own store, with the requests that can be repeated later."""

    def __init__(self, haricot: Path, store: Path) -> None:
        self.haricot, self.store = haricot, store
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        command = [haricot, "serve", "--no-demo", "--data", store, "--port", str(self.port)]
        quiet = {**os.environ, "HARICOT_LOG": "error", "HARICOT_RATE": ""}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=quiet)
        assert self.process.stdout is not None
        assert "serves at" in self.process.stdout.readline()
        self.asked: list[dict[str, Any]] = []
        self.tokens: dict[str, dict[str, str]] = {}

    def ask(self, method: str, path: str, token: str | None = None, key: str | None = None, **body: Any) -> Any:
        """Return a successful answer; keep a request with a key together with its answer."""
        headers = {"Content-Type": "application/json"}
        headers |= {} if token is None else {"Authorization": f"Bearer {token}"}
        headers |= {} if key is None else {"Idempotency-Key": key}
        data = None if method == "GET" else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/v1{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            reply = json.loads(answer.read() or b"null")
        if key is not None:
            self.asked.append(
                {"method": method, "path": path, "token": token, "key": key, "body": body, "answer": reply}
            )
        return reply

    def make(self, edition: str, key: str | None = None, **wish: Any) -> str:
        """Create a game, and keep its tokens."""
        return self.made(self.ask("POST", "/games", None, key, edition=edition, **wish))

    def made(self, answer: Any) -> str:
        """Keep the tokens of a created game; return its id."""
        tokens = {str(one["seat"]): one["token"] for one in answer["tokens"]}
        self.tokens[answer["game"]] = {**tokens, "organiser": answer["organiser_token"]}
        return str(answer["game"])

    def ended(self, game: str) -> str:
        """Wait until bots have finished a game; return its id."""
        deadline = time.monotonic() + 300
        while self.ask("GET", f"/games/{game}", self.tokens[game]["organiser"])["status"] == "running":
            assert time.monotonic() < deadline, f"{game} does not end"
            time.sleep(0.2)
        return game

    def move(self, game: str, luck: Random, key: str | None = None) -> None:
        """Give one legal command of the seat to act."""
        tokens = self.tokens[game]
        head = self.ask("GET", f"/games/{game}", tokens["organiser"])
        seat = head["to_act"][0]
        choices = self.ask("GET", f"/games/{game}/legal-commands?seat={seat}", tokens[str(seat)])["legal"]
        command = luck.choice([one for one in choices if "from_hand" not in one])
        self.ask("POST", f"/games/{game}/commands", tokens[str(seat)], key, **{**command, "seat": seat})

    def tell(self, *command: str) -> list[Any]:
        """Return the lines of JSON that a command prints of the store."""
        ran = subprocess.run(
            [self.haricot, *command, "--data", self.store], capture_output=True, text=True, check=False
        )
        return [json.loads(line) for line in ran.stdout.splitlines()]

    def stop(self) -> None:
        """Stop the service, which then has all data in one file."""
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=60)


def seats(players: int) -> list[dict[str, Any]]:
    """Return a named bot for each seat."""
    return [{"kind": "bot", "bot": BOTS[seat % 3], "name": f"Zo\u00eb {seat}"} for seat in range(players)]


def fill(service: DrilledService, files: Path) -> None:
    """Create games of every edition and status, with annotations, tokens and forks."""
    luck = Random(7)
    ended = {key: service.make(key, seats=seats(players), pace=0) for key, players in FEWEST.items()}
    riders = {"options": {"bp_riders": "on", "bp_placement": "random"}, "spectator_delay": {"events": 9}}
    ended["riders"] = service.make("bohnaparte", **riders, seats=seats(3), pace=0)
    for game in ended.values():
        service.ended(game)

    played_on = service.made(service.ask("POST", f"/games/{ended['classic']}/forks", at=120, seats=seats(3)))
    service.ended(played_on)
    fork = service.made(service.ask("POST", f"/games/{played_on}/forks", at=150))
    for _ in range(5):
        service.move(fork, luck)
    service.made(service.ask("POST", f"/games/{ended['duel']}/forks", at=60))

    running = service.make("classic", "running-1234567890abcdef", players=3)
    for number in range(30):
        service.move(running, luck, f"move-{number:016d}")
    organiser = service.tokens[running]["organiser"]
    service.ask("POST", f"/games/{running}/annotations", organiser, "remark-1234567890", n=20, text="Zo\u00eb \u2603?")
    arbiter = service.ask("POST", "/tokens", organiser, game=running, kind="arbiter", reason="Was this legal?")["token"]
    service.tokens[running]["arbiter"] = arbiter
    service.ask("GET", f"/games/{running}/table?as=omniscient", arbiter)
    sealed = service.made(service.ask("POST", f"/games/{running}/forks", arbiter, at=25))
    service.tokens[sealed]["arbiter"] = arbiter

    for edition in FEWEST:  # with bots at all seats but one
        human = [{"kind": "human", "name": "Ana"}, *seats(FEWEST[edition])[1:]]
        voided = service.make(edition, seats=human, pace=0, spectator_delay={"seconds": 3600})
        service.ask("POST", f"/games/{voided}/void", service.tokens[voided]["organiser"], reason="Ana had to leave.")
    private = service.make("modern", players=3, private=True)
    service.move(private, luck)
    paused = service.make("sissi", players=3)
    service.move(paused, luck)
    service.ask("POST", f"/games/{paused}/pause", service.tokens[paused]["organiser"])
    opened = service.make("duel", start="when_seated", spectator_delay={"events": 3, "seconds": 60})
    spectator = service.ask("POST", "/tokens", service.tokens[opened]["organiser"], game=opened, kind="spectator")
    service.tokens[opened]["spectator"] = spectator["token"]

    whole = files / "whole"
    simulated = ["simulate", "--edition", "classic", "--players", "3", "--seed", "7", "--out"]
    subprocess.run([service.haricot, *simulated, whole], check=True, capture_output=True)
    (file,) = whole.iterdir()
    wrong = files / "wrong.haricot.jsonl"
    wrong.write_bytes(with_a_third_planting(service.haricot, file))
    subprocess.run([service.haricot, "import", wrong, "--data", service.store], check=True, capture_output=True)


def with_a_third_planting(haricot: Path, file: Path) -> bytes:
    """Return the game up to a second planting, followed by an illegal third one."""
    lines = [json.loads(line) for line in file.read_bytes().splitlines()]
    for envelope in lines[40:-1]:
        ran = subprocess.run(
            [haricot, "show", file, "--at", str(envelope["n"]), "--json"], capture_output=True, check=True
        )
        table = json.loads(ran.stdout)
        seat = table["turn"]["seat"]
        hand, fields = table["seats"][seat]["hand"], table["seats"][seat]["fields"]
        if (table["turn"]["phase"], table["turn"]["planted"]) != ("plant", 2) or [hand[0]] not in [
            f[:1] for f in fields
        ]:
            continue
        field = [f[:1] for f in fields].index([hand[0]])
        command = {"type": "PlantFromHand", "seat": seat, "field": field}
        planted = {"type": "bean_planted.1", "seat": seat, "field": field, "variety": hand[0], "source": "hand"}
        again = {
            "game": envelope["game"],
            "n": envelope["n"] + 1,
            "at": envelope["at"],
            "event": planted,
            "cause": {"command": command, "by": f"seat:{seat}", "key": None},
        }
        header = {**lines[0], "events": again["n"]}
        return checked([header, *lines[1 : envelope["n"] + 1], again, {"end": again["n"]}])
    raise AssertionError("nobody could plant a third time")


def checked(lines: list[dict[str, Any]]) -> bytes:
    """Return the lines of a game file with their chained check sums."""
    check, written = "", b""
    for line in lines:
        bare = json.dumps({k: v for k, v in line.items() if k != "check"}, separators=(",", ":"), ensure_ascii=False)
        check = hashlib.sha256((check + bare).encode()).hexdigest()[:12]
        written += f'{bare[:-1]},"check":"{check}"}}\n'.encode()
    return written


def main(program: str, folder_name: str) -> None:
    """Write the store, a backup of it and its answers into a folder."""
    haricot, folder = Path(program).absolute(), Path(folder_name).absolute()
    folder.mkdir(parents=True)
    with TemporaryDirectory() as scratch:
        store = Path(scratch) / "store"
        service = DrilledService(haricot, store)
        try:
            fill(service, Path(scratch))
        finally:
            service.stop()
        saying = {
            "list": service.tell("list", "--json"),
            "audits": service.tell("audit", "--all", "--json")[:-1],
            "digest": service.tell("digest", "--json")[0],
            "tokens": service.tokens,
            "asked": service.asked,
        }
        (folder / "told.json.xz").write_bytes(lzma.compress(json.dumps(saying).encode(), preset=9))
        subprocess.run([haricot, "backup", folder / "backup", "--data", store], check=True, capture_output=True)
        (file,) = store.glob("*.sqlite3")  # all of it, once the service has ended
        (folder / "store.sqlite3.xz").write_bytes(lzma.compress(file.read_bytes(), preset=9))


if __name__ == "__main__":
    main(*sys.argv[1:])
