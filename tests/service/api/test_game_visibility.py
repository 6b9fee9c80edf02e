"""Visibility of games: delays, sealed forks and private games in statistics, forks, lists, files and metrics."""

import json
import time
from random import Random
from typing import Any

import pytest

from service.access.reader import Reader
from service.access.tokens import Principal
from service.access.visibility_scope import VisibilityScope
from service.api.games import listing
from service.store.public_visibility import ancestors_with_events
from tests.service.api.conftest import Match, finished_file
from tests.service.api.test_delayed_spectators import assert_reads_end_at
from tests.service.api.test_game_lifecycle import rename_game
from tests.service.store.contract.test_figures import hold

HOUR = {"seconds": 3600}
BOARD = "/v1/statistics/best?edition=classic&players=3"
ABSENT = "classic-aaaaaaaaaaaaaaaa"


def finished_game(api: Any, number: int, **arranged: int) -> Match:
    """Return a game of three that bots have played to its end, with tokens of all seats."""
    game = hold(api.context.store, number, **arranged)
    match = Match(game, {k: api.token("seat", game, k) for k in range(3)}, api.token("organiser", game), 0, "finished")
    assert api.get(match.at, match.seats[0])["status"] == match.status
    return match


@pytest.fixture(scope="module")
def delayed_and_public(shared: Any) -> Any:
    """A finished game whose spectators know its first event only, and one without a delay."""
    return finished_game(shared, 1, delay_ms=10**13), finished_game(shared, 2)


# Statistics


def test_best_results_omit_a_game_that_spectators_still_see_running(shared, delayed_and_public):
    late, known = delayed_and_public
    assert {one["game"] for one in shared.get(BOARD)["best"]} == {known.game}
    for token in (*late.seats.values(), late.organiser):
        assert shared.request("GET", BOARD, token).data == shared.request("GET", BOARD).data, (
            "the same answer for every caller"
        )


def test_control_best_results_without_the_delay_are_detected(shared, delayed_and_public, monkeypatch):
    monkeypatch.setattr(Reader, "is_end_public", lambda self, game: True)
    monkeypatch.setattr(VisibilityScope, "knows", lambda self, n, at: True)
    assert delayed_and_public[0].game in {one["game"] for one in shared.get(BOARD)["best"]}


# Forks


def test_a_fork_looks_absent_while_its_parent_runs_for_the_viewer(shared, delayed_and_public):
    late, other = delayed_and_public
    version = shared.get(late.at, late.organiser)["version"]
    for at in (8, version):
        fork = shared.fork(late, at, late.organiser)
        for token in (None, other.seats[0], other.organiser, shared.token("spectator", fork.game)):
            shared.problem(404, "not-found", "GET", fork.at, token)
            assert fork.game not in shared.request("GET", "/v1/games?limit=200", token).text
            assert fork.game not in shared.request("GET", f"{late.at}/forks", token).text
        assert fork.game not in shared.request("GET", "/").text
        assert shared.get(fork.at, fork.seats[1])["forked_from"]["game"] == late.game


def test_a_fork_inherits_the_delay_of_its_parent(api, monkeypatch):
    match = api.match(spectator_delay={"seconds": 60})
    api.trade(match)
    api.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    fork = api.fork(match, 8, match.organiser)
    api.problem(404, "not-found", "GET", fork.at)
    advance_clock(monkeypatch, 61)
    assert api.get(match.at)["status"] == "voided"
    assert api.get(fork.at)["forked_from"]["game"] == match.game
    api.move(fork, Random(1))
    now = api.get(fork.at, fork.seats[0])["version"]
    assert api.get(fork.at)["version"] < now, "moves of the fork have the delay as well"


def advance_clock(monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    """Advance the clock by so many seconds."""
    now = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: now() + 10**9 * seconds)


def test_a_sealed_fork_stays_sealed_during_the_delay_of_its_root(api):
    root = api.match(spectator_delay=HOUR)
    arbiter = api.token("arbiter", root.game)
    sealed = api.fork(root, 8, arbiter)
    api.post(f"{root.at}/void", root.organiser, json={"reason": "enough"})
    stranger = api.match().seats[0]
    for token in (None, stranger, api.token("spectator", root.game)):
        api.problem(404, "not-found", "GET", sealed.at, token)
        assert sealed.game not in api.request("GET", "/v1/games", token).text
    assert api.get(sealed.at, sealed.seats[0])["may"]["seat"] == 0, "its seat may play on"


def test_control_a_fork_without_an_inherited_delay_is_visible(api, monkeypatch):
    root = api.match(spectator_delay=HOUR)
    sealed = api.fork(root, 8, api.token("arbiter", root.game))
    api.post(f"{root.at}/void", root.organiser, json={"reason": "enough"})
    monkeypatch.setattr("service.access.reader.combine_arrangements", lambda past, own: own)
    api.context.register.save_entries(
        type(api.context.reader.arrangement(root.game))(game=sealed.game)  # as older versions stored forks
    )
    assert api.get(sealed.at)["forked_from"]["game"] == root.game


def test_a_fork_of_a_running_fork_is_sealed_after_the_root_ended(api):
    root = api.match()
    api.post(f"{root.at}/void", root.organiser, json={"reason": "enough"})
    running = api.fork(root, 8)
    api.trade(running)
    version = api.get(running.at, running.seats[0])["version"]
    sealed = api.fork(running, version)
    api.problem(404, "not-found", "GET", sealed.at)
    api.problem(404, "not-found", "GET", sealed.at, sealed.seats[0])
    early = api.fork(running, 8)  # it takes nothing from its parent beyond what the root had
    assert api.get(early.at)["forked_from"]["game"] == running.game
    api.post(f"{running.at}/void", running.organiser, json={"reason": "enough"})
    assert api.get(sealed.at)["forked_from"]["game"] == running.game


@pytest.mark.parametrize(
    ("lineage", "giving"),
    [
        ([("a", 2**63)], []),
        ([("a", 8), ("b", 2**63)], ["a"]),
        ([("a", 8), ("b", 12), ("c", 2**63)], ["a", "b"]),
        ([("a", 8), ("b", 8), ("c", 2**63)], ["a"]),
        ([("a", 8), ("b", 8), ("c", 9), ("d", 2**63)], ["a", "c"]),
    ],
)
def test_the_ancestors_of_a_fork_are_those_that_gave_it_events(lineage, giving):
    assert ancestors_with_events(lineage) == giving


def test_a_fork_of_a_private_game_is_private_and_keeps_its_names(api):
    match = api.match(private=True, seats=[{"name": "Ana"}, {"name": "Bo"}, {"kind": "bot", "name": "Cy"}])
    api.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    seats = [{"kind": "bot", "bot": "greedy"}, {}, {"name": "Dee"}]
    plain = api.match_of(api.post(f"{match.at}/forks", match.organiser, json={"at": 8}))
    mixed = api.match_of(api.post(f"{match.at}/forks", match.organiser, json={"at": 8, "seats": seats}))
    for fork, names in ((plain, ["Ana", "Bo", "Cy"]), (mixed, ["Ana", "Bo", "Dee"])):
        head = api.get(fork.at, fork.seats[1])
        assert [seat["name"] for seat in head["seats"]] == names
        assert head["private"] is True
        api.problem(404, "not-found", "GET", fork.at)
    assert set(mixed.seats) == {1, 2}
    assert api.get(mixed.at, mixed.seats[1])["seats"][0]["kind"] == "bot"


# Cursors of lists, ids of imports


def test_a_cursor_of_a_hidden_game_answers_as_one_of_an_absent_game(shared, delayed_and_public):
    secret = shared.match(private=True)
    parent = shared.match()
    sealed = shared.fork(parent, 5)
    fork = shared.fork(delayed_and_public[0], 8, delayed_and_public[0].organiser)
    games = [shared.match() for _ in range(2)]
    for path in ("/v1/games?cursor={}", "/v1/games?status=open&cursor={}", "/?cursor={}", "/?status=open&cursor={}"):
        absent = shared.request("GET", path.format(ABSENT))
        for hidden in (secret.game, sealed.game, fork.game, "garbage", "%00", "x" * 199):
            answer = shared.request("GET", path.format(hidden))
            # A page has its own address in its links, so the cursor of the request is replaced.
            said = answer.data.replace(hidden.encode(), ABSENT.encode())
            assert (answer.status_code, said) == (absent.status_code, absent.data), (path, hidden)
    assert shared.get(f"/v1/games?limit=1&cursor={games[1].game}")["games"][0]["game"] == games[0].game
    assert shared.request("GET", f"/v1/games?cursor={secret.game}", secret.organiser).status_code == 200


def test_control_a_cursor_looked_up_among_all_games_is_detected(api, monkeypatch):
    secret = api.match(private=True)
    known = listing._visible_game
    monkeypatch.setattr(
        listing, "_visible_game", lambda context, _, *game: known(context, Principal(kind="service"), *game)
    )
    answers = [api.request("GET", f"/v1/games?cursor={game}").status_code for game in (secret.game, ABSENT)]
    assert answers == [200, 422]


def renamed(data: bytes, game: str) -> bytes:
    """Return a game file under another id, with all checks recomputed."""
    return rename_game([json.loads(line) for line in data.splitlines()], game)


def import_file(api: Any, data: bytes, token: str | None = None) -> Any:
    """Return the answer to the import of a file."""
    return api.request("POST", "/v1/games:import", token, data=data, content_type="application/x-ndjson")


def test_an_import_answers_alike_for_a_hidden_and_an_absent_id(new_api):
    data = finished_file()
    here, elsewhere = new_api(), new_api()
    secret = here.match(private=True)
    sealed = here.fork(here.match(), 5)
    for hidden in (secret.game, sealed.game):
        file = renamed(data, hidden)
        first, again = import_file(here, file), import_file(here, file)
        assert (first.status_code, again.status_code) == (201, 200)
        without = import_file(elsewhere, file)
        assert (first.data, first.headers["Location"]) == (without.data, without.headers["Location"])
        answer = [api.request("GET", f"/v1/games/{hidden}") for api in (here, elsewhere)]
        assert answer[0].data == answer[1].data
        assert here.get(first.headers["Location"])["status"] == "imported"
    assert here.get(secret.at, secret.organiser)["status"] == "running", "and it is unchanged"
    assert import_file(here, renamed(data, secret.game), secret.organiser).status_code == 409
    assert import_file(here, renamed(data, secret.game), here.service).status_code == 409


def test_an_imported_file_keeps_its_id_where_nothing_is_hidden(api):
    data = finished_file()
    assert import_file(api, data).json["game"] == "classic-3-api-0001"
    assert import_file(api, data).status_code == 200
    open_game = api.match()
    assert import_file(api, renamed(data, open_game.game)).status_code == 409


# Changes that are delayed


def test_a_pause_and_a_new_name_are_visible_after_the_delay(api, monkeypatch):
    match = api.match(seats=[{"name": "Ana"}, {"name": "Bo"}, {"name": "Cy"}], spectator_delay={"seconds": 60})
    advance_clock(monkeypatch, 100)
    before = api.request("GET", match.at)
    api.post(f"{match.at}/pause", match.organiser)
    api.request("PUT", f"{match.at}/seats/1", match.organiser, json={"kind": "bot", "name": "Dee"})
    api.request("PUT", f"{match.at}/seats/1", match.organiser, json={"kind": "bot", "name": "Eve"})
    now = api.get(match.at, match.seats[0])
    assert (now["paused"], now["seats"][1]["name"]) == (True, "Eve")
    after = api.request("GET", match.at)
    assert (before.data, before.headers["ETag"]) == (after.data, after.headers["ETag"])
    assert api.get(f"{match.at}/annotations") == {"annotations": [], "open": True}
    for name, found in (("Bo", 1), ("Dee", 0), ("Eve", 0)):
        assert len(api.get(f"/v1/games?player={name}")["games"]) == found
    assert len(api.get("/v1/games?player=Eve", match.seats[0])["games"]) == 1
    api.post(f"{match.at}/resume", match.organiser)
    advance_clock(monkeypatch, 61)
    answer = api.get(match.at)
    assert (answer["paused"], answer["seats"][1]["name"], answer["seats"][1]["kind"]) == (False, "Eve", "bot")
    kinds = [one["kind"] for one in api.get(f"{match.at}/annotations")["annotations"]]
    assert kinds == ["paused", "seat", "seat", "resumed"]


def test_a_lasting_pause_is_visible_after_the_delay(api, monkeypatch):
    match = api.match(spectator_delay={"seconds": 60})
    advance_clock(monkeypatch, 100)
    api.post(f"{match.at}/pause", match.organiser)
    assert api.get(match.at)["paused"] is False
    advance_clock(monkeypatch, 61)
    assert api.get(match.at)["paused"] is True
    api.post(f"{match.at}/resume", match.organiser)
    assert api.get(match.at)["paused"] is True


def test_metrics_are_visible_only_to_watching_networks(api):
    elsewhere = {"environ_overrides": {"REMOTE_ADDR": "10.0.0.9"}}
    forwarded = {"headers": {"X-Forwarded-For": "10.0.0.9"}}
    assert set(api.get("/readyz")) == {"status", "redis", "damaged", "index", "position", "feed"}
    assert "haricot_log_position" in api.request("GET", "/metrics").text
    for more in (elsewhere, forwarded):
        before = api.request("GET", "/readyz", **more)
        api.trade(api.match(private=True))
        after = api.request("GET", "/readyz", **more)
        assert before.data == after.data == b'{"status":"ready","redis":null,"damaged":0,"index":null}'
        assert api.request("GET", "/metrics", **more).status_code == 403
    for network, answer in (("10.0.0.0/8", 200), ("192.168.0.0/16", 403)):
        api.context.settings = type(api.context.settings)(store=api.context.settings.store, watchers=(network,))
        assert api.request("GET", "/metrics", **elsewhere).status_code == answer


@pytest.mark.parametrize("sent", ["unknown", "garbage", "1.2.3.4:5678", "[::1]:80", "10.0.0.9"])
def test_an_address_named_by_a_proxy_reads_no_metrics_unless_it_watches(new_api, sent):
    api = new_api(proxies=1)
    forwarded = {"headers": {"X-Forwarded-For": sent}}
    assert set(api.get("/readyz", **forwarded)) == {"status", "redis", "damaged", "index"}
    api.problem(403, "view.forbidden", "GET", "/metrics", **forwarded)
    assert "position" in api.get("/readyz", headers={"X-Forwarded-For": "127.0.0.1"})


# Notes of looks and tokens


def test_an_arbiters_look_at_a_sealed_fork_is_noted_at_the_game(api):
    root = api.match()
    arbiter = api.token("arbiter", root.game)
    sealed = api.fork(root, 8, arbiter)
    assert api.get(f"{root.at}/annotations")["annotations"] == []
    for look in ("/table?as=spectator", "/table?as=seat:1", "/events", ""):
        api.get(sealed.at + look, arbiter)
    answer = api.get(f"{root.at}/annotations", root.seats[2])["annotations"]
    assert [(one["kind"], one["by"]) for one in answer] == [("look", "arbiter")], "once for each version of the game"
    assert sealed.game not in str(answer)
    api.trade(root)
    api.post(f"{sealed.at}/commands", arbiter, json={"type": "PlantFromHand", "seat": 0, "field": 0})
    assert len([one for one in api.get(f"{root.at}/annotations")["annotations"] if one["kind"] == "look"]) == 2


@pytest.mark.parametrize("sitter", [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}])
def test_a_new_token_for_a_seat_is_noted_publicly(api, sitter):
    match = api.match(seats=[{}, {}, sitter])
    made = api.post("/v1/tokens", match.organiser, json={"game": match.game, "kind": "seat", "seat": 2})
    assert api.get(f"{match.at}/table", made["token"])["seats"][2]["hand"]
    answer = api.get(f"{match.at}/annotations")["annotations"]
    assert [(one["kind"], one["by"]) for one in answer] == [("seat", "organiser")]
    assert "seat 2" in answer[0]["text"]
    api.request("PUT", f"{match.at}/seats/1", match.organiser, json={"kind": "human", "name": "Dee"})
    text = api.get(f"{match.at}/annotations")["annotations"][1]["text"]
    assert text == "Seat 1 was given to somebody else.", "it has no name, since a name may have to be erased"
    assert api.get(match.at)["seats"][1]["name"] == "Dee"


def test_tokens_reissued_by_a_retry_are_noted_publicly(api):
    key = {"Idempotency-Key": "Zq3vN8xkW0rTb5LmYc7Hpd"}
    made = [api.match_of(api.post("/v1/games", json={"edition": "classic"}, headers=key)) for _ in range(2)]
    assert [one["kind"] for one in api.get(f"{made[0].at}/annotations")["annotations"]] == ["seat"]


def test_every_answer_about_a_delayed_game_is_as_of_the_delay(delayed_and_public, shared):
    assert_reads_end_at(shared, delayed_and_public[0], None, 1)
