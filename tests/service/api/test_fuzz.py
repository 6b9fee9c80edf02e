"""Fuzz every operation: each answer conforms to the API description."""

import os
from random import Random
from typing import Any, Final

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import load_all_checks
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from domain.editions import EDITIONS
from service.access.policy import POLICY
from service.api.judging.paper_games import EXAMPLE
from tests.long_tests import one_in
from tests.service.api.conftest import finished_file

not_a_server_error = schemathesis.checks.not_a_server_error
SSE = "text/event-stream"
NDJSON = "application/x-ndjson"
EXAMPLES = int(os.environ.get("HARICOT_FUZZ_EXAMPLES", "3"))
CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)
NUMBERS = ["0", "1", "7", "20", "-1", "999999999", "10000000000", "9" * 30, "1.5", "x", "", "\u0663", " 1"]
TIMES = [
    "2026-11-21T00:58:00Z",
    "2026-11-21",
    "0000-00-00T00:00:00Z",
    "9999-12-31T23:59:59.999Z",
    "2026-11-21T00:58:00+25:00",
]
WORDS = ["", "classic", "x" * 500, "\x00", "\ud7ff", "é", "%", "seat:0", "cards_drawn.1", "<b>"]
QUERIES: dict[str, list[str]] = {
    "as": ["seat:0", "seat:1", "seat:2", "spectator", "omniscient", "seat:3", "seat:-1", "seat:\u0660", *WORDS],
    "at": NUMBERS,
    "after": [*NUMBERS, "now", f"{'A' * 22}.1", *WORDS],
    "mine": ["true", *WORDS],
    "external_id": WORDS,
    "metadata": ["round=3", "=", *WORDS],
    "certainty": ["true", "false", *WORDS],
    "follow": ["false", *WORDS],
    "game": WORDS,
    "limit": NUMBERS,
    "seat": ["0", "1", "2", *NUMBERS],
    "type": ["cards_drawn.1", "CardsDrawn", *WORDS],
    "wait": ["0", "-1", "21", "x"],  # no value that waits
    "lang": ["en", "de", "fr", *WORDS],
    "include": ["blocked", *WORDS],
    "with": ["table,choices,sentence", "choices", "sentence", "table,", ",", *WORDS],
    "status": ["open", "running", "voided", "imported", *WORDS],
    "edition": WORDS,
    "card": ["/seats/0/hand/0", "/seats/1/hand", "/draw_pile", "/discard_pile/0", "/seats/9/fields/0/0", "/~", *WORDS],
    "depth": NUMBERS,
    "old": NUMBERS,
    "size": NUMBERS,
    "person": WORDS,
    "player": WORDS,
    "cursor": WORDS,
    "players": ["3", "4", *NUMBERS],
    "version": ["1", "2", *NUMBERS],
    "created_after": [*TIMES, *WORDS],
    "created_before": [*TIMES, *WORDS],
    "ended_after": [*TIMES, *WORDS],
    "ended_before": [*TIMES, *WORDS],
    "option": ["trade_coins=true", "bp_riders=on", "=", "x=", *WORDS],
    "practice": ["true", "false", *WORDS],
    "flat": ["true", "false", *WORDS],
    "simulated": ["true", "false", *WORDS],
    "tournament": WORDS,
    "level": ["simple", "duplicate", *WORDS],
    "to_act": ["true", *WORDS],
    "order": ["-created", "ended", "--ended", *WORDS],
    "format": ["ndjson", "parquet", "csv", *WORDS],
    "under": ["1", "2", "classic:bean_protection=off", "duel", "classic:bean_protection=x", "classic:", *WORDS],
}
HEADERS: dict[str, list[str]] = {
    "Accept": [NDJSON, SSE, "application/json", "*/*", "image/png", ",;q=x"],
    "If-Match": ["*", '"table.1.spectator"', '"table.99999999999.x"', "x", '"..."', ","],
    "If-None-Match": ["*", '"table.1.spectator"', "x"],
    "Idempotency-Key": ["abcdefgh", "12345678#0", "short", "x" * 129],
    "Last-Event-ID": ["1", "999999999", "-1", "x", "1" * 30, "now", f"{'A' * 22}.1"],
}
"""Values of arguments and headers at and beyond the edges of what is allowed."""
ODD_VALUES: list[Any] = [
    None,
    True,
    0,
    -1,
    1.5,
    10**30,
    10**18,
    1001,
    "",
    "x",
    "é\x00",
    "face_down",
    "red",
    [],
    [[]],
    {},
    [1],
]


@schemathesis.serializer(NDJSON)
def send_unchanged(ctx: Any, value: Any) -> bytes:
    """Send a game file unchanged."""
    return str(value).encode("utf-8", "surrogatepass")


def mutated(value: Any, luck: Random) -> Any:
    """Return JSON with at most one part odd, missing or doubled."""
    if isinstance(value, dict) and value and luck.random() < 0.9:
        name = luck.choice(list(value))
        if luck.random() < 0.1:
            return {key: one for key, one in value.items() if key != name}
        return {**value, name: mutated(value[name], luck)}
    if isinstance(value, list) and value and luck.random() < 0.9:
        at = luck.randrange(len(value))
        more = [value[at]] if luck.random() < 0.2 else []
        return [*value[:at], *more, mutated(value[at], luck), *value[at + 1 :]]
    return luck.choice([value, *ODD_VALUES])


TOURNAMENT_COMMANDS: Final[list[dict[str, Any]]] = [
    {"type": "Withdraw", "player": "player-1"},
    {"type": "EnterResult", "round": 1, "table": 1, "scores": [9, 5, 3, 1], "places": [1, 2, 3, 4]},
    {"type": "ChangeRules", "from_round": 2, "text": "x", "tie_breaks": ["wins"], "preferred": 3},
    {"type": "GivePenalty", "player": "player-1", "kind": "points", "article": "TR-1", "text": "x", "points": "1/2"},
    {"type": "OverrideSeating", "round": 2, "text": "x", "tables": [{"table": 1, "players": ["player-1"]}]},
    {"type": "SwapSeats", "round": 1, "player": "player-1", "other": "player-2", "text": "x"},
    {"type": "SubstitutePlayer", "round": 1, "table": 1, "player": "a", "substitute": "b", "counts_for": "c"},
    {"type": "AddTime", "round": 1, "seconds": 60, "table": 1},
]
"""Commands of a tournament, which are mutated before they are sent."""


@pytest.fixture(scope="module")
def target(shared: Any, game_file: bytes) -> dict[str, Any]:
    """A service with a running game, finished ones of every edition, tokens, and its description."""
    load_all_checks()
    voided, private = shared.match(), shared.match(private=True)
    for match in (voided, private):
        for _ in range(2):
            shared.trade(match)
        shared.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    imported = shared.post("/v1/games:import", data=game_file)["game"]
    others = [
        shared.post("/v1/games:import", data=finished_file(1, key, edition.data.players[-1]))["game"]
        for key, edition in EDITIONS.items()
    ]
    tokens = [None, None, voided.seats[0], voided.organiser, private.seats[1], "hrc_seat_" + "x" * 43]
    tokens += [shared.token(kind, voided.game) for kind in ("spectator", "arbiter")]
    fork = shared.fork(voided, 20, voided.organiser)
    playing = [fork.organiser, *fork.seats.values(), *[shared.token("service") for _ in range(4)]]
    return {
        "schema": schemathesis.openapi.from_wsgi("/openapi.json", shared.app),
        "games": [voided.game, private.game, imported, *others, fork.game],
        "tokens": [*tokens, *playing],
        "officials": [shared.official_token(kind, CUP) for kind in ("director", "scorer", "player")],
        "tournaments": [ended_tournament(shared), shared.tournament(CUP).rpartition("/")[2]],
        "playing": playing,
        "insider": private.seats[1],
        "api": shared,
        "file": game_file,
        "bodies": bodies_for(shared, voided.game),
    }


CUP: Final = "fuzzed"
"""The id of a running tournament."""


def ended_tournament(api: Any) -> str:
    """Close a tournament and reveal its secrets, so that its stream ends; return its id."""
    tournament = "ended"
    at = api.tournament(tournament, rounds=1)
    entered = {"type": "EnterResult", "round": 1, "table": 1, "scores": [9, 5, 3, 1], "places": [1, 2, 3, 4]}
    rest = [{"type": "ConfirmTableResult", "round": 1, "table": 1}, {"type": "ConfirmRound", "round": 1}]
    rest += [{"type": "CloseTournament"}, {"type": "RevealSecrets"}]
    for kind, commands in (("scorer", [entered]), ("director", rest)):
        api.post(f"{at}/commands", api.official_token(kind, tournament), json={"commands": commands})
    return tournament


def bodies_for(api: Any, game: str) -> dict[str, list[Any]]:
    """Return valid bodies by operation."""
    events = api.get(f"/v1/games/{game}/events?as=omniscient&limit=1000")["events"]
    orders = [one["cause"]["command"] for one in events if one.get("cause", {}).get("command")][1:]
    tables = [
        api.get(f"/v1/games/{game}/table?as={view}&at={n}") for n in (11, 17, 25) for view in ("seat:0", "seat:1")
    ]
    seats = [{"kind": "human", "name": "Ana"}, {"kind": "bot", "bot": "greedy"}, {}]
    return {
        "create_game": [{"edition": "classic", "seats": seats, "options": {"trade_coins": True}, "pace": 0.5}],
        "fork_game": [{"at": 20}, {"at": 12, "mode": "exact", "seats": seats}],
        "submit_command": orders,
        "check_command": orders,
        "submit_commands": [orders[:3], orders[3:9]],
        "annotate_game": [{"n": 1, "text": "x", "name": "Ana"}],
        "open_comments": [{"open": True}],
        "create_token": [
            {"game": game, "kind": "seat", "seat": 0, "expires_in": 9},
            {"game": game, "kind": "spectator"},
        ],
        "create_tournament": [
            {"title": "Spring open", "edition": "classic", "rounds": 2, "table_points": ["3", "1/2"], "private": True}
        ],
        "submit_tournament_commands": [{"commands": [one]} for one in TOURNAMENT_COMMANDS],
        "register_tournament_players": [{"players": [{"name": "Ida", "club": "Bean Club"}, {"name": "Ana"}]}],
        "create_tournament_token": [{"kind": "scorer"}, {"kind": "player", "player": "player-1", "expires_in": 9}],
        "start_round_games": [{"bots": {"*": "greedy", "player-1": "random"}, "pace": 9.5, "renew": True}],
        "fork_tournament": [{"at": 9}, {"at": 10, "instead": TOURNAMENT_COMMANDS[:1], "keep_seating": "x"}],
        "read_record": [{"ben": EXAMPLE + more} for more in ("", "p2", "%fix A @1 > pile", "%undo 1", "/ {up So")],
        "adjudicate_position": [
            {"position": table, "commands": commands} for table in tables for commands in (*orders[:20], orders[:4])
        ],
    }


def made_plausible(case: Any, target: dict[str, Any], luck: Random) -> Any:
    """Point a case, mostly, at an existing game and a valid token."""
    path = dict(case.path_parameters or {})
    ended = target["games"][:-1]
    real: dict[str, list[Any]] = {
        "game": ended if case.operation.path.endswith("/stream") else target["games"],
        "tournament": target["tournaments"][:1] if case.operation.path.endswith("/stream") else target["tournaments"],
        "n": list(range(1, 40)),
        "seat": [0, 1, 2],
        "edition": list(EDITIONS),
        "clause": ["CL-6.4", "BP-11.8"],
        "book": ["tournament"],
        "entry": ["TR-3", "TR-16"],
    }
    for name in path:
        if name in real and (luck.random() < 0.8 or case.operation.path.endswith("/stream")):
            path[name] = luck.choice(real[name])
    token = luck.choice([*target["tokens"], target["api"].token("service")])
    if "game" in path and luck.random() < 0.4 and not case.operation.path.endswith("/stream"):
        path["game"], token = target["games"][-1], luck.choice(target["playing"])
    elif path.get("game") == target["games"][1] and luck.random() < 0.7:
        token = target["insider"]
    if path.get("tournament") == CUP and luck.random() < 0.7:
        token = luck.choice(target["officials"])
    case.path_parameters = path
    if token is not None:
        case.headers["Authorization"] = f"Bearer {token}"
    if case.media_type == NDJSON:
        file = target["file"].decode()
        at = luck.randrange(len(file))
        case.body = luck.choice([case.body, file, file[:at], file[:at] + luck.choice('x0\n"}') + file[at + 1 :]])
    elif case.media_type and luck.random() < 0.6:
        bodies = target["bodies"].get(case.operation.definition.raw["operationId"], [case.body])
        body = luck.choice(bodies)
        for _ in range(luck.choice([0, 1, 1, 2])):
            body = mutated(body, luck)
        case.body = body
    for name in luck.sample(list(HEADERS), luck.choice([0, 0, 1, 2])):
        case.headers[name] = luck.choice(HEADERS[name])
    case.headers["Accept-Encoding"] = "identity"  # the test client does not decompress
    case.query = arguments(case, luck)
    return case


def arguments(case: Any, luck: Random) -> dict[str, Any]:
    """Return described query arguments, some as generated, others with edge values."""
    answer = case.operation.definition.raw.get("parameters", [])
    known = [one["name"] for one in answer if one["in"] == "query"]
    if luck.random() < 0.1:
        known = list(QUERIES)
    edges = {one: luck.choice(QUERIES[one][: luck.choice([3, 99])]) for one in known if luck.random() < 0.6}
    if "wait" in (case.query or {}):
        edges.setdefault("wait", luck.choice(QUERIES["wait"]))
    ends = {"follow": luck.choice(["false", "x", ""])} if case.operation.path.endswith("/feed") else {}
    return {**(case.query or {}), **edges, **ends}


def operation_of(schema: Any, name: str) -> Any:
    """Return the operation of an id."""
    return next(
        result.ok() for result in schema.get_all_operations() if result.ok().definition.raw["operationId"] == name
    )


@pytest.mark.parametrize("name", one_in(3, POLICY))
@pytest.mark.filterwarnings("default")
def test_each_answer_conforms_to_the_description(target, name):
    operation = operation_of(target["schema"], name)

    @seed(1)
    @settings(
        max_examples=EXAMPLES,
        database=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), chance=st.integers(0, 2**32))
    def check(case: Any, chance: int) -> None:
        case = made_plausible(case, target, Random(f"{chance} {case.path_parameters} {case.body} {case.query}"))
        response = case.call()
        media = response.headers.get("content-type", [""])[0]
        # A stream is one string as OpenAPI 3.1 sees it; the check takes the schema for that of each part of it.
        checks = [check for check in CHECKS if check is not response_schema_conformance or not media.startswith(SSE)]
        case.validate_response(response, checks=checks)

    check()


def test_control_an_undescribed_answer_is_detected(target, monkeypatch):
    case = operation_of(target["schema"], "get_service").Case()
    case.validate_response(case.call(), checks=list(CHECKS))
    monkeypatch.setattr("service.api.judging.rulesets.version", lambda name: 1)
    with pytest.raises(schemathesis.core.failures.FailureGroup):
        case.validate_response(case.call(), checks=list(CHECKS))


def test_edge_values_cover_every_described_argument_and_header(target):
    answer = [
        (one["in"], one["name"])
        for result in target["schema"].get_all_operations()
        for one in result.ok().definition.raw.get("parameters", [])
    ]
    assert {name for place, name in answer if place == "query"} == set(QUERIES)
    assert {name for place, name in answer if place == "header"} == set(HEADERS) - {"Accept"}


def test_the_fuzzed_schema_has_every_operation(target):
    assert len(list(target["schema"].get_all_operations())) == len(POLICY)
