"""The figures of one core, without store and service: fold, rebuild, decisions, audit, bytes, memory."""

import gc
import os
import statistics
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from random import Random

import chess

from domain.evolve import fold
from domain.table import Table
from replay.audit import audit
from replay.codec import Codec
from replay.game import Game
from replay.rewind import table_after
from service.lifecycle.bots.simulate import simulate
from tests.benchmarks.figure import Figure
from tests.random_player import begin, count_decisions

ROUNDS = 7
GAMES = 20


def figures() -> Iterator[Figure]:
    """Everything that one core does."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        games = [simulate("classic", 3 + number % 3, "1", number, {}, ["trader"])[0] for number in range(1, GAMES + 1)]
        yield from _measured(games)
    finally:
        os.sched_setaffinity(0, cores)


def _measured(games: list[Game]) -> list[Figure]:
    """Every figure with its peer."""
    events = [[envelope.event for envelope in game.envelopes] for game in games]
    codec = Codec()
    states = [[codec.to_state(envelope) for envelope in game.envelopes] for game in games]
    count = sum(map(len, events))
    commands = sum(envelope.cause is not None for game in games for envelope in game.envelopes)
    records = [game.record() for game in games]
    moves = _chess_games()
    pushes = sum(map(len, moves))
    ucis = [[move.uci() for move in game] for game in moves]

    fold_s, chess_s = _paired(lambda: [fold(game) for game in events], lambda: [_push(game) for game in moves])
    rebuild_s, uci_s = _paired(
        lambda: [_read_back(codec, game) for game in states],
        lambda: [_push(map(chess.Move.from_uci, game)) for game in ucis],
    )
    play_s, random_s, decided, pushed = _self_play()
    audit_s, _ = _paired(lambda: [audit(record) for record in records], lambda: None)
    sizes = [len(state) for game in states for state in game]
    packed = [len(zlib.compress(b"".join(game))) / 1000 for game in states]
    per_event, per_push = [s / count * 1e6 for s in rebuild_s], [s / pushes * 1e6 for s in uci_s]
    decisions = [n / s for n, s in zip(decided, play_s, strict=True)]
    chess_decisions = [n / s for n, s in zip(pushed, random_s, strict=True)]
    return [
        Figure("fold", "events/s", [count / s for s in fold_s], ">= 0.85M, >= 3x", [pushes / s for s in chess_s]),
        Figure("rebuild", "us/event", per_event, "<= 1.7", per_push),
        Figure("decisions", "1/s", decisions, ">= 45k, >= 2x", chess_decisions),
        Figure("audit", "commands/s", [commands / s for s in audit_s], ">= 48k"),
        Figure("audit of 1,000 games", "s", [s / GAMES * 1000 for s in audit_s], "<= 10"),
        Figure("state column", "bytes/event", [statistics.mean(sizes)], "<= 141"),
        Figure("game, zlib", "kB", packed, "<= 10"),
        Figure("live game", "kB", [_table_kb(game) for game in games], "<= 12"),
    ]


def _paired(subject: Callable[[], object], peer: Callable[[], object]) -> tuple[list[float], list[float]]:
    """Seconds of the processor for subject and peer, taking turns, after one round that does not count."""
    subject(), peer()
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for side, work in enumerate((subject, peer)):
            gc.collect()
            started = time.process_time()
            work()
            times[side].append(time.process_time() - started)
    return times


def _chess_games(count: int = 20) -> list[list[chess.Move]]:
    games = []
    for seed in range(count):
        luck, board, moves = Random(seed), chess.Board(), []
        while not board.is_game_over() and len(moves) < 300:
            moves.append(luck.choice(list(board.legal_moves)))
            board.push(moves[-1])
        games.append(moves)
    return games


def _push(moves: object) -> None:
    board = chess.Board()
    for move in moves:  # type: ignore[attr-defined]  # moves in any container
        board.push(move)


def _self_play() -> tuple[list[float], list[float], list[int], list[int]]:
    """Random play with the full list of what is legal at each decision: seconds and decisions a round."""
    seconds: tuple[list[float], list[float]] = ([], [])
    decisions: tuple[list[int], list[int]] = ([], [])
    for round_ in range(ROUNDS + 1):
        for side, play in enumerate((_random_classic, _random_chess)):
            gc.collect()
            started = time.process_time()
            made = play(round_)
            if round_:
                seconds[side].append(time.process_time() - started)
                decisions[side].append(made)
    return *seconds, *decisions


def _random_classic(seed: int) -> int:
    """Decisions of six random games, each made from the full list of one seat; the opening deal counts too."""
    made = 0
    for number in range(6):
        luck, game = Random(seed * 100 + number), begin("classic", 3 + number % 3, {}, seed * 100 + number)
        made += count_decisions(game, luck)
    return made


def _random_chess(seed: int) -> int:
    luck, made = Random(seed), 0
    for _ in range(4):
        board = chess.Board()
        for _ in range(200):
            options = list(board.legal_moves)
            if not options:
                break
            board.push(luck.choice(options))
            made += 1
    return made


def _read_back(codec: Codec, states: list[bytes]) -> Table:
    """A table made again the way that the service makes it, from envelopes in stored bytes."""
    return table_after(codec.from_state("game", n, state) for n, state in enumerate(states, 1))


def _table_kb(game: Game) -> float:
    """Memory of the table alone, without history: what folding it again from fresh bytes leaves."""
    codec = Codec()
    states = [codec.to_state(envelope) for envelope in game.envelopes[: len(game.envelopes) // 2]]
    gc.collect()
    tracemalloc.start()
    table = _read_back(codec, states)
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert table.seats
    return held / 1000
