"""The games of a round: one for each table, linked in one write, and never twice."""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.clock_terms import ClockTerms
from domain.refusals import Misuse
from domain.tournaments.clauses import TournamentRefused
from domain.tournaments.commands import ChangeRules, DrawRound, ReleaseRound, SwapSeats
from domain.tournaments.state import Tournament
from replay.record import write_file
from replay.seeded import begin_named_game
from service.lifecycle.bot_runner import BotRunner
from service.lifecycle.bots import BOTS as BOTS_BY_NAME
from service.lifecycle.bots.simulate import play_on
from service.store.entries.metadata_store import Player
from service.tournaments import round_games
from service.tournaments.tournament_handler import TournamentHandler
from tests.service.api.conftest import ApiClient, open_api
from tests.service.tournaments.held_tournament import HeldTournament, ProcessEnd
from tests.waiting import wait_until

BOTS = {"bots": {"*": "greedy"}, "pace": 0.0, "patience": 0.0}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    with open_api(tmp_path_factory.mktemp("rounds") / "store") as api:
        yield api


def test_players_get_seats_in_turn_order_and_the_first_seat_begins(api: ApiClient) -> None:
    clock = ClockTerms(turn=60)
    held = HeldTournament(api.context, "seated", players=6, delay_ms=60_000, clock=clock)
    with pytest.raises(TournamentRefused, match=r"TO-4\.1.*not drawn"):
        held.start()
    held.act(DrawRound(round=1))
    with pytest.raises(TournamentRefused, match=r"TO-4\.1.*draft"):
        held.start()
    held.act(ReleaseRound(round=1), ChangeRules(from_round=2, text="d" * 64, clock=ClockTerms(turn=30)))
    before = held.state.version
    started = held.start(bots={"player-2": "trader"})
    assert held.state.version == started.version == before + 2, "one event for each table"
    assert [one.game for one in started.games] == ["seated-r1-t1", "seated-r1-t2"]
    for one in started.games:
        table = held.table(one.table)
        assert table.game == one.game
        assert tuple(seat.player for seat in one.seats) == table.players
        head = api.get(f"/v1/games/{one.game}", one.organiser_token)
        assert head["rules"]["options"]["start_player"] == "seat_0"
        assert head["rules"]["options"]["exhaustions_to_end"] == 1
        assert api.context.reader.arrangement(one.game).delay_ms == 60_000
        assert api.context.reader.clocks.at(one.game, head["version"], head["version"]).terms == clock
        for seat, shown in zip(one.seats, head["seats"], strict=True):
            is_bot = seat.player == "player-2"
            assert shown["name"] == f"N{seat.player.partition('-')[2]}"
            assert (shown["kind"], seat.token is None) == (("bot", True) if is_bot else ("human", False))
            if not is_bot:
                assert api.get(f"/v1/games/{one.game}", seat.token)["may"]["seat"] == seat.seat
    again = held.start()
    assert (again.version, [one.made for one in again.games]) == (started.version, [False, False])
    assert all(seat.token is None for one in again.games for seat in one.seats)
    with pytest.raises(Misuse, match="no player"):
        held.start(bots={"player-9": "trader"})
    with pytest.raises(Misuse, match="bots are"):
        held.start(bots={"player-1": "genius"})


@pytest.mark.parametrize("linked", [False, True])
def test_a_kill_before_the_answer_makes_no_second_game(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch, linked: bool
) -> None:
    held = HeldTournament(api.context, f"killed-{linked}".lower(), players=6)
    held.release()

    def handle(self: TournamentHandler, *given: object, **named: object) -> None:
        if linked:
            real(self, *given, **named)
        raise ProcessEnd

    real = TournamentHandler.handle_plan
    with monkeypatch.context() as patched:
        patched.setattr(round_games.TournamentHandler, "handle_plan", handle)
        with pytest.raises(ProcessEnd):
            held.start(key="k" * 22)
    assert (held.table().game is not None) is linked
    games = [f"{held.name}-r1-t1", f"{held.name}-r1-t2"]
    assert all(map(api.context.store.exists, games))
    plain = held.start()
    assert [one.game for one in plain.games] == games
    assert all(seat.token is None for one in plain.games for seat in one.seats), (
        "an answer does not invalidate other tokens"
    )
    again = held.start(key="k" * 22)
    assert again.replayed
    for one in (*again.games, *held.start(renew=True).games):
        assert [seat.token is None for seat in one.seats] == [False] * 3
    assert len(api.context.store.find_entries(Player, game=games[0])) == 3


@pytest.mark.parametrize("killed", [False, True])
def test_a_seat_swap_during_the_start_of_games_is_respected(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch, killed: bool
) -> None:
    held = HeldTournament(api.context, f"moved-{killed}".lower(), players=6)
    held.release()
    one, other = held.table(1).players[0], held.table(2).players[1]

    def handle(self: TournamentHandler, *given: Any, **named: Any) -> Tournament:
        monkeypatch.setattr(TournamentHandler, "handle_plan", real)
        if killed:
            raise ProcessEnd
        held.act(SwapSeats(round=1, player=one, other=other, text="They sat down wrongly."))
        return real(self, *given, **named)

    real = TournamentHandler.handle_plan
    monkeypatch.setattr(TournamentHandler, "handle_plan", handle)
    if killed:
        with pytest.raises(ProcessEnd):
            held.start()
        held.act(SwapSeats(round=1, player=one, other=other, text="They sat down wrongly."))
    started = held.start(renew=killed).games
    assert [held.table(1).players[0], held.table(2).players[1]] == [other, one]
    for game in started:
        for seat in game.seats:
            head = api.get(f"/v1/games/{game.game}", seat.token)
            assert head["may"]["seat"] == seat.seat
            assert head["seats"][seat.seat]["name"] == f"N{seat.player.partition('-')[2]}"


def test_an_imported_game_with_the_id_of_a_table_is_not_its_game(api: ApiClient) -> None:
    held = HeldTournament(api.context, "taken")
    held.release()
    game, _ = begin_named_game("taken-r1-t1", "any text", "classic", 3, {}, ["greedy"] * 3)
    play_on(game, {seat: BOTS_BY_NAME["greedy"](seat, bytes(32)) for seat in range(3)})
    api.post("/v1/games:import", data=write_file(game.record()))
    (started,) = held.start().games
    assert (started.game, started.made, held.table().game) == ("taken-r1-t1-2", True, "taken-r1-t1-2")
    held.look()
    assert held.awaited() == {(1, 1): ("end", False)}


def test_games_of_a_private_tournament_are_private_and_cannot_be_guessed(api: ApiClient) -> None:
    held = HeldTournament(api.context, "closed-circle", private=True)
    held.release()
    (one,) = held.start().games
    assert one.game.startswith("classic-hidden-")
    assert held.start().games[0].game == one.game
    api.problem(404, "not-found", "GET", f"/v1/games/{one.game}")
    assert api.get(f"/v1/games/{one.game}", one.seats[1].token)["game"] == one.game


def test_a_voided_game_of_a_table_is_replaced(api: ApiClient) -> None:
    held = HeldTournament(api.context, "abandoned")
    held.release()
    (first,) = held.start().games
    api.post(f"/v1/games/{first.game}/void", first.organiser_token, json={"reason": "fire alarm"})
    held.look()
    assert held.awaited() == {(1, 1): ("voided", False)}
    (second,) = held.start().games
    assert (second.game, held.table().game) == ("abandoned-r1-t1-2", "abandoned-r1-t1-2")
    assert held.awaited() == {(1, 1): ("end", False)}


def test_bots_play_a_round_and_its_results_are_taken(api: ApiClient) -> None:
    held, runner = HeldTournament(api.context, "bots", players=6), BotRunner(api.context)
    held.release()
    started = held.start(**BOTS)
    runner.start()
    try:
        wait_until(lambda: all(table.is_settled for table in held.look().rounds[0].tables), seconds=60)
    finally:
        runner.stop()
    for one in started.games:
        head, result = api.get(f"/v1/games/{one.game}"), held.table(one.table).result
        assert result is not None
        assert (list(result.scores), result.game, result.source) == (head["scores"], one.game, "game")
    assert held.awaited() == {}
    version = held.state.version
    assert held.look().version == version, "a result is taken once"
