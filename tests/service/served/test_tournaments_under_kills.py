"""Tournaments through kills: each round is drawn, released, started, taken and confirmed exactly once."""

import os
from collections import Counter
from collections.abc import Sequence
from itertools import count, cycle
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final

import pytest
from msgspec.structs import replace

from domain.tournaments.events import RoundDrawn, RoundReleased
from domain.tournaments.result_events import GameLinked, RoundConfirmed, TableResultTaken, TournamentClosed
from replay.tournaments.tournament_file import NumberedTournamentEvent, tournament_record, write_tournament
from replay.tournaments.tournament_verifier import verify_tournament
from service.store.entries.tournament_entries import TournamentGame
from service.store.event_store import open_store
from service.tournaments.tournament_simulation import SimulatedTournament, SimulationSettings
from service.tournaments.tournament_store import TournamentStore
from tests.servers.postgres import database, postgres, postgres_template, shared_database
from tests.service.served.conftest import Client
from tests.service.served.killed_service import KilledService, feed_read
from tests.waiting import wait_until

__all__ = ["database", "postgres", "postgres_template", "shared_database"]

KILLS: Final = int(os.environ.get("HARICOT_TOURNAMENT_KILLS", "2"))
"""How many times a server is killed."""
PLAYERS: Final = 6
ROUNDS: Final = 2
TABLES: Final = 2
"""The tables of each round."""
STEP_SECONDS: Final = 120.0
OWED: Final = {
    RoundDrawn: ROUNDS,
    RoundReleased: ROUNDS,
    GameLinked: ROUNDS * TABLES,
    TableResultTaken: ROUNDS * TABLES,
    RoundConfirmed: ROUNDS,
    TournamentClosed: 1,
}
"""How many events of each kind a whole tournament has."""


class Director:
    """Directs tournament after tournament at either server, and repeats each request until it is answered."""

    def __init__(self, ports: Sequence[int], token: str) -> None:
        self.steps = 0
        self.closed: list[str] = []
        self._ports, self._token, self._stop = cycle(ports), token, Event()
        self._failed: list[BaseException] = []
        self._thread = Thread(target=self._direct)

    def __enter__(self) -> "Director":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        assert not self._failed, self._failed

    def go_on(self, steps: int) -> None:
        """Wait until this many more requests are answered."""
        before = self.steps
        wait_until(lambda: self._failed or self.steps >= before + steps, "no request is answered", seconds=STEP_SECONDS)
        assert not self._failed, self._failed

    def _direct(self) -> None:
        try:
            for number in count(1):
                if self._stop.is_set():
                    return
                self._tournament(f"killed-{number}")
        except BaseException as error:  # noqa: BLE001  # the test reports it
            self._failed.append(error)

    def _tournament(self, title: str) -> None:
        options = {"exhaustions_to_end": 1}
        wish = {"title": title, "edition": "classic", "rounds": ROUNDS, "preferred": 3, "options": options}
        name = self._post("/v1/tournaments", wish)["tournament"]
        at = f"/v1/tournaments/{name}"
        players = [{"name": f"P{number}"} for number in range(1, PLAYERS + 1)]
        self._post(f"{at}/players", {"players": players, "check_in": True})
        for round_ in range(1, ROUNDS + 1):
            self._act(at, {"type": "DrawRound", "round": round_})
            self._act(at, {"type": "ReleaseRound", "round": round_})
            self._post(f"{at}/rounds/{round_}/games", {"bots": {"*": "greedy"}, "pace": 0, "patience": 0})
            wait_until(lambda: self._ask("GET", f"{at}/awaited")["tables"] == [], name, seconds=STEP_SECONDS)
            self._act(at, {"type": "ConfirmRound", "round": round_})
        self._act(at, {"type": "CloseTournament"})
        self._act(at, {"type": "RevealSecrets"})
        self.closed.append(name)

    def _act(self, at: str, command: dict[str, Any]) -> None:
        self._post(f"{at}/commands", {"commands": [command]})

    def _post(self, path: str, body: object) -> dict[str, Any]:
        answer = self._ask("POST", path, body, key=f"{path} {os.urandom(8).hex()}")
        self.steps += 1
        return answer

    def _ask(self, method: str, path: str, body: object = None, key: str | None = None) -> dict[str, Any]:
        with Client(next(self._ports), self._token, timeout=60) as client:
            reply, _ = client.insist(method, path, body, **({} if key is None else {"key": key}))
        assert reply.status in (200, 201), (path, body, reply)
        answer: dict[str, Any] = reply.body
        return answer


def wrong_with(
    events: Sequence[NumberedTournamentEvent], made: Sequence[TournamentGame], lines: Sequence[dict[str, Any]]
) -> list[str]:
    """Return the faults of a closed tournament: lost, repeated, not linked, or different in the feed."""
    kinds, wrong = Counter(type(one.event) for one in events), list[str]()
    wrong += [f"{kinds[kind]} of {kind.__name__}, not {owed}" for kind, owed in OWED.items() if kinds[kind] != owed]
    places = Counter((one.round, one.seated) for one in made)
    wrong += [f"table {place} has {number} games" for place, number in places.items() if number > 1]
    linked = {one.event.game for one in events if isinstance(one.event, GameLinked)}
    wrong += [f"{one.game} is linked nowhere" for one in made if one.game not in linked]
    verified = verify_tournament(write_tournament(tournament_record(events)))
    wrong += [] if verified.verdict == "ok" else [f"it is {verified.verdict}: {verified.first}"]
    shown = [line["envelope"]["n"] for line in lines]
    wrong += [] if shown == [one.n for one in events] else [f"the feed has {shown[:5]}, {len(shown)} of {len(events)}"]
    return wrong


def tournament_faults(folder: Path, store: str | None, kills: int, planted: str = "") -> list[str]:
    """Return the faults of the tournaments that were closed through this many kills."""
    with KilledService(folder, store, seed=kills, planted=planted) as service:
        token = service.token()
        with Director([one.port for one in service.servers], token) as director:
            for _ in range(kills):
                director.go_on(service.luck.randint(1, 5))
                service.kill_one()
            wait_until(
                lambda: director.closed or not director.go_on(1), "no tournament was closed", seconds=STEP_SECONDS
            )
        lines = [line for line in feed_read(service.servers[0].port, token) if line["kind"] == "tournament"]
        with open_store(service.where, create=False) as opened:
            tournaments, wrong = TournamentStore(opened), list[str]()
            for name in director.closed:
                own = [line for line in lines if line["tournament"] == name]
                made = opened.find_entries(TournamentGame, tournament=name)
                wrong += [f"{name}: {says}" for says in wrong_with(tournaments.record(name), made, own)]
            assert director.closed
    return wrong


@pytest.mark.long
@pytest.mark.timeout(0)
def test_every_step_of_a_tournament_is_stored_once_through_kills(tmp_path: Path, url: str | None) -> None:
    assert tournament_faults(tmp_path, url, KILLS) == []


FORGETFUL: Final = """
import itertools, os
from service.problems import Problem
from service.tournaments import round_games

def possible_ids(settings, edition, secret, entry):
    for _ in itertools.count():
        yield f"{edition}-{os.urandom(5).hex()}"

calls = itertools.count()

class Broken(round_games.TournamentHandler):
    def handle_plan(self, *given, **named):
        if next(calls) % 2 == 0:
            raise Problem("unavailable", "planted")
        return super().handle_plan(*given, **named)

round_games.possible_ids = possible_ids
round_games.TournamentHandler = Broken
"""
"""Gives games random ids, and fails every other time before linking, so that games are created twice."""


@pytest.mark.long
@pytest.mark.timeout(0)
def test_control_games_with_random_ids_are_detected_as_repeated(tmp_path: Path) -> None:
    wrong = tournament_faults(tmp_path, None, 0, planted=FORGETFUL)
    assert any("games" in one or "linked nowhere" in one for one in wrong), wrong


def test_control_lost_repeated_and_unlinked_games_are_detected() -> None:
    simulated = SimulatedTournament(SimulationSettings("classic", PLAYERS, ROUNDS, "swiss", "1", 3, ("random",)))
    [*simulated.play()]
    events = simulated.events
    made = [
        TournamentGame(game=one.event.game, tournament="t", round=one.event.round, seated=one.event.table)
        for one in events
        if isinstance(one.event, GameLinked)
    ]
    lines = [{"envelope": {"n": one.n}} for one in events]
    assert wrong_with(events, made, lines) == []
    taken = next(at for at, one in enumerate(events) if isinstance(one.event, TableResultTaken))
    for spoilt in (
        (events[:-3], made, lines[:-3]),
        ([*events[: taken + 1], *events[taken:]], made, lines),
        (events, [*made, replace(made[0], game="other")], lines),
        (events, made, [*lines[:3], *lines[2:]]),
        (events, made, lines[:-1]),
    ):
        assert wrong_with(*spoilt) != []
