"""Broadcasts: slots show public facts of their tables, with the delay of the broadcast."""

import json
from datetime import datetime
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from service.access.delayed_sight import with_delay
from service.access.tokens import Principal
from service.api.tournaments import broadcasts
from service.api.tournaments.broadcast_schemas import SlotField
from service.api.tournaments.broadcast_texts import text_of_field
from service.streaming.stream_server import StreamServer
from tests.service.api.conftest import Match
from tests.service.api.event_loop import Transport, event_loop
from tests.service.api.test_game_clocks import wait, work
from tests.service.api.test_tournaments import HostedTournament
from tests.waiting import wait_until

__all__ = ["event_loop", "wait"]

FIELDS = ("table", "hands", "scores", "next", "standings", "clock", "commentary", "wall")
TEXT = {"headers": {"Accept": "text/plain"}}
STREAM = {"headers": {"Accept": "text/event-stream"}}


class Broadcast:
    """A tournament with a released round whose first table plays, and a slot that shows it."""

    def __init__(self, api: Any, **body: Any) -> None:
        self.api = api
        self.cup = HostedTournament(api, preferred=3, **body)
        self.cup.release()
        director = self.cup.tokens["director"]
        self.by = api.post(f"{self.cup.at}/tokens", director, json={"kind": "broadcaster"})["token"]
        self.games = api.post(f"{self.cup.at}/rounds/1/games", director)["games"]
        self.seats = {one["seat"]: one["token"] for one in self.games[0]["seats"]}
        self.game = self.games[0]["game"]
        self.bind(table=1)

    def bind(self, slot: str = "main", **table: Any) -> Any:
        """Bind a slot."""
        return self.put(f"/slots/{slot}", **table)

    def put(self, part: str, **body: Any) -> Any:
        """Send a PUT as the broadcaster, and return the answer."""
        answer = self.api.request("PUT", self.cup.at + part, self.by, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json

    def show(self, field: str, slot: str = "main", **more: Any) -> Any:
        """Return what a field of a slot shows to an anonymous client."""
        answer = self.api.request("GET", f"{self.cup.at}/slots/{slot}/{field}", **more)
        assert answer.status_code == 200, answer.text
        return answer.json if answer.mimetype == "application/json" else answer.text

    def move(self, field: int = 0) -> None:
        """Plant a card in a field, as the seat whose turn it is."""
        table = self.api.get(f"/v1/games/{self.game}")
        (seat,) = table["to_act"]
        order = {"type": "PlantFromHand", "seat": seat, "field": field}
        self.api.post(f"/v1/games/{self.game}/commands", self.seats[seat], json=order)

    def comment(self, n: int, text: str, **more: Any) -> Any:
        """Publish commentary."""
        said = {"game": self.game, "n": n, "text": text, **more}
        return self.api.post(f"{self.cup.at}/commentary", self.by, json=said)

    def remarks(self, token: str | None = None) -> list[str]:
        """Return the texts of the annotations that a client reads."""
        return [one["text"] for one in self.api.get(f"/v1/games/{self.game}/annotations", token)["annotations"]]


@pytest.fixture(scope="module")
def cast(shared: Any) -> Broadcast:
    """A broadcast without a delay."""
    return Broadcast(shared)


def test_a_slot_shows_the_table_that_it_is_bound_to(cast):
    names = [[one["name"] for one in cast.show("scores")["tables"][0]["players"]]]
    assert cast.show("table")["position"]["table"]["seats"][0]["hand"] == 5, "the number of cards only"
    assert {card for one in cast.show("hands")["tables"][0]["players"] for card in one["hand"]} == {"face_down"}
    assert cast.show("clock")["clock"]["seconds_added"] == 0
    assert [one["table"] for one in cast.show("wall")["tables"]] == [1, 2]
    assert cast.show("next")["round"] == 2
    cast.bind(table=2, round=1)
    names.append([one["name"] for one in cast.show("scores")["tables"][0]["players"]])
    assert not set(names[0]) & set(names[1])
    listed = cast.api.get(f"{cast.cup.at}/slots", cast.by)
    assert [(one["slot"], one["round"], one["table"]) for one in listed["slots"]] == [("main", 1, 2)]
    for absent in ({}, {"table": 9}, {"table": 1, "round": 2}):
        cast.bind(**absent)
        assert [cast.show(field)["tables"] for field in ("table", "hands", "scores")] == [[], [], []]
    cast.bind(table=1)
    assert cast.show("scores")["tables"][0]["players"][0]["name"] == names[0][0]
    assert cast.show("scores", slot="never-bound")["tables"] == []


def test_each_broadcast_field_has_text_a_page_and_a_stream_at_one_address(cast):
    for field in FIELDS:
        at = f"/broadcast/{cast.cup.id}/main/{field}"
        page = cast.api.request("GET", at, headers={"Accept": "text/html,*/*"})
        assert (page.status_code, page.mimetype) == (200, "text/html")
        texts = [cast.api.request("GET", f"{at}.txt").text, cast.api.request("GET", at, **TEXT).text]
        assert texts[0] == texts[1] == cast.show(field, **TEXT)
        sent = cast.api.request("GET", f"{at}?follow=false", **STREAM)
        assert sent.mimetype == "text/event-stream"
        data = sent.text.partition("data: ")[2].partition("\n")[0]
        assert json.loads(data) == cast.show(field)
    lines = cast.show("scores", **TEXT).splitlines()
    assert lines == [f"{one['name']} 0" for one in cast.show("scores")["tables"][0]["players"]]
    known = cast.api.request("GET", f"{cast.cup.at}/slots/main/scores")
    again = {"headers": {"If-None-Match": known.headers["ETag"]}}
    assert cast.api.request("GET", f"{cast.cup.at}/slots/main/scores", **again).status_code == 304


def test_a_wall_costs_by_its_tables_even_when_answered_304(new_api, monkeypatch):
    monkeypatch.setattr(broadcasts, "TABLES_PER_COST", 2)
    cast = Broadcast(new_api(rate="1000 per minute", address_costs="60 per minute"))

    def statuses(field: str) -> list[int]:
        """Return the statuses of 60 conditional requests for an unchanged field."""
        path = f"{cast.cup.at}/slots/main/{field}"
        known = {"If-None-Match": cast.api.request("GET", path).headers["ETag"]}
        return [cast.api.request("GET", path, headers=known).status_code for _ in range(60)]

    assert statuses("scores") == [304] * 60, "one table"
    assert statuses("wall")[-1] == 429, "two tables"


def test_invalid_broadcast_requests_are_refused_by_member(cast):
    for part, body, place in (
        ("/slots/Main", {"table": 1}, "path.slot"),
        ("/slots/main", {"table": 0}, "table"),
        ("/slots/main", {"table": "1"}, "table"),
        ("/broadcast", {"delay_seconds": 86_401}, "equal to 86400."),
    ):
        answer = cast.api.request("PUT", cast.cup.at + part, cast.by, json=body)
        assert answer.status_code == 422, part
        assert place in answer.text
    for said, place in (
        ({"game": "classic-elsewhere", "n": 1, "text": "?"}, "game"),
        ({"game": cast.game, "n": 999, "text": "?"}, "n"),
        ({"game": cast.game, "n": 1, "text": "?", "marks": [{"place": "seats"}]}, "place"),
        ({"game": cast.game, "n": 1, "text": "?", "marks": [{"place": "/a"}] * 13}, "marks"),
    ):
        answer = cast.api.request("POST", f"{cast.cup.at}/commentary", cast.by, json=said)
        assert answer.status_code == 422, place
        assert place in answer.text
    assert cast.api.request("GET", f"{cast.cup.at}/slots/main/nothing").status_code == 404
    for headers in ({}, TEXT["headers"], STREAM["headers"]):
        assert cast.api.request("GET", f"{cast.cup.at}/slots/Main/wall", headers=headers).status_code == 422
    assert cast.api.request("GET", "/broadcast/absent/main/scores.txt").status_code == 404


def test_drafts_and_private_tournaments_are_in_no_broadcast(shared):
    cup = HostedTournament(shared, preferred=3)
    director = cup.tokens["director"]
    shared.request("PUT", f"{cup.at}/slots/main", director, json={"table": 1})
    cup.act("director", {"type": "DrawRound", "round": 1})
    for token in (None, director):
        shown = [shared.request("GET", f"{cup.at}/slots/main/{field}", token).json for field in FIELDS]
        assert [one["tables"] for one in shown] == [[]] * len(FIELDS), "drafts are hidden"
    assert shared.get(f"{cup.at}/slots/main/next")["round"] == 1
    hidden = HostedTournament(shared, preferred=3, private=True)
    for token in (None, hidden.tokens["director"]):
        answer = shared.request("GET", f"{hidden.at}/slots/main/standings", token)
        assert (answer.status_code, answer.json["code"]) == (404, "not-found")


def test_a_broadcast_delay_applies_to_all_fields_at_once(shared):
    cast = Broadcast(shared)
    cast.move()
    now = {field: cast.show(field) for field in FIELDS}
    cast.put("/broadcast", delay_seconds=3600)
    late = {field: cast.show(field) for field in FIELDS}
    assert [late[field]["tables"] for field in FIELDS] == [[]] * len(FIELDS), "an hour ago there was no round"
    assert late["standings"]["standings"] == []
    cast.put("/broadcast", delay_seconds=0)
    assert {field: cast.show(field) for field in FIELDS} == now, "only the delay held it back"


def test_a_broadcast_delay_applies_to_its_games(shared):
    cast = Broadcast(shared)
    seen = cast.show("scores")["tables"][0]["n"]
    sight = shared.context.reader.sight(cast.game, Principal())
    assert with_delay(shared.context.reader, sight, 0).version == seen
    late = with_delay(shared.context.reader, sight, 3_600_000)
    assert (late.version, late.over, late.late) == (1, False, True)
    assert late.later_at is not None
    assert not late.knows(seen, 0)


def test_spoiler_free_standings_are_those_before_the_shown_round(shared):
    cast = Broadcast(shared)
    cast.cup.play(1)
    cast.bind(table=1, round=1)
    assert {line["points"] for line in cast.show("standings")["standings"]} != {"0"}
    cast.put("/broadcast", spoiler_free=True)
    assert {line["points"] for line in cast.show("standings")["standings"]} == {"0"}
    cast.cup.release(2)
    assert cast.show("next")["tables"] == [], "pairings would reveal results"
    cast.bind(table=1)
    assert {line["points"] for line in cast.show("standings")["standings"]} != {"0"}, "now round 2 is shown"
    before = cast.show("standings")["standings"]
    cast.cup.play(2)
    for absent in ({}, {"table": 9}, {"table": 1, "round": 7}):
        cast.bind(**absent)
        assert cast.show("standings")["standings"] == before, "a slot without a table reveals nothing of round 2"
    cast.put("/broadcast", spoiler_free=False)
    assert cast.show("standings")["standings"] != before


def test_the_next_field_is_empty_after_the_last_round(shared):
    cast = Broadcast(shared)
    cast.cup.play(1)
    assert [cast.show("next", slot)["round"] for slot in ("main", "bare")] == [2, 2]
    cast.cup.release(2)
    shown = [cast.show("next", slot) for slot in ("main", "bare")]
    assert [(one["round"], len(one["tables"])) for one in shown] == [(None, 0), (2, 2)]
    cast.cup.play(2)
    for last in ([], [{"type": "CloseTournament"}]):
        if last:
            cast.cup.act("director", *last)
        shown = [cast.show("next", slot) for slot in ("main", "bare")]
        assert [(one["round"], one["tables"], one["clock"]) for one in shown] == [(None, [], None)] * 2
        assert [cast.show("next", slot, **TEXT) for slot in ("main", "bare")] == ["", ""]


def test_the_round_clock_has_the_delay_of_the_broadcast(shared):
    cast = Broadcast(shared, round_seconds=3600)
    cast.cup.act("director", {"type": "AddTime", "round": 1, "seconds": 60})
    cast.put("/broadcast", delay_seconds=1)
    wait_until(lambda: (cast.show("clock")["clock"] or {}).get("seconds_added") == 60, "the delayed clock is not shown")
    clock = cast.show("clock")["clock"]
    assert (clock["seconds"], clock["delay_seconds"]) == (3600, 1)
    field = msgspec.convert({**cast.show("clock"), "clock": {**clock, "delay_seconds": 90}}, SlotField)
    now = round(1000 * datetime.fromisoformat(clock["released"]).timestamp()) + 90_000 + 61_500
    assert text_of_field(field, "classic", "en", now) == "59:58"
    endless = replace(field, clock=replace(field.clock, seconds=None))
    assert text_of_field(endless, "classic", "en", now) == "1:01"


def test_a_stream_follows_the_table_and_the_binding(api, event_loop):
    cast = Broadcast(api)
    transport, wall = Transport(), Transport()
    event_loop.follow(api, f"{cast.cup.at}/slots/main/table", transport, **STREAM["headers"])
    event_loop.follow(api, f"{cast.cup.at}/slots/any/wall", wall, **STREAM["headers"])
    wait_until(lambda: transport.sent.count(b"event: field") == 1, "the table is not sent")
    cast.move()
    wait_until(lambda: b"plants" in transport.sent, "an event of the game is not sent")
    wait_until(lambda: b"plants" in wall.sent, "an event of a table is not sent to the wall")
    sent = transport.sent.count(b"event: field")
    cast.bind(table=2)
    wait_until(lambda: transport.sent.count(b"event: field") > sent, "the binding is not sent")
    cast.bind()
    wait_until(lambda: b'"tables":[],"position":null' in transport.sent, "the empty slot is not sent")
    sent, before = transport.sent.count(b"event: field"), wall.sent.count(b"event: field")
    cast.move(field=1)
    wait_until(lambda: wall.sent.count(b"event: field") > before, "the wall is not sent")
    assert transport.sent.count(b"event: field") == sent, "events of an unbound table are sent"


def test_control_a_stream_that_follows_its_tournament_alone_misses_the_table(api, event_loop, monkeypatch):
    monkeypatch.setattr(StreamServer, "_update_followed_topics", lambda *_: None)
    cast, transport = Broadcast(api), Transport()
    event_loop.follow(api, f"{cast.cup.at}/slots/main/table", transport, **STREAM["headers"])
    wait_until(lambda: transport.sent.count(b"event: field") == 1, "the table is not sent")
    cast.move()
    cast.cup.act("director", {"type": "AddTime", "round": 1, "seconds": 60})
    wait_until(lambda: b"plants" in transport.sent, "the next news of the tournament brings it")
    assert transport.sent.count(b"event: field") == 2


def test_the_game_clock_has_the_delay_of_the_shown_table(shared, wait):
    cast = Broadcast(shared, clock={"turn": 60, "trading": 90})
    wait(40)
    cast.move()
    work(shared, Match(cast.game, cast.seats, "", 0, ""))
    (shown,) = cast.show("hands")["tables"]
    assert (shown["clock"], shown["delay_ms"]) == (shared.get(f"/v1/games/{cast.game}/clock")["clock"], 0)
    assert shown["clock"]["running"]
    cast.put("/broadcast", delay_seconds=30)
    (shown,) = cast.show("hands")["tables"]
    assert (shown["clock"]["running"], shown["delay_ms"]) == (False, 30_000), "the start is delayed"
    wait(31)
    for field in ("hands", "scores", "table", "wall"):
        shown = cast.show(field)["tables"][0]
        assert (shown["clock"]["running"], shown["delay_ms"]) == (True, 30_000)
    arranged = shared.context.reader.arrangement(cast.game)
    shared.context.register.save_entries(replace(arranged, delay_events=1))
    assert cast.show("hands")["tables"][0]["clock"] is None, "nothing says how late it would be"
    late = shared.get(f"/v1/games/{cast.game}/clock")
    assert late["now"] == late["clock"]["since"]
