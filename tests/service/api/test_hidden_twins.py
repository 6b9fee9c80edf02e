"""Two worlds that differ only in hidden facts give byte-equal answers to every request of an outside client."""

import json
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from domain.tournaments.commands import ConfirmRound, ConfirmTableResult, DrawRound, EnterResult, GivePenalty
from projections.summary import Summary
from replay.game import Game
from service.access import person_seats, tournament_visibility
from service.access.arbiter_actions import filed_events
from service.access.reader import Reader
from service.access.visibility_scope import VisibilityScope
from service.api.integration.export_schemas import EXPORT_NAMES
from service.api.tournaments.broadcast_schemas import FIELDS
from service.exports import export_access
from service.feed import audience
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.simulate import play_on
from service.lifecycle.deal_reveal_worker import DealRevealWorker
from service.lifecycle.erasure import erase
from service.lifecycle.figures_worker import FiguresWorker
from service.lifecycle.idempotency import Attempt
from service.ops.clock import now_ms
from service.queries import fork_ancestors
from service.signing.log_service import LogService
from service.signing.log_state import LogState
from service.store.entries.metadata_store import Arrangement
from service.store.entries.signing_entries import GameKey, LoggedNote
from service.store.entries.tenants import GameMaker
from service.store.index.search import GameSearch
from service.tournaments import table_comments
from service.tournaments.broadcast_slots import show_table_in_slot
from service.tournaments.registration import Registration, register_players
from service.tournaments.result_worker import ResultWorker
from service.tournaments.round_games import start_games
from service.tournaments.table_game import GamesWish
from service.tournaments.tournament_forks import fork_tournament
from service.tournaments.tournament_handler import TournamentHandler
from service.tournaments.tournament_store import tournament_store
from tests.long_tests import mostly_long
from tests.service.api.conftest import ApiClient, Match, finished_file, open_api
from tests.service.api.test_game_visibility import renamed
from tests.service.api.test_policy import HOOK, claim_about, documented_operations
from tests.service.api.test_service_tokens import scoped
from tests.service.store.contract.test_figures import hold, played

ELSEWHERE = {"environ_overrides": {"REMOTE_ADDR": "10.0.0.9"}}
DIFFER = ("X-Request-ID", "Date")
CURSOR = re.compile(rb'(?<="cursor":")[A-Za-z0-9_-]{22}(?=[.][0-9]+")')
"""The random part of a cursor of the feed, of constant length."""
WISH = {"edition": "classic", "players": 3, "options": {"start_player": "seat_0"}}
NOTES = {"external_id": "table-9", "metadata": {"round": "9"}}
NOTED = ("external_id=table-9", "metadata=round=9", "mine=true")
PROOFS = ("/checkpoints", "/consistency", "/consistency?old=2&size=9", "/events/3/proof", "/events/3/proof?size=30")
OWN = {"edition": "classic", "options": {"start_player": "seat_0"}}
IDA = {"name": "Ida", "person": "u-1"}
"""A person with a token for all her seats in the games of one service."""
PARTS = (
    "",
    "/events",
    "/table",
    "/timeline",
    "/story",
    "/par",
    "/sentences",
    "/annotations",
    "/annotations/stream?follow=false",
    "/disputes",
    "/disputes/1",
    "/acts",
    "/forks",
    "/file",
    "/audit",
    "/bundle",
    "/tables?limit=9",
    "/backs",
    "/clock",
    "/knowledge",
    "/card?card=/seats/0/fields/0/0",
    "/legal-commands?seat=0&include=blocked",
    "/events/3",
    "/events/3/verdict",
    "/stream?follow=false",
    "/stream?follow=false&after=0&with=moves,sentence,verdicts,backs",
    *PROOFS,
)
CUP, LATE_CUP, SHOWN_CUP, HIDDEN_CUP, FORKED_CUP = "cup", "late-cup", "shown-cup", "hidden-cup", "cup.f3"
"""Tournaments: with a draft, with a delay, with a delayed game, private, and an unreleased fork."""
DEAL_CUP = "deal-cup"
"""A tournament whose two tables play the same deal."""
CUP_PARTS = (
    "",
    "?at=3",
    "?at=60",
    "/events",
    "/events?after=5&limit=3",
    "/standings",
    "/standings?certainty=true",
    "/standings?at=60",
    "/file",
    "/audit",
    "/awaited",
    "/checkpoints",
    "/events/3/proof",
    "/events/60/proof",
    "/bundle",
    "/stream?follow=false",
    "/stream?follow=false&after=60",
    "/slots",
    *(f"/slots/main/{field}" for field in FIELDS),
)
STATISTICS = (
    "/v1/statistics/best?edition=classic&players=3",
    "/v1/statistics/classic",
    "/v1/statistics/classic?players=3&simulated=false",
    "/v1/statistics/classic/games?limit=9",
    "/v1/statistics/classic/games?player=greedy",
    "/v1/players/greedy?limit=9",
    "/v1/players/random/ratings",
    "/v1/players/trader",
    "/v1/ratings/classic",
)
COUNTED = {"list_log_entries", "get_log_consistency_proof", "list_commitments"}
"""Operations that grow with hidden games, by entries without names: see docs/threat-model.md."""
THE_SAME = {"get_service", "list_rulesets", "get_ruleset", "get_clause", "get_remedies", "get_remedy", "list_keys"}
"""Operations that concern no game."""


class World:
    """A service before anything hidden happens: a public game, and three with delayed spectators."""

    def __init__(self, api: ApiClient) -> None:
        self.api = api
        self.known = api.match(seats=[{"name": "Ana"}, {"name": "Bo"}, {"name": "Cy"}])
        people = [{"name": name, "person": f"p-{name}"} for name in ("Dee", "Eve", "Flo")]
        self.owner = api.token("service")
        wish = {**WISH, "seats": people, "spectator_delay": {"seconds": 3600}}
        self.late = api.match_of(api.post("/v1/games", self.owner, json=wish))
        self.done = api.match(spectator_delay={"seconds": 3600})
        self.ending = api.match(spectator_delay={"seconds": 3600})
        api.trade(self.known)
        api.trade(self.late)
        api.post(f"{self.done.at}/void", self.done.organiser, json={"reason": "enough"})
        sign_all(api, self.known, self.late, self.done, self.ending)
        self.listener, self.arbiter = api.token("service"), api.token("arbiter", self.late.game)
        self.narrow = scoped(api, "feed", "exports", "webhooks", "games:create")
        spectator = api.token("spectator", self.late.game)
        self.tokens = [None, self.known.seats[0], spectator, self.narrow, self.listener]
        self.maker, self.other = api.service, api.token("service")
        self.own = api.match_of(api.post("/v1/games", api.service, json={**OWN, "seats": [IDA, {}, {}]}))
        self.person = api.person_token("u-1")
        api.tournament(CUP)
        api.tournament(LATE_CUP, delay_ms=3_600_000)
        play_round(api, CUP, 1)
        api.tournament(SHOWN_CUP)
        api.link(SHOWN_CUP, self.late.game)
        for cup in (CUP, LATE_CUP, HIDDEN_CUP, SHOWN_CUP):
            show_table_in_slot(api.context, cup, "main", None, 1)
        self.player = api.official_token("player", CUP, "player-1")
        self.dealt = deal_tables(api)
        self.dealt_player = api.official_token("player", DEAL_CUP, "player-1")
        self.broadcaster = api.official_token("broadcaster", LATE_CUP)
        self.director = api.official_token("director", SHOWN_CUP)
        self.count(1)
        end_late(api, ends=False)
        self.hooks = [
            (one, api.post("/v1/webhooks", one, json={**HOOK, "tell": ["metadata"]})["id"]) for one in self.tokens[3:]
        ]

    def count(self, number: int, **settings: Any) -> None:
        """Add a finished game, and update the statistics."""
        game = hold(self.api.context.store, number, ("ana", "bo"), **settings)
        self.api.context.register.save_entries(GameKey.random(game))
        FiguresWorker(self.api.context).turn()


def deal_tables(api: ApiClient) -> list[Match]:
    """Start two tables with one deal and different players."""
    wish = {"edition": "duel", "preferred": 2, "duplicate": "coins", "options": {"exhaustions_to_end": 1}}
    api.tournament(DEAL_CUP, **wish)
    show_table_in_slot(api.context, DEAL_CUP, "main", None, 1)
    attempt = Attempt(scope="", key=None, digest="", at=now_ms())
    made = start_games(api.context, DEAL_CUP, 1, GamesWish(), attempt, "director")
    matches = []
    for one in made.games:
        seats = [{"seat": seat.seat, "token": seat.token, "link": ""} for seat in one.seats]
        begun = {"game": one.game, "version": 1, "status": "running", "tokens": seats}
        matches.append(api.match_of({**begun, "organiser_token": one.organiser_token}))
    return matches


def end_table(api: ApiClient, match: Match) -> None:
    """Let bots play a table to its end, and run the workers."""
    game = Game(match.game, api.context.tables.current(match.game).chance, api.context.store.envelopes(match.game))
    begun = game.version
    play_on(game, {seat: BOTS["greedy"](seat, "") for seat in match.seats})
    api.context.store.append(match.game, game.envelopes[begun:])
    settle_deals(api)


def settle_deals(api: ApiClient) -> None:
    """Run the workers that act on the end of a table."""
    for worker in (DealRevealWorker, ResultWorker, FiguresWorker):
        worker(api.context).turn()


def end_late(api: ApiClient, *, ends: bool) -> None:
    """Append all but the last batch of a delayed game, or with `ends` that batch."""
    game, seed = played(3)
    cut = max(k for k, envelope in enumerate(game.envelopes) if envelope.cause is not None)
    if ends:
        api.context.store.append(game.game, game.envelopes[cut:])
        FiguresWorker(api.context).turn()
    else:
        arranged = Arrangement(game=game.game, delay_ms=10**13)
        api.context.store.append(
            game.game, game.envelopes[:cut], seed=seed, entries=[arranged, GameKey.random(game.game)]
        )


def play_round(api: ApiClient, tournament: str, number: int) -> None:
    """Enter and confirm the result of a round."""
    entered = EnterResult(round=number, table=1, scores=(9, 5, 3, 1), places=(1, 2, 3, 4))
    handler = TournamentHandler(tournament_store(api.context), now_ms)
    handler.handle(tournament, entered, by="scorer")
    handler.handle(tournament, ConfirmTableResult(round=number, table=1), ConfirmRound(round=number), by="director")


def sign_all(api: ApiClient, *matches: Match) -> None:
    """Sign games as they are, hidden events included."""
    for match in matches:
        api.sign(match.game)


def requests(world: World, hidden: list[str]) -> Iterator[tuple[str, str, str | None, dict[str, Any]]]:
    """Yield every request of outside clients; imports come last, since they change the world."""
    matches = (world.known, world.late, world.done, world.ending, world.own, world.dealt[0])
    unknown = ["classic-aaaaaaaaaaaaaaaa", "garbage"]
    ids = [match.game for match in matches] + hidden
    yield from tournament_requests(world)
    yield from deal_requests(world)
    for media in ("application/json", "application/x-ndjson"):
        yield "GET", "/v1/feed?limit=1000&follow=false", world.listener, {"headers": {"Accept": media}}
    for token, hook in world.hooks:
        for part in ("", f"/{hook}", f"/{hook}/secret", f"/{hook}/dead-letters"):
            yield "GET", f"/v1/webhooks{part}", token, {}
        yield "GET", "/v1/service-tokens", token, {}
    exported = [f"{table}?as={view}" for table in EXPORT_NAMES for view in ("spectator", "omniscient")]
    for path in (*exported, *(f"games?after={game}" for game in ids + unknown)):
        yield "GET", f"/v1/exports/{path}", world.listener, {}
    yield from person_requests(world, ids)
    for token in world.tokens[:-1]:
        yield "GET", "/v1/games?limit=200", token, {}
        for status in ("open", "running", "finished", "voided", "imported"):
            yield "GET", f"/v1/games?status={status}&edition=classic", token, {}
        yield "GET", "/v1/tokens/me", token, {}
        for query in ("order=created", "order=-ended", "ended_after=2010-01-01T00:00:00Z", "level=simple", *NOTED):
            yield "GET", f"/v1/games?limit=2&{query}", token, {}
        for name in ("Ana", "Eve", "Zoe", "Hid"):
            yield "GET", f"/v1/games?player={name}", token, {}
        for game in ids if token else ids + unknown:
            yield from game_requests(game, token)
        yield from (("GET", path, token, {}) for path in STATISTICS)
    for game in ids + unknown:
        yield "GET", f"/games/{game}", None, {}
        yield "GET", f"/?cursor={game}", None, {}
    for path in ("/", "/?status=running", "/readyz", "/metrics"):
        yield "GET", path, None, ELSEWHERE
    file = finished_file()
    for game in hidden:
        data = {"data": renamed(file, game), "content_type": "application/x-ndjson"}
        yield "POST", "/v1/games:import", None, data
        yield "GET", f"/v1/games/{game}", None, {}


def game_requests(game: str, token: str | None) -> Iterator[tuple[str, str, str | None, dict[str, Any]]]:
    """Yield the requests about one game."""
    yield "GET", f"/v1/games?limit=1&cursor={game}", token, {}
    for part in PARTS:
        yield "GET", f"/v1/games/{game}{part}", token, {}
    yield "POST", f"/v1/games/{game}/forks", token, {"json": {"at": 3}}
    yield "POST", f"/v1/games/{game}/pause", token, {}
    yield "PUT", f"/v1/games/{game}/notes", token, {"json": {"external_id": "mine"}}
    yield "POST", f"/v1/games/{game}/disputes", token, {"json": claim_about(3)}


def tournament_requests(world: World) -> Iterator[tuple[str, str, str | None, dict[str, Any]]]:
    """Yield the requests about tournaments, also by a player and a broadcaster, who may not see drafts."""
    for token in (*world.tokens[:-1], world.player, world.broadcaster):
        for query in ("limit=9", "limit=1", "status=registration", "status=running", "limit=1&cursor=cup"):
            yield "GET", f"/v1/tournaments?{query}", token, {}
        for tournament in (CUP, LATE_CUP, SHOWN_CUP, HIDDEN_CUP, FORKED_CUP, *([] if token else ["garbage"])):
            at = f"/v1/tournaments/{tournament}"
            yield "GET", f"/v1/tournaments?cursor={tournament}", token, {}
            for part in CUP_PARTS:
                yield "GET", at + part, token, {}
            acts = {"commands": [{"type": "ReleaseRound", "round": 2}]}
            yield "POST", f"{at}/commands", token, {"json": acts}
            yield "POST", f"{at}/players", token, {"json": {"players": [{"name": "Ana"}]}}
            yield "POST", f"{at}/tokens", token, {"json": {"kind": "scorer"}}
            yield "POST", f"{at}/forks", token, {"json": {"at": 3}}
            yield "POST", f"{at}/rounds/2/games", token, {"json": {}}
            yield "POST", f"{at}/rounds/2/tables/1/arbiter", token, {}
    for part in CUP_PARTS:  # its table plays a delayed game that was made elsewhere
        yield "GET", f"/v1/tournaments/{SHOWN_CUP}{part}", world.director, {}


def deal_requests(world: World) -> Iterator[tuple[str, str, str | None, dict[str, Any]]]:
    """Yield the requests about an ended table by its organiser and by the other table of its deal."""
    ended, other = world.dealt
    for token in (other.seats[0], other.organiser, world.dealt_player):
        yield from game_requests(ended.game, token)
    for part in PARTS:
        yield "GET", f"/v1/games/{ended.game}{part}", ended.organiser, {}
        yield "GET", f"/v1/games/{other.game}{part}", other.seats[0], {}
    for token in (None, ended.seats[0], other.seats[0], world.dealt_player):
        for part in CUP_PARTS:
            yield "GET", f"/v1/tournaments/{DEAL_CUP}{part}", token, {}
        for act in ({"type": "ConfirmTableResult"}, {"type": "EnterResult", "scores": [9, 5], "places": [1, 2]}):
            for table in (1, 2):
                commands = {"commands": [{**act, "round": 1, "table": table}]}
                yield "POST", f"/v1/tournaments/{DEAL_CUP}/commands", token, {"json": commands}
        if token != ended.seats[0]:
            yield "GET", f"/v1/games?tournament={DEAL_CUP}&level=duplicate", token, {}
    for path in ("best?edition=duel&players=2", "duel", "duel/games?limit=9"):
        yield "GET", f"/v1/statistics/{path}", other.seats[0], {}
    for page in (f"/games/{ended.game}", f"/tournaments/{DEAL_CUP}"):
        yield "GET", page, None, {}


def person_requests(world: World, ids: list[str]) -> Iterator[tuple[str, str, str | None, dict[str, Any]]]:
    """Yield the requests about persons."""
    yield "GET", "/v1/me/stream?follow=false", world.person, {}
    for token in (world.maker, world.listener):
        for person in ("u-1", "u-2", "u-9"):
            for hidden in (True, False):
                yield "PUT", f"/v1/persons/{person}/hidden", token, {"json": {"hidden": hidden}}
    for query in ("person=u-1", "person=u-2", "mine=true&person=u-1"):
        yield "GET", f"/v1/games?{query}", world.maker, {}
    for token in (*world.tokens[:-1], world.person):
        for query in ("mine=true", "to_act=true", "person=u-1"):
            yield "GET", f"/v1/games?{query}", token, {}
    for game in ids:
        for part in ("", "/table", "/stream?follow=false"):
            yield "GET", f"/v1/games/{game}{part}", world.person, {}


def answer_to(world: World, request: tuple[str, str, str | None, dict[str, Any]]) -> tuple[int, Any, bytes]:
    """Return the answer to a request, without the headers that identify it."""
    method, path, token, more = request
    answer = world.api.request(method, path, token, **more)
    heads = [(name, value) for name, value in answer.headers if name not in DIFFER]
    signed = path.endswith(("/checkpoints", "/bundle"))
    body = comparable(answer.data) if signed else CURSOR.sub(b"", answer.data)
    if signed:
        heads = [head for head in heads if head[0] != "Content-Length"]
    return answer.status_code, heads, body


def comparable(body: bytes) -> bytes:
    """Return checkpoints and proofs without their proofs in the log of the service.

    That log publicly grows with hidden games (`/v1/log`). Only the presence of these proofs is compared.
    """
    answer = json.loads(body)
    for one in answer.get("checkpoints", [answer["log"]] if "log" in answer else []):
        one["service"] = bool(one["service"])
    return json.dumps(answer).encode()


def add_hidden_facts(world: World) -> list[str]:
    """Let everything hidden add_hidden_facts, and return the ids of the new hidden games."""
    api, owner = world.api, world.owner
    wish = {**WISH, "private": True, "seats": [{"name": "Hid"}, {"name": "Zoe"}, {}], **NOTES}
    secret = api.match_of(api.post("/v1/games", owner, json=wish))
    api.trade(secret)
    api.post(f"{secret.at}/void", secret.organiser, json={"reason": "enough"})
    theirs = {**OWN, "seats": [IDA, {"person": "u-2"}, {}], "private": True}
    strange = api.match_of(api.post("/v1/games", world.other, json=theirs))  # the same person ids, of another service
    deeper = api.fork(secret, 8, secret.organiser)
    sealed = api.fork(world.known, 8, api.service)  # no player or spectator is informed
    early = api.fork(world.done, 8, world.done.organiser)
    api.trade(world.late)
    api.post(f"{world.ending.at}/void", world.ending.organiser, json={"reason": "enough"})
    api.request("PUT", f"{world.late.at}/seats/1", world.late.organiser, json={"kind": "bot", "name": "Zoe"})
    api.post("/v1/tokens", world.late.organiser, json={"game": world.late.game, "kind": "seat", "seat": 2})
    api.post(f"{world.late.at}/annotations", world.late.seats[0], json={"n": 1, "text": "Oh!"})
    api.post(f"{world.late.at}/annotations", world.tokens[2], json={"n": 1, "text": "Ah!"})
    claim = claim_about(api.get(world.late.at, world.late.seats[0])["version"])
    api.post(f"{world.late.at}/disputes", world.late.seats[0], json=claim)
    api.post(f"{world.late.at}/corrections", world.arbiter, json={"fix": "turn B", "reason": "It was Bo's."})
    api.post(f"{world.late.at}/calls", world.late.seats[0], json={"reason": "Was this the front card?"})
    api.post(f"{world.late.at}/pause", world.late.organiser)
    api.request("PUT", f"{world.late.at}/notes", owner, json={**NOTES, "external_id": "table-8"})
    api.post("/v1/service-tokens", owner, json={"scopes": ["feed"], "note": "a bot"})
    api.post("/v1/webhooks", owner, json=HOOK)
    assert erase(api.context.store, lambda name: name == "Hid").seats == 2
    world.count(2, private=True)
    end_late(api, ends=True)
    add_tournament_facts(api)
    end_table(api, world.dealt[0])
    return [match.game for match in (secret, strange, deeper, sealed, early)]


def add_tournament_facts(api: ApiClient) -> None:
    """Add a draft with later events, events within a delay, a private tournament and a fork."""
    handler = TournamentHandler(tournament_store(api.context), now_ms)
    handler.handle(CUP, DrawRound(round=2), by="director")
    register_players(handler, CUP, [Registration(name="Zoe", club="Hidden Club")], "director", check_in=True)
    given = GivePenalty(player="player-1", kind="points", article="TR-1", text="Too late.", points="1")
    handler.handle(CUP, given, by="arbiter")
    play_round(api, LATE_CUP, 1)
    register_players(handler, LATE_CUP, [Registration(name="Zoe")], "director")
    api.tournament(HIDDEN_CUP, private=True)
    fork_tournament(api.context.register, CUP, 3, FORKED_CUP, now_ms())


@contextmanager
def worlds(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[World, World, list[str]]]:
    """Open a world, the same world with hidden facts, and the ids of its hidden games; time stands still."""
    with open_api(folder / "one") as api:
        base = World(api)
    shutil.copytree(folder / "one", folder / "other")
    now = time.time_ns() + 10**9
    monkeypatch.setattr(time, "time_ns", lambda: now)
    with open_api(folder / "one") as one, open_api(folder / "other") as other:
        hidden = add_hidden_facts(_in(base, other))
        for api in (one, other):
            sign_all(api, base.known, base.late, base.done, base.ending)
        yield _in(base, one), _in(base, other), hidden


def _in(base: World, api: ApiClient) -> World:
    world = World.__new__(World)
    world.__dict__.update(base.__dict__, api=api)
    return world


def differing(folder: Path, monkeypatch: pytest.MonkeyPatch, every: int = 1) -> Iterator[str]:
    """Yield the requests that the two worlds answer differently, of every n-th request."""
    with worlds(folder, monkeypatch) as (one, other, hidden):
        both = zip(requests(one, hidden), requests(other, hidden), strict=True)
        for mine, theirs in islice(both, 0, None, every):
            assert mine[:3] == theirs[:3]
            if answer_to(one, mine) != answer_to(other, theirs):
                yield f"{mine[0]} {mine[1]} {(mine[2] or 'anonymous')[:16]}"


@pytest.mark.parametrize("every", mostly_long([2, 1]))
def test_worlds_that_differ_in_hidden_facts_give_equal_answers(tmp_path, monkeypatch, every):
    assert list(differing(tmp_path, monkeypatch, every)) == []


_UNFILTERED_COMMENTS = (
    "SELECT 1, 1, game, COUNT(*), MAX(at) FROM annotations"
    " WHERE ? <> '' AND kind = ? AND (by = ? OR by LIKE ?) GROUP BY game"
)
LEAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "public drafts": lambda patch: patch.setattr(tournament_visibility, "count_public", len),
    "tournaments without a delay": lambda patch: patch.setattr(tournament_visibility, "DELAYED_FOLLOWERS", frozenset()),
    "a feed without access checks": lambda patch: patch.setattr(audience, "is_fully_public", lambda *_: True),
    "annotations without delay": lambda patch: patch.setattr(VisibilityScope, "knows", lambda *_: True),
    "lists and cursors without access checks": lambda patch: patch.setattr(Reader, "knows", lambda *_: True),
    "names without delay": lambda patch: patch.setattr(Reader, "players_by_seat", _unfiltered_seats),
    "a pause without delay": lambda patch: patch.setattr(
        Reader, "is_paused", lambda _, sight: sight.arrangement.paused
    ),
    "forks without their ancestors": lambda patch: patch.setattr(fork_ancestors, "ancestors_with_events", lambda _: []),
    "signed events within the delay": lambda patch: patch.setattr(LogService, "signed", _unfiltered_signed),
    "the present state of a log": lambda patch: patch.setattr(LogService, "state", _present_state),
    "a search without visibility checks": lambda patch: patch.setattr(GameSearch, "matches", lambda *_: True),
    "exports without access checks": lambda patch: patch.setattr(export_access, "is_fully_public", lambda *_: True),
    "disputes without delay": lambda patch: patch.setattr(
        "service.api.judging.dispute_schemas.visible_proceedings", _unfiltered_disputes
    ),
    "metadata of another service": lambda patch: patch.setattr(
        "service.api.games.game_summary.maker_entry", _unfiltered_creator
    ),
    "persons of any service": lambda patch: patch.setattr(person_seats, "_made_game", lambda *_: True),
    "private tournaments for all clients": lambda patch: patch.setattr(tournament_visibility, "OUTSIDERS", frozenset()),
    "statistics of ends within the delay": lambda patch: patch.setattr(
        "service.analytics.analytics_updater.due_at", lambda *_: 0
    ),
    "results of a deal that is still in play": lambda patch: patch.setattr(
        Summary, "over", property(lambda self: self.imported or self.result is not None)
    ),
    "organisers at tables of a deal": lambda patch: patch.setattr(Summary, "deal_is_held", property(lambda _: False)),
    "comments on games made elsewhere": lambda patch: patch.setattr(table_comments, "_COUNTED", _UNFILTERED_COMMENTS),
    "metrics for all clients": lambda patch: patch.setattr("service.http.health._is_from_operators", lambda _: True),
}


def _unfiltered_seats(reader: Reader, sight: VisibilityScope) -> Any:
    from service.store.entries.metadata_store import Player  # noqa: PLC0415  # unfiltered, as planted

    return {player.seat: player for player in reader._register.find_entries(Player, game=sight.game)}


def _unfiltered_disputes(register: Any, sight: VisibilityScope) -> Any:
    return iter(filed_events(register, sight.game))


def _unfiltered_creator(context: Any, _: Any, game: str) -> Any:
    return next(iter(context.register.find_entries(GameMaker, game=game)), None)


def _unfiltered_signed(logs: LogService, game: str, *_: Any, **__: Any) -> list[LoggedNote]:
    return logs._store.find_entries(LoggedNote, log=game)


def _present_state(logs: LogService, game: str, *_: Any, **__: Any) -> LogState:
    log = logs.log(game, logs._store.require_lineage(game)[-1][1])
    assert log is not None
    return LogState(note=None, size=log.tree.size, root=log.tree.root().hex())


def test_every_readable_operation_is_asked_of_both_worlds(tmp_path):
    with open_api(tmp_path) as api:
        paths = {path.partition("?")[0] for _, path, *_ in requests(World(api), [])}
        for operation, (method, template) in documented_operations().items():
            pattern = re.compile(re.sub(r"{\w+}", "[^/]+", template))
            if method == "GET" and operation not in COUNTED | THE_SAME:
                assert any(map(pattern.fullmatch, paths)), f"{operation} of {template} is not requested"


@pytest.mark.parametrize("leak", mostly_long(LEAKS.values()), ids=LEAKS)
def test_control_a_leak_is_detected(tmp_path, monkeypatch, leak):
    leak(monkeypatch)
    with closing(differing(tmp_path, monkeypatch)) as found:
        assert next(found, None) is not None


def test_the_worlds_differ_for_clients_with_permission(tmp_path, monkeypatch):
    with worlds(tmp_path, monkeypatch) as (one, other, hidden):
        assert len(hidden) == 5
        for world in (one, other):
            seen = [world.api.request("GET", f"/v1/games/{game}", world.api.service).status_code for game in hidden]
            assert seen == [404 if world is one else 200] * 5
        late: Match = one.late
        heads = [world.api.get(late.at, late.organiser) for world in (one, other)]
        assert heads[0]["version"] < heads[1]["version"]
        ended = one.dealt[0]
        assert [world.api.get(ended.at, ended.seats[0])["status"] for world in (one, other)] == ["running", "finished"]
        assert [world.api.get(ended.at)["version"] for world in (one, other)] == [1, 1]
        end_table(other.api, other.dealt[1])
        settle_deals(other.api)
        assert other.api.get(ended.at)["status"] == "finished"
        assert [line["points"] for line in other.api.get(f"/v1/tournaments/{DEAL_CUP}/standings")["standings"]] != []
