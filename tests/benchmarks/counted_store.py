"""A store of many games that wait to be counted; their figures are those of a few games that bots played."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, Final

import msgspec

from domain.editions import rulebook_of
from projections.analytics.game_figures import VERSION, game_figures
from replay.rewind import table_at
from service.analytics.analytics_updater import AnalyticsUpdater
from service.lifecycle.bots.simulate import simulate
from service.store.entries.analytics_entries import WAITING, CountedGameEntry, FiguresEntry, PlayerId, SeatPlayer
from service.store.entries.metadata_store import Entry
from service.store.event_store import GameStore

PLAYED: Final = 40
"""How many different games there are."""
SIMULATED: Final = 0.3
"""The share of games of bots alone."""
AT_ONCE: Final = 2_000
BOTS: Final = ("trader", "greedy", "random")
EDITION: Final = "classic"


def fill(store: GameStore, execute: Callable[[str], Any], games: int, persons: int, first: int = 0) -> None:
    """Write games that wait to be counted, numbered from `first`; some persons play much more than others."""
    luck, texts = Random(first), _figures()
    ids = [f"p-{number:024}" for number in range(persons)]
    AnalyticsUpdater(store).update(0)  # from now on only what is new is looked for
    store.change_entries([PlayerId(player=one, maker="-", person=one[2:]) for one in ids])
    for begin in range(first, first + games, AT_ONCE):
        numbers = range(begin, min(begin + AT_ONCE, first + games))
        rows = ", ".join(f"('g{number}', 'played')" for number in numbers)
        execute(f"INSERT INTO {{}}games (game, origin) VALUES {rows}")
        store.change_entries([entry for one in numbers for entry in _entries(one, luck, ids, texts)])


def _entries(number: int, luck: Random, persons: Sequence[str], texts: Sequence[str]) -> Iterator[Entry]:
    game = f"g{number}"
    yield FiguresEntry(game=game, form=VERSION, figures=luck.choice(texts))
    seated = [luck.choice(BOTS) for _ in range(4)]
    if persons and luck.random() >= SIMULATED:
        for seat in luck.sample(range(4), luck.randint(1, 4)):
            seated[seat] = persons[int(luck.random() ** 3 * len(persons))]
    for seat, player in enumerate(seated):
        yield SeatPlayer(game=game, seat=seat, player=player)
    yield CountedGameEntry(
        game=game, edition=EDITION, players=4, ended=1_700_000_000_000 + 60_000 * number, due=0, state=WAITING
    )


@cache
def _figures() -> tuple[str, ...]:
    return tuple(_played())


def _played() -> Iterator[str]:
    for number in range(1, PLAYED + 1):
        game, _ = simulate(EDITION, 4, "counted", number, {}, ["trader", "greedy", "random"])
        record = game.record()
        table = table_at(record, len(record.envelopes))
        events = [one.event for one in record.envelopes]
        yield msgspec.json.encode(game_figures(EDITION, 4, rulebook_of(table).selling.meters, events)).decode()
