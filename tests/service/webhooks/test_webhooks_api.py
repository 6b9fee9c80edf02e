"""The API of webhooks, and their messages, for a service token."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from service.lifecycle.erasure import erase
from service.store.entries.webhook_entries import WEBHOOK_KINDS
from service.webhooks import hooks
from tests.service.api.conftest import ApiClient
from tests.service.webhooks.conftest import Post, opened
from tests.service.webhooks.receiver import Receiver
from tests.waiting import wait_until

Target = Callable[..., Receiver]
WISH = {"url": "https://localhost/hook"}


def scoped(api: ApiClient, *scopes: str) -> str:
    """Create a service token with these scopes."""
    token: str = api.post("/v1/service-tokens", api.service, json={"scopes": scopes})["token"]
    return token


def make(api: ApiClient, token: str | None = None, **wish: Any) -> dict[str, Any]:
    made: dict[str, Any] = api.post("/v1/webhooks", token or api.service, json={**WISH, **wish})
    return made


@pytest.mark.parametrize(
    ("wish", "place"),
    [
        ({"url": "https://10.0.0.1/"}, "url"),
        ({"url": "http://chat.example/"}, "url"),
        ({"url": "https://a:b@chat.example/"}, "url"),
        ({"url": 7}, "url"),
        ({"url": "https://x.example/\x00"}, "url"),
        ({"types": ["bean_eaten.1"]}, "types[0]"),
        ({"types": ["game_ended.1"] * 2000}, "types"),
        ({"tell": ["hands"]}, "tell[0]"),
        ({"secret": "mine"}, "secret"),
        ({"note": ""}, "note"),
        ({"game": ""}, "game"),
        ({"after": ""}, "after"),
    ],
)
def test_an_invalid_member_of_a_webhook_is_refused_with_its_place(
    shared: ApiClient, wish: dict[str, Any], place: str
) -> None:
    problem = shared.problem(422, "request.shape", "POST", "/v1/webhooks", shared.service, json={**WISH, **wish})
    assert [error["place"] for error in problem["errors"]] == [place]


def test_a_webhook_body_that_is_too_large_or_malformed_is_refused(shared: ApiClient) -> None:
    big = json.dumps({**WISH, "note": "x" * 10_000_000})
    shared.problem(
        413, "request.too-large", "POST", "/v1/webhooks", shared.service, data=big, content_type="application/json"
    )
    shared.problem(
        400, "request.malformed", "POST", "/v1/webhooks", shared.service, data=b"{", content_type="application/json"
    )


@pytest.mark.parametrize("cursor", ["A" * 22 + ".1", "garbage", "7"])
def test_a_webhook_with_an_unknown_cursor_is_refused(shared: ApiClient, cursor: str) -> None:
    shared.problem(410, "feed.cursor", "POST", "/v1/webhooks", shared.service, json={**WISH, "after": cursor})


def test_the_number_of_webhooks_of_a_token_is_limited(api: ApiClient) -> None:
    made = [make(api) for _ in range(hooks.WEBHOOKS_PER_TOKEN_MAX)]
    api.problem(409, "webhook.limit", "POST", "/v1/webhooks", api.service, json=WISH)
    make(api, scoped(api, "webhooks"))
    assert api.request("DELETE", f"/v1/webhooks/{made[0]['id']}", api.service).status_code == 204
    make(api)


def test_a_repeated_request_returns_the_same_webhook_and_secret(api: ApiClient) -> None:
    key = {"headers": {"Idempotency-Key": "0123456789abcdefABCDEF"}, "json": WISH}
    first = api.post("/v1/webhooks", api.service, **key)
    again = api.request("POST", "/v1/webhooks", api.service, **key)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (again.json["id"], again.json["secret"]) == (first["id"], first["secret"])
    assert len(api.get("/v1/webhooks", api.service)["webhooks"]) == 1
    other = {**key, "json": {**WISH, "note": "another"}}
    api.problem(422, "idempotency.reused", "POST", "/v1/webhooks", api.service, **other)


def test_a_token_sees_only_its_own_webhooks(api: ApiClient) -> None:
    own, other = make(api), scoped(api, "webhooks")
    theirs = make(api, other)
    assert [one["id"] for one in api.get("/v1/webhooks", other)["webhooks"]] == [theirs["id"]]
    at = f"/v1/webhooks/{own['id']}"
    asked: list[tuple[str, str, Any]] = [
        *(("GET", at + part, None) for part in ("", "/secret", "/dead-letters")),
        *(("POST", at + part, None) for part in ("/pause", "/resume", "/ping", "/dead-letters", "/rotate-secret")),
        *(("DELETE", at + part, None) for part in ("", "/dead-letters")),
        ("POST", f"{at}/replay", {"after": "beginning"}),
    ]
    for method, path, body in asked:
        refused = api.problem(404, "not-found", method, path, other, **({} if body is None else {"json": body}))
        absent = path.replace(own["id"], "0" * 16)
        none = api.problem(404, "not-found", method, absent, other, **({} if body is None else {"json": body}))
        assert {**refused, "instance": ""} == {**none, "instance": ""}
    assert api.get(at, api.service)["id"] == own["id"]


def test_a_deleted_webhook_leaves_no_entry(api: ApiClient) -> None:
    own = make(api)
    api.request("DELETE", f"/v1/webhooks/{own['id']}", api.service)
    api.problem(404, "not-found", "GET", f"/v1/webhooks/{own['id']}", api.service)
    assert [api.context.store.find_entries(kind) for kind in WEBHOOK_KINDS] == [[], [], []]


# Messages


def test_a_changed_message_or_header_fails_verification(post: Post, target: Target) -> None:
    receiver = target()
    hook = post.hook(receiver.url)
    post.api.match()
    wait_until(lambda: receiver.taken)
    one, verifier = receiver.taken[0], Webhook(hook["secret"])
    verifier.verify(one.body, dict(one.headers))
    assert one.message["type"] == "game_created.1"
    assert {*one.message} == {"type", "timestamp", "data"}
    with pytest.raises(WebhookVerificationError):
        verifier.verify(one.body.replace(b"classic", b"clessic"), dict(one.headers))
    with pytest.raises(WebhookVerificationError):
        verifier.verify(one.body, {**one.headers, "webhook-id": "msg_other"})
    with pytest.raises(WebhookVerificationError):
        verifier.verify(one.body, {**one.headers, "webhook-timestamp": str(int(one.headers["webhook-timestamp"]) + 1)})
    with pytest.raises(WebhookVerificationError):
        Webhook(post.hook(receiver.url)["secret"]).verify(one.body, dict(one.headers))
    stored = b"".join(path.read_bytes() for path in post.folder.iterdir())
    assert hook["secret"].removeprefix("whsec_").encode() not in stored


def test_rotating_a_secret_keeps_the_former_one_valid_for_its_term(post: Post, target: Target) -> None:
    receiver, api = target(), post.api
    hook, other = post.hook(receiver.url), post.hook(receiver.url, types=["game_ended.1"])
    at, key = f"/v1/webhooks/{hook['id']}", {"Idempotency-Key": "0123456789abcdefABCDEF"}

    def verified_by(*secrets: str) -> list[bool]:
        """Return whether the message of a ping verifies by each of these secrets."""
        assert api.post(f"{at}/ping", api.service) == {"taken": True, "failure": None}
        one, found = receiver.taken[-1], []
        for secret in secrets:
            try:
                Webhook(secret).verify(one.body, dict(one.headers))
                found.append(True)
            except WebhookVerificationError:
                found.append(False)
        return found

    first = hook["secret"]
    made = api.request("POST", f"{at}/rotate-secret", api.service, headers=key, json={"keep_former": 600})
    again = api.request("POST", f"{at}/rotate-secret", api.service, headers=key, json={"keep_former": 600})
    assert (made.status_code, again.json) == (200, made.json), "a repeated request changes nothing"
    assert (again.headers["Idempotency-Replayed"], made.headers["Cache-Control"]) == ("true", "no-store")
    second = made.json["secret"]
    assert (api.get(f"{at}/secret", api.service), second != first) == (made.json, True)
    assert verified_by(first, second, other["secret"]) == [True, True, False]
    ended = api.post(f"{at}/rotate-secret", api.service, json={"keep_former": 0})
    assert ended["former_until"] is None
    assert verified_by(first, second, ended["secret"]) == [False, False, True]
    assert api.get(f"/v1/webhooks/{other['id']}/secret", api.service)["secret"] == other["secret"]
    wait_until(lambda: receiver.taken)
    stored = b"".join(path.read_bytes() for path in post.folder.iterdir())
    assert second.removeprefix("whsec_").encode() not in stored


def test_a_message_equals_its_line_of_the_feed_and_has_one_id(post: Post, target: Target) -> None:
    names = ("Ana Hill", "Bo Hill", "Cy Hill")  # with blanks, which no id contains
    receiver = target()
    post.hook(receiver.url, after="beginning", types=["game_started.1", "seat_taken.1"])
    post.hook(receiver.url, after="beginning", types=["game_started.1"])
    match = post.api.match(seats=[{"name": name} for name in names])
    asked = f"/v1/feed?type=game_started.1,seat_taken.1&game={match.game}"
    lines = {line["cursor"]: line for line in post.api.get(asked, post.api.service)["lines"]}
    wait_until(lambda: len(receiver.taken) == len(lines) + 1)
    assert {one.message["data"]["cursor"]: one.message["data"] for one in receiver.taken} == lines
    assert len({one.id for one in receiver.taken}) == len(lines), "a line has the same id for both webhooks"
    assert all(name.encode() not in one.body for one in receiver.taken for name in names)


def test_a_webhook_gets_requested_names_and_only_its_own_metadata(post: Post, target: Target) -> None:
    api, receiver, other = post.api, target(), target()
    seats = [{"name": "Ana"}, {"name": "Bo"}, {"kind": "bot"}]
    own = {"edition": "classic", "seats": seats, "external_id": "e7", "metadata": {"round": "3"}, "private": True}
    made = api.match_of(api.post("/v1/games", api.service, json=own))
    post.hook(receiver.url, tell=["names", "metadata"], after="beginning", types=["game_created.1"])
    post.hook(other.url, api.token("service"), tell=["names", "metadata"], after="beginning", types=["game_created.1"])
    public = api.match(seats=[{"name": "Dee"}, {"name": "Eve"}, {"name": "Flo"}])
    wait_until(lambda: len(receiver.taken) == 2 and len(other.taken) == 1)
    data = {one.message["data"]["game"]: one.message["data"] for one in receiver.taken}
    assert data[made.game]["names"][:2] == ["Ana", "Bo"]
    assert (data[made.game]["external_id"], data[made.game]["metadata"]) == ("e7", {"round": "3"})
    assert data[public.game]["names"] == ["Dee", "Eve", "Flo"]
    assert {"external_id", "metadata"}.isdisjoint(data[public.game])
    description = api.get("/openapi.json")
    posted = description["webhooks"]["line"]["post"]
    shape = {**posted["requestBody"]["content"]["application/json"]["schema"], "components": description["components"]}
    for one in (*receiver.taken, *other.taken):
        assert jsonschema_rs.is_valid(shape, one.message)
        assert {header["name"] for header in posted["parameters"]} <= {*one.headers}
        assert not jsonschema_rs.is_valid(shape, {**one.message, "data": {**one.message["data"], "names": "Ana"}})
    assert other.taken[0].message["data"]["game"] == public.game
    assert made.game.encode() not in b"".join(one.body for one in other.came)


def test_an_erased_name_is_reported_to_webhooks_of_any_type(post: Post, target: Target) -> None:
    receiver = target()
    match = post.api.match(seats=[{"name": "Ana"}, {}, {}])
    post.api.get("/v1/feed", post.api.service)
    post.hook(receiver.url, types=["game_ended.1"])
    erase(post.api.context.store, lambda name: name == "Ana")
    wait_until(lambda: receiver.taken)
    message = receiver.taken[0].message
    assert (message["type"], message["data"]["game"], message["data"]["seat"]) == ("erased", match.game, 0)


def test_a_paused_webhook_sends_later_and_loses_no_line(post: Post, target: Target) -> None:
    receiver = target()
    hook = post.hook(receiver.url)
    at = f"/v1/webhooks/{hook['id']}"
    assert post.api.post(f"{at}/pause", post.api.service)["state"] == "paused"
    match = post.api.match()
    other = target()
    post.hook(other.url)
    post.api.trade(match)
    wait_until(lambda: other.taken)
    assert receiver.came == []
    assert post.api.post(f"{at}/resume", post.api.service)["state"] == "on"
    version = post.api.get(match.at)["version"]
    wait_until(lambda: len(receiver.taken) == version)


def test_a_replay_repeats_messages_with_the_same_ids(post: Post, target: Target) -> None:
    receiver = target()
    hook = post.hook(receiver.url)
    match = post.api.match()
    post.api.trade(match)
    version = post.api.get(match.at)["version"]
    wait_until(lambda: len(receiver.taken) == version)
    post.until(hook, lambda seen: seen["cursor"] == receiver.taken[-1].message["data"]["cursor"])
    middle = receiver.taken[9].message["data"]["cursor"]
    seen = post.api.post(f"/v1/webhooks/{hook['id']}/replay", post.api.service, json={"after": middle})
    assert seen["cursor"] == middle
    wait_until(lambda: len(receiver.taken) == 2 * version - 10)
    assert [one.id for one in receiver.taken[version:]] == [one.id for one in receiver.taken[10:version]]
    late = post.api.match()
    wait_until(lambda: late.game in {game for game, _ in receiver.events()})
    back = f"/v1/webhooks/{post.hook(receiver.url, after=middle)['id']}"
    post.api.post(f"{back}/pause", post.api.service)


def test_a_replay_cannot_skip_lines(api: ApiClient) -> None:
    match = api.match()
    own = make(api, after="beginning")
    cursor = api.get("/v1/feed", api.service)["lines"][3]["cursor"]
    at = f"/v1/webhooks/{own['id']}/replay"
    api.problem(422, "request.shape", "POST", at, api.service, json={"after": cursor})
    api.problem(410, "feed.cursor", "POST", at, api.service, json={"after": f"{match.game[:20]}.1"})


def test_a_ping_returns_the_outcome_of_its_delivery(post: Post, target: Target) -> None:
    receiver = target()
    hook = post.hook(receiver.url)
    at = f"/v1/webhooks/{hook['id']}/ping"
    assert post.api.post(at, post.api.service) == {"taken": True, "failure": None}
    Webhook(hook["secret"]).verify(receiver.taken[0].body, dict(receiver.taken[0].headers))
    assert receiver.taken[0].message["type"] == "ping"
    receiver.answers = lambda *_: 418
    said = {"taken": False, "failure": {"status": 418, "fault": "answer"}}
    assert post.api.post(at, post.api.service) == said


@pytest.mark.parametrize("chain", [False, True])
def test_a_webhook_ends_when_its_token_or_the_parent_token_is_revoked(post: Post, target: Target, chain: bool) -> None:
    receiver, api = target(), post.api
    parent = api.post("/v1/service-tokens", api.service, json={"scopes": ["tokens", "webhooks"]})
    child = api.post("/v1/service-tokens", parent["token"], json={"scopes": ["webhooks"]})
    hook = post.hook(receiver.url, child["token"])
    api.match()
    wait_until(lambda: receiver.taken)
    revoked, by = (parent, api.service) if chain else (child, parent["token"])
    assert api.request("DELETE", f"/v1/service-tokens/{revoked['id']}", by).status_code == 204
    other = target()
    post.hook(other.url)
    later = api.match()
    wait_until(lambda: other.taken)
    wait_until(lambda: _kept(post, hook).state == "off")
    assert _kept(post, hook).reason == "token"
    assert later.game not in {game for game, _ in receiver.events(came=True)}


def _kept(post: Post, hook: dict[str, Any]) -> Any:
    (found,) = post.api.context.store.find_entries(WEBHOOK_KINDS[0], id=hook["id"])
    return found


def test_without_a_signing_key_no_webhook_is_made_and_no_path_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HARICOT_KEY_FILE", str(tmp_path / "none" / "\x7f" / "key"))
    (tmp_path / "none").write_text("a file where a folder would have to be")
    with opened(tmp_path / "store") as post:
        problem = post.api.problem(503, "unavailable", "POST", "/v1/webhooks", post.api.service, json=WISH)
        assert str(tmp_path) not in json.dumps(problem)
        assert post.api.get("/v1/webhooks", post.api.service)["webhooks"] == []
