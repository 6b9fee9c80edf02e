"""The examples of the API description, taken from real answers.

`python -m tests.service.api.example_answers get_game` renews the examples of an operation and adds missing ones. The
others stay, because cards and times differ at each run.
"""

import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from service.api.integration.export_schemas import PARQUET_MEDIA
from service.api.routes import OPERATIONS
from service.lifecycle.figures_worker import FiguresWorker
from service.lifecycle.par_worker import ParWorker
from service.openapi import examples
from service.ops.clock import now_ms
from service.signing.tournament_log import tournament_log_name
from service.store.entries.webhook_entries import DeadLetter, WaitingGame
from service.tournaments.broadcast_slots import show_table_in_slot
from tests.service.api.conftest import ApiClient, Match, finished_file, open_api, tournament_of
from tests.service.api.test_policy import claim_about, documented_operations, request_for
from tests.service.store.contract.test_figures import hold

FILE = Path(examples.__file__).with_name("examples.json")
JSON, NDJSON = "application/json", "application/x-ndjson"
ITEMS_MAX = 2
"""How many items of a list, or lines of a text, an example shows."""
UNIFORM_OBJECTS = {"options", "en", "fr", "de"}
"""Objects whose members all have the same shape."""
REDACTED = {
    r"hrc_([a-z]+)_[\w-]+": r"hrc_\1_...",
    r"whsec_[\w+/=]+": "whsec_...",
    r"\b(classic|modern|duel|sissi|bohnaparte)(-hidden)?-[0-9a-z]{16}\b": r"\1-k7m2p9q4r6t8v1x3",
    r"\bp-[0-9a-z]{20}\b": "p-k7m2p9q4r6t8v1x3k7m2",
    r"^\d+\.\d+\.\d+$": "1.2.3",
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z": "2026-11-21T00:58:00.123Z",
}
"""Patterns of what differs at each run, and what replaces them."""
PLANT = {"type": "PlantFromHand", "seat": 0, "field": 0}
BODIES: dict[str, Any] = {
    "set_game_metadata 200": OPERATIONS["set_game_metadata"].request.example,
    "create_service_token 201": OPERATIONS["create_service_token"].request.example,
    "create_webhook 201": OPERATIONS["create_webhook"].request.example,
    "create_game 201": OPERATIONS["create_game"].request.example,
    "create_tournament 201": OPERATIONS["create_tournament"].request.example,
    "register_tournament_players 201": OPERATIONS["register_tournament_players"].request.example,
    "submit_commands 201": [PLANT, {"type": "EndPlanting", "seat": 0}],
    "submit_commands 200": [PLANT, {"type": "EndTrading", "seat": 0}],
}
ASKED_BY_A_SEAT = (
    "pass_trading",
    "get_token",
    "annotate_game",
    "file_dispute_action",
    "list_possible_actions",
    "call_arbiter",
)
"""Operations that need the token of a seat."""
QUERIES = {
    "list_events 200": "?limit=2",
    "list_games 200": "?limit=1",
    "list_tables 200": "?after=11&limit=2&with=moves,pays,lands",
    "list_legal_commands 200": "&include=blocked",
    "stream_game 200": "&with=choices",
    "read_feed 200": "&limit=2",
    "list_tournaments 200": "?limit=1",
    "list_tournament_events 200": "?after=9&limit=2",
    "get_standings 200": "?certainty=true",
    "stream_tournament 200": "&follow=false",
    "stream_own_games 200": "?follow=false",
    "get_slot_field 200": "?follow=false",
}


def collect_examples(api: ApiClient) -> dict[str, Any]:
    """Return an example of each answer, by operation, status and content type; and one of a file to import."""
    made: dict[str, Any] = {}
    for name, operation in OPERATIONS.items():
        others = [(status, media) for status, kind, media in operation.response.others if kind is not None]
        given = (
            [(operation.response.status, operation.response.media or JSON)]
            if operation.response.kind is not None
            else []
        )
        for status, media in [*given, *others]:
            is_text = media != PARQUET_MEDIA
            made[f"{name} {status} {media}"] = (
                shorten(example_answer(api, name, status, media)) if is_text else "PAR1..."
            )
    return {**made, "import_game body": shorten(finished_file().decode())}


def seat_token(api: ApiClient, match: Match, name: str) -> str:
    """Return the token of the first seat; for `pass_trading`, play to the trading phase first."""
    if name == "pass_trading":
        api.post(f"{match.at}/commands:batch", match.seats[0], json=[PLANT, {"type": "EndPlanting", "seat": 0}])
    return match.seats[0]


def path_of_finished_game(api: ApiClient, name: str, path: str) -> str:
    """Return the path of a request; operations on finished games get one of such a game."""
    if name in ("get_par", "request_par"):
        if not api.context.store.exists("classic-3-figures-0001"):
            hold(api.context.store, 1, ("ana",))
        path = "/v1/games/classic-3-figures-0001/par"
        if name == "get_par":
            api.request("POST", path)
            ParWorker(api.context).turn()
    if name == "get_story":
        imported = api.request("POST", "/v1/games:import", data=finished_file(7), content_type=NDJSON)
        path = f"/v1/games/{imported.json['game']}/story"
    return path


def example_answer(api: ApiClient, name: str, status: int, media: str) -> Any:
    """Return the answer of an operation: decoded JSON, or text."""
    seats = [{"kind": "human", "name": "Ana", "person": "p-1"}, {"name": "Bo", "person": "p-2"}, {"person": "p-3"}]
    clock = {"turn": 60, "trading": 120, "game": 600} if "clock" in documented_operations()[name][1] else None
    match = api.match(players=None, seats=seats, clock=clock)
    token: str | None = api.token("service")
    if name in ("correct_game", "try_correction"):
        called = {"kind": "arbiter", "game": match.game, "reason": "a dispute", "person": "p-4"}
        token = api.post("/v1/tokens", token, json=called)["token"]
    elif name == "set_game_metadata":
        match = api.match_of(api.post("/v1/games", token, json={"edition": "classic", "players": 3}))
    elif name == "list_service_tokens":
        api.post("/v1/service-tokens", token, json=OPERATIONS["create_service_token"].request.example)
    elif name in ASKED_BY_A_SEAT:
        token = seat_token(api, match, name)
    elif name == "stream_own_games":
        api.match_of(api.post("/v1/games", token, json={"edition": "classic", "seats": seats}))
        token = api.person_token("p-1")
    elif name == "answer_call":
        token = api.post(f"{match.at}/calls", match.seats[0], json={"reason": "Was this the front card?"})["token"]
    method, path, more = request_for(name, *documented_operations()[name], match)
    if "{webhook}" in documented_operations()[name][1] or name == "list_webhooks":
        path = path.replace("0" * 16, create_failing_webhook(api, token))
    if "{tournament}" in documented_operations()[name][1]:
        prepare_tournament(api, match, name)
    prepare_game(api, match, name, status)
    path = path.replace("after=1", f"after={api.get(match.at)['version'] - 2}").replace(
        "events/1", "events/17" if name == "get_event" else "events/1"
    )
    if f"{name} {status}" in BODIES:
        more = {"json": BODIES[f"{name} {status}"]}
    path = path_of_finished_game(api, name, path)
    if name == "import_game":
        more = {"data": finished_file(status), "content_type": NDJSON}
    accept = {"Accept": media, "Accept-Encoding": "identity"}
    reply = api.request(method, path + QUERIES.get(f"{name} {status}", ""), token, headers=accept, **more)
    assert reply.status_code == status, (name, status, reply.text)
    return reply.json if media == JSON else reply.text


def prepare_tournament(api: ApiClient, match: Match, name: str) -> None:
    """Bring the tournament beside a game to the state that an operation needs."""
    at = api.tournament(tournament_of(match.game))
    if name == "publish_commentary":
        api.link(tournament_of(match.game), match.game)
    elif name == "create_arbiter_token":
        api.post(f"{at}/rounds/1/games", api.official_token("director", tournament_of(match.game)), json={})
    elif name not in ("start_round_games", "list_awaited_tables"):
        play_round(api, match)
    if name in ("get_slot_field", "list_slots"):
        show_table_in_slot(api.context, at.rpartition("/")[2], "main", None, 1)


def play_round(api: ApiClient, match: Match) -> None:
    """Enter and confirm the results of a round of the tournament beside a game."""
    at = api.tournament(tournament_of(match.game))
    entered = {"type": "EnterResult", "round": 1, "table": 1, "scores": [9, 5, 3, 1], "places": [1, 2, 3, 4]}
    confirmed = [{"type": "ConfirmTableResult", "round": 1, "table": 1}, {"type": "ConfirmRound", "round": 1}]
    for kind, commands in (("scorer", [entered]), ("director", confirmed)):
        token = api.official_token(kind, tournament_of(match.game))
        api.post(f"{at}/commands", token, json={"commands": commands})


def create_failing_webhook(api: ApiClient, token: str | None) -> str:
    """Create a webhook with one waiting and one dead delivery; return its id."""
    wish = {**OPERATIONS["create_webhook"].request.example, "url": "https://localhost/haricot"}  # no server is asked
    id_: str = api.post("/v1/webhooks", token, json=wish)["id"]
    lines = api.get("/v1/feed?limit=2", token)["lines"]
    why: dict[str, Any] = {"status": 503, "fault": "answer", "tries": 10}
    at = now_ms()
    dead, failed = lines[0], lines[1]
    api.context.store.save_entries(
        DeadLetter(
            hook=id_, cursor=dead["cursor"], game=dead["game"], place=1, n=1, type="game_created.1", at=at, **why
        ),
        WaitingGame(hook=id_, game=failed["game"], place=1, n=1, waiting=2, due=at, since=at, **why),
    )
    return id_


def prepare_game(api: ApiClient, match: Match, name: str, status: int) -> None:
    """Bring a game to the state that an operation reports on."""
    if name in (
        "get_event",
        "get_event_verdict",
        "list_sentences",
        "get_timeline",
        "list_tables",
        "get_card_history",
        "get_audit",
        "audit_game",
    ):
        api.trade(match)
    if name in ("list_annotations", "stream_annotations", "stream_game", "list_forks"):
        api.post(f"{match.at}/annotations", match.seats[0], json={"n": 5, "text": "Was this the front card?"})
    if name in ("stream_game", "list_forks"):
        api.post(f"{match.at}/void", match.organiser, json={"reason": "A player had to leave."})
    if name == "list_forks":
        api.fork(match, 5)
    if name == "import_game" and status == 200:
        api.post("/v1/games:import", data=finished_file(status))
    if name in ("list_disputes", "get_dispute", "list_possible_actions"):
        api.post(f"{match.at}/disputes", match.seats[1], json=claim_about(api.get(match.at)["version"]))
    if name == "get_audit_bundle":
        api.sign(match.game)
    if name in ("get_tournament_bundle", "list_tournament_checkpoints"):
        api.sign(tournament_log_name(tournament_of(match.game)))
    if name in ("get_statistics", "list_counted_games", "get_player", "list_rating_steps", "list_ratings"):
        if not api.context.store.exists("classic-3-figures-0001"):
            hold(api.context.store, 1, ("ana",))
        FiguresWorker(api.context).turn()
    if name == "get_leaderboard":
        whole = api.match(options={})
        while api.move(whole, Random(1)):
            pass


def shorten(whole: Any, name: str = "") -> Any:
    """Shorten lists and texts to their first items and lines, and replace secrets, at any depth."""
    if isinstance(whole, dict):
        members = list(whole.items())[: ITEMS_MAX if name in UNIFORM_OBJECTS else None]
        return {key: shorten(value, key) for key, value in members}
    if isinstance(whole, list):
        return [shorten(item) for item in whole[:ITEMS_MAX]]
    if isinstance(whole, str):
        lines = whole.splitlines(keepends=True)
        text = whole if "event: " in whole else "".join([*lines[:ITEMS_MAX], *lines[ITEMS_MAX:][-1:]])
        for pattern, instead in REDACTED.items():
            text = re.sub(pattern, instead, text)
        return text
    return whole


def example_lines(renewed: list[str]) -> Iterator[str]:
    """Yield the lines of the examples' file: new answers for the operations `renewed`, stored ones for the others."""
    with tempfile.TemporaryDirectory() as folder, open_api(Path(folder) / "store", heartbeat=0.05) as api:
        every = collect_examples(api)
    standing = {
        name: one for name, one in json.loads(FILE.read_text("utf-8")).items() if name.split()[0] not in renewed
    }
    every |= {name: one for name, one in standing.items() if name in every}
    yield "{"
    for index, (name, example) in enumerate(every.items(), 1):
        yield f"{json.dumps(name)}: {json.dumps(example, ensure_ascii=False)}{',' if index < len(every) else ''}"
    yield "}"


if __name__ == "__main__":
    FILE.write_text("\n".join(example_lines(sys.argv[1:])) + "\n", "utf-8")
