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
from replay.seeded import played_later
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
"""Edition, players and options of each finished game: each edition with the fewest and the most players, and more."""
FORKED: Final = (("classic", 4), 302)
"""Edition and players of the game that is forked, and the event to fork it at, which ends a batch."""
RULE_BROKEN: Final = (3, 5)
"""Players and number of the game in which a player plants a third time."""
RUNNING: Final = "classic-4-demo-live"
PACE_MS: Final = 2500
FEATURED: Final = "classic-4-demo-evening"
FEATURED_NAMES: Final = ("Hanna", "Jonas", "Mireille", "Tomás")
FEATURED_AGE_MS: Final = 20 * 3_600_000
"""How long before the first start of the service the featured game began."""
FEATURED_PACE_MS: Final = 4000
NEWEST_AGE_MS: Final = 26 * 3_600_000
"""How long before the first start the newest of the other finished games began. Each before it is a bit older."""
APART_MS: Final = 23 * 3_600_000 + 40 * 60_000
DEMO_GAMES: Final = len(GAMES) + 4


def lay_out_demo(store: GameStore, done: Callable[[], None] = lambda: None) -> None:
    """Write a dozen finished games, a fork, an imported game with an illegal event, one of yesterday, and one of now.

    `done` is called after each.
    """
    records: dict[tuple[str, int], Record] = {}
    for edition, players, options in GAMES:
        game, seed = simulate(edition, players, SEED, 1, options, STRENGTHS)
        record = _dated(game.record(), len(GAMES) - len(records))
        store.append(game.game, record.envelopes, seed=seed, entries=_beside(game.game, players))
        records[edition, players] = record
        done()
    forked, at = FORKED
    _keep_fork(store, records[forked], at)
    done()
    import_record(
        store, _dated(_rule_broken(), 0), entries=_beside(f"classic-{RULE_BROKEN[0]}-{SEED}-{RULE_BROKEN[1]:04d}", 3)
    )
    done()
    _keep_featured(store)
    done()
    _keep_running(store)
    done()


def _dated(record: Record, before: int) -> Record:
    """Return a game as if it had been played lately, with `before` more finished games after it."""
    began = now_ms() - NEWEST_AGE_MS - before * APART_MS
    return replace(record, envelopes=tuple(played_later(record.envelopes, began - record.envelopes[0].at)))


def _keep_fork(store: GameStore, parent: Record, at: int) -> None:
    """Write a fork that bots with another deal play to its end."""
    name = f"{parent.game}.f{at}"
    seed = seed_of_text(f"haricot-demo|{name}")
    game = Game(
        name, Deal(name, seed), fork_exact(parent, at, name, Deal(name, seed), at=parent.envelopes[-1].at).envelopes
    )
    play_on(game, _bots(name, len(game.table.seats)))
    own = [envelope for envelope in game.envelopes if envelope.game == name]
    store.append(name, own, seed=seed, entries=_beside(name, len(game.table.seats)))


def _rule_broken() -> Record:
    """Return a game in which a player plants a third card in phase 1, and all play on as if it were legal."""
    players, number = RULE_BROKEN
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
    """Return an illegal third planting, if a field matches and a hand card is left for the next one."""
    seat = table.turn.seat
    if table.turn.phase != "plant" or table.turn.planted != 2 or len(table.active.hand) < 2 or table.turn.number < 9:
        return None
    front = table.active.hand[0]
    for index, field in enumerate(table.active.fields):
        if field and field[-1] == front:
            return BeanPlanted(seat=seat, field=index, variety=front, source="hand")
    return None


def _keep_featured(store: GameStore) -> None:
    """Write a game of yesterday evening, which the first page features."""
    seed, at = seed_of_text(f"haricot-demo|{FEATURED}"), now_ms() - FEATURED_AGE_MS
    game, bots = _seated(FEATURED, seed, at), _bots(FEATURED, 4)
    while game.table.result is None:
        command = next_command(game.table, game.version, bots)
        assert isinstance(command, SeatCommand)
        at += FEATURED_PACE_MS
        game.act(command, by=f"seat:{command.seat}", key=f"demo:{game.version + 1}", at=at)
    store.append(FEATURED, game.envelopes, seed=seed, entries=_beside(FEATURED, 4, FEATURED_NAMES))


def _keep_running(store: GameStore) -> None:
    """Write a game that begins now. The service's bots play it at a pace that people can follow."""
    seed = os.urandom(SEED_BYTES)
    game = _seated(RUNNING, seed, now_ms())
    arranged = Arrangement(game=RUNNING, pace_ms=PACE_MS)
    store.append(RUNNING, game.envelopes, seed=seed, entries=[arranged, *_beside(RUNNING, 4)])


def _seated(name: str, seed: bytes, at: int) -> Game:
    """Return a classic game for four whose seats bots have taken."""
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


def _beside(game: str, players: int, names: Sequence[str] = NAMES) -> list[Entry]:
    """Return the players' entries and a key. The key lets the game be signed later."""
    return [GameKey.drawn(game)] + [
        Player(game=game, seat=seat, kind="bot", bot=STRENGTHS[seat], name=names[seat]) for seat in range(players)
    ]
