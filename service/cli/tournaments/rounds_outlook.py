"""How sure the standings of a tournament will be, as the command line tells it when a tournament is made."""

from collections.abc import Iterator
from typing import Any

from domain.tournaments.events import KNOCKOUT
from domain.tournaments.rounds_needed import Outlook, outlook
from domain.tournaments.state import Tournament


def outlook_of(tournament: Tournament) -> tuple[Outlook, ...]:
    """Return the outlook of a tournament that was just made; nothing where nothing was measured, or no points count."""
    rules = tournament.rules
    if rules.format == KNOCKOUT or rules.duplicate is not None:  # the luck of shared deals was not measured
        return ()
    return outlook(rules.edition, rules.preferred, rules.rounds)


def outlook_lines(tournament: Tournament) -> Iterator[str]:
    """Yield one sentence for each spread of skill."""
    rounds = tournament.rules.rounds
    for one in outlook_of(tournament):
        coins = "1 coin" if one.spread == 1 else f"{one.spread} coins"
        needs = " and ".join(f"{float(target):.1f} takes {count}" for target, count in one.rounds.items())
        yield f"where skill differs by {coins}: reliability {float(one.reliability):.2f} after {rounds}; {needs} rounds"


def outlook_json(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the same as JSON has it."""
    return [
        {
            "spread": one.spread,
            "reliability": round(float(one.reliability), 2),
            "rounds": {f"{float(target):.1f}": count for target, count in one.rounds.items()},
        }
        for one in outlook_of(tournament)
    ]
