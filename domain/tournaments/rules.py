"""What the rules of a tournament may be."""

from typing import Final

from domain.clock_terms import require_terms
from domain.refusals import Misuse
from domain.tournaments.clauses import refuse, require
from domain.tournaments.events import DUPLICATES, FORMATS, KNOCKOUT, ROUNDS_MAX, SEEDINGS, TournamentCreated
from domain.tournaments.table_points import RANK_SHARE, fraction_in
from domain.tournaments.tie_breaks import TIE_BREAKS

SIZE_MIN: Final = 2
SIZE_MAX: Final = 7
ROUND_SECONDS: Final = range(60, 86_400 + 1)
"""How long a round may last."""


def require_rules(rules: TournamentCreated) -> TournamentCreated:
    """Return these rules; TournamentRefused for those that no tournament may have."""
    known = f"formats are {', '.join(FORMATS)}, not {rules.format[:20]!r}"
    require(rules.format in FORMATS, "TO-1.2", known)
    require(1 <= rules.rounds <= ROUNDS_MAX, "TO-1.2", f"{rules.rounds} rounds")
    in_order = SIZE_MIN <= rules.smallest <= rules.preferred <= rules.largest <= SIZE_MAX
    sizes = f"smallest {rules.smallest}, preferred {rules.preferred}, largest {rules.largest}"
    require(in_order, "TO-1.3", sizes)
    _require_points(rules.table_points)
    _require_tie_breaks(rules.tie_breaks)
    _require_stages(rules)
    seconds = rules.round_seconds
    require(not seconds or seconds in ROUND_SECONDS, "TO-1.9", f"{seconds} seconds")
    _require_clock(rules)
    return rules


def _require_clock(rules: TournamentCreated) -> None:
    if rules.clock is not None:
        try:
            require_terms(rules.clock)
        except Misuse as error:
            refuse("TO-1.11", f"{error}")


def _require_points(rule: tuple[str, ...]) -> None:
    if rule == (RANK_SHARE,):
        return
    points = [fraction_in(text) for text in rule]
    known = [one for one in points if one is not None]
    require(points and len(known) == len(points), "TO-1.4", f"points are such as 5 or 7/2, or the word {RANK_SHARE}")
    require(known == sorted(known, reverse=True) and known[-1] >= 0, "TO-1.4", f"these are {', '.join(rule)}")


def _require_tie_breaks(names: tuple[str, ...]) -> None:
    unknown = [name for name in names if name not in TIE_BREAKS]
    require(
        not unknown, "TO-1.4", f"tie-breaks are {', '.join(TIE_BREAKS)}, not {unknown[0][:20]!r}" if unknown else ""
    )
    require(len(set(names)) == len(names), "TO-1.4", "one is named twice")


def _require_stages(rules: TournamentCreated) -> None:
    """Require what the rules say of a final, a knock-out, the rounds that count, and the deals that tables share."""
    if rules.final:
        fits = rules.smallest <= rules.final <= rules.largest
        require(fits, "TO-1.6", f"{rules.final} players, and tables hold {rules.smallest} to {rules.largest}")
        require(rules.format != KNOCKOUT, "TO-1.6", "the last table of a knock-out is one already")
        require(rules.rounds < ROUNDS_MAX, "TO-1.6", f"round {rules.rounds + 1} would be the final")
    if rules.advance:
        require(rules.advance < rules.preferred, "TO-1.7", f"{rules.advance} of {rules.preferred}")
    known = rules.seeding is None or rules.seeding in SEEDINGS
    require(known, "TO-1.7", f"seedings are {' and '.join(SEEDINGS)}, not {(rules.seeding or '')[:20]!r}")
    if rules.counted:
        require(rules.counted <= rules.rounds, "TO-1.8", f"{rules.counted} of {rules.rounds} rounds")
    if rules.duplicate is not None:
        compared = f"seats are compared by {' or '.join(DUPLICATES)}, not {rules.duplicate[:20]!r}"
        require(rules.duplicate in DUPLICATES, "TO-1.10", compared)
        require(rules.format != KNOCKOUT, "TO-1.10", "this is a knock-out")
