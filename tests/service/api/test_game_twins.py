"""Twin games that a viewer cannot tell apart give equal answers over HTTP at every event; `make soak` tests more."""

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from werkzeug.test import TestResponse

from domain.visibility import SPECTATOR, Viewer, seat_viewer
from replay.proofs.shuffle import seed_of_text
from replay.record import Record
from replay.rewind import batch_end
from service.access.tokens import new_token
from service.store.entries.signing_entries import GameKey
from tests.long_tests import mostly_long
from tests.projections.test_card_movements import GAMES
from tests.projections.test_known_card_twins import twin
from tests.projections.test_known_hand_cards import record_of
from tests.service.api.conftest import ApiClient, open_api
from tests.service.api.test_policy import claim_about, documented_operations
from tests.service.store.games import with_game_id

COUNT: Final = int(os.environ.get("HARICOT_TWINS", "0"))
"""The number of games of each kind, compared after every batch; with 0 one of each after some batches."""
NOW: Final = 1_800_000_000 * 10**9
DIFFER: Final = ("X-Request-ID", "Date")
HASH: Final = re.compile(rb"[0-9a-f]{64}|[0-9A-Za-z+/]{43}=|[0-9A-Za-z_-]{43}(?![0-9A-Za-z_-])")
"""Hashes depend on hidden cards through secret salts: only their presence is compared."""
PARTS: Final = (
    "", "/events", "/table", "/timeline", "/story", "/sentences", "/annotations", "/forks", "/file", "/audit",
    "/checkpoints",
    "/consistency?old=2&size=9", "/events/{n}", "/events/{n}/verdict", "/events/{n}/proof", "/table?at={n}",
    "/legal-commands?seat=0&include=blocked", "/legal-commands?seat=1&include=blocked", "/table?as=omniscient",
    "/table?as=seat:0", "/bundle", "/tables?after={n}&limit=3", "/backs",
    "/clock", "/par", "/annotations/stream?follow=false",
    "/knowledge", "/disputes", "/disputes/1", "/acts", "/card?card=/seats/0/fields/0/0", "/card?card=/seats/1/hand/0",
    "/stream?follow=false&after=0&with=moves,sentence,verdicts,backs,clock",
)  # fmt: skip

COMMANDS: Final[tuple[dict[str, Any], ...]] = (
    {"type": "PlantFromHand", "field": 0},
    {"type": "HarvestField", "field": 0},
    {"type": "EndTrading"},
    {"type": "DrawCards"},
    {"type": "AcceptTrade", "proposal": 1, "handed_over": [1]},
    {"type": "ProposeTrade", "with": None, "give": [{"source": "hand", "slot": 1}], "want": {"red": 1}},
    {"type": "PlantFromHand", "seat": 1, "field": 0},
)
"""Commands for dry runs, legal or not."""


class Pair(NamedTuple):
    """Two games that look alike to a viewer, up to event n."""

    viewer: Viewer
    one: Record
    other: Record
    n: int


def pairs(kind: str, number: int) -> Iterator[Pair]:
    """Yield beginnings of a game and its twin, for a spectator or one of its seats."""
    luck, record = Random(f"{kind}{number}"), record_of(kind, number + 1)
    viewer = luck.choice([SPECTATOR, *map(seat_viewer, range(record.created.players))])
    upto = batch_end(record, luck.randrange(60, len(record.envelopes) * 2 // 3))
    other = twin(record, viewer, upto, luck)
    if other is None:
        return
    differ = (one.n for one, two in zip(record.envelopes, other.envelopes, strict=False) if one != two)
    first = batch_end(record, next(differ))
    ends = sorted({batch_end(record, n) for n in range(first, upto + 1)})
    for n in ends if COUNT else [ends[0], ends[-1]]:
        yield Pair(viewer, record, other, n)


class RepeatedRandom:
    """Random bytes that repeat for the second game of a pair, in order of drawing for each size."""

    def __init__(self) -> None:
        self.begin(0)

    def begin(self, pair: int) -> None:
        """Begin the sequence of a pair."""
        self._pair = pair
        self._drawn = Counter[int]()  # other draws, such as request ids, have other sizes

    def draw(self, size: int) -> bytes:
        """Return `size` bytes."""
        self._drawn[size] += 1
        return hashlib.shake_256(f"{self._pair} {size} {self._drawn[size]}".encode()).digest(size)


class Twins:
    """Two API clients whose games some viewers cannot tell apart."""

    def __init__(self, apis: list[ApiClient], random: RepeatedRandom) -> None:
        self._apis = apis
        self._lots = random
        self._numbers = count(1)

    def differing(self, pair: Pair) -> list[str]:
        """Return the requests about a pair that are answered differently."""
        number = next(self._numbers)
        game = f"g{number}"
        seat = pair.viewer.seat or 0
        text, entry = new_token("seat", at=1, game=game, seat=seat, expires=2**60)
        found: list[dict[str, Any]] = []
        for api, record in zip(self._apis, (pair.one, pair.other), strict=True):
            key = GameKey(game=game, key=hashlib.sha256(game.encode()).hexdigest())
            events = with_game_id(record.envelopes[: pair.n], game)
            api.context.store.append(game, events, seed=seed_of_text(game), entries=[key, entry])
            api.context.register.invalidate()
            asker = None if pair.viewer == SPECTATOR else text
            found.append(dict(answers(api, game, seat, asker, pair.n)))
            self._lots.begin(number)
            found[-1] |= dict(fork_answers(api, game, asker, pair.n))
        return [asked for asked, answer in found[0].items() if answer != found[1].get(asked)]


def answers(api: ApiClient, game: str, seat: int, token: str | None, n: int) -> Iterator[tuple[str, Any]]:
    """Yield the answers to all requests about a game with n events, refused ones included."""
    at = f"/v1/games/{game}"
    for part in PARTS:
        yield part, comparable(api.request("GET", at + part.format(n=n), token))
    yield "page", comparable(api.request("GET", f"/games/{game}"))
    yield "claim", comparable(api.request("POST", f"{at}/disputes", token, json=claim_about(n)))
    for command in COMMANDS:
        asked = {"seat": seat, **command}
        yield f"{asked}", comparable(api.request("POST", f"{at}/commands?dry_run=true", token, json=asked))


def fork_answers(api: ApiClient, game: str, token: str | None, n: int) -> Iterator[tuple[str, Any]]:
    """Yield the answers about a fork with a new deal."""
    made = api.request("POST", f"/v1/games/{game}/forks", token, json={"at": n, "mode": "redeal"})
    yield "fork", comparable(made)
    if made.status_code == 201:
        fork = api.match_of(made.json)
        for seat, seated in fork.seats.items():
            for part in ("/table", "/events", "/audit"):
                yield f"fork {seat} {part}", comparable(api.request("GET", fork.at + part, seated))


def comparable(answer: TestResponse) -> tuple[int, list[tuple[str, str]], bytes]:
    """Return an answer without the headers that identify the request."""
    heads = [(name, value) for name, value in answer.headers if name not in DIFFER]
    return answer.status_code, heads, HASH.sub(b"#", answer.data)


@pytest.fixture
def twins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Twins]:
    """Two API clients with one time and the same random bytes."""
    random = RepeatedRandom()
    monkeypatch.setattr("time.time_ns", lambda: NOW)
    for name in ("os.urandom", "random._urandom"):
        monkeypatch.setattr(name, random.draw)
    with ExitStack() as stack:
        yield Twins([stack.enter_context(open_api(tmp_path / name)) for name in ("one", "other")], random)


def test_twins_are_asked_for_every_readable_part_of_a_game() -> None:
    asked = {f"/v1/games/G{part.partition('?')[0]}".replace("{n}", "7") for part in PARTS}
    for operation, (method, template) in documented_operations().items():
        pattern = re.compile(re.sub(r"{\w+}", "[^/]+", template))
        if method == "GET" and template.startswith("/v1/games/"):
            assert any(map(pattern.fullmatch, asked)), f"{operation} of {template} is not asked of the twins"


@pytest.mark.parametrize("kind", mostly_long(GAMES))
def test_games_that_look_alike_give_equal_answers(twins: Twins, kind: str) -> None:
    looked = 0
    for number in range(COUNT or 1):
        for pair in pairs(kind, number):
            assert twins.differing(pair) == [], (number, pair.viewer.name, pair.n)
            looked += 1
    assert looked > 1


LEAKS: Final = {
    "/events": [
        f"service.{room}.redacted_envelope"
        for room in ("queries.record_cache", "queries.game_segment", "access.reader")
    ],
    "/table": ["domain.view.redact"],
}
"""Redacting functions, by the path whose answer shows that they are missing."""


@pytest.mark.parametrize("path", mostly_long(LEAKS))
def test_control_an_unredacted_answer_is_detected(twins: Twins, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for redacting in LEAKS[path]:
        monkeypatch.setattr(redacting, lambda whole, *_: whole)
    assert any(path in twins.differing(pair) for pair in pairs("classic", 0))
