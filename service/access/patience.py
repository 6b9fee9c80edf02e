"""How long a bot keeps its trading open for people whom it made an offer."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from domain.events import DonationOffered, TradeProposed
from domain.forks import GameForked
from domain.rules.offers import addressed
from domain.table import Table
from replay.codec import Envelope
from service.store.entries.metadata_store import Annotation, FormerPlayer, Player

PAUSED: Final = "paused"
RESUMED: Final = "resumed"
PAUSES: Final = (PAUSED, RESUMED)
"""The kinds of annotations that stop and restart the waiting time."""


def bots_among(players: Mapping[int, Player | FormerPlayer]) -> frozenset[int]:
    """Return the seats that a bot plays."""
    return frozenset(seat for seat, player in players.items() if player.kind == "bot")


def asked_until(
    table: Table, log: Sequence[Envelope], bots: Collection[int], patience_ms: int, remarks: Iterable[Annotation]
) -> dict[int, int]:
    """Return until when the active bot keeps its trading open, for each person's seat that has an offer to answer.

    Args:
        table: the whole table after the last event of `log`.
        log: the events of the game so far.
        bots: the seats that a bot plays.
        patience_ms: for how many milliseconds a bot waits for an answer.
        remarks: the annotations of the game. Pauses among them stop the time.

    Returns:
        Milliseconds since 1970 by seat; empty while the game is paused, or if no bot has to wait.
    """
    waiting = _offers_to_people(table, bots) if patience_ms and table.turn.seat in bots else {}
    if not waiting:
        return {}
    pauses = [(one.at, one.kind == PAUSED) for one in remarks if one.kind in PAUSES and one.n <= log[-1].n]
    pauses.sort()
    if pauses and pauses[-1][1]:
        return {}
    found: dict[int, int] = {}
    begun = 0
    for envelope in reversed(log):
        event = envelope.event
        if isinstance(event, GameForked):  # people at a fork are asked when it begins
            begun = max(begun, envelope.at)
        elif isinstance(event, TradeProposed | DonationOffered) and event.proposal in waiting:
            since = max(begun, envelope.at)
            until = since + patience_ms + _paused_for(since, pauses)
            found |= {seat: max(until, found.get(seat, 0)) for seat in waiting.pop(event.proposal)}
            if not waiting:
                break
    return dict(sorted(found.items()))


def _offers_to_people(table: Table, bots: Collection[int]) -> dict[int, set[int]]:
    """Return the numbers of the open offers that a bot made, each with the people who can answer it."""
    people = {*range(len(table.seats))}.difference(bots)
    asked = {
        offer.proposal: people if (to := addressed(offer)) is None else people & {to}
        for offer in table.proposals
        if offer.seat in bots
    }
    return {number: seats for number, seats in asked.items() if seats}


def _paused_for(since: int, pauses: Iterable[tuple[int, bool]]) -> int:
    """Return how many milliseconds of pauses there were since a moment. The last pause must be over."""
    total, begun = 0, None
    for at, is_pause in pauses:
        if is_pause:
            begun = at if begun is None else begun
        elif begun is not None:
            total += max(0, at - max(begun, since))
            begun = None
    return total
