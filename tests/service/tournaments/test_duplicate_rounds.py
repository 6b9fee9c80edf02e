"""Duplicate rounds: tables that share a deal are created together, and their results come with the last end."""

from collections.abc import Iterator

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from domain.tournaments.commands import ConfirmTableResult, EnterResult
from domain.tournaments.result_events import GameLinked
from domain.tournaments.standings import standings
from service.lifecycle.bot_runner import BotRunner
from service.lifecycle.deal_reveal_worker import DealRevealWorker
from service.lifecycle.new_game import DELAY_MAX_EVENTS
from service.store.appender import NewGameEvents
from service.store.errors import Conflict
from service.tournaments import shared_deals
from service.tournaments.shared_deals import shared_deal_of_game
from service.tournaments.tournament_audit import audit_tournament
from service.tournaments.tournament_handler import TournamentHandler
from tests.service.api.conftest import ApiClient, open_api
from tests.service.disputes.disputed_games import play_to_end
from tests.service.tournaments.held_tournament import HeldTournament, ProcessEnd
from tests.waiting import wait_until

FEW = 60
"""After how many events bots with different seeds differ."""


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    with open_api(tmp_path_factory.mktemp("duplicate") / "store") as api:
        yield api


def end(api: ApiClient, game: str) -> None:
    """Play a game to its end, and reveal what is due."""
    play_to_end(api, game)
    DealRevealWorker(api.context).turn()


def test_duplicate_tables_share_a_deal_and_get_results_when_the_last_ends(api: ApiClient) -> None:
    held = HeldTournament(api.context, "same-cards", players=9, duplicate="coins")
    held.release()
    started = held.start().games
    games = [one.game for one in started]
    deals = {held.table(number).deal for number in (1, 2, 3)}
    assert deals == {shared_deal_of_game(api.context, games[0])}
    assert None not in deals
    assert len({api.context.store.seed(game) for game in games}) == 1
    sitting = [player for number in (1, 2, 3) for player in held.table(number).players]
    assert len(set(sitting)) == 9
    for game in games[:2]:
        end(api, game)
        held.look()
    assert held.awaited() == {(1, 1): ("deal", False), (1, 2): ("deal", False), (1, 3): ("end", False)}
    at = f"/v1/tournaments/{held.name}"
    assert {line["points"] for line in api.get(f"{at}/standings")["standings"]} == {"0"}
    organiser = started[0].organiser_token
    for who in (None, organiser):
        heads = [api.get(f"/v1/games/{game}", who) for game in games]
        assert [one["status"] for one in heads] == ["open"] * 3, "as it began"
        assert heads[0]["spectator_delay"]["events"] == DELAY_MAX_EVENTS
    end(api, games[2])
    state = held.look()
    assert held.awaited() == {}
    assert all(table.is_settled for table in state.rounds[0].tables)
    for line in standings(state):
        (reason,) = line.why
        assert reason.comparison is not None
        assert reason.comparison.others == 2
        assert reason.points == reason.comparison.difference
    assert [api.get(f"/v1/games/{game}")["status"] for game in games] == ["finished"] * 3
    audited = api.get(f"/v1/games/{games[1]}/audit?as=omniscient")
    assert (audited["deal"]["verdict"], audited["first"]) == ("proved", None)
    assert api.get(f"{at}/audit")["verdict"] == "ok"
    events = [*held.store.events(held.name)]
    n = next(one.n for one in events if isinstance(one.event, GameLinked))
    events[n - 1] = replace(events[n - 1], event=replace(events[n - 1].event, deal="A" * 44))
    found = audit_tournament(events, api.context.store)
    assert (found.verdict, found.first.n) == ("wrong", n), "no game has this deal"


def test_the_next_request_links_duplicate_tables_after_a_kill(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    held = HeldTournament(api.context, "killed-deal", players=6, duplicate="coins")
    held.release()

    def handle(*_: object, **__: object) -> None:
        raise ProcessEnd

    with monkeypatch.context() as patched:
        patched.setattr(TournamentHandler, "handle_plan", handle)
        with pytest.raises(ProcessEnd):
            held.start()
    games = ["killed-deal-r1-t1", "killed-deal-r1-t2"]
    assert all(map(api.context.store.exists, games))
    assert [one.game for one in held.start().games] == games
    assert {held.table(number).deal for number in (1, 2)} == {shared_deal_of_game(api.context, games[0])}


def test_games_of_one_deal_are_written_atomically(api: ApiClient) -> None:
    held = HeldTournament(api.context, "together", players=6, duplicate="coins")
    held.release()
    games = [one.game for one in held.start().games]
    store = api.context.store
    events = [one for one in store.envelopes(games[0]) if one.n <= 3]
    renamed = [type(one)(game="together-new", n=one.n, at=one.at, event=one.event, cause=one.cause) for one in events]
    with pytest.raises(Conflict):
        store.write_new_games(NewGameEvents("together-new", renamed), NewGameEvents(games[0], events))
    assert not store.exists("together-new")
    store.write_new_games(NewGameEvents("together-new", renamed))
    assert store.exists("together-new")


def test_bots_of_duplicate_tables_have_different_seeds(api: ApiClient) -> None:
    held, runner = HeldTournament(api.context, "own-minds", players=6, duplicate="coins"), BotRunner(api.context)
    held.release()
    games = [one.game for one in held.start(bots={"*": "random"}, pace=0.0, patience=0.0).games]
    runner.start()
    try:
        wait_until(lambda: all(api.context.tables.current(game).version >= FEW for game in games), seconds=60)
    finally:
        runner.stop()
    assert len({shared_deal_of_game(api.context, game) for game in games}) == 1
    first, second = ([one.cause for one in api.context.store.envelopes(game)[:FEW]] for game in games)
    assert [one and one.command for one in first] != [one and one.command for one in second]


def test_a_replayed_duplicate_table_has_its_own_deal(api: ApiClient) -> None:
    held = HeldTournament(api.context, "again", players=6, duplicate="matchpoints")
    held.release()
    first, second = held.start().games
    end(api, first.game)
    api.post(f"/v1/games/{second.game}/void", second.organiser_token, json={"reason": "fire alarm"})
    DealRevealWorker(api.context).turn()
    held.look()
    assert held.awaited() == {(1, 2): ("voided", False)}
    held.start()
    assert (held.table(2).game, held.table(2).deal) == ("again-r1-t2-2", None)
    assert api.context.store.seed("again-r1-t2-2") != api.context.store.seed(first.game)
    end(api, "again-r1-t2-2")
    tables = held.look().rounds[0].tables
    assert all(table.is_settled for table in tables)
    for line in standings(held.state):
        assert line.why[0].comparison is not None
        assert line.why[0].comparison.tables == (), "no other table has finished that deal"


def refused_to_player(api: ApiClient, held: HeldTournament, entered: EnterResult) -> list[dict[str, object]]:
    """Return the problems of a player of the table that enters this result, and that confirms the present one."""
    at, token = (
        f"/v1/tournaments/{held.name}/commands",
        api.official_token("player", held.name, held.table().players[0]),
    )
    acts = (entered, ConfirmTableResult(round=1, table=1))
    sent = [{"type": type(act).__name__, **{k: v for k, v in to_builtins(act).items() if k != "by"}} for act in acts]
    problems = [api.problem(403, "tournament.forbidden", "POST", at, token, json={"commands": [one]}) for one in sent]
    return [{name: one[name] for name in ("title", "detail")} for one in problems]


def test_players_confirm_no_result_that_they_cannot_read(api: ApiClient) -> None:
    held = HeldTournament(api.context, "late-game", delay_ms=3_600_000)
    held.release()
    first, *_ = held.start().games
    player = api.official_token("player", held.name, held.table().players[0])
    confirms = {"commands": [{"type": "ConfirmTableResult", "round": 1, "table": 1}]}
    entered = EnterResult(round=1, table=1, scores=(9, 8, 7), places=(1, 2, 3))
    problems = []
    for act in ((), (entered,)):
        held.act(*act, by="scorer")
        problems.append(
            api.problem(409, "tournament", "POST", f"/v1/tournaments/{held.name}/commands", player, json=confirms)
        )
    assert problems[0]["detail"] == problems[1]["detail"]
    assert "TO-4.5" in str(problems[0])
    api.context.register.save_entries(replace(api.context.reader.arrangement(first.game), delay_ms=0))
    api.post(f"/v1/tournaments/{held.name}/commands", player, json=confirms)
    assert held.table().is_settled


def test_an_entered_result_waits_for_the_other_tables_of_the_deal(api: ApiClient) -> None:
    held = HeldTournament(api.context, "by-hand", players=6, duplicate="coins")
    held.release()
    games = held.start().games
    known = api.get("/v1/tournaments/by-hand")["version"]
    entered = EnterResult(round=1, table=1, scores=(9, 8, 7), places=(1, 2, 3))
    before = refused_to_player(api, held, entered)
    held.act(entered, by="scorer")
    assert refused_to_player(api, held, entered) == before, "a seat does not learn that there is a result"
    held.act(ConfirmTableResult(round=1, table=1))
    assert refused_to_player(api, held, entered) == before
    assert held.awaited() == {(1, 1): ("end", True), (1, 2): ("end", False)}, "its game keeps the deal closed"
    player = api.official_token("player", held.name, "player-1")
    for who in (None, player):
        assert api.get("/v1/tournaments/by-hand", who)["version"] == known
    assert api.get("/v1/tournaments/by-hand", api.official_token("director", held.name))["version"] == known + 2
    api.post(f"/v1/games/{games[0].game}/void", games[0].organiser_token, json={"reason": "on paper"})
    end(api, games[1].game)
    held.look()
    assert api.get("/v1/tournaments/by-hand")["version"] == held.state.version == known + 3


def test_more_tables_than_a_deal_may_have_are_split_evenly(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    held = HeldTournament(api.context, "split", players=15, duplicate="coins")
    held.release()
    monkeypatch.setattr(shared_deals, "TABLES_MAX", 3)
    held.start()
    deals = [held.table(number).deal for number in range(1, 6)]
    assert sorted(map(deals.count, {*deals})) == [2, 3]
