"""Watching together: the number of watchers in bands, the leader's event within the delay, reactions."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from service.ops.redis_client import RedisClient
from service.queries.watchers import PRESENT_MS, REACTION_MS, Watch, WatcherAnswer, Watchers, band_of, public_id_of
from tests.servers.redis_server import RedisServer, own_redis
from tests.service.api.conftest import ApiClient

__all__ = ["own_redis"]

LEADER, FOLLOWER = "L" * 22, "F" * 22
PEOPLE = [{"kind": "human"}] * 3


def watch(api: ApiClient, game: str, token: str | None = None, watcher: str = FOLLOWER, **sign: Any) -> Any:
    """Report as a watcher and return the answer."""
    answer = api.request("PUT", f"/v1/games/{game}/watch", token, json={"watcher": watcher, **sign})
    assert answer.status_code == 200, answer.text
    return answer.json


def test_a_follower_gets_the_event_of_the_leader(shared: ApiClient) -> None:
    game = shared.match().game
    lead = watch(shared, game, watcher=LEADER, n=2)["lead"]
    assert lead == public_id_of(LEADER) != LEADER
    found = watch(shared, game, follows=lead)
    assert (found["led_to"], found["watching"]) == (2, 1)
    assert watch(shared, game, follows="0" * 16)["led_to"] is None
    assert watch(shared, shared.match().game, follows=lead)["led_to"] is None, "a leader leads in one game"
    watch(shared, game, watcher=LEADER)
    assert watch(shared, game, follows=lead)["led_to"] is None, "a watcher without an event leads no more"


def test_a_delayed_spectator_gets_no_event_or_reaction_beyond_the_delay(shared: ApiClient) -> None:
    match = shared.match(spectator_delay={"events": 2})
    late = shared.get(match.at)["version"]
    assert late < match.version
    lead = watch(shared, match.game, match.organiser, LEADER, n=match.version, reaction="surprise")["lead"]
    assert watch(shared, match.game, match.organiser, follows=lead)["led_to"] == match.version
    found = watch(shared, match.game, follows=lead)
    assert (found["led_to"], found["reactions"]) == (None, [])
    watch(shared, match.game, match.organiser, LEADER, n=late)
    assert watch(shared, match.game, follows=lead)["led_to"] == late


def test_watching_a_private_game_looks_like_watching_an_absent_one(shared: ApiClient) -> None:
    match = shared.match(private=True)
    watch(shared, match.game, match.organiser)
    sign = {"watcher": FOLLOWER}
    assert shared.request("PUT", f"{match.at}/watch", json=sign).json["code"] == "not-found"
    nowhere = shared.request("PUT", "/v1/games/nowhere/watch", json=sign)
    assert nowhere.json["code"] == "not-found"


def test_a_seat_of_a_running_game_is_no_watcher(shared: ApiClient) -> None:
    match = shared.match()
    watch(shared, match.game, watcher=LEADER, reaction="applause")
    found = watch(shared, match.game, match.seats[0], n=1, reaction="laughter")
    assert (found["watching"], found["reactions"]) == (1, [])
    other = watch(shared, match.game, follows=found["lead"])
    assert other["led_to"] is None
    assert other["reactions"] == [{"reaction": "applause", "count": 1}]


@pytest.mark.parametrize(
    "wrong", [{"watcher": "short"}, {"n": 0}, {"follows": "me"}, {"reaction": "boo"}, {"n": 2**40}]
)
def test_an_invalid_watch_body_is_refused(shared: ApiClient, wrong: dict[str, Any]) -> None:
    game = shared.match().game
    shared.problem(422, "request.shape", "PUT", f"/v1/games/{game}/watch", json={"watcher": FOLLOWER, **wrong})


def test_bands_hide_a_single_watcher() -> None:
    assert [band_of(count) for count in (0, 1, 4, 5, 9, 10, 4999)] == [0, 1, 1, 5, 5, 10, 1000]


def steps_of(watchers: Watchers, pass_by: Callable[[int], None]) -> list[WatcherAnswer]:
    """Return what the watchers of a game are told, step by step."""
    react = Watch("g", "a", n=7, reaction="applause", reacts_to=5)
    found = [watchers.note(react), watchers.note(react), watchers.note(Watch("g", "b", follows="a"))]
    found.append(watchers.note(Watch("h", "b", follows="a")))
    pass_by(2 * REACTION_MS)
    found.append(watchers.note(Watch("g", "b", n=9, follows="a")))
    pass_by(PRESENT_MS)
    found.append(watchers.note(Watch("g", "", follows="b")))
    return found


def test_a_silent_watcher_expires_beside_one_who_goes_on() -> None:
    at = [0]
    watchers = Watchers(None, lambda: at[0])
    for lead in ("first", "silent", "first"):
        watchers.note(Watch("g", lead))
        at[0] += 1
    at[0] = PRESENT_MS + 1
    assert watchers.note(Watch("g", "")).present == 1


def test_watchers_of_one_process_are_counted() -> None:
    at = [0]
    found = steps_of(Watchers(None, lambda: at[0]), lambda ms: at.__setitem__(0, at[0] + ms))
    assert [(one.present, one.led_to, sum(one.reactions.values())) for one in found] == [
        (1, None, 1),
        (1, None, 1),
        (2, 7, 1),
        (1, None, 0),
        (2, 7, 0),
        (0, None, 0),
    ]


def test_two_processes_share_watchers_through_redis(own_redis: RedisServer) -> None:
    one, other = (Watchers(RedisClient(own_redis.url, secret=b"s" * 32)) for _ in range(2))
    one.note(Watch("g", "a", n=7, reaction="applause", reacts_to=5))
    found = other.note(Watch("g", "b", follows="a"))
    assert (found.present, found.led_to, dict(found.reactions)) == (2, 7, {("applause", 5): 1})
    one.note(Watch("g", "a"))
    assert other.note(Watch("g", "b", follows="a")).led_to is None, "a watcher without an event leads no more"
    own_redis.kill()
    assert other.note(Watch("g", "b", follows="a")) == WatcherAnswer(1, None, Counter()), (
        "without Redis each counts its own"
    )
