"""Demo games for an empty store."""

import os
from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from domain.commands import Command, CreateGame, PlantFromHand, SeatCommand, TakeSeat
from domain.editions import EDITIONS
from domain.events import BeanPlanted
from domain.evolve import evolve
from domain.table import Table, pseudonym_of
from domain.visibility import Options
from replay.codec import Cause
from replay.fork import fork_exact
from replay.game import Game, batch_of
from replay.proofs.shuffle import SEED_BYTES, Deal, contribution_of_text, seed_of_text
from replay.record import Record
from replay.rewind import tables
from replay.seeded import shift_times
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.bot import Bot
from service.lifecycle.bots.simulate import play_on, simulate
from service.lifecycle.bots.turn_scheduler import next_command
from service.ops.clock import now_ms
from service.store.entries.metadata_store import Arrangement, Entry, Player
from service.store.entries.signing_entries import GameKey
from service.store.event_store import GameStore
from service.store.record_import import import_record

SEED: Final = "demo"
NAMES: Final = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gil")
STRENGTHS: Final = ("trader", "greedy", "trader", "random", "greedy", "trader", "greedy")
GAMES: Final[tuple[tuple[str, int, Options], ...]] = (
    ("classic", 4, {}),
    ("modern", 5, {}),
    ("bohnaparte", 4, {"bp_riders": "on"}),
    *(
        (key, players, {})
        for key, edition in EDITIONS.items()
        for players in sorted({edition.data.players[0], edition.data.players[-1]})
    ),
)
"""Edition, players and options of each finished game. Every edition appears with the fewest and the most players."""
FORKED: Final = (("classic", 4), 302)
"""Edition and players of the game to fork, and the event to fork it at, which is the last of its batch."""
ILLEGAL_GAME: Final = (3, 5)
"""Players and number of the game in which a player plants an illegal third time."""
RUNNING: Final = "classic-4-demo-live"
PACE_MS: Final = 2500
FEATURED: Final = "classic-4-demo-evening"
FEATURED_NAMES: Final = ("Hanna", "Jonas", "Mireille", "Tomás")
FEATURED_AGE_MS: Final = 20 * 3_600_000
"""How long before the service's first start the featured game began."""
FEATURED_PACE_MS: Final = 4000
NEWEST_AGE_MS: Final = 26 * 3_600_000
"""How long before the first start the newest of the other finished games began."""
GAME_INTERVAL_MS: Final = 23 * 3_600_000 + 40 * 60_000
"""The time between the beginnings of two finished games."""
DEMO_GAMES: Final = len(GAMES) + 4


def write_demo_games(store: GameStore, on_written: Callable[[], None] = lambda: None) -> None:
    """Write finished games, a fork, an imported game with an illegal event, the featured game, and a running game.

    `on_written` is called after each game.
    """
    records: dict[tuple[str, int], Record] = {}
    for edition, players, options in GAMES:
        game, seed = simulate(edition, players, SEED, 1, options, STRENGTHS)
        record = _dated(game.record(), len(GAMES) - len(records))
        store.append(game.game, record.envelopes, seed=seed, entries=_player_entries(game.game, players))
        records[edition, players] = record
        on_written()
    forked, at = FORKED
    _write_fork(store, records[forked], at)
    on_written()
    import_record(
        store,
        _dated(_game_with_illegal_planting(), 0),
        entries=_player_entries(f"classic-{ILLEGAL_GAME[0]}-{SEED}-{ILLEGAL_GAME[1]:04d}", 3),
    )
    on_written()
    _write_featured_game(store)
    on_written()
    _write_running_game(store)
    on_written()


def _dated(record: Record, before: int) -> Record:
    """Return a game with recent dates, so that `before` more finished games can follow it."""
    began = now_ms() - NEWEST_AGE_MS - before * GAME_INTERVAL_MS
    return replace(record, envelopes=tuple(shift_times(record.envelopes, began - record.envelopes[0].at)))


def _write_fork(store: GameStore, parent: Record, at: int) -> None:
    """Write a fork with another deal, which bots play to its end."""
    name = f"{parent.game}.f{at}"
    seed = seed_of_text(f"haricot-demo|{name}")
    game = Game(
        name, Deal(name, seed), fork_exact(parent, at, name, Deal(name, seed), at=parent.envelopes[-1].at).envelopes
    )
    play_on(game, _bots(name, len(game.table.seats)))
    own = [envelope for envelope in game.envelopes if envelope.game == name]
    store.append(name, own, seed=seed, entries=_player_entries(name, len(game.table.seats)))


def _game_with_illegal_planting() -> Record:
    """Return a game in which a player plants an illegal third card in phase 1, and the game continues."""
    players, number = ILLEGAL_GAME
    whole, seed = simulate("classic", players, SEED, number, {}, STRENGTHS)
    for envelope, table in tables(whole.record()):
        if (event := _third_planting(table)) is not None:
            game = Game(whole.game, Deal(whole.game, seed), whole.envelopes[: envelope.n])
            command: Command = PlantFromHand(seat=event.seat, field=event.field)
            cause = Cause(command=command, by=f"seat:{event.seat}", key=f"sim:{game.game}:{envelope.n + 1}")
            game.envelopes += batch_of(game.game, game.version, [event], cause, at=envelope.at + 1000)
            game.table = evolve(table, event)
            play_on(game, _bots(whole.game, players))
            return game.record()
    raise AssertionError("no seat could plant a third time")


def _third_planting(table: Table) -> BeanPlanted | None:
    """Return an illegal third planting on a matching field, or None. At least one hand card remains after it."""
    seat = table.turn.seat
    if table.turn.phase != "plant" or table.turn.planted != 2 or len(table.active.hand) < 2 or table.turn.number < 9:
        return None
    front = table.active.hand[0]
    for index, field in enumerate(table.active.fields):
        if field and field[-1] == front:
            return BeanPlanted(seat=seat, field=index, variety=front, source="hand")
    return None


def _write_featured_game(store: GameStore) -> None:
    """Write a finished game of yesterday evening, which the home page features."""
    seed, at = seed_of_text(f"haricot-demo|{FEATURED}"), now_ms() - FEATURED_AGE_MS
    game, bots = _seated_game(FEATURED, seed, at), _bots(FEATURED, 4)
    while game.table.result is None:
        command = next_command(game.table, game.version, bots)
        assert isinstance(command, SeatCommand)
        at += FEATURED_PACE_MS
        game.act(command, by=f"seat:{command.seat}", key=f"demo:{game.version + 1}", at=at)
    store.append(FEATURED, game.envelopes, seed=seed, entries=_player_entries(FEATURED, 4, FEATURED_NAMES))


def _write_running_game(store: GameStore) -> None:
    """Write a game that begins now. The service's bots play it at a slow pace."""
    seed = os.urandom(SEED_BYTES)
    game = _seated_game(RUNNING, seed, now_ms())
    arranged = Arrangement(game=RUNNING, pace_ms=PACE_MS)
    store.append(RUNNING, game.envelopes, seed=seed, entries=[arranged, *_player_entries(RUNNING, 4)])


def _seated_game(name: str, seed: bytes, at: int) -> Game:
    """Return a new classic game with bots at its four seats."""
    game = Game(name, Deal(name, seed))
    game.act(CreateGame(edition="classic", players=4), by="organiser", key=None, at=at)
    for seat in range(4):
        contribution = contribution_of_text(f"haricot-demo|{seat}")
        taken = TakeSeat(
            seat=seat, kind="bot", pseudonym=pseudonym_of(seat), contribution=contribution, bot=STRENGTHS[seat]
        )
        game.act(taken, by=f"seat:{seat}", key=None, at=at)
    return game


def _bots(name: str, players: int) -> dict[int, Bot]:
    return {
        seat: BOTS[STRENGTHS[seat]](seat, contribution_of_text(f"haricot-demo|{name}|{seat}|bot"))
        for seat in range(players)
    }


def _player_entries(game: str, players: int, names: Sequence[str] = NAMES) -> list[Entry]:
    """Return the entries of the players, and a key with which the game can be signed later."""
    return [GameKey.random(game)] + [
        Player(game=game, seat=seat, kind="bot", bot=STRENGTHS[seat], name=names[seat]) for seat in range(players)
    ]
