"""The read models in Redis: what they answer is what the log answers, each event is in them once, nothing hidden is."""

import itertools
import json

import pytest

from domain.editions import EDITIONS
from service.ops.redis_client import RedisClient
from service.queries.game_list import Catalogue
from service.queries.projector import Projector, build
from tests.service.command_line import fine, haricot
from tests.service.queries.conftest import PUBLIC, Fair

STATUSES = (None, "open", "running", "finished", "voided", "imported")
QUERIES = [
    PUBLIC + (f"&status={status}" if status else "") + (f"&edition={edition}" if edition else "")
    for status, edition in itertools.product(STATUSES, (None, "classic", "duel"))
]


def without_models(fair: Fair) -> Catalogue:
    """The catalogue that asks the log alone."""
    return Catalogue(fair.house.desk.store, None)


def rebuilt(fair: Fair) -> dict[str, object]:
    """All that models hold which are built anew."""
    return fair.views.everything(build(fair.house.desk.store, fair.views).generation)


def answers(fair: Fair, token: str | None = None) -> dict[str, object]:
    """What the lists, the timelines and the boards answer."""
    house = fair.house
    answer = {path: house.get(path, token) for path in QUERIES}
    for game in [head["game"] for head in answer[PUBLIC]["games"]]:
        answer[game] = house.get(f"/v1/games/{game}/timeline", token)
    for edition, players in (("classic", 3), ("duel", 2), ("sissi", 3), ("bohnaparte", 3), ("classic", 4)):
        path = f"/v1/statistics/best?edition={edition}&players={players}"
        answer[path] = house.get(path, token)
    return answer


def test_lists_timelines_and_boards_answer_from_the_models_as_from_the_log(fair, monkeypatch):
    build(fair.house.desk.store, fair.views)
    modelled = answers(fair)
    service = answers(fair, fair.house.service)
    monkeypatch.setattr(fair.house.desk, "catalogue", without_models(fair))
    assert modelled == answers(fair)
    assert service == answers(fair, fair.house.service)
    statuses = {head["status"] for head in modelled[PUBLIC]["games"]}
    assert statuses == {"open", "running", "finished", "voided", "imported"}
    assert modelled["/v1/statistics/best?edition=duel&players=2"]["best"]


def test_lists_lead_on_page_by_page(fair, monkeypatch):
    build(fair.house.desk.store, fair.views)

    def leafed() -> list[str]:
        found, path = [], "/v1/games?limit=2"
        while path:
            answer = fair.house.ask("GET", path)
            found += [head["game"] for head in answer.json["games"]]
            link = answer.headers.get("Link", "")
            path = link[1 : link.index(">")] if link else ""
        return found

    games = leafed()
    assert len(games) == len(set(games)) > 8
    monkeypatch.setattr(fair.house.desk, "catalogue", without_models(fair))
    assert games == leafed()


def test_what_the_models_do_not_have_yet_is_read_from_the_log(fair, monkeypatch):
    build(fair.house.desk.store, fair.views)
    match = fair.house.match()
    fair.play(match, 3)
    running = next(head["game"] for head in fair.house.get(f"{PUBLIC}&status=running")["games"])
    assert running == match.game
    assert fair.lag() > 0
    modelled = answers(fair)
    monkeypatch.setattr(fair.house.desk, "catalogue", without_models(fair))
    assert modelled == answers(fair)


def test_a_name_finds_its_games(fair):
    seats = [{"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Bo"}, {"kind": "human"}]
    made = [fair.house.match(seats=seats).game for _ in range(2)]
    for _ in range(2):
        found = [head["game"] for head in fair.house.get("/v1/games?player=Ana")["games"]]
        assert found == made[::-1]
        build(fair.house.desk.store, fair.views)
    assert fair.house.get("/v1/games?player=Nobody") == {"games": []}


def test_a_batch_comes_in_once_and_never_out_of_turn(fair):
    projector = Projector(fair.house.desk.store, fair.views, fair.views.begin())
    projector.step()
    held = fair.views.everything(projector.generation)
    changes = fair.views.changes(projector.generation)
    changes.commands.append(("HSET", f"{projector.generation}:lines", "beans", "soy"))
    assert fair.views.apply(projector.generation, 0, projector.position, changes) == projector.position
    assert fair.views.apply(projector.generation, projector.position + 7, 10**6, changes) == projector.position
    assert fair.views.everything(projector.generation) == held
    assert fair.views.apply(projector.generation, projector.position, 10**6, changes) == 10**6
    assert fair.views.everything(projector.generation) != held


def test_models_that_grew_in_steps_equal_those_that_are_built_at_once(fair, monkeypatch):
    monkeypatch.setattr("service.queries.projector.BATCH", 7)
    monkeypatch.setattr("service.queries.projector.GAMES_BYTES_MAX", 2)
    slow = build(fair.house.desk.store, fair.views)
    fair.play(fair.house.match(), 5)
    while slow.step():
        pass
    grown = fair.views.everything(slow.generation)
    monkeypatch.undo()
    quick = build(fair.house.desk.store, fair.views)
    assert grown == fair.views.everything(quick.generation)
    assert grown[":position"] == fair.house.desk.store.position()


def test_two_workers_do_no_harm(fair):
    generation = fair.views.begin()
    one, other = (Projector(fair.house.desk.store, fair.views, generation) for _ in range(2))
    while one.step() or other.step():
        fair.play(fair.house.match(), 1) if fair.house.desk.store.position() < 4000 else None
    while one.step() + other.step():
        pass
    assert fair.views.everything(generation) == fair.views.everything(
        build(fair.house.desk.store, fair.views).generation
    )


def test_an_event_that_cannot_be_read_is_left_out_and_the_others_go_on(fair, capsys):
    store = fair.house.desk.store
    spoilt = fair.house.match()
    with store._recorder.file.connect() as connection:
        connection.execute(
            "UPDATE events SET state = x'c1' WHERE originator_id = ? AND originator_version = 3", (spoilt.game,)
        )
    connection.close()
    fine = fair.house.match()
    build(store, fair.views)
    assert set(fair.views.lines([fine.game, spoilt.game])) == {fine.game}
    assert fair.lag() == 0


def test_nothing_hidden_is_in_redis(fair):
    private = fair.house.match(private=True)
    fair.house.trade(private)
    build(fair.house.desk.store, fair.views)
    fair.house.get("/v1/games", fair.house.service)
    with_secrets = [fair.house.service, private.seats[0], fair.house.desk.store.seed(private.game).hex()]
    cards = {variety for edition in EDITIONS.values() for variety in edition.data.varieties}
    for held in dump(fair.redis):
        assert not any(secret in held for secret in with_secrets)
        assert not {word for word in cards if f'"{word}"' in held}, held


def dump(redis: RedisClient) -> list[str]:
    """Everything that a Redis holds, as text."""

    def read(client):
        found = []
        for key in client.scan_iter("*"):
            kind = client.type(key)
            value = {b"hash": client.hgetall, b"zset": lambda at: client.zrange(at, 0, -1), b"string": client.get}[
                kind
            ](key)
            found.append(f"{key!r} {value!r}")
        return found

    return redis.ask(read)


def test_an_emptied_redis_is_filled_again_and_nobody_notices(fair, monkeypatch):
    with fair.worker():
        fair.settle()
        expected = answers(fair)
        fair.redis.ask(lambda client: client.flushall())
        assert answers(fair) == expected
        fair.settle()
        assert answers(fair) == expected
        generation = fair.views.live()
    assert fair.views.everything(generation) == fair.views.everything(
        build(fair.house.desk.store, fair.views).generation
    )


def test_models_are_rebuilt_beside_those_that_are_read(fair):
    store = fair.house.desk.store
    before = build(store, fair.views)
    expected = answers(fair)
    seen = []

    def look(_: int) -> None:
        seen.append((fair.views.live(), fair.house.get(PUBLIC)))

    after = build(store, fair.views, look)
    assert {live for live, _ in seen} == {before.generation}
    assert [answer for _, answer in seen] == [expected[PUBLIC]] * len(seen)
    assert fair.views.live() == after.generation
    assert fair.views.position(before.generation) is None  # swept away
    assert answers(fair) == expected


def test_a_generation_that_lies_behind_cannot_take_over(fair):
    live = build(fair.house.desk.store, fair.views)
    late = Projector(fair.house.desk.store, fair.views, fair.views.begin())
    late.step()
    assert late.position < live.position
    assert not fair.views.switch(late.generation)
    assert fair.views.live() == live.generation


def test_models_of_a_longer_log_are_made_anew(fair):
    longer = build(fair.house.desk.store, fair.views)
    ahead = fair.views._placed(longer.generation, 10**6)
    fair.redis.ask(lambda client: client.set(f"{longer.generation}:position", ahead))
    with fair.worker():
        fair.settle()
    assert fair.views.live() != longer.generation


@pytest.mark.parametrize("spoil", ["lines", "type", "text"])
def test_damaged_models_are_not_believed(fair, spoil, monkeypatch):
    projector = build(fair.house.desk.store, fair.views)
    key = f"{projector.generation}:lines"
    expected = answers(fair)[PUBLIC]

    def damage(client):
        if spoil == "lines":
            client.delete(key)
        elif spoil == "type":
            client.set(key, "beans")
        else:
            for game in client.hkeys(key):
                client.hset(key, game, json.dumps({"beans": 3}))

    fair.redis.ask(damage)
    assert fair.house.get(PUBLIC) == expected


def test_a_store_that_is_restored_takes_its_read_models_anew(fair, redis_url, tmp_path, monkeypatch):
    build(fair.house.desk.store, fair.views)
    fine("backup", tmp_path / "kept.gz", "--data", fair.folder)
    monkeypatch.setenv("HARICOT_REDIS_URL", redis_url)
    fine("restore", tmp_path / "kept.gz", "--data", tmp_path / "restored")
    assert fair.views.live() is None
    reply = fine("rebuild", "--data", tmp_path / "restored").out
    assert "up to event" in reply
    assert fair.views.position() == fair.house.desk.store.position()
    monkeypatch.setenv("HARICOT_REDIS_URL", "redis://127.0.0.1:1/0")
    answer = haricot("restore", tmp_path / "kept.gz", "--data", tmp_path / "again")
    assert (answer.code, "haricot rebuild" in answer.err) == (0, True)
    assert haricot("rebuild", "--data", tmp_path / "again").code == 2
