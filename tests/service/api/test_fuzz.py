"""Whatever is sent to an operation, its answer is one that the description foresees."""

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
    "wait": ["0", "-1", "21", "x"],  # what would wait takes its time
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
"""Arguments and headers at the edges of what is allowed, and beyond; which there are, the description says."""
ODD: list[Any] = [None, True, 0, -1, 1.5, 10**30, 10**18, 1001, "", "x", "é\x00", "face_down", "red", [], [[]], {}, [1]]


@schemathesis.serializer(NDJSON)
def as_it_is(ctx: Any, value: Any) -> bytes:
    """A game file is sent as it is."""
    return str(value).encode("utf-8", "surrogatepass")


def mutated(value: Any, luck: Random) -> Any:
    """The JSON with one thing in it odd, missing, doubled, or none."""
    if isinstance(value, dict) and value and luck.random() < 0.9:
        name = luck.choice(list(value))
        if luck.random() < 0.1:
            return {key: one for key, one in value.items() if key != name}
        return {**value, name: mutated(value[name], luck)}
    if isinstance(value, list) and value and luck.random() < 0.9:
        at = luck.randrange(len(value))
        more = [value[at]] if luck.random() < 0.2 else []
        return [*value[:at], *more, mutated(value[at], luck), *value[at + 1 :]]
    return luck.choice([value, *ODD])


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
"""Commands of a tournament; what is done to them makes them odd."""


@pytest.fixture(scope="module")
def field(shared: Any, game_file: bytes) -> dict[str, Any]:
    """A service with a game that goes on and several of every edition that have ended, tokens, and its description."""
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
"""A tournament that is played."""


def ended_tournament(api: Any) -> str:
    """The id of a tournament that is closed, with all secrets revealed, so that its stream ends."""
    tournament = "ended"
    at = api.tournament(tournament, rounds=1)
    entered = {"type": "EnterResult", "round": 1, "table": 1, "scores": [9, 5, 3, 1], "places": [1, 2, 3, 4]}
    rest = [{"type": "ConfirmTableResult", "round": 1, "table": 1}, {"type": "ConfirmRound", "round": 1}]
    rest += [{"type": "CloseTournament"}, {"type": "RevealSecrets"}]
    for kind, commands in (("scorer", [entered]), ("director", rest)):
        api.post(f"{at}/commands", api.official_token(kind, tournament), json={"commands": commands})
    return tournament


def bodies_for(api: Any, game: str) -> dict[str, list[Any]]:
    """Bodies that make sense, by operation."""
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


def grounded(case: Any, field: dict[str, Any], luck: Random) -> Any:
    """The case, mostly about a game that there is and by somebody whom we know."""
    path = dict(case.path_parameters or {})
    ended = field["games"][:-1]
    real: dict[str, list[Any]] = {
        "game": ended if case.operation.path.endswith("/stream") else field["games"],
        "tournament": field["tournaments"][:1] if case.operation.path.endswith("/stream") else field["tournaments"],
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
    token = luck.choice([*field["tokens"], field["api"].token("service")])
    if "game" in path and luck.random() < 0.4 and not case.operation.path.endswith("/stream"):
        path["game"], token = field["games"][-1], luck.choice(field["playing"])
    elif path.get("game") == field["games"][1] and luck.random() < 0.7:
        token = field["insider"]
    if path.get("tournament") == CUP and luck.random() < 0.7:
        token = luck.choice(field["officials"])
    case.path_parameters = path
    if token is not None:
        case.headers["Authorization"] = f"Bearer {token}"
    if case.media_type == NDJSON:
        file = field["file"].decode()
        at = luck.randrange(len(file))
        case.body = luck.choice([case.body, file, file[:at], file[:at] + luck.choice('x0\n"}') + file[at + 1 :]])
    elif case.media_type and luck.random() < 0.6:
        bodies = field["bodies"].get(case.operation.definition.raw["operationId"], [case.body])
        body = luck.choice(bodies)
        for _ in range(luck.choice([0, 1, 1, 2])):
            body = mutated(body, luck)
        case.body = body
    for name in luck.sample(list(HEADERS), luck.choice([0, 0, 1, 2])):
        case.headers[name] = luck.choice(HEADERS[name])
    case.headers["Accept-Encoding"] = "identity"  # who calls an application without a server has nothing to unpack it
    case.query = arguments(case, luck)
    return case


def arguments(case: Any, luck: Random) -> dict[str, Any]:
    """Arguments that the description names, some as they were drawn from it, others at the edges."""
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
    """The operation of this id."""
    return next(
        result.ok() for result in schema.get_all_operations() if result.ok().definition.raw["operationId"] == name
    )


@pytest.mark.parametrize("name", one_in(2, POLICY))
@pytest.mark.filterwarnings("default")
def test_each_answer_conforms_to_the_description(field, name):
    operation = operation_of(field["schema"], name)

    @seed(1)
    @settings(
        max_examples=EXAMPLES,
        database=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), chance=st.integers(0, 2**32))
    def check(case: Any, chance: int) -> None:
        case = grounded(case, field, Random(f"{chance} {case.path_parameters} {case.body} {case.query}"))
        response = case.call()
        media = response.headers.get("content-type", [""])[0]
        # A stream is one string as OpenAPI 3.1 sees it; the check takes the schema for that of each part of it.
        checks = [check for check in CHECKS if check is not response_schema_conformance or not media.startswith(SSE)]
        case.validate_response(response, checks=checks)

    check()


def test_control_an_undescribed_answer_is_detected(field, monkeypatch):
    case = operation_of(field["schema"], "get_service").Case()
    case.validate_response(case.call(), checks=list(CHECKS))
    monkeypatch.setattr("service.api.judging.rulesets.version", lambda name: 1)
    with pytest.raises(schemathesis.core.failures.FailureGroup):
        case.validate_response(case.call(), checks=list(CHECKS))


def test_edge_values_cover_every_described_argument_and_header(field):
    answer = [
        (one["in"], one["name"])
        for result in field["schema"].get_all_operations()
        for one in result.ok().definition.raw.get("parameters", [])
    ]
    assert {name for place, name in answer if place == "query"} == set(QUERIES)
    assert {name for place, name in answer if place == "header"} == set(HEADERS) - {"Accept"}


def test_the_fuzzed_schema_has_every_operation(field):
    assert len(list(field["schema"].get_all_operations())) == len(POLICY)
