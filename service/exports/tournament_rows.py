"""The rows of the export tables about tournaments."""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import msgspec

from domain.tournaments.standings import StandingsLine
from domain.tournaments.state import CONFIRMED, DRAFT, Tournament
from service.access.policy import ANONYMOUS, SERVICE
from service.access.tokens import Principal
from service.ops.clock import now_ms
from service.store.entries.tournament_entries import TournamentSettings
from service.store.errors import DamagedTournament
from service.tournaments.tournament_store import NoSuchTournament, TournamentStore
from service.tournaments.visible_tournament import VisibleTournament

Row = tuple[Any, ...]
_TABLE_KINDS: Final = {"game", "paper", "ruling"}
_json = msgspec.json.encode


class ShownTournament(NamedTuple):
    """A tournament as an export shows it, with its standings. No export has the names of its players."""

    settings: TournamentSettings
    state: Tournament
    lines: tuple[StandingsLine, ...]

    @property
    def name(self) -> str:
        """The id of the tournament."""
        return self.settings.tournament


def tournaments_shown(store: TournamentStore, *, whole: bool, only: str | None = None) -> Iterator[ShownTournament]:
    """Yield the tournaments, oldest first: as an anonymous client may know them, or `whole`.

    Damaged tournaments are left out, and private ones unless `whole`.
    """
    principal = Principal(kind=SERVICE if whole else ANONYMOUS)
    for settings in [one for one in store.all_settings() if only in (None, one.tournament)]:
        try:
            visible = VisibleTournament(store, settings.tournament, principal, now_ms())
            yield ShownTournament(settings, visible.state, visible.standings(visible.version))
        except (NoSuchTournament, DamagedTournament):
            continue


def _tournament(shown: ShownTournament) -> Iterator[Row]:
    settings, state = shown.settings, shown.state
    rules = state.rules
    yield (
        shown.name,
        settings.title,
        rules.edition,
        _json(dict(rules.options)),
        rules.format,
        "closed" if state.closed else "running" if state.rounds else "registration",
        rules.rounds,
        sum(one.state != DRAFT for one in state.rounds),
        sum(one.state == CONFIRMED for one in state.rounds),
        len(state.entrants),
        _json(rules.table_points),
        _json(rules.tie_breaks),
        rules.duplicate,
        settings.made,
        state.version,
        settings.forked_from,
        settings.forked_at,
    )


def _standings(shown: ShownTournament) -> Iterator[Row]:
    for line in shown.lines:
        yield (
            shown.name,
            line.rank,
            line.player,
            str(line.points),
            line.points.numerator,
            line.points.denominator,
            sum(why.kind in _TABLE_KINDS and why.table is not None for why in line.why),
            line.excluded,
            _json([{"name": one.name, "value": str(one.value)} for one in line.tie_breaks]),
        )


def _placings(shown: ShownTournament) -> Iterator[Row]:
    points = {
        (why.round, why.table, line.player): str(why.points)
        for line in shown.lines
        for why in line.why
        if why.kind in _TABLE_KINDS and why.table is not None
    }
    for round_ in shown.state.rounds:
        for table in round_.tables if round_.state != DRAFT else ():
            result = None if table.voided is not None else table.result
            for seat, (player, counts_for) in enumerate(zip(table.players, table.counts_for, strict=True)):
                yield (
                    shown.name,
                    round_.number,
                    table.number,
                    table.game if result is None or result.game is None else result.game,
                    seat,
                    counts_for,
                    player,
                    None if result is None else result.source,
                    None if result is None else result.scores[seat],
                    None if result is None else result.places[seat],
                    points.get((round_.number, table.number, counts_for)),
                )


TOURNAMENT_ROWS: Final[dict[str, Callable[[Any], Iterator[Row]]]] = {
    "tournaments": _tournament,
    "standings": _standings,
    "placings": _placings,
}
"""The functions that make the rows of a tournament, by the name of the table."""
