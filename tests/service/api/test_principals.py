"""Principals: idempotency keys, stream quotas, annotation limits and names belong to one seat or token."""

import json
import secrets
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from service.access.tokens import Principal
from service.lifecycle.idempotency import ANONYMOUS_KEY_MS, holds_128_bits
from service.store.entries.metadata_store import IdempotencyRecord

TUESDAY = {"Idempotency-Key": "tuesday-1"}
WISH = {"edition": "classic", "players": 3}


def is_replayed(answer: Any) -> bool:
    """Return whether the answer repeats that of an earlier request."""
    return "Idempotency-Replayed" in answer.headers


# Idempotency keys


def shared_keys(api: Any) -> list[str]:
    """Return the principals of two unrelated games that got the answer of another one, with the path."""
    found = []
    one, other = api.match(), api.match()
    api.post(f"{one.at}/void", one.organiser, json={"reason": "enough"})
    holders = [(kind, match) for match in (one, other) for kind in ("organiser", "seat", "spectator", "arbiter")]
    tokens = [
        match.organiser if kind == "organiser" else match.seats[0] if kind == "seat" else api.token(kind, match.game)
        for kind, match in holders
    ]
    asked = [("/v1/games", WISH), (f"{one.at}/forks", {"at": 5}), ("/v1/tokens", None)]
    for path, body in asked:
        for token, (kind, match) in zip(
            [*tokens, None, None], [*holders, ("anonymous", one), ("anonymous", one)], strict=True
        ):
            if path == "/v1/tokens" and kind != "organiser":
                continue
            sent = body or {"game": match.game, "kind": "spectator"}
            answer = api.request("POST", path, token, json=sent, headers=TUESDAY)
            assert answer.status_code in (201, 422), (path, kind, answer.text)
            if answer.status_code == 422 or is_replayed(answer):
                found.append(f"{path} {kind}")
    for token in (one.organiser, other.organiser):
        api.get("/v1/tokens/me", token)  # no token was revoked
    return found


def test_principals_of_unrelated_games_do_not_share_idempotency_keys(api):
    assert shared_keys(api) == []


def test_control_principals_without_their_game_share_keys(api, monkeypatch):
    monkeypatch.setattr(Principal, "name", property(lambda self: self.kind))
    assert "/v1/games organiser" in shared_keys(api)


def test_every_principal_has_a_distinct_name():
    kinds, games, seats = ("seat", "organiser", "spectator", "arbiter", "service"), ("a", "b"), (0, 1)
    digests = {kind + game: secrets.token_hex(32) for kind in kinds for game in games}
    principals = [
        Principal(kind=kind, game=game, seat=seat if kind == "seat" else None, digest=digests[kind + game])
        for kind, game, seat in product(kinds, games, seats)
    ]
    principals += [Principal(address=address) for address in ("10.0.0.1", "10.0.0.2")]
    assert len({one.name for one in principals}) == len(set(principals)) == 2 * 2 + 4 * 2 + 2
    seat = Principal(kind="seat", game="a", seat=0, digest="old")
    assert seat.name == replace(seat, digest="new").name, "the same seat with a new token"


@pytest.mark.parametrize(
    ("key", "holds"),
    [
        ("tuesday-1", False),
        ("Zq3vN8xkW0rTb5LmYc7Hp", False),  # 21 characters
        ("Zq3vN8xkW0rTb5LmYc7Hpd", True),
        ("9f86d081884c7d659a2feaa0c55ad015", True),
        ("0e4f6b7a-5c1d-4b8e-9a3f-2d6c8e1b7f05", True),
        ("a" * 64, False),
        ("order-0000000000000000000001", False),
    ],
)
def test_without_a_token_only_keys_of_128_bits_count(shared, key, holds):
    assert holds_128_bits(key) is holds
    answers = [shared.request("POST", "/v1/games", json=WISH, headers={"Idempotency-Key": key}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert (answers[0].json["game"] == answers[1].json["game"]) is is_replayed(answers[1]) is holds


def test_a_random_key_always_holds_128_bits():
    for draw in (lambda: secrets.token_urlsafe(16), lambda: secrets.token_hex(16)):
        assert all(holds_128_bits(draw()) for _ in range(2000))


def test_without_a_token_a_key_is_forgotten_after_a_day(api):
    key = {"Idempotency-Key": secrets.token_urlsafe(16)}
    first, again = (api.match_of(api.post("/v1/games", json=WISH, headers=key)) for _ in range(2))
    assert first.game == again.game
    remembered = api.context.store.find_entries(IdempotencyRecord)[0]
    aged = replace(remembered, at=remembered.at - ANONYMOUS_KEY_MS - 1)
    _store_answer(api, aged)
    late, later = (api.match_of(api.post("/v1/games", json={**WISH, "players": 4}, headers=key)) for _ in range(2))
    assert late.game == later.game != first.game
    api.get(first.at, again.organiser)  # whose tokens remain valid


def _store_answer(api: Any, answered: IdempotencyRecord) -> None:
    """Store an answer as if it were of an earlier time."""
    backdated = type("AnsweredThen", (IdempotencyRecord,), {"insert_only": False})
    fields = {name: getattr(answered, name) for name in answered.__struct_fields__}
    api.context.register.save_entries(backdated(**fields))


def test_the_store_holds_no_key_of_a_request_whose_answer_had_tokens(api):
    keys = {name: f"{name}-{secrets.token_urlsafe(24)}" for name in ("game", "fork", "token")}
    made = api.match_of(api.post("/v1/games", json=WISH, headers={"Idempotency-Key": keys["game"]}))
    api.post(
        "/v1/tokens",
        made.organiser,
        json={"game": made.game, "kind": "spectator"},
        headers={"Idempotency-Key": keys["token"]},
    )
    api.post(f"{made.at}/void", made.organiser, json={"reason": "enough"})
    api.post(f"{made.at}/forks", json={"at": 5}, headers={"Idempotency-Key": keys["fork"]})
    file = api.request("GET", f"{made.at}/file?as=omniscient").text
    rows = [api.context.store._recorder.rows(f"SELECT * FROM {table}") for table in ("events", "answers", "tokens")]
    assert len(api.context.store.find_entries(IdempotencyRecord)) == 3
    assert not any(key in file or key in str(rows) for key in keys.values())


# Streams


def test_streams_of_a_seat_do_not_count_for_a_seat_of_another_game(new_api):
    api = new_api(streams_each_max=2, heartbeat=0.05)
    one, other = api.match(), api.match()
    held = [api.request("GET", f"{one.at}/stream", one.seats[0], buffered=False) for _ in range(2)]
    api.problem(429, "rate.limited", "GET", f"{one.at}/stream", one.seats[0])
    answer = api.request("GET", f"{other.at}/stream", other.seats[0], buffered=False)
    assert answer.status_code == 200
    for stream in (*held, answer):
        stream.close()


# Annotations


def test_annotations_are_limited_per_principal(api, monkeypatch):
    monkeypatch.setattr("service.lifecycle.comments.COMMENTS_PER_PRINCIPAL_MAX", 3)
    match, body = api.match(), {"n": 1, "text": "Hm."}
    for _ in range(3):
        api.post(f"{match.at}/annotations", match.seats[0], json=body)
    refused = api.request("POST", f"{match.at}/annotations", match.seats[0], json=body)
    assert (refused.status_code, refused.json["code"]) == (422, "request.shape")
    assert "Retry-After" not in refused.headers, "waiting does not help"
    api.post(f"{match.at}/annotations", match.seats[1], json=body)
    spectators = [api.token("spectator", match.game) for _ in range(2)]
    for token in spectators:
        assert api.post(f"{match.at}/annotations", token, json=body)["by"] == "spectator"
    answer = api.request("GET", f"{match.at}/annotations").text
    assert "author" not in answer, "the author is not public"


# Taking a seat


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "x" * 500, "a\nb", "a\x1b[31mb", "\u202eevil"])
def test_taking_a_seat_refuses_an_invalid_name(shared, name):
    match = shared.match(start="when_seated")
    sit = {"type": "TakeSeat", "seat": 0, "kind": "human", "pseudonym": name}
    for path in ("/commands", "/commands?dry_run=true"):
        shared.problem(422, "request.shape", "POST", match.at + path, match.seats[0], json=sit)
    shared.submit(match, {**sit, "pseudonym": "Zoë"})


@pytest.mark.parametrize("given", [None, "Bo"])
def test_the_log_does_not_hold_the_name_of_a_seated_player(api, given):
    seats = [{"kind": "human", **({} if given is None else {"name": given})}, {"kind": "human"}, {"kind": "human"}]
    match = api.match(start="when_seated", seats=seats)
    sit = {"type": "TakeSeat", "seat": 0, "kind": "human", "pseudonym": "Zoë"}
    keyed = {"Idempotency-Key": "sits-down-once"}
    first, again = (api.post(f"{match.at}/commands", match.seats[0], json=sit, headers=keyed) for _ in range(2))
    assert first == again
    logged = json.dumps(api.get(f"{match.at}/events")["events"], ensure_ascii=False)
    assert "Zoë" not in json.dumps(first, ensure_ascii=False) + logged
    assert logged.count('"pseudonym": "seat-0"') == 2, "in the event and in its cause"
    assert api.get(match.at)["seats"][0]["name"] == (given or "Zoë")


def test_a_person_cannot_take_a_seat_as_a_bot(api):
    match = api.match(start="when_seated")
    sit = {"type": "TakeSeat", "seat": 0, "kind": "bot", "pseudonym": "Zoë"}
    api.problem(422, "request.shape", "POST", f"{match.at}/commands", match.seats[0], json=sit)
    api.problem(422, "request.shape", "POST", f"{match.at}/commands:batch", match.seats[0], json=[sit])
    assert api.get(match.at)["seats"][0]["taken"] is False
