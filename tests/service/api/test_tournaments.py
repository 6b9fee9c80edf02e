"""Tournaments over HTTP: from creation to close, refusals, visibility, streams and forks."""

import base64
import json
from fractions import Fraction
from threading import Thread
from typing import Any

import pytest

from replay.proofs.merkle_tree import leaf_hash, verify_inclusion
from replay.proofs.tournament_bundle_verifier import verify_tournament_bundle
from replay.tournaments.tournament_verifier import verify_tournament
from service.signing.tournament_log import tournament_log_name
from service.store.entries.tournament_entries import TournamentEventEntry, TournamentSettings
from tests.service.api.conftest import ApiClient
from tests.service.api.event_loop import SocketTransport, Transport, event_loop
from tests.waiting import wait_until

__all__ = ["event_loop"]

WISH = {"title": "Spring open", "edition": "classic", "rounds": 2, "format": "swiss", "preferred": 3}
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve", "Flo", "<b>Gil</b>")


class HostedTournament:
    """A tournament over HTTP, with the tokens of its first officials."""

    def __init__(self, api: ApiClient, players: int = len(NAMES), **wish: Any) -> None:
        self.api = api
        made = api.post("/v1/tournaments", json={**WISH, **wish})
        self.id: str = made["tournament"]
        self.at = f"/v1/tournaments/{self.id}"
        self.tokens: dict[str, str | None] = {one["kind"]: one["token"] for one in made["tokens"]}
        entered = {"players": [{"name": name} for name in NAMES[:players]], "check_in": True}
        if players:
            api.post(f"{self.at}/players", self.tokens["director"], json=entered)

    def get(self, part: str = "", by: str | None = None) -> Any:
        """Return the answer to a GET of an official, or of an anonymous caller."""
        return self.api.get(self.at + part, None if by is None else self.tokens[by])

    def act(self, by: str, *commands: dict[str, Any], **headers: str) -> Any:
        """Submit commands that must be accepted, and return the answer."""
        return self.api.post(f"{self.at}/commands", self.tokens[by], json={"commands": commands}, headers=headers)

    def refused(self, status: int, code: str, by: str | None, *commands: Any) -> dict[str, Any]:
        """Submit commands that must be refused, and return the problem."""
        token = None if by is None else self.tokens[by]
        return self.api.problem(status, code, "POST", f"{self.at}/commands", token, json={"commands": commands})

    def release(self, number: int = 1) -> None:
        """Draw and release a round."""
        self.act("director", {"type": "DrawRound", "round": number}, {"type": "ReleaseRound", "round": number})

    def result(self, number: int, table: int) -> dict[str, Any]:
        """Return a result of a table in which the first in turn order wins."""
        seats = len(self.get()["rounds"][number - 1]["tables"][table - 1]["players"])
        places = [*range(1, seats + 1)]
        return {"type": "EnterResult", "round": number, "table": table, "scores": places[::-1], "places": places}

    def play(self, number: int = 1) -> None:
        """Enter and confirm the results of a released round."""
        for table in range(1, len(self.get()["rounds"][number - 1]["tables"]) + 1):
            self.act("scorer", self.result(number, table))
            self.act("director", {"type": "ConfirmTableResult", "round": number, "table": table})
        self.act("director", {"type": "ConfirmRound", "round": number})


def test_a_tournament_runs_from_creation_to_close(shared):
    cup = HostedTournament(shared)
    for number in (1, 2):
        assert cup.get()["awaits"][0] == {"command": "DrawRound", "by": ["director"], "round": number, "table": None}
        cup.release(number)
        file = shared.request("GET", f"{cup.at}/file").data
        assert verify_tournament(file).verdict == "ok", "every client can verify it while it runs"
        cup.play(number)
    cup.act("director", {"type": "CloseTournament"}, {"type": "RevealSecrets"})
    assert (cup.get()["status"], cup.get()["awaits"]) == ("closed", [])
    lines = cup.get("/standings?certainty=true")["standings"]
    assert [line["name"] for line in lines if line["name"].startswith("<")] == ["<b>Gil</b>"]
    for line in lines:
        assert Fraction(line["points"]) == sum(Fraction(one["points"]) for one in line["why"])
    assert cup.get("/audit")["verdict"] == "ok"
    assert len(cup.get("/standings?at=1")["standings"]) == 0
    events = cup.get("/events?limit=3&after=2")
    assert [one["n"] for one in events["events"]] == [3, 4, 5]
    assert (
        cup.api.request("GET", cup.at + "/stream", headers={"Last-Event-ID": f"{events['version']}"}).status_code == 204
    )


def test_a_retried_tournament_request_returns_the_first_result(shared):
    key = {"Idempotency-Key": "9f86d081884c7d659a2feaa0c55ad015"}
    first, again = (shared.request("POST", "/v1/tournaments", json=WISH, headers=key) for _ in range(2))
    assert first.json["tournament"] == again.json["tournament"]
    assert again.headers["Idempotency-Replayed"] == "true"
    at = f"/v1/tournaments/{first.json['tournament']}"
    shared.problem(401, "auth.invalid", "GET", at, first.json["tokens"][0]["token"])
    director = again.json["tokens"][0]["token"]
    players = [{"name": name} for name in NAMES]
    posts: tuple[tuple[str, Any, Any], ...] = (
        ("/players", {"players": players, "check_in": True}, {"players": players}),
        ("/commands", {"commands": [{"type": "DrawRound", "round": 1}]}, {"commands": [{"type": "CloseTournament"}]}),
        ("/forks", {"at": 3}, {"at": 4}),
    )
    for path, body, other in posts:
        once, twice = (shared.request("POST", at + path, director, json=body, headers=key) for _ in range(2))
        assert (once.status_code, twice.status_code) == (201, 201), once.text
        assert twice.headers["Idempotency-Replayed"] == "true"
        assert {**once.json, "tokens": None} == {**twice.json, "tokens": None}
        shared.problem(422, "idempotency.reused", "POST", at + path, director, json=other, headers=key)
    tokens = [shared.post(f"{at}/tokens", director, json={"kind": "scorer"}, headers=key) for _ in range(2)]
    assert [one["pseudonym"] for one in tokens] == ["scorer-2", "scorer-2"]
    shared.problem(401, "auth.invalid", "GET", at, tokens[0]["token"])
    assert shared.get("/v1/tokens/me", tokens[1]["token"])["pseudonym"] == "scorer-2"
    assert shared.get(at, director)["version"] == 16, "each request was executed once"


def test_a_refused_tournament_request_changes_nothing(shared):
    cup = HostedTournament(shared)
    cup.release()
    version = cup.get(by="director")["version"]
    entered = cup.result(1, 1)
    shape: list[Any] = [
        {"type": "DrawRound", "round": 2, "secret": "00" * 32},
        {"type": "EnterResult", **entered, "by": "arbiter"},
        {"type": "TakeResult", "round": 1, "table": 1, "game": "x", "n": 1, "digest": "", "scores": [], "places": []},
        {"type": "RegisterPlayer", "player": "player-9"},
        {**entered, "scores": [10**30, *entered["scores"][1:]]},
        {**entered, "round": "1"},
        {"type": "VoidTable", "round": 1, "table": 1, "text": "x" * 4001},
        {"type": "GivePenalty", "player": "player-1", "kind": "points", "article": "TR-1", "text": "x" * 4001},
        "DrawRound",
        {},
    ]
    for command in shape:
        cup.refused(422, "request.shape", "director", command)
    cup.refused(422, "request.shape", "director")
    cup.refused(422, "request.shape", "director", *[{"type": "DrawRound", "round": 2}] * 1001)
    rules: list[tuple[str, Any]] = [
        ("TO-3.1", {"type": "DrawRound", "round": 2}),
        ("TO-6.1", {"type": "ConfirmRound", "round": 1}),
        ("TO-4.1", {**entered, "table": 9}),
        ("TO-4.3", {**entered, "places": [1] * 9}),
        ("TO-6.3", {"type": "CloseTournament"}),
    ]
    for clause, command in rules:
        says = cup.refused(409, "tournament", "director", cup.result(1, 2), command)
        assert says["clause"]["id"] == clause, says
    assert cup.get(by="director")["version"] == version, "all or none"
    twice = {"players": [{"name": "Zoe"}, {"name": "zoe"}]}
    for body in (twice, {"players": [{"name": "ANA"}]}, {"players": [{"name": "a\u202eb"}]}, {"players": [{"x": 1}]}):
        shared.problem(422, "request.shape", "POST", f"{cup.at}/players", cup.tokens["director"], json=body)
    for part in ("?at=0", "?at=99", "?at=x", "?x=1", "/standings?certainty=1", "/stream?after=99", "/events?limit=0"):
        shared.problem(422, "request.shape", "GET", cup.at + part)
    long = b'{"commands":[' + b'{"type":"DrawRound","round":1},' * 40_000 + b"{}]}"
    answer = shared.request(
        "POST", f"{cup.at}/commands", cup.tokens["director"], data=long, content_type="application/json"
    )
    assert answer.status_code in (413, 422)
    for wish in ({"edition": "chess"}, {"rounds": 0}, {"title": ""}, {"delay_seconds": -1}, {"table_points": [5]}):
        shared.problem(422, "request.shape", "POST", "/v1/tournaments", json={**WISH, **wish})
    for wish in ({"preferred": 16}, {"table_points": ["many"]}, {"tie_breaks": ["luck"]}):
        assert shared.request("POST", "/v1/tournaments", json={**WISH, **wish}).status_code in (409, 422)
    assert cup.get(by="director")["version"] == version


def test_each_tournament_role_may_do_its_own_work_only(shared):
    cup, other = HostedTournament(shared), HostedTournament(shared, players=0)
    cup.release()
    tables = cup.get()["rounds"][0]["tables"]
    player = tables[0]["players"][0]
    asked = {"kind": "player", "player": player}
    cup.tokens["player"] = shared.post(f"{cup.at}/tokens", cup.tokens["director"], json=asked)["token"]
    cup.tokens["stranger"] = other.tokens["director"]
    cup.refused(403, "tournament.forbidden", "player", cup.result(1, 2))
    cup.refused(403, "tournament.forbidden", "scorer", {"type": "DrawRound", "round": 2})
    cup.refused(403, "tournament.forbidden", "arbiter", {"type": "ConfirmRound", "round": 1})
    cup.refused(403, "tournament.forbidden", "stranger", {"type": "ConfirmRound", "round": 1})
    cup.refused(401, "auth.missing", None, {"type": "ConfirmRound", "round": 1})
    made = cup.act("player", cup.result(1, 1))["events"]
    assert made[0]["event"]["by"] == player
    assert cup.refused(409, "tournament", "player", cup.result(1, 1))["clause"]["id"] == "TO-4.2"
    for body in ({"kind": "player"}, {"kind": "player", "player": "player-99"}, {"kind": "scorer", "player": player}):
        shared.problem(422, "request.shape", "POST", f"{cup.at}/tokens", cup.tokens["director"], json=body)
    gone = {"token": cup.tokens["player"]}
    shared.problem(404, "not-found", "DELETE", "/v1/tokens", other.tokens["director"], json=gone)
    assert shared.request("DELETE", "/v1/tokens", cup.tokens["director"], json=gone).status_code == 204
    shared.problem(401, "auth.invalid", "GET", cup.at, cup.tokens["player"])


def test_a_draft_round_is_hidden_until_its_release(shared):
    cup = HostedTournament(shared)
    asked = {"kind": "player", "player": "player-1"}
    cup.tokens["player"] = shared.post(f"{cup.at}/tokens", cup.tokens["director"], json=asked)["token"]
    before, etag = cup.get(), shared.request("GET", cup.at).headers["ETag"]
    cup.act("director", {"type": "DrawRound", "round": 1})
    shared.post(f"{cup.at}/players", cup.tokens["director"], json={"players": [{"name": "Zoe"}]})
    assert cup.get(by="scorer")["rounds"][0]["state"] == "draft"
    assert cup.get() == cup.get(by="player") == before
    assert shared.request("GET", cup.at, headers={"If-None-Match": etag}).status_code == 304
    assert cup.act("player", {"type": "Withdraw", "player": "player-1"})["events"] == [], "it comes after the draft"
    cup.act("director", {"type": "ReleaseRound", "round": 1})
    assert cup.get()["version"] == before["version"] + 4


def test_spectators_of_a_tournament_share_cached_answers(shared):
    cup = HostedTournament(shared)
    cup.release()
    views, first = shared.context.responses, {}
    for part, operation in (("", "get_tournament"), ("/standings", "get_standings")):
        made = shared.request("GET", cup.at + part)
        first[part] = made.headers["ETag"]
        kept = views.get((operation, cup.id, first[part].strip('"')))
        assert kept.body == made.data == shared.request("GET", cup.at + part).data
    cup.act("scorer", cup.result(1, 1))
    for part, etag in first.items():
        assert shared.request("GET", cup.at + part, headers={"If-None-Match": etag}).headers["ETag"] != etag
    awaited = shared.request("GET", f"{cup.at}/awaited", cup.tokens["scorer"])
    known = {"If-None-Match": awaited.headers["ETag"]}
    assert shared.request("GET", f"{cup.at}/awaited", cup.tokens["scorer"], headers=known).status_code == 304
    cup.act("director", {"type": "ConfirmTableResult", "round": 1, "table": 1})
    assert shared.request("GET", f"{cup.at}/awaited", cup.tokens["scorer"], headers=known).status_code == 200


def test_a_private_tournament_looks_absent_to_outsiders(shared):
    cup = HostedTournament(shared, private=True)
    for part in ("", "/events", "/standings", "/file", "/audit", "/stream"):
        one, none = (shared.request("GET", at + part) for at in (cup.at, "/v1/tournaments/none"))
        assert (one.status_code, one.text.replace(cup.id, "none")) == (404, none.text)
    assert cup.id not in shared.request("GET", "/v1/tournaments?limit=200").text
    assert cup.id in shared.request("GET", "/v1/tournaments?limit=200", cup.tokens["scorer"]).text


def test_the_list_of_tournaments_goes_on_after_its_cursor(api):
    made = [HostedTournament(api, players=0).id for _ in range(3)]
    found, path = list[str](), "/v1/tournaments?limit=2"
    while path:
        answer = api.request("GET", path)
        found += [one["tournament"] for one in answer.json["tournaments"]]
        path = answer.headers.get("Link", "").partition(">")[0].removeprefix("<")
    assert sorted(found) == sorted(made)
    api.problem(422, "request.shape", "GET", "/v1/tournaments?cursor=none")
    gap = TournamentEventEntry(tournament="gap", n=2, at=0, event="{}")
    api.context.register.save_entries(TournamentSettings(tournament="gap", title="gap", made=1), gap)
    api.problem(503, "unavailable", "GET", "/v1/tournaments/gap")
    assert len(api.get("/v1/tournaments")["tournaments"]) == len(made), "the other tournaments are listed"


def test_a_reopened_tournament_ends_again(shared):
    cup = HostedTournament(shared)
    for number in (1, 2):
        cup.release(number)
        cup.play(number)
    fork = shared.post(f"{cup.at}/forks", cup.tokens["director"], json={"at": 20})["tournament"]
    cup.act("director", {"type": "CloseTournament"}, {"type": "RevealSecrets"})
    shared.problem(404, "not-found", "GET", f"/v1/tournaments/{fork}")

    def polled() -> bytes:
        data: bytes = shared.request("GET", f"{cup.at}/stream?follow=false&after={cup.get()['version']}").data
        return data

    assert b"event: end" in polled()
    cup.act("director", {"type": "ReopenTournament", "text": "A result was wrong."})
    assert b"event: end" not in polled(), "the tournament goes on"
    cup.refused(409, "tournament", "director", {"type": "DrawRound", "round": 3})
    cup.act("director", {"type": "CloseTournament"})
    assert b"event: end" in polled()
    assert cup.get("/audit")["verdict"] == "ok"


def test_one_of_two_directors_who_draw_at_once_draws(shared):
    cup, answers = HostedTournament(shared), list[Any]()

    def draw() -> None:
        body = {"commands": [{"type": "DrawRound", "round": 1}]}
        answers.append(shared.request("POST", f"{cup.at}/commands", cup.tokens["director"], json=body))

    threads = [Thread(target=draw) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(one.status_code for one in answers) == [201, 409, 409]
    assert len(cup.get(by="director")["rounds"]) == 1


def test_a_tournament_fork_shows_the_effect_of_another_ruling(shared):
    cup = HostedTournament(shared)
    cup.release()
    cup.play()
    entered = next(one["n"] for one in cup.get("/events")["events"] if one["event"]["type"] == "table_result_entered.1")
    otherwise = cup.result(1, 1)
    otherwise |= {"scores": otherwise["scores"][::-1], "places": otherwise["places"][::-1]}
    wish = {"at": entered - 1, "instead": [otherwise]}
    fork = shared.post(f"{cup.at}/forks", cup.tokens["director"], json=wish)
    assert (fork["replayed"], fork["says"]) == (cup.get()["version"], None)
    moved = [one for one in fork["compared"] if one["points_before"] != one["points_after"]]
    assert len(moved) >= 2
    assert any(one["passes"] for one in moved)
    own = shared.get(f"/v1/tournaments/{fork['tournament']}", fork["tokens"][0]["token"])
    assert own["forked_from"] == {"tournament": cup.id, "at": entered - 1}
    shared.problem(404, "not-found", "GET", f"/v1/tournaments/{fork['tournament']}")
    shared.problem(422, "request.shape", "POST", f"{cup.at}/forks", cup.tokens["director"], json={"at": 99})
    shared.problem(403, "tournament.forbidden", "POST", f"{cup.at}/forks", cup.tokens["scorer"], json=wish)
    for reason in ("", "x" * 4001, "a\0b"):
        kept = {**wish, "keep_seating": reason}
        shared.problem(422, "request.shape", "POST", f"{cup.at}/forks", cup.tokens["director"], json=kept)


@pytest.mark.parametrize("accept", ["text/event-stream", "application/x-ndjson"])
def test_a_tournament_stream_has_each_event_once_it_is_public(shared, accept):
    cup = HostedTournament(shared)
    seen = cup.get()["version"]
    answer = shared.request("GET", f"{cup.at}/stream?after={seen}", headers={"Accept": accept}, buffered=False)
    parts = iter(answer.response)
    assert "event" not in next(parts).decode(), "a heartbeat"
    cup.act("director", {"type": "DrawRound", "round": 1})
    cup.act("director", {"type": "ReleaseRound", "round": 1})
    text = ""
    while "round_released.1" not in text:
        text += next(parts).decode()
    answer.close()
    lines = [line.removeprefix("data: ") for line in text.splitlines() if '"event":' in line]
    assert [json.loads(line)["n"] for line in lines] == [seen + 1, seen + 2]
    assert lines == [json.dumps(one, separators=(",", ":")) for one in cup.get(f"/events?after={seen}")["events"]]


def test_tournament_streams_end_with_their_token(api, event_loop):
    cup = HostedTournament(api)
    late = HostedTournament(api, delay_seconds=1)
    scorer, anonymous, later = Transport(), Transport(), Transport()
    event_loop.follow(api, f"{cup.at}/stream", scorer, cup.tokens["scorer"])
    event_loop.follow(api, f"{cup.at}/stream", anonymous)
    event_loop.follow(api, f"{late.at}/stream", later)
    cup.act("director", {"type": "DrawRound", "round": 1})
    late.release()
    wait_until(lambda: b"round_drawn.1" in scorer.sent, "an official is not sent the draft")
    assert b"round_drawn.1" not in anonymous.sent + later.sent
    gone = {"token": cup.tokens["scorer"]}
    assert api.request("DELETE", "/v1/tokens", cup.tokens["director"], json=gone).status_code == 204
    cup.act("director", {"type": "ReleaseRound", "round": 1})
    wait_until(lambda: b"round_released.1" in anonymous.sent, "the release is not sent")
    assert anonymous.sent.count(b"event: event") == cup.get()["version"]
    assert b"round_released.1" not in scorer.sent
    wait_until(lambda: b"round_released.1" in later.sent, "what the delay held back is not sent")


def test_a_tournament_subscriber_who_does_not_read_is_cut_off(api, event_loop, monkeypatch):
    monkeypatch.setattr("service.streaming.slow_readers.STALL_SECONDS", 0.1)
    monkeypatch.setattr("service.streaming.subscriber_groups.OUTSTANDING_BYTES_MAX", 500)
    cup, transport = HostedTournament(api), SocketTransport()
    many = {"players": [{"name": f"N{number}"} for number in range(200)]}  # more than the socket buffers hold
    api.post(f"{cup.at}/players", cup.tokens["director"], json=many)
    event_loop.follow(api, f"{cup.at}/stream", transport)
    wait_until(lambda: api.context.stream_quota.total == 0, "they keep their place")
    assert b"event: problem" in transport.parts[-1]
    assert f'"instance":"{cup.at}/stream"'.encode() in transport.parts[-1]
    transport.close()


def test_the_games_of_a_round_are_created_and_awaited(api):
    cup = HostedTournament(api, players=3)
    cup.release()
    assert [one["awaits"] for one in cup.get("/awaited", "scorer")["tables"]] == ["game"]
    key = {"Idempotency-Key": "games-of-round-1"}
    path, token = f"{cup.at}/rounds/1/games", cup.tokens["director"]
    first, again = (api.request("POST", path, token, json={"bots": {"*": "greedy"}}, headers=key) for _ in range(2))
    assert first.json["games"][0]["game"] == again.json["games"][0]["game"]
    assert again.headers["Idempotency-Replayed"] == "true"
    assert cup.get()["rounds"][0]["tables"][0]["game"] == first.json["games"][0]["game"]
    assert [one["awaits"] for one in cup.get("/awaited", "scorer")["tables"]] == ["end"]
    api.problem(409, "tournament", "POST", f"{cup.at}/rounds/2/games", token, json={})
    api.problem(422, "request.shape", "POST", path, token, json={"bots": {"player-9": "greedy"}})
    api.problem(403, "tournament.forbidden", "POST", path, cup.tokens["scorer"], json={})


def test_the_bundle_of_a_tournament_proves_its_events(api):
    cup = HostedTournament(api, 3)
    cup.release()
    cup.play()
    api.sign(tournament_log_name(cup.id))
    cup.act("director", {"type": "DrawRound", "round": 2})
    api.sign(tournament_log_name(cup.id))
    public, whole = (api.request("GET", f"{cup.at}/bundle", token).data for token in (None, cup.tokens["director"]))
    known = cup.get()["version"]
    verified = verify_tournament_bundle(public)
    assert (verified.verdict, verified.events, verified.view) == ("good", known, "spectator")
    assert verify_tournament_bundle(whole).events == known + 1
    assert public.count(b"round_drawn.1") + 1 == whole.count(b"round_drawn.1")
    signed = cup.get("/checkpoints")
    assert signed["checkpoint"]["size"] == signed["checkpoints"][-1]["size"] == known
    proof = cup.get("/events/2/proof")
    path = [base64.b64decode(one) for one in proof["proof"]]
    root = base64.b64decode(proof["root"])
    assert verify_inclusion(leaf_hash(proof["leaf"].encode()), 1, known, path, root)
    api.problem(404, "not-found", "GET", f"{cup.at}/events/{known + 1}/proof")


def test_a_knockout_awaits_what_its_format_needs(shared):
    cup = HostedTournament(shared, format="knockout", rounds=5, preferred=4, advance=2, seeding="lot")
    times = {"opens": "2026-12-01T00:00:00Z", "closes": "2026-12-02T00:00:00Z"}
    cup.act("director", {"type": "ScheduleRound", "round": 2, **times})
    cup.refused(409, "tournament", "director", {"type": "ScheduleRound", "round": 2, **times, "closes": times["opens"]})
    cup.refused(403, "tournament.forbidden", "scorer", {"type": "ScheduleRound", "round": 2, **times})
    cup.release()
    cup.play()
    assert [one["command"] for one in cup.get()["awaits"]] == ["DrawRound"]
    cup.release(2)
    cup.play(2)
    found = cup.get()
    assert [one["command"] for one in found["awaits"]] == ["CloseTournament"], "round 3 of 5 is not needed"
    assert found["schedule"] == [{"round": 2, **times}]
    assert (found["rules"]["advance"], found["rules"]["final"]) == (2, None)
    assert (found["rounds"][1]["algorithm"], found["rounds"][1]["byes"]) == ("haricot-knockout/1", [])
    assert len(found["rounds"][1]["sit_outs"]) == len(NAMES) - 4
    lines = cup.get("/standings")["standings"]
    assert [one["name"] for one in lines[0]["tie_breaks"]][:2] == ["reached", "place"]
    assert verify_tournament(shared.request("GET", f"{cup.at}/file").data).verdict == "ok"
