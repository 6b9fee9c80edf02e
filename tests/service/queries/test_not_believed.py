"""Whoever can write to Redis is not believed, and whoever can read there learns what everybody may know."""

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from projections.lobby import LobbyLine
from service.http.rate_limits import PREFIX
from service.ops.redis_client import RedisClient, Spoilt
from service.queries import projector as projecting
from service.queries.projector import build
from service.queries.read_model_writer import ReadModelWriter
from service.queries.read_models import LIVE
from service.store.entries.metadata_store import TokenEntry
from service.store.store_secret import KIND, own_secret
from tests.long_tests import mostly_long
from tests.service.queries.conftest import PUBLIC, Fair
from tests.service.queries.test_read_models import answers, dump
from tests.waiting import until

VALUES: list[Any] = ["abc", "", "0", "-1", "1e400", b"\xff\xfe", "1" * 400, "nospace", "{}", "null", ["a", "list"]]
"""What nobody put there: wrong types, no numbers, odd members."""


def put(fair: Fair, key: str, value: Any, field: str | None = None) -> None:
    """Somebody else writes this into Redis; a list becomes one of Redis."""

    def write(client: Any) -> None:
        if isinstance(value, list) or field is None:
            client.delete(key)
        if isinstance(value, list):
            client.rpush(key, *value)
        elif field is None:
            client.set(key, value)
        else:
            client.hset(key, field, value)

    fair.redis.ask(write)


@pytest.fixture
def answers_before(fair: Fair) -> dict[str, object]:
    """What is answered from models that nobody touched."""
    build(fair.house.desk.store, fair.views)
    return answers(fair)


def asked_all(fair: Fair) -> dict[str, object]:
    """The same, and whoever runs the service is answered too."""
    for path in ("/readyz", "/metrics", "/"):
        assert fair.house.ask("GET", path).status_code == 200, path
    return answers(fair)


@pytest.mark.parametrize("part", mostly_long(["live", "a line", "position", "lines", "timelines", "a timeline"], 2))
def test_whatever_is_put_there_the_answers_stay_and_the_models_are_made_again(
    part: str, fair: Fair, answers_before: dict[str, object]
) -> None:
    with fair.worker():
        for value in VALUES:
            fair.settle()
            live = fair.views.live()
            game = fair.house.get(f"{PUBLIC}&status=finished")["games"][-1]["game"]
            keys = {"live": (LIVE, None), "a line": (f"{live}:lines", game), "a timeline": (f"{live}:timelines", game)}
            key, field = keys.get(part, (f"{live}:{part}", None))
            put(fair, key, value, field)
            assert asked_all(fair) == answers_before, (part, value)
        fair.settle()
        assert asked_all(fair) == answers_before
        assert fair.views.live() != live, "nobody noticed"


def believing(fair: Fair, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault of before put back: what lies in Redis is taken for what was put there."""
    monkeypatch.setattr(RedisClient, "opened", lambda _, __, held: held[32:].decode())


def forged(fair: Fair, game: str, **lie: object) -> None:
    """A line that somebody changed who does not know the secret, at the place of the true one."""
    live = fair.views.live()
    line = fair.views.lines([game])[game]
    text = msgspec.json.encode(with_false_result(line, **lie)).decode()
    put(fair, f"{live}:lines", f"{'0' * 32}{text}", game)


def with_false_result(line: LobbyLine, **lie: object) -> LobbyLine:
    """A line of a game that ended in another way."""
    assert line.summary.result is not None
    result = msgspec.structs.replace(line.summary.result, **lie)
    return msgspec.structs.replace(line, summary=msgspec.structs.replace(line.summary, result=result))


def test_a_line_with_false_scores_is_not_told(fair: Fair, answers_before: dict[str, object]) -> None:
    forged(fair, "sissi-3-fair-0003", scores=(99, 98, 97), winners=(2,))
    assert answers(fair) == answers_before
    assert fair.views.live() is None, "it has to be made anew"


def test_control_who_believes_it_tells_false_scores(
    fair: Fair, answers_before: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    believing(fair, monkeypatch)
    forged(fair, "sissi-3-fair-0003", scores=(99, 98, 97), winners=(2,))
    assert answers(fair) != answers_before


def test_a_true_line_at_the_place_of_another_is_not_told(fair: Fair, answers_before: dict[str, object]) -> None:
    live = fair.views.live()
    other = fair.redis.ask(lambda client: client.hget(f"{live}:lines", "sissi-3-fair-0003"))
    put(fair, f"{live}:lines", other, "classic-3-fair-0001")
    with pytest.raises(Spoilt):
        fair.views.lines(["classic-3-fair-0001"])
    assert answers(fair) == answers_before


def test_an_older_line_that_was_true_once_is_not_told_of_now(fair: Fair) -> None:
    match = fair.house.match()
    build(fair.house.desk.store, fair.views)
    live = fair.views.live()
    older = fair.redis.ask(lambda client: client.hget(f"{live}:lines", match.game))
    fair.play(match, 3)
    projector = projecting.Projector(fair.house.desk.store, fair.views, str(live), fair.views.position() or 0)
    while projector.step():
        pass
    put(fair, f"{live}:lines", older, match.game)
    (head,) = (head for head in fair.house.get(PUBLIC)["games"] if head["game"] == match.game)
    assert head["version"] == fair.house.get(match.at)["version"]


def test_games_that_never_were_and_places_that_are_false_are_not_listed(
    fair: Fair, answers_before: dict[str, object]
) -> None:
    live = fair.views.live()
    for order in (":order", ":order:classic", ":order:finished", ":best:classic:3"):
        fair.redis.ask(lambda client, order=order: client.zadd(f"{live}{order}", {"never-was 0": 99, "nospace": 5}))
    put(fair, f"{live}:lines", "{}", "never-was")
    assert answers(fair) == answers_before


def test_who_knows_another_secret_is_not_believed(
    fair: Fair, answers_before: dict[str, object], redis_url: str
) -> None:
    stranger = ReadModelWriter(RedisClient(redis_url, patient=True, secret=b"guessed" * 5))
    changes = stranger.changes(str(fair.views.live()))
    line, timeline = (
        fair.views.lines(["sissi-3-fair-0003"])["sissi-3-fair-0003"],
        fair.views.timeline("sissi-3-fair-0003"),
    )
    assert timeline is not None
    changes.put(with_false_result(line, scores=(99, 98, 97)), timeline)
    put(fair, f"{fair.views.live()}:lines", changes.commands[0][3], "sissi-3-fair-0003")
    assert answers(fair) == answers_before


@contextmanager
def telling_all(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The fault of before put back: every game goes into Redis."""
    with monkeypatch.context() as patch:
        patch.setattr("service.queries.projector.is_for_all", lambda *_: True)
        yield


def hidden(fair: Fair) -> dict[str, str]:
    """Games that not everybody may know all of: private, late, sealed, and forks of these."""
    house = fair.house
    private, late = house.match(private=True), house.match(spectator_delay={"events": 8})
    running = house.match()
    for match in (private, late, running):
        fair.play(match, 6)
    sealed, of_private = house.fork(running, 14), house.fork(private, 14)
    games = {"private": private, "late": late, "sealed": sealed, "fork of a private one": of_private}
    return {name: match.game for name, match in games.items()}


def found(fair: Fair, games: dict[str, str]) -> set[str]:
    """Which of them somebody finds who can read all of Redis."""
    held = dump(fair.redis)
    return {name for name, game in games.items() if any(game in line for line in held)}


def test_what_not_everybody_may_know_does_not_lie_there(fair: Fair) -> None:
    games = hidden(fair)
    build(fair.house.desk.store, fair.views)
    answers(fair, fair.house.service)
    assert found(fair, games) == set()
    assert fair.lag() == 0


def test_control_every_one_of_them_would_be_found(fair: Fair, monkeypatch: pytest.MonkeyPatch) -> None:
    games = hidden(fair)
    with telling_all(monkeypatch):
        build(fair.house.desk.store, fair.views)
    assert found(fair, games) == set(games)


def test_models_of_the_version_before_are_taken_away(fair: Fair) -> None:
    put(fair, "haricot:views:1:17a:lines", "private things", "classic-x")
    put(fair, "haricot:views:odd", "x")
    put(fair, "haricot:views:9:17a:position", "of a newer one")
    generation = build(fair.house.desk.store, fair.views).generation
    keys = fair.redis.ask(lambda client: {key.decode() for key in client.scan_iter("haricot:views:*")})
    assert {key for key in keys if not key.startswith(generation)} == {LIVE, "haricot:views:9:17a:position"}


# Rates


def callers_found(fair: Fair, *names: str) -> bool:
    """Whether somebody who can read all of Redis and knows these names finds out that they asked."""
    guessed = {RedisClient.pseudonym(_Plain(), f"from {name}") for name in names} | set(names)
    return any(guess in line for line in dump(fair.redis) for guess in guessed)


class _Plain:
    """A client whose secret everybody knows."""

    _secret = b""


def test_addresses_stand_there_under_names_that_nobody_else_can_make(
    new_fair: Callable[..., Fair], redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fair = new_fair(redis_url, rate="1000 per minute")
    fair.house.get("/v1/games")
    assert any(PREFIX in line for line in dump(fair.redis))
    assert not callers_found(fair, "127.0.0.1")
    fair.redis.ask(lambda client: client.flushall())
    assert fair.house.desk.redis is not None
    monkeypatch.setattr(fair.house.desk.redis, "_secret", b"")
    fair.house.get("/v1/games")
    assert callers_found(fair, "127.0.0.1"), "the control: under a digest that anybody can make they are found"


# The secret


def test_all_who_serve_a_store_share_its_secret_and_nobody_can_show_it(fair: Fair) -> None:
    store = fair.house.desk.store
    (kept,) = store.noted(TokenEntry, kind=KIND)
    assert own_secret(store) == own_secret(store) == bytes.fromhex(kept.digest)
    assert len(own_secret(store)) == 32
    for shown in (kept.digest, f"hrc_{KIND}_{kept.digest}"):
        fair.house.problem(401, "auth.invalid", "GET", "/v1/games", shown)


def test_of_two_who_draw_at_once_the_first_counts(fair: Fair, monkeypatch: pytest.MonkeyPatch) -> None:
    store = fair.house.desk.store
    noted, empty = store.noted, itertools.chain([[]], itertools.repeat(None))

    def overtaken(kind: Any, /, **where: Any) -> Any:
        first = next(empty)
        return noted(kind, **where) if first is None else first

    before = own_secret(store)
    monkeypatch.setattr(store, "noted", overtaken)
    assert own_secret(store) == before
    assert len(noted(TokenEntry, kind=KIND)) == 2


def test_the_projector_goes_on_whatever_it_meets(fair: Fair) -> None:
    with fair.worker():
        fair.settle()
        for value in VALUES:
            put(fair, f"{fair.views.live()}:lines", value if isinstance(value, list) else [str(value) or "x"])
            match = fair.house.match()
            fair.play(match, 2)
            missing = f"the projector does not get over {value!r}"
            until(lambda match=match: lines(fair, match.game), missing, seconds=20)


def lines(fair: Fair, game: str) -> dict[str, LobbyLine]:
    """The line of this game, once it is there."""
    try:
        return fair.views.lines([game])
    except Spoilt:
        return {}
