"""Tournaments: standings of 500 players, a correction until it shows, games of a whole one, a hall of 1,000 tables."""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from domain.tournaments.algorithms import DRAW
from domain.tournaments.commands import CorrectResult
from domain.tournaments.events import RoundDrawn, RoundReleased, SeatedTable, TournamentEvent
from domain.tournaments.evolve import tournament_of
from domain.tournaments.result_events import GameLinked
from domain.tournaments.standings import standings
from replay.tournaments.tournament_file import NumberedTournamentEvent
from service.access.context import Context
from service.lifecycle.bots.simulate import simulate
from service.queries.tournament_records import TournamentRecords
from service.settings import Settings
from service.signing.signer import Signer
from service.signing.tournament_log import tournament_log_name
from service.store.entries.metadata_store import Entry
from service.store.entries.tournament_entries import (
    TournamentGame,
    TournamentName,
    TournamentSecret,
    TournamentSettings,
)
from service.store.event_store import open_store
from service.tournaments.result_worker import ResultWorker, awaited_tables
from service.tournaments.tournament_handler import TournamentHandler
from service.tournaments.tournament_simulation import SimulatedTournament, SimulationSettings
from service.tournaments.tournament_store import TournamentStore
from tests.benchmarks.figure import Figure
from tests.domain.tournaments.sample_tournament import LAST_SECRET, SampleTournament

PLAYERS: Final = 500
ROUNDS: Final = 8
RUNS: Final = 7
NAME: Final = "spring"
TABLES: Final = 1_000


def figures() -> Iterator[Figure]:
    """Milliseconds of processor, so that other programs do not count."""
    sample = SampleTournament(rounds=ROUNDS, preferred=5).enter(PLAYERS).play(ROUNDS)
    name = f"tournament of {PLAYERS} x {ROUNDS}"
    folded = [_cost(lambda: tournament_of(sample.events)) for _ in range(RUNS)]
    yield Figure(f"{name}: fold its {len(sample.events):,} events", "ms", folded, "")
    lines = [_cost(lambda: standings(sample.tournament)) for _ in range(RUNS)]
    yield Figure(f"{name}: standings with every reason", "ms", lines, "<= 30")
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "store") as store:
        filed = [NumberedTournamentEvent(n=n, at=1_000 * n, event=event) for n, event in enumerate(sample.events, 1)]
        TournamentStore(store).append(NAME, filed, TournamentSecret(tournament=NAME, secret=LAST_SECRET))
        records, handler = TournamentRecords(store), TournamentHandler(TournamentStore(store), lambda: 10**12)
        records.standings(NAME, records.events(NAME))
        shown = []
        for scores in (((1, 3, 5, 7, 9), (9, 7, 5, 3, 1)) * RUNS)[:RUNS]:
            ruling = CorrectResult(round=1, table=1, scores=scores, places=_places(scores), text="A ruling.")
            handler.handle(NAME, ruling, by="arbiter")
            shown.append(_cost(lambda: records.standings(NAME, records.events(NAME))))
        yield Figure(f"{name}: standings after a correction of round 1", "ms", shown, "<= 100")
        signer = Signer(store, Path(folder) / "key")
        log = tournament_log_name(NAME)
        yield Figure(f"{name}: sign its log", "ms", [_cost(lambda: signer.sign(0, milestones=[log], as_is=[log]))], "")
    with tempfile.TemporaryDirectory() as folder:
        location = Path(folder) / "store"
        with open_store(location) as store, Context(store, Settings(store=location)) as context:
            yield from _hall(context)
    played = [_cost(_simulated) / 1000 for _ in range(2)]
    yield Figure("tournament of 23 x 4 with all games of trader", "s", played, "<= 30")


def _hall(context: Context) -> Iterator[Figure]:
    """A round whose tables all have the result of their games; something unrelated is written before each turn."""
    cup = SampleTournament(rounds=1, preferred=3, largest=3).enter(3 * TABLES)
    players = [*cup.tournament.entrants]
    tables = tuple(SeatedTable(table=k + 1, players=tuple(players[3 * k : 3 * k + 3])) for k in range(TABLES))
    drawn = RoundDrawn(round=1, algorithm=DRAW, results="0" * 64, tables=tables, sit_outs=(), cost=0, bound=0)
    events: list[TournamentEvent] = [*cup.events, drawn, RoundReleased(round=1, secret=cup.secret(1))]
    (game, seed), entries = simulate("classic", 3, NAME, 1, {}, ["greedy"]), list[Entry]()
    for k in range(1, TABLES + 1):
        id_ = f"{NAME}-{k}"
        context.store.append(id_, [replace(one, game=id_) for one in game.envelopes], seed=seed)
        entries.append(TournamentGame(game=id_, tournament=NAME, round=1, seated=k))
        events.append(GameLinked(round=1, table=k, game=id_))
    filed = [NumberedTournamentEvent(n=n, at=1_000 * n, event=event) for n, event in enumerate(events, 1)]
    entries += [
        TournamentSecret(tournament=NAME, secret=LAST_SECRET),
        TournamentSettings(tournament=NAME, title="", made=0),
    ]
    TournamentStore(context.store).append(NAME, filed, *entries)
    worker, name = ResultWorker(context), f"hall of {TABLES:,} tables"
    yield Figure(f"{name}: take all results", "ms", [_cost(worker.turn)], "")
    turns = list[float]()
    for run in range(RUNS):
        context.register.save_entries(TournamentName(tournament="other", pseudonym="player-1", name=f"{run}"))
        turns.append(_cost(worker.turn))
    yield Figure(f"{name}, all with a result: a turn of the worker of results", "ms", turns, "<= 5")
    listed = [_cost(lambda: awaited_tables(context, NAME)) for _ in range(RUNS)]
    yield Figure(f"{name}, all with a result: list what is awaited", "ms", listed, "<= 5")


def _simulated() -> None:
    for _ in SimulatedTournament(SimulationSettings("classic", 23, 4, "heats", "1", 5)).play():
        pass


def _places(scores: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def _cost(work: Callable[[], object]) -> float:
    """Milliseconds of the processor that this takes."""
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000
