"""A hall plays a round of a tournament, with spectators behind one address and killed processes."""

import http.client
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from random import Random
from threading import Event
from typing import Any, Final

import pytest

from domain.tournaments.result_events import GameLinked, RoundConfirmed, TableResultTaken
from replay.tournaments.tournament_file import NumberedTournamentEvent, tournament_record, write_tournament
from replay.tournaments.tournament_verifier import verify_tournament
from service.settings import SETTINGS
from service.store.event_store import open_store
from service.tournaments.tournament_simulation import SimulatedTournament, SimulationSettings
from service.tournaments.tournament_store import TournamentStore
from tests.servers.postgres import Postgres, database, postgres, postgres_template, shared_database
from tests.service.served.conftest import GONE, Client, Server, Worker
from tests.service.web.shared_address import HallAnswers, RecordedRequest
from tests.waiting import wait_until

__all__ = ["database", "postgres", "postgres_template", "shared_database"]

PLAYERS: Final = int(os.environ.get("HARICOT_TOURNAMENT_HALL", "20"))
"""The number of players, five at a table. There are a fifth as many spectators."""
IS_WHOLE: Final = PLAYERS >= 500
"""Whether the time of the answers is required, and not only printed."""
P99_SECONDS: Final = 0.2
PACE: Final = 2.0 if IS_WHOLE else 0.2
"""How long a bot takes for a move, in seconds."""
KILLS: Final = 6 if IS_WHOLE else 2
BETWEEN_KILLS: Final = 20.0 if IS_WHOLE else 3.0
NEWS: Final = 3.0
"""After how many seconds a page polls for changes."""
ROUND_SECONDS: Final = 3600.0
LIMITED: Final = ("RATE", "COSTS", "ADDRESS_RATE", "ADDRESS_COSTS", "VISITORS", "STREAMS_MAX", "STREAMS_EACH_MAX")
LIMITS: Final = {f"HARICOT_{one.name}": str(one.default) for one in SETTINGS if one.name in LIMITED}


class Spectator:
    """A browser that shows a tournament, at either server."""

    def __init__(self, ports: Sequence[int], seen: HallAnswers, tournament: str) -> None:
        self._ports, self._seen, self._at = list(ports), seen, f"/v1/tournaments/{tournament}"
        self._page = f"/tournaments/{tournament}"
        self._headers: dict[str, str] = {}
        self._line: http.client.HTTPConnection | None = None
        self._known = 0

    def look_on(self, luck: Random, enough: Event) -> None:
        """Open the page, and poll for changes until `enough` is set."""
        self._ask(self._page)
        while not enough.wait(NEWS * luck.uniform(0.5, 1.5)):
            for path in (f"{self._at}/events?after={self._known}&limit=500", self._at, f"{self._at}/standings"):
                self._ask(path)
        if self._line is not None:
            self._line.close()

    def _ask(self, path: str) -> None:
        """Send a request to either server until it is answered, and record the time of the answer."""
        while True:
            line = self._line or http.client.HTTPConnection("127.0.0.1", self._ports[0], timeout=60)
            self._line, begun = line, time.monotonic()
            try:
                line.request("GET", path, headers=self._headers)
                answer = line.getresponse()
                answer.read()
            except GONE:
                line.close()
                self._line = None
                self._ports.append(self._ports.pop(0))
                time.sleep(0.1)
                continue
            for cookie in answer.headers.get_all("Set-Cookie", ()):
                self._headers["Cookie"] = cookie.partition(";")[0]
            self._seen.note(RecordedRequest(0, "GET", path, {}), answer.status, time.monotonic() - begun)
            return


def p99(took: Sequence[float]) -> float:
    """Return the time within which 99 of 100 answers came."""
    return sorted(took)[min(len(took) - 1, int(0.99 * len(took)))]


def wrong_with(store: TournamentStore, tournament: str, tables: int) -> list[str]:
    """Return the lost and repeated events of a tournament whose only round is confirmed."""
    events = store.record(tournament)
    kinds = Counter(type(one.event) for one in events)
    owed = {GameLinked: tables, TableResultTaken: tables, RoundConfirmed: 1}
    wrong = [
        f"{kinds[kind]} of {kind.__name__}, not {number}" for kind, number in owed.items() if kinds[kind] != number
    ]
    verified = verify_tournament(write_tournament(tournament_record(events)))
    return wrong + ([] if verified.verdict == "ok" else [f"it is {verified.verdict}: {verified.first}"])


class ServedHall:
    """Two web processes and a worker on one store, with a tournament."""

    def __init__(self, folder: Path, url: str, **limits: str) -> None:
        settings = {"HARICOT_LOG": "warning", "HARICOT_KEY_FILE": str(folder / "key"), **limits}
        web = {**settings, "HARICOT_BOTS": "false"}
        self.servers = [Server(folder / "data", folder / f"{name}.log", store=url, **web) for name in "ab"]
        self.worker = Worker(["--store", url], folder / "worker.log", **settings)
        self.tables = PLAYERS // 5
        self.tournament = self._token = ""

    def __enter__(self) -> "ServedHall":
        with ExitStack() as stack:
            for server in self.servers:
                stack.callback(server.end)
                server.start()
            stack.callback(self.worker.end)
            self.worker.start()
            self._ends = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.close()

    def request(self, method: str, path: str, body: object = None) -> Any:
        """Send a request as the director until it is answered; return the answer."""
        with Client(self.servers[0].port, self._token or None, timeout=120) as client:
            reply, _ = client.insist(method, path, body, key=f"{path} {os.urandom(8).hex()}")
        assert reply.status in (200, 201), (path, reply)
        return reply.body

    def begin(self) -> None:
        """Draw and release a round, and let bots play at all tables."""
        wish = {"title": "Hall", "edition": "classic", "rounds": 1, "format": "swiss", "preferred": 5}
        made = self.request("POST", "/v1/tournaments", {**wish, "options": {"exhaustions_to_end": 1}})
        self.tournament, self._token = made["tournament"], made["tokens"][0]["token"]
        at = f"/v1/tournaments/{self.tournament}"
        players = [{"name": f"Player {number}"} for number in range(1, PLAYERS + 1)]
        self.request("POST", f"{at}/players", {"players": players, "check_in": True})
        steps = [{"type": kind, "round": 1} for kind in ("DrawRound", "ReleaseRound")]
        self.request("POST", f"{at}/commands", {"commands": steps})
        self.request("POST", f"{at}/rounds/1/games", {"bots": {"*": "greedy"}, "pace": PACE, "patience": PACE})

    def kill_one(self, luck: Random) -> None:
        """Kill a web process or the worker, and start it again."""
        one: Server | Worker = luck.choice((*self.servers, self.worker))
        one.kill()
        one.start()

    def is_played(self) -> bool:
        """Return whether only the confirmation of the round is awaited."""
        return self.request("GET", f"/v1/tournaments/{self.tournament}/awaited")["tables"] == []


@pytest.fixture
def hall(tmp_path: Path, postgres: Postgres, database: str) -> Iterator[ServedHall]:
    with ServedHall(tmp_path, postgres.url(database), **LIMITS) as hall:
        yield hall


@pytest.mark.long
@pytest.mark.timeout(0)
def test_a_hall_plays_a_round_through_kills(hall: ServedHall) -> None:
    hall.begin()
    seen, enough, luck = HallAnswers(), Event(), Random(PLAYERS)
    people = max(2, PLAYERS // 5)
    ports = [server.port for server in hall.servers]
    with ThreadPoolExecutor(people) as pool:
        spectators = [Spectator(ports[k % 2 :] + ports[: k % 2], seen, hall.tournament) for k in range(people)]
        looking = [pool.submit(one.look_on, Random(k), enough) for k, one in enumerate(spectators)]
        try:
            for _ in range(KILLS):
                enough.wait(BETWEEN_KILLS)
                hall.kill_one(luck)
            wait_until(lambda: enough.wait(NEWS) or hall.is_played(), "tables are still played", seconds=ROUND_SECONDS)
        finally:
            enough.set()
        for one in looking:
            one.result()
    hall.request(
        "POST", f"/v1/tournaments/{hall.tournament}/commands", {"commands": [{"type": "ConfirmRound", "round": 1}]}
    )
    sys.stdout.write(f"{PLAYERS} players, {people} look on, {KILLS} kills, p99 {p99(seen.took):.3f} s: {seen}\n")
    with open_store(hall.servers[0].where, create=False) as store:
        assert wrong_with(TournamentStore(store), hall.tournament, hall.tables) == []
    assert seen.refused == {}
    assert p99(seen.took) <= P99_SECONDS or not IS_WHOLE


def test_control_a_lost_result_is_detected() -> None:
    simulated = SimulatedTournament(SimulationSettings("classic", 6, 1, "swiss", "1", 3, ("random",)))
    [*simulated.play()]

    class ForgetfulStore:
        """A store that has lost the last result."""

        def record(self, _: str) -> list[NumberedTournamentEvent]:
            at = max(at for at, one in enumerate(simulated.events) if isinstance(one.event, TableResultTaken))
            return [*simulated.events[:at], *simulated.events[at + 1 :]]

    assert wrong_with(ForgetfulStore(), "t", 2)[0] == "1 of TableResultTaken, not 2"  # type: ignore[arg-type]  # wrong_with calls no other method
