"""The API of the real application over a real store, and how to get games and tokens there."""

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
from service.lifecycle.token_holders import bearer_of
from service.ops.clock import now_ms
from service.settings import Settings
from service.signing.key_file import key_path
from service.signing.proceedings_log import filed_name
from service.signing.signer import Signer
from service.signing.tournament_log import tournament_of_log
from service.store.entries.proceedings_entries import NO_PERSON
from service.store.entries.tournament_entries import TournamentGrant
from service.store.event_store import open_store
from service.tournaments.new_tournament import NewTournament, create_tournament
from service.tournaments.registration import Registration, register_players
from service.tournaments.tournament_handler import TournamentHandler
from service.tournaments.tournament_store import tournament_store
from tests.random_player import picked

BEANS = ("blue", "chili", "stink", "green", "soy", "black_eyed", "red", "garden")


class HostedMatch(msgspec.Struct):
    """A game, the tokens of its seats and of its organiser."""

    game: str
    seats: dict[int, str]
    organiser: str
    version: int
    status: str

    @property
    def at(self) -> str:
        """Its address."""
        return f"/v1/games/{self.game}"


Match = HostedMatch
"""What tests call it; a class `Match` is public in the library."""


class ApiClient:
    """An application with its context, and short words for what is asked of it.

    Where only a caller's rate or costs are set, an address has the same.
    """

    def __init__(self, folder: Path, **settings: Any) -> None:
        settings = {"rate": "", **settings}
        shared = {f"address_{kind}": settings[kind] for kind in ("rate", "costs") if kind in settings}
        self.context = Context(open_store(folder), Settings(store=folder, **{**shared, **settings}))
        self.app = create_app(self.context)
        self.service = self.token("service")

    def ask(self, method: str, path: str, token: str | None = None, **more: Any) -> TestResponse:
        """The answer to a request, whatever it is."""
        headers = {**more.pop("headers", {}), **({} if token is None else {"Authorization": f"Bearer {token}"})}
        if path.endswith(":import"):
            more.setdefault("content_type", "application/x-ndjson")
        return self.app.test_client().open(path, method=method, headers=headers, **more)

    def get(self, path: str, token: str | None = None, **more: Any) -> Any:
        """What a GET answers that must succeed."""
        answer = self.ask("GET", path, token, **more)
        assert answer.status_code == 200, answer.text
        return answer.json

    def post(self, path: str, token: str | None = None, **more: Any) -> Any:
        """What a POST answers that must succeed."""
        answer = self.ask("POST", path, token, **more)
        assert answer.status_code in (200, 201), answer.text
        return answer.json

    def problem(self, status: int, code: str, *asked: Any, **more: Any) -> dict[str, Any]:
        """The problem that a request must come to, which has to look like one."""
        answer = self.ask(*asked, **more)
        assert (answer.status_code, answer.mimetype) == (status, "application/problem+json"), answer.text
        reply: dict[str, Any] = answer.json
        assert (reply["status"], reply["code"], reply["type"]) == (status, code, f"/problems/{code}"), reply
        assert reply["title"]
        assert reply["detail"]
        assert reply["instance"] == asked[1].partition("?")[0]
        return reply

    def token(self, kind: str, game: str | None = None, seat: int | None = None, *, life_ms: int = 10**9) -> str:
        """A token of any kind; with no life left it has expired."""
        text, entry = new_token(kind, at=now_ms(), game=game, seat=seat, expires=now_ms() + life_ms)
        who = bearer_of(entry, f"p-{kind}", NO_PERSON)
        self.context.register.note(entry, *([who] if kind == "arbiter" else []))
        return text

    def match(self, **wish: Any) -> Match:
        """A new game of three humans, begun by seat 0, but for what else is wished."""
        asked = {"edition": "classic", "players": 3, "options": {"start_player": "seat_0"}, **wish}
        return self.made(self.post("/v1/games", json=asked))

    def made(self, answer: dict[str, Any]) -> Match:
        """What was told of a game that was made."""
        seats = {one["seat"]: one["token"] for one in answer["tokens"]}
        return Match(answer["game"], seats, answer["organiser_token"], answer["version"], answer["status"])

    def fork(self, match: Match, at: int, token: str | None = None) -> Match:
        """A fork; of a running game by the service, as an arbiter may ask for it too."""
        return self.made(self.post(f"{match.at}/forks", token or self.service, json={"at": at}))

    def sign(self, game: str) -> None:
        """Signs a game and the proceedings on it as they are, as the service does a moment later."""
        signer = Signer(self.context.store, key_path())
        logs = [game] if tournament_of_log(game) else [game, filed_name(game)]
        signer.sign(self.context.store.position(), fixed=logs, ends=logs)

    def give(self, match: Match, command: dict[str, Any]) -> dict[str, Any]:
        """What a command answers that must be allowed."""
        answer: dict[str, Any] = self.post(f"{match.at}/commands", match.seats[command["seat"]], json=command)
        return answer

    def choices(self, match: Match, seat: int) -> list[dict[str, Any]]:
        """What a seat may do, as it is told itself."""
        found: list[dict[str, Any]] = self.get(f"{match.at}/legal-commands?seat={seat}", match.seats[seat])["legal"]
        return found

    def move(self, match: Match, luck: Random, *, until: str = "") -> bool:
        """One command that the head waits for, chosen from the legal ones; False at the end, or in phase `until`."""
        head = self.get(match.at, match.seats[0])
        if not head["to_act"] or head["turn"]["phase"] == until:
            return False
        seat = head["to_act"][0]
        self.give(match, picked(self.choices(match, seat), luck))
        return True

    def trade(self, match: Match) -> int:
        """Plays on to the next trading, then the active seat gives another a hand card for one; who it was with."""
        while self.move(match, Random(1), until="trade"):
            pass
        table = self.get(f"{match.at}/table?as=omniscient", self.service)
        active = table["turn"]["seat"]
        seats = table["seats"]
        partner = next(seat for seat in range(len(seats)) if seat != active and seats[seat]["hand"])
        wanted, slot = seats[partner]["hand"][-1], seats[partner]["hand_slots"][-1]
        own = {"source": "hand", "slot": seats[active]["hand_slots"][-1]}
        offered = self.give(
            match, {"type": "ProposeTrade", "seat": active, "with": partner, "give": [own], "want": {wanted: 1}}
        )
        proposal = offered["events"][0]["event"]["proposal"]
        self.give(match, {"type": "AcceptTrade", "seat": partner, "proposal": proposal, "handed_over": [slot]})
        self.give(match, {"type": "EndTrading", "seat": active})
        return partner

    def token_of(self, relation: str, match: Match, other: Match) -> str | None:
        """A token for a relation to a game; a stranger has a seat of the other one."""
        if relation in OF_TOURNAMENT:
            return self.official(relation, tournament_of(match.game))
        held = {"anonymous": None, "stranger": other.seats[0], "seat": match.seats[0], "organiser": match.organiser}
        if relation in held:
            return held[relation]
        if relation == "person":
            return self.person("u-1")
        return self.token(relation, None if relation == "service" else match.game)

    def tournament(self, id_: str, players: int = 4, **wish: Any) -> str:
        """The address of a tournament of this id, made unless it is there, with players and a released round."""
        store = tournament_store(self.context)
        if not store.events(id_):
            asked = {"title": "Spring open", "edition": "classic", "rounds": 2, "format": "swiss", **wish}
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

    def official(self, kind: str, tournament: str, pseudonym: str = "") -> str:
        """A token of a tournament, of an official or of a player."""
        text, entry = new_token(kind, at=now_ms())
        grant = TournamentGrant(digest=entry.digest, tournament=tournament, pseudonym=pseudonym or f"{kind}-1")
        self.context.register.note(entry, grant)
        return text

    def person(self, person: str, **wish: Any) -> str:
        """A token of a person, made with a token of the service."""
        token: str = self.post(f"/v1/persons/{person}/tokens", self.service, json=wish)["token"]
        return token


OF_TOURNAMENT = ("director", "scorer", "player", "broadcaster")
"""Relations to a tournament alone."""


def tournament_of(game: str) -> str:
    """The id of the tournament that tests have beside a game."""
    return f"tournament-of-{game}"


@cache
def finished_file(number: int = 1, edition: str = "classic", players: int = 3) -> bytes:
    """The file of a game that bots played."""
    return write_file(simulate(edition, players, "api", number, {}, ["greedy"])[0].record())


@contextmanager
def open_api(folder: Path, **settings: Any) -> Iterator[ApiClient]:
    """An API client that is closed in the end."""
    api = ApiClient(folder, **settings)
    with api.context:
        yield api


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiClient]:
    """An API client of one's own."""
    with open_api(tmp_path / "store", heartbeat=0.05, cors=("https://beans.example",)) as api:
        yield api


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    """An API client for all tests of a module, each with games of its own."""
    with open_api(tmp_path_factory.mktemp("api") / "store", heartbeat=0.05) as api:
        yield api


@pytest.fixture
def new_api(tmp_path: Path) -> Iterator[Callable[..., ApiClient]]:
    """Makes apis with other settings."""
    apis: list[ApiClient] = []

    def make(**settings: Any) -> ApiClient:
        apis.append(ApiClient(tmp_path / f"store-{len(apis)}", **settings))
        return apis[-1]

    yield make
    for api in apis:
        api.context.close()


@pytest.fixture(scope="session")
def game_file() -> bytes:
    """The file of a finished game of three."""
    return finished_file()


@pytest.fixture(scope="session")
def other_file() -> bytes:
    """The file of another finished game."""
    return finished_file(2)
