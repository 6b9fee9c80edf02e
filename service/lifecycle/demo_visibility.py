"""Makes the games and tournaments of the demo private, or public again."""

import re
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from domain.values import Value
from service.analytics.analytics_updater import deletions
from service.store.entries.metadata_store import Arrangement, Change, MetadataStore, Player
from service.store.entries.tournament_entries import TournamentSettings
from service.store.event_store import GameStore

DEMO: Final = re.compile(r"[a-z]+-(t?\d+-demo-(\d{4}|live|evening)|demo-evening)([-.].*)?")
"""The ids of the demo games, of their forks, and of the demo tournaments."""


class ChangedDemo(Value):
    """The games and tournaments whose visibility changed."""

    games: tuple[str, ...]
    tournaments: tuple[str, ...]


def set_demo_visibility(store: GameStore, *, is_public: bool) -> ChangedDemo:
    """Make all games and tournaments of the demo public or private, in one transaction. Return those that changed.

    Private games appear in no list, statistics or rating, so the analytics are computed again.
    """
    games, tournaments = list[str](), list[str]()

    def entries(register: MetadataStore) -> Iterator[Change]:
        games[:], tournaments[:] = [], []
        for game in sorted({one.game for one in register.find_entries(Player) if DEMO.fullmatch(one.game)}):
            before = next(iter(register.find_entries(Arrangement, game=game)), Arrangement(game=game))
            if before.private == is_public:
                games.append(game)
                yield replace(before, private=not is_public)
        for settings in register.find_entries(TournamentSettings):
            if DEMO.fullmatch(settings.tournament) and settings.private == is_public:
                tournaments.append(settings.tournament)
                yield replace(settings, private=not is_public)
        if games:
            yield from deletions(figures=False)

    store.change_entries(entries)
    return ChangedDemo(games=tuple(games), tournaments=tuple(tournaments))
