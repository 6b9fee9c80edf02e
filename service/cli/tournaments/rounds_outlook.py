"""Formats how reliable the standings of a new tournament will be."""

from collections.abc import Iterator
from typing import Any

from domain.tournaments.events import KNOCKOUT
from domain.tournaments.rounds_needed import Outlook, outlook
from domain.tournaments.state import Tournament


def outlook_of(tournament: Tournament) -> tuple[Outlook, ...]:
    """Return the outlook of a new tournament. It is empty without a measurement, or if no points count."""
    rules = tournament.rules
    if rules.format == KNOCKOUT or rules.duplicate is not None:  # the luck of shared deals was not measured
        return ()
    return outlook(rules.edition, rules.preferred, rules.rounds)


def outlook_lines(tournament: Tournament) -> Iterator[str]:
    """Yield one sentence for each spread of skill."""
    rounds = tournament.rules.rounds
    for line in outlook_of(tournament):
        coins = "1 coin" if line.spread == 1 else f"{line.spread} coins"
        needs = " and ".join(f"{float(target):.1f} takes {count}" for target, count in line.rounds.items())
        reliability = f"reliability {float(line.reliability):.2f} after {rounds}"
        yield f"where skill differs by {coins}: {reliability}; {needs} rounds"


def outlook_json(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the outlook as JSON."""
    return [
        {
            "spread": line.spread,
            "reliability": round(float(line.reliability), 2),
            "rounds": {f"{float(target):.1f}": count for target, count in line.rounds.items()},
        }
        for line in outlook_of(tournament)
    ]
