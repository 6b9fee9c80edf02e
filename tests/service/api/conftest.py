"""A client of the real application over a real store, with helpers for games, tokens and tournaments."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from werkzeug.test import TestResponse

from domain.tournaments.commands import DrawRound, LinkGame, ReleaseRound
from replay.record import write_file
from service.access.context import Context
from service.access.tokens import new_token
from service.app import create_app
from service.lifecycle.bots.simulate import simulate
from service.lifecycle.token_holders import bearer_entry
from service.ops.clock import now_ms
from service.settings import Settings
from service.signing.key_file import key_path
from service.signing.proceedings_log import proceedings_log_name
from service.signing.signer import Signer
from service.signing.tournament_log import tournament_of_log
from service.store.entries.proceedings_entries import NO_PERSON
from service.store.entries.tournament_entries import TournamentGrant
from service.store.event_store import open_store
from service.tournaments.new_tournament import NewTournament, create_tournament
from service.tournaments.registration import Registration, register_players
from service.tournaments.tournament_handler import TournamentHandler
from service.tournaments.tournament_store import tournament_store
from tests.random_player import pick_legal
from tests.service.cached_setup import with_empty_store

BEANS = ("blue", "chili", "stink", "green", "soy", "black_eyed", "red", "garden")


class HostedMatch(msgspec.Struct):
    """A created game with the tokens of its seats and of its organiser."""

    game: str
    seats: dict[int, str]
    organiser: str
    version: int
    status: str

    @property
    def at(self) -> str:
        """The path of the game."""
        return f"/v1/games/{self.game}"


Match = HostedMatch
"""The name that tests use; the library has a public class `Match`."""


class ApiClient:
    """An application with its context, and short methods for requests.

    Where `settings` set only a caller's rate or costs, an address gets the same limit.
    """

    def __init__(self, folder: Path, **settings: Any) -> None:
        settings = {"rate": "", **settings}
        shared = {f"address_{kind}": settings[kind] for kind in ("rate", "costs") if kind in settings}
        self.context = Context(open_store(with_empty_store(folder)), Settings(store=folder, **{**shared, **settings}))
        self.app = create_app(self.context)
        self.service = self.token("service")

    def request(self, method: str, path: str, token: str | None = None, **more: Any) -> TestResponse:
        """Return the answer to a request, of any status."""
        headers = {**more.pop("headers", {}), **({} if token is None else {"Authorization": f"Bearer {token}"})}
        if path.endswith(":import"):
            more.setdefault("content_type", "application/x-ndjson")
        return self.app.test_client().open(path, method=method, headers=headers, **more)

    def get(self, path: str, token: str | None = None, **more: Any) -> Any:
        """Return the JSON of a GET that must succeed."""
        answer = self.request("GET", path, token, **more)
        assert answer.status_code == 200, answer.text
        return answer.json

    def post(self, path: str, token: str | None = None, **more: Any) -> Any:
        """Return the JSON of a POST that must succeed."""
        answer = self.request("POST", path, token, **more)
        assert answer.status_code in (200, 201), answer.text
        return answer.json

    def problem(self, status: int, code: str, *asked: Any, **more: Any) -> dict[str, Any]:
        """Return the problem that a request must be answered with, and check its shape."""
        answer = self.request(*asked, **more)
        assert (answer.status_code, answer.mimetype) == (status, "application/problem+json"), answer.text
        reply: dict[str, Any] = answer.json
        assert (reply["status"], reply["code"], reply["type"]) == (status, code, f"/problems/{code}"), reply
        assert reply["title"]
        assert reply["detail"]
        assert reply["instance"] == asked[1].partition("?")[0]
        return reply

    def token(self, kind: str, game: str | None = None, seat: int | None = None, *, life_ms: int = 10**9) -> str:
        """Create a token of any kind; one with `life_ms=0` has expired."""
        text, entry = new_token(kind, at=now_ms(), game=game, seat=seat, expires=now_ms() + life_ms)
        holder = bearer_entry(entry, f"p-{kind}", NO_PERSON)
        self.context.register.save_entries(entry, *([holder] if kind == "arbiter" else []))
        return text

    def match(self, **body: Any) -> Match:
        """Create a game of three humans, begun by seat 0; `body` replaces members of the request."""
        asked = {"edition": "classic", "players": 3, "options": {"start_player": "seat_0"}, **body}
        return self.match_of(self.post("/v1/games", json=asked))

    def match_of(self, answer: dict[str, Any]) -> Match:
        """Return the game that a request created, from its answer."""
        seats = {one["seat"]: one["token"] for one in answer["tokens"]}
        return Match(answer["game"], seats, answer["organiser_token"], answer["version"], answer["status"])

    def fork(self, match: Match, at: int, token: str | None = None) -> Match:
        """Fork a game, as the service unless another token is given."""
        return self.match_of(self.post(f"{match.at}/forks", token or self.service, json={"at": at}))

    def sign(self, game: str) -> None:
        """Sign a game and its proceedings at once, as the service does a moment later."""
        signer = Signer(self.context.store, key_path())
        logs = [game] if tournament_of_log(game) else [game, proceedings_log_name(game)]
        signer.sign(self.context.store.position(), milestones=logs, as_is=logs)

    def submit(self, match: Match, command: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a command that must be allowed."""
        answer: dict[str, Any] = self.post(f"{match.at}/commands", match.seats[command["seat"]], json=command)
        return answer

    def choices(self, match: Match, seat: int) -> list[dict[str, Any]]:
        """Return the legal commands of a seat, as the seat itself reads them."""
        found: list[dict[str, Any]] = self.get(f"{match.at}/legal-commands?seat={seat}", match.seats[seat])["legal"]
        return found

    def move(self, match: Match, luck: Random, *, until: str = "") -> bool:
        """Submit one legal command of a seat whose turn it is; return False at the end, or in phase `until`."""
        head = self.get(match.at, match.seats[0])
        if not head["to_act"] or head["turn"]["phase"] == until:
            return False
        seat = head["to_act"][0]
        self.submit(match, pick_legal(self.choices(match, seat), luck))
        return True

    def trade(self, match: Match) -> int:
        """Play to the next trading phase, trade one hand card for another, and return the partner's seat."""
        while self.move(match, Random(1), until="trade"):
            pass
        table = self.get(f"{match.at}/table?as=omniscient", self.service)
        active = table["turn"]["seat"]
        seats = table["seats"]
        partner = next(seat for seat in range(len(seats)) if seat != active and seats[seat]["hand"])
        wanted, slot = seats[partner]["hand"][-1], seats[partner]["hand_slots"][-1]
        own = {"source": "hand", "slot": seats[active]["hand_slots"][-1]}
        offered = self.submit(
            match, {"type": "ProposeTrade", "seat": active, "with": partner, "give": [own], "want": {wanted: 1}}
        )
        proposal = offered["events"][0]["event"]["proposal"]
        self.submit(match, {"type": "AcceptTrade", "seat": partner, "proposal": proposal, "handed_over": [slot]})
        self.submit(match, {"type": "EndTrading", "seat": active})
        return partner

    def token_of(self, relation: str, match: Match, other: Match) -> str | None:
        """Return a token for a relation to a game; a stranger has a seat of the other game."""
        if relation in TOURNAMENT_ROLES:
            return self.official_token(relation, tournament_of(match.game))
        held = {"anonymous": None, "stranger": other.seats[0], "seat": match.seats[0], "organiser": match.organiser}
        if relation in held:
            return held[relation]
        if relation == "person":
            return self.person_token("u-1")
        return self.token(relation, None if relation == "service" else match.game)

    def tournament(self, id_: str, players: int = 4, **body: Any) -> str:
        """Return the path of a tournament; create it, with players and a released round, unless it exists."""
        store = tournament_store(self.context)
        if not store.events(id_):
            asked = {"title": "Spring open", "edition": "classic", "rounds": 2, "format": "swiss", **body}
            create_tournament(self.context.register, NewTournament(id=id_, **asked), now_ms)
            handler = TournamentHandler(store, now_ms)
            register_players(
                handler, id_, [Registration(name=f"Player {k}") for k in range(players)], "director", check_in=True
            )
            handler.handle(id_, DrawRound(round=1), ReleaseRound(round=1), by="director")
        return f"/v1/tournaments/{id_}"

    def link(self, id_: str, game: str) -> None:
        """Link a game to the first table of a tournament, unless the table has one."""
        store = tournament_store(self.context)
        if store.state(id_).rounds[0].tables[0].game is None:
            TournamentHandler(store, now_ms).handle(id_, LinkGame(round=1, table=1, game=game), by="director")

    def official_token(self, kind: str, tournament: str, pseudonym: str = "") -> str:
        """Create a token of a tournament, for an official or a player."""
        text, entry = new_token(kind, at=now_ms())
        grant = TournamentGrant(digest=entry.digest, tournament=tournament, pseudonym=pseudonym or f"{kind}-1")
        self.context.register.save_entries(entry, grant)
        return text

    def person_token(self, person: str, **body: Any) -> str:
        """Create a token of a person, with a token of the service."""
        token: str = self.post(f"/v1/persons/{person}/tokens", self.service, json=body)["token"]
        return token


TOURNAMENT_ROLES = ("director", "scorer", "player", "broadcaster")
"""The relations that exist only to a tournament."""


def tournament_of(game: str) -> str:
    """Return the id of the tournament that tests keep beside a game."""
    return f"tournament-of-{game}"


@cache
def finished_file(number: int = 1, edition: str = "classic", players: int = 3) -> bytes:
    """Return the file of a game that bots played to its end."""
    return write_file(simulate(edition, players, "api", number, {}, ["greedy"])[0].record())


@contextmanager
def open_api(folder: Path, **settings: Any) -> Iterator[ApiClient]:
    """Open an API client for a `with` block."""
    api = ApiClient(folder, **settings)
    with api.context:
        yield api


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiClient]:
    """An API client for one test."""
    with open_api(tmp_path / "store", heartbeat=0.05, cors=("https://beans.example",)) as api:
        yield api


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    """An API client for all tests of a module; each test creates its own games."""
    with open_api(tmp_path_factory.mktemp("api") / "store", heartbeat=0.05) as api:
        yield api


@pytest.fixture
def new_api(tmp_path: Path) -> Iterator[Callable[..., ApiClient]]:
    """A function that makes API clients with other settings."""
    apis: list[ApiClient] = []

    def make(**settings: Any) -> ApiClient:
        apis.append(ApiClient(tmp_path / f"store-{len(apis)}", **settings))
        return apis[-1]

    yield make
    for api in apis:
        api.context.close()


@pytest.fixture(scope="session")
def game_file() -> bytes:
    """The file of a finished game of three players."""
    return finished_file()


@pytest.fixture(scope="session")
def other_file() -> bytes:
    """The file of another finished game."""
    return finished_file(2)
