"""Demo tournaments for an empty store: one that bots have played to its end, and one in the middle of an evening."""

from collections.abc import Callable
from typing import Final

from domain.tournaments.commands import ConfirmRound, ConfirmTableResult, DrawRound, EnterResult, ReleaseRound
from domain.tournaments.events import HEATS, SWISS
from domain.tournaments.table_points import places_by_scores
from replay.seeded import EPOCH_2000_MS
from service.ops.clock import now_ms
from service.store.event_store import GameStore
from service.tournaments.new_tournament import NewTournament, create_tournament
from service.tournaments.registration import Registration, register_players
from service.tournaments.stored_simulation import play_and_store
from service.tournaments.tournament_handler import TournamentHandler
from service.tournaments.tournament_simulation import SimulatedTournament, SimulationSettings, pseudonym
from service.tournaments.tournament_store import TournamentStore

PEOPLE: Final = ("Ana Lindqvist", "Bo Marchetti", "Cem Aydin", "Dana Wolff", "Elio Fontaine", "Freya Holm", "Gita Rao")
FINISHED: Final = SimulationSettings("classic", 7, 3, HEATS, "demo", 4, ("greedy", "random", "greedy"))
RUNNING: Final = "classic-demo-evening"
SCORES: Final = (14, 11, 9, 12)
"""The scores of a table, in turn order, in the running tournament."""
DEMO_TOURNAMENTS: Final = 2
FINISHED_AGE_MS: Final = 9 * 86_400_000
"""How long before the service's first start the finished tournament began."""


def write_demo_tournaments(store: GameStore, on_written: Callable[[], None] = lambda: None) -> None:
    """Write a finished tournament with its games, and a running one. `on_written` is called after each.

    Their titles mark them as demo.
    """
    _write_finished(store)
    on_written()
    _write_running(store)
    on_written()


def _write_finished(store: GameStore) -> None:
    names = {pseudonym(number): name for number, name in enumerate(PEOPLE, 1)}
    later_ms = now_ms() - FINISHED_AGE_MS - EPOCH_2000_MS
    for _ in play_and_store(store, SimulatedTournament(FINISHED, later_ms), "Demo: spring cup", names):
        pass


def _write_running(store: GameStore) -> None:
    wish = NewTournament(title="Demo: a bean evening", edition="classic", rounds=3, format=SWISS, id=RUNNING)
    create_tournament(store, wish, now_ms)
    handler = TournamentHandler(TournamentStore(store), now_ms)
    people = [Registration(name=name, club="Bean Club" if at < 2 else None) for at, name in enumerate(PEOPLE)]
    register_players(handler, RUNNING, people, "director", check_in=True)
    tournament = handler.handle(RUNNING, DrawRound(round=1), ReleaseRound(round=1))
    for table in tournament.rounds[0].tables:
        _enter_result(handler, 1, table.number, len(table.players))
    handler.handle(RUNNING, ConfirmRound(round=1), by="director")
    tournament = handler.handle(RUNNING, DrawRound(round=2), ReleaseRound(round=2), by="director")
    _enter_result(handler, 2, 1, len(tournament.rounds[1].tables[0].players))


def _enter_result(handler: TournamentHandler, number: int, table: int, players: int) -> None:
    """Enter the result of a table from paper, and confirm it."""
    scores = SCORES[:players]
    result = EnterResult(round=number, table=table, scores=scores, places=places_by_scores(scores))
    handler.handle(RUNNING, result, by="scorer")
    handler.handle(RUNNING, ConfirmTableResult(round=number, table=table), by="director")
