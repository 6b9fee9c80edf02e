"""Results of games enter their tournament automatically, and open decisions are shown."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from domain.clock_terms import ClockTerms
from domain.tournaments.commands import (
    CloseTournament,
    ConfirmRound,
    ConfirmTableResult,
    CorrectResult,
    EnterResult,
    LinkGame,
    ReopenTournament,
)
from domain.tournaments.state import TableResult
from service.access.context import Context
from service.lifecycle.deal_reveal_worker import DealRevealWorker
from service.ops.clock import now_ms
from service.store.entries.tournament_entries import TournamentText
from service.tournaments import table_results
from service.tournaments.new_tournament import create_official
from service.tournaments.official_results import OfficialResult
from service.tournaments.result_worker import ResultWorker
from service.tournaments.round_games import StartedGame
from tests.service.api.conftest import ApiClient, Match, open_api
from tests.service.api.test_game_clocks import Wait, wait, work
from tests.service.disputes.disputed_games import CLAIM, RULING, act, arbiter, play_to_end
from tests.service.tournaments.held_tournament import HeldTournament
from tests.waiting import wait_until

__all__ = ["wait"]


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    with open_api(tmp_path_factory.mktemp("results") / "store") as api:
        yield api


def match_of(api: ApiClient, started: StartedGame) -> Match:
    """Return the game of a table with its tokens."""
    head = api.get(f"/v1/games/{started.game}", started.organiser_token)
    seats = {one.seat: one.token or "" for one in started.seats}
    return Match(started.game, seats, started.organiser_token or "", head["version"], head["status"])


def begun(api: ApiClient, name: str, turns: int = 12, **settings: Any) -> tuple[HeldTournament, Match]:
    """Create a tournament of one table, and play some commands of its game."""
    held = HeldTournament(api.context, name, **settings)
    held.release()
    match = match_of(api, held.start().games[0])
    luck = Random(7)
    for _ in range(turns):
        api.move(match, luck)
    return held, match


def play_out(api: ApiClient, match: Match, seed: int = 3) -> list[int]:
    """Play a game to its end, and reveal what is due; return the scores."""
    play_to_end(api, match.game, seed=seed)
    DealRevealWorker(api.context).turn()
    scores: list[int] = api.get(match.at, match.seats[0])["scores"]
    return scores


def result_of(held: HeldTournament) -> TableResult:
    result = held.table().result
    assert result is not None
    return result


def official(api: ApiClient, held: HeldTournament, kind: str) -> str:
    """Create a token of an official of a tournament."""
    return create_official(api.context.store, held.name, kind, None, now_ms())


def arbiter_of(api: ApiClient, held: HeldTournament) -> str:
    """Create the token of the tournament's arbiter for the game of the only table."""
    at = f"/v1/tournaments/{held.name}/rounds/1/tables/1/arbiter"
    assert api.request("POST", at, official(api, held, "scorer")).status_code == 403
    made = api.post(at, official(api, held, "arbiter"))
    traces = api.get(f"/v1/games/{made['game']}/annotations")["annotations"]
    assert any(f"arbiter of the tournament {held.name}" in one["text"] for one in traces), "the call is public"
    token: str = made["token"]
    return token


def test_an_arbiter_joins_only_games_of_its_own_tournament(api: ApiClient) -> None:
    held = HeldTournament(api.context, "called-in")
    held.release()
    judge = official(api, held, "arbiter")
    refused = api.request("POST", "/v1/tournaments/called-in/rounds/1/tables/1/arbiter", judge)
    assert (refused.status_code, refused.json["clause"]["id"]) == (409, "TO-4.4")
    held.act(LinkGame(round=1, table=1, game=api.match().game))
    assert api.request("POST", "/v1/tournaments/called-in/rounds/1/tables/1/arbiter", judge).status_code == 409
    assert api.request("POST", "/v1/tournaments/called-in/rounds/9/tables/1/arbiter", judge).status_code == 409
    other, _ = begun(api, "elsewhere", turns=0)
    assert api.request("POST", f"/v1/tournaments/{other.name}/rounds/1/tables/1/arbiter", judge).status_code == 403


def test_a_ruling_voids_a_result_and_a_reopened_dispute_restores_it(api: ApiClient) -> None:
    held, match = begun(api, "overruled")
    event = api.get(match.at, match.seats[1])["version"]
    act(api, match, match.seats[1], **CLAIM, event=event)
    assert held.awaited() == {(1, 1): ("ruling", False)}
    scores = play_out(api, match)
    held.look()
    assert list(result_of(held).scores) == scores
    assert held.awaited() == {(1, 1): ("ruling", True)}
    held.act(ConfirmRound(round=1))
    act(api, match, arbiter_of(api, held), **{**RULING, "remedy": "void", "penalty": "none", "against": None})
    version = held.state.version
    held.look()
    assert (held.table().voided, held.state.version) == (version + 1, version + 1)
    (text,) = api.context.store.find_entries(TournamentText, tournament=held.name)
    assert (text.author, text.text) == ("haricot", f"By a ruling the result of {match.game} does not count.")
    act(api, match, arbiter(api, match, "p-other"), type="ReopenDispute", dispute=1, text="Another witness came.")
    assert list(held.look().rounds[0].tables[0].result.scores) == scores  # type: ignore[union-attr]  # it has one
    assert (held.table().voided, held.awaited()) == (None, {(1, 1): ("ruling", True)})
    version = held.state.version
    assert held.look().version == version


def test_a_table_with_a_result_is_not_looked_at_until_it_is_disputed(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, match = begun(api, "settled")
    looked, real = list[str](), table_results.official_result

    def looks(context: Context, tournament: str, number: int, table: int, game: str) -> OfficialResult:
        looked.extend([game] if tournament == held.name else [])
        return real(context, tournament, number, table, game)

    monkeypatch.setattr(table_results, "official_result", looks)
    play_out(api, match)
    held.look()
    assert looked == [match.game], "its result is awaited"
    assert (held.look().version, held.awaited(), looked) == (held.state.version, {}, [match.game])
    act(api, match, match.seats[1], **CLAIM, event=result_of(held).n)
    assert held.awaited() == {(1, 1): ("ruling", True)}
    assert len(looked) > 1


def test_the_result_of_an_ordered_fork_counts(api: ApiClient) -> None:
    held, match = begun(api, "again")
    event = api.get(match.at, match.seats[1])["version"]
    act(api, match, match.seats[1], **CLAIM, event=event)
    judge = arbiter(api, match)
    rewind = {**RULING, "remedy": "rewind", "back_to": event - 8, "penalty": "none", "against": None}
    act(api, match, judge, **rewind)
    held.look()
    assert held.awaited() == {(1, 1): ("replay", False)}
    order = {"at": event - 8, "mode": "redeal", "dispute": 1}
    fork = api.match_of(api.post(f"{match.at}/forks", judge, json=order))
    held.look()
    assert held.awaited() == {(1, 1): ("end", False)}
    scores = play_out(api, fork)
    held.look()
    assert (held.table().game, list(result_of(held).scores)) == (fork.game, scores)
    assert (result_of(held).source, held.awaited()) == ("game", {})


def test_a_replay_of_a_finished_game_corrects_its_result(api: ApiClient) -> None:
    held, match = begun(api, "corrected")
    event = api.get(match.at, match.seats[1])["version"]
    act(api, match, match.seats[1], **CLAIM, event=event)
    play_out(api, match)
    held.look()
    held.act(ConfirmRound(round=1), CloseTournament())
    judge = arbiter(api, match)
    act(api, match, judge, **{**RULING, "remedy": "rewind", "back_to": event - 8, "penalty": "none", "against": None})
    fork = api.match_of(api.post(f"{match.at}/forks", judge, json={"at": event - 8, "mode": "redeal", "dispute": 1}))
    assert held.awaited() == {(1, 1): ("replay", True)}
    scores = play_out(api, fork, seed=11)
    before = result_of(held)
    held.look()
    changed = scores != list(before.scores)  # a random deal may have the same result
    assert (result_of(held), held.awaited()) == (before, {(1, 1): ("reopening", True)} if changed else {})
    held.act(ReopenTournament(text="A ruling came."))
    held.look()
    assert list(result_of(held).scores) == scores
    assert held.awaited() == {}
    assert (
        (result_of(held).source, result_of(held).game) == ("ruling", fork.game)
        if changed
        else result_of(held) == before
    )


def test_a_result_entered_by_an_official_is_not_overwritten(api: ApiClient) -> None:
    held, match = begun(api, "by-hand")
    held.act(EnterResult(round=1, table=1, scores=(5, 4, 3), places=(1, 2, 3)), by="scorer-1")
    assert held.awaited() == {(1, 1): ("confirmation", False)}
    play_out(api, match)
    held.look()
    assert held.awaited() == {(1, 1): ("confirmation", False)}
    held.act(ConfirmTableResult(round=1, table=1), by="director-1")
    held.look()
    assert (result_of(held).scores, held.awaited()) == ((5, 4, 3), {})
    other, match = begun(api, "by-ruling")
    play_out(api, match)
    other.look()
    other.act(CorrectResult(round=1, table=1, text="A coin fell.", scores=(5, 4, 3), places=(1, 2, 3)), by="arbiter-1")
    assert other.look().rounds[0].tables[0].result.scores == (5, 4, 3)  # type: ignore[union-attr]  # it has one


def test_linking_a_hidden_game_shows_nothing_of_it(api: ApiClient) -> None:
    hidden = api.match(private=True, options={"start_player": "seat_0", "exhaustions_to_end": 1})
    delayed = api.match(spectator_delay={"seconds": 3600}, options={"start_player": "seat_0", "exhaustions_to_end": 1})
    shown = api.match(options={"start_player": "seat_0", "exhaustions_to_end": 1})
    held = HeldTournament(api.context, "linked", players=9)
    held.release()
    games = (hidden, delayed, shown)
    held.act(*(LinkGame(round=1, table=number, game=one.game) for number, one in enumerate(games, 1)))
    for one in games:
        play_out(api, one)
    held.look()
    assert held.awaited() == {(1, 1): ("not_public", False), (1, 2): ("not_public", False)}
    assert held.table(3).is_settled
    absent = HeldTournament(api.context, "linked-to-none")
    absent.release()
    absent.act(LinkGame(round=1, table=1, game="classic-nowhere"))
    duel = api.post("/v1/games", json={"edition": "classic", "seats": [{"kind": "bot"}] * 4})["game"]
    absent.look()
    assert absent.awaited() == {(1, 1): ("absent", False)}
    absent.act(LinkGame(round=1, table=1, game=duel))
    absent.look()
    assert absent.awaited() == {(1, 1): ("end", False)}


def test_one_of_many_workers_takes_a_result(api: ApiClient) -> None:
    held, match = begun(api, "workers")
    play_out(api, match)
    version, workers = held.state.version, [ResultWorker(api.context) for _ in range(4)]
    for _ in range(5):
        with ThreadPoolExecutor(4) as threads:
            [*threads.map(ResultWorker.turn, workers)]
    assert held.state.version == version + 1


def test_the_result_worker_takes_a_result_when_its_game_ends(api: ApiClient) -> None:
    held, match = begun(api, "by-itself")
    worker = ResultWorker(api.context)
    worker.start()
    try:
        play_out(api, match)
        wait_until(lambda: held.table().is_settled)
    finally:
        worker.stop()


def test_a_stopped_or_timed_out_game_waits_for_an_official(api: ApiClient, wait: Wait) -> None:
    held, match = begun(api, "timed", turns=1, clock=ClockTerms(turn=10, at_zero="arbiter"))

    def awaits(path: str = "", **body: Any) -> str:
        if path:
            api.post(f"{match.at}/{path}", match.organiser, json=body)
        work(api, match)
        return held.awaited()[1, 1][0]

    assert awaits() == "end"
    wait(11)
    assert awaits() == "time_up"
    awaits("clock", act="extend", seconds=60)
    assert awaits("clock", act="start") == "end"
    assert awaits("clock", act="stop") == "stopped"
    assert awaits("clock", act="start") == "end"
    assert awaits("pause", reason="Fire drill") == "stopped"
    assert awaits("resume") == "end"
